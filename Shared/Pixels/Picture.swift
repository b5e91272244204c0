internal import CVips
internal import Glibc
internal import Images

/// Pixels that an output needs: the longest side of the picture's part.
struct Need {
  let maxSide: Int
  let crop: ImageCrop?
}

/// A picture that somebody sent, of which only the header has been read.
final class Picture {
  /// The limit of width × height.
  static let maxPixels = 50_000_000
  /// The limit of the width and of the height.
  static let maxSide = 30_000

  /// As the file has it, before it is turned upright.
  private let width: Int
  private let height: Int
  private let isTurned: Bool
  private let source: UnsafeMutablePointer<VipsSource>

  /// - Throws: `unknownType` or `heicOff` by the first bytes, `tooManyPixels` by the header.
  init(descriptor: Int32, allowsHEIC: Bool) throws(Flaw) {
    let type = try Picture.type(of: descriptor, allowsHEIC: allowsHEIC)
    guard let source = vips_source_new_from_descriptor(descriptor) else { throw .ofVips(.failed) }
    guard let header = quad_vips_header(source, type.loader) else {
      quad_vips_unref(source)
      throw .ofVips(.broken)
    }
    defer { quad_vips_unref(header) }
    (width, height) = (Int(vips_image_get_width(header)), Int(vips_image_get_height(header)))
    isTurned = vips_image_get_orientation_swap(header) != 0
    self.source = source
    guard max(width, height) <= Picture.maxSide, width * height <= Picture.maxPixels else {
      throw Flaw(.tooManyPixels, "\(width) × \(height) pixels")
    }
  }

  deinit { quad_vips_unref(source) }

  private static func type(of descriptor: Int32, allowsHEIC: Bool) throws(Flaw) -> PictureType {
    var head = [UInt8](repeating: 0, count: PictureType.headBytes)
    let count = pread(descriptor, &head, head.count, 0)
    guard count >= 0 else { throw Flaw(.failed, "the picture cannot be read: errno \(errno)") }
    guard let type = PictureType(head: head.prefix(count)) else {
      throw Flaw(.unknownType, "no picture begins like this")
    }
    if type == .heic && !allowsHEIC { throw Flaw(.heicOff, "a picture in HEIC") }
    return type
  }

  /// Decodes the picture, upright and in sRGB, as large as the neediest output wants it.
  func decoded(for needs: [Need]) throws(Flaw) -> Raster {
    guard let shrunk = quad_vips_shrunk(source, Int32(side(for: needs))) else { throw .ofVips(.broken) }
    return try Raster(decoding: shrunk)
  }

  /// The longest side of the whole picture with which each part is as long as it may be.
  private func side(for needs: [Need]) -> Int {
    let (width, height) = isTurned ? (self.height, self.width) : (self.width, self.height)
    let longest = max(width, height)
    let sides = needs.map { need -> Int in
      guard let crop = need.crop else { return need.maxSide }
      let part = max(crop.width * Double(width), crop.height * Double(height))
      return Int((Double(need.maxSide) * Double(longest) / max(part, 1)).rounded(.up))
    }
    // No need goes beyond what the store keeps, so that a part looks the same from the original.
    return min(sides.max() ?? 1, longest, ImageWorkers.maxOriginalSide)
  }
}
