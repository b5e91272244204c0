/// The form of a picture that somebody sent, told by its first bytes and never by its name.
package enum PictureType: String, Codable, Hashable, Sendable {
  case jpeg
  case png
  case webp
  case gif
  case heic

  /// The number of first bytes that tell.
  package static let headBytes = 32

  /// Nil for every other form: SVG, PDF, TIFF, AVIF, text.
  package init?(head: some Collection<UInt8>) {
    let bytes = Array(head.prefix(PictureType.headBytes))
    switch bytes {
    case _ where bytes.starts(with: [0xFF, 0xD8, 0xFF]): self = .jpeg
    case _ where bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]): self = .png
    case _ where bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8): self = .gif
    case _ where bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8): self = .webp
    case _ where PictureType.isHEIC(bytes): self = .heic
    default: return nil
    }
  }

  /// The brands of still pictures that are coded with HEVC (ISO/IEC 23008-12, annex B).
  private static let brands = ["heic", "heix", "heim", "heis"]

  private static func isHEIC(_ bytes: [UInt8]) -> Bool {
    guard bytes.dropFirst(4).starts(with: "ftyp".utf8) else { return false }
    // The major brand, then a version, then the others that the file keeps to. "mif1" is AVIF's, too.
    let major = bytes.dropFirst(8).prefix(4)
    if brands.contains(where: { major.elementsEqual($0.utf8) }) { return true }
    let others = stride(from: 16, through: bytes.count - 4, by: 4).map { bytes[$0..<$0 + 4] }
    return major.elementsEqual("mif1".utf8)
      && others.contains { other in brands.contains { other.elementsEqual($0.utf8) } }
  }
}
