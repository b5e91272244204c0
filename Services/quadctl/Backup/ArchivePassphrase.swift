import Crypto
import Terminal

/// The passphrase that seals an archive and opens it again.
struct ArchivePassphrase {
  let text: String

  /// The minimum length; a shorter passphrase can be guessed.
  static let minLength = 12

  /// Reads the first line of the file.
  static func read(_ path: String) throws -> ArchivePassphrase {
    let line = try ByteFile.open(path).read(4096).prefix { $0 != UInt8(ascii: "\n") }
    guard let text = String(validating: line, as: UTF8.self), text.count >= minLength else {
      throw Failure("the first line of \(path) has fewer than \(minLength) characters, or is not text")
    }
    return ArchivePassphrase(text: text)
  }

  /// A writer that seals with the passphrase, or writes plain records without one.
  static func writer(
    _ file: consuming ByteFile, _ passphrase: ArchivePassphrase?
  ) throws -> ArchiveWriter {
    guard let passphrase else { return try ArchiveWriter(file, PlainRecords()) }
    return try ArchiveWriter(file, SealedRecords(passphrase))
  }

  /// - Throws: `ArchiveError.sealed` if a passphrase is needed and none is given; `wrongPassphrase` for a
  ///   wrong one.
  static func reader(
    _ file: consuming ByteFile, _ passphrase: ArchivePassphrase?
  ) throws -> ArchiveReader {
    try ArchiveReader(file) { sealing, parameters in
      switch sealing {
      case PlainRecords.number:
        // A caller with a passphrase expects a sealed archive; anybody could have written a plain one.
        guard passphrase == nil else { throw ArchiveError.plain }
        return PlainRecords()
      case SealedRecords.number:
        guard let passphrase else { throw ArchiveError.sealed }
        return try OpenedRecords(passphrase, parameters)
      default: throw ArchiveError.damaged("its header")
      }
    }
  }
}

/// Seals each record as a chunk of a sealed stream, so that no record can be changed, left out or moved.
final class SealedRecords: RecordSealing {
  static let number: UInt8 = 1
  let parameters: [UInt8]
  private var stream: SealedStream.Writer

  /// Derives a key for this archive alone, from a new salt.
  init(_ passphrase: ArchivePassphrase) throws {
    let salt = Secrets.randomBytes(PassphraseKey.saltBytes)
    stream = SealedStream.Writer(key: try PassphraseKey.derive(passphrase: passphrase.text, salt: salt))
    parameters = salt + stream.header
  }

  func seal(_ record: [UInt8], isLast: Bool) throws -> [UInt8] {
    try stream.seal(record, isLast: isLast)
  }
}

final class OpenedRecords: RecordOpening {
  private var stream: SealedStream.Reader
  private let passphrase: ArchivePassphrase

  init(_ passphrase: ArchivePassphrase, _ parameters: [UInt8]) throws {
    guard parameters.count == PassphraseKey.saltBytes + SealedStream.headerBytes else {
      throw ArchiveError.damaged("its header")
    }
    self.passphrase = passphrase
    let salt = Array(parameters.prefix(PassphraseKey.saltBytes))
    let key = try PassphraseKey.derive(passphrase: passphrase.text, salt: salt)
    stream = try SealedStream.Reader(key: key, header: Array(parameters.dropFirst(salt.count)))
  }

  func open(_ frame: [UInt8], isFirst: Bool) throws(ArchiveError) -> (record: [UInt8], isLast: Bool) {
    do {
      let record = try stream.open(frame)
      return (record, stream.hasEnded)
    } catch { throw isFirst ? .wrongPassphrase : .damaged("a record was changed") }
  }

  func pictures(_ salt: String?) throws -> PictureSealing {
    guard let salt = salt.flatMap(Base64URL.decode), salt.count == PassphraseKey.saltBytes else {
      throw ArchiveError.damaged("what it says of its pictures")
    }
    return try PictureSealing(passphrase, salt: salt)
  }
}
