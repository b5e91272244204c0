import Crypto

/// What seals an archive and opens it again.
struct ArchivePassphrase {
  private let text: String

  /// Fewer characters are found by trying.
  static let fewest = 12

  /// The first line of the file.
  static func read(_ path: String) throws -> ArchivePassphrase {
    let bytes = try ByteFile.open(path).read(4096)
    let text = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    guard text.count >= fewest else {
      throw Failure("the first line of \(path) has fewer than \(fewest) characters")
    }
    return ArchivePassphrase(text: text)
  }

  static func writer(
    _ file: consuming ByteFile, _ passphrase: ArchivePassphrase?
  ) throws -> ArchiveWriter {
    guard passphrase == nil else { throw Failure("sealed backups are not there yet") }
    return try ArchiveWriter(file, PlainRecords())
  }

  static func reader(
    _ file: consuming ByteFile, _ passphrase: ArchivePassphrase?
  ) throws -> ArchiveReader {
    try ArchiveReader(file) { sealing, _ in
      guard sealing == PlainRecords.number else { throw ArchiveError.sealed }
      return PlainRecords()
    }
  }
}
