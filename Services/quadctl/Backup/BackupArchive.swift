import Crypto
import JSON
import Schema
import Terminal

/// The file format of `quadctl backup`; README.md specifies each byte.
enum BackupArchive {
  static let magic = Array("QUADBACK".utf8)
  static let version: UInt8 = 3
  /// The first format whose pictures are beside the file, and which ends with the list of them.
  static let firstWithList: UInt8 = 3
  /// The maximum number of bytes of a store in one record.
  static let maxDataBytes = 512 * 1024
  /// The maximum number of bytes of a record, sealed or not. The reader checks it before it trusts the
  /// record.
  static let maxFrameBytes = maxDataBytes + 4096
  /// The maximum number of bytes for the parameters of the sealing.
  static let maxSealingBytes = 1024
  static let maxStores = 64

  /// The kind of a record, its first byte.
  enum Kind: UInt8 {
    /// The first record: JSON of `ArchivedSite`.
    case site = 0x53
    /// JSON of `ArchivedStore`, followed by the store's data.
    case store = 0x46
    case data = 0x44
    /// JSON of `ArchivedPicture`, in format 2 followed by the picture's data.
    case picture = 0x50
    /// The last record: BLAKE2b-256 of every byte of the file before it.
    case end = 0x45
  }

  /// True for 1 to 32 of a-z, 0-9 and dashes. A program's name becomes a file name.
  static func isProgramName(_ text: String) -> Bool {
    let isName = text.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
    }
    return isName && (1...32).contains(text.utf8.count) && !text.hasPrefix("-")
  }
}

/// The first record of an archive, which describes the site.
struct ArchivedSite: Codable, Equatable {
  /// The version of Quad that wrote the archive.
  let quad: String
  let made: Instant
  /// The programs whose stores follow, in this order.
  let programs: [String]
  /// The salt of the keys of its pictures, base64url; nil for plain pictures or none.
  var pictures: String?
}

/// One program's store in an archive.
struct ArchivedStore: Codable, Equatable {
  let program: String
  let size: Int64
  /// BLAKE2b-256 of the file, base64url.
  let hash: String
  /// The number of steps of the program's schema. A program with fewer steps rejects the file.
  let steps: Int
  let epoch: String
  let head: Int64
}

/// A stored picture of an archive, after all stores.
struct ArchivedPicture: Codable, Equatable {
  /// The SHA-256 of its bytes in hexadecimal digits.
  let name: ObjectName
  /// The size in bytes of its object beside the archive, in format 2 its own; 0 for a picture whose file was
  /// missing or damaged.
  let size: Int
}

/// A picture that was read from an archive or from the folder beside it.
struct ReadPicture: Equatable {
  enum Content: Equatable {
    /// Checked against its name.
    case whole([UInt8])
    /// It was missing or damaged when the backup was made.
    case absent
    /// Its object is not beside the archive.
    case missing
    /// Its object is not what it was.
    case damaged
  }

  let name: ObjectName
  let content: Content
}

/// The reason why an archive cannot be read.
enum ArchiveError: Error, Equatable, CustomStringConvertible {
  case noArchive
  case newer(UInt8)
  case truncated
  case damaged(String)
  case sealed
  case plain
  case wrongPassphrase

  var description: String {
    switch self {
    case .noArchive: "this is not a Quad backup"
    case .newer(let version):
      "the backup has format \(version), and this quadctl reads \(BackupArchive.version): use a newer version"
    case .truncated: "the backup is truncated: it ends before its end record"
    case .damaged(let what): "the backup is damaged: \(what)"
    case .sealed: "the backup is encrypted: use --passphrase-file"
    case .plain:
      "the backup is not encrypted, so anyone could have made it; omit --passphrase-file if you trust it"
    case .wrongPassphrase: "wrong passphrase, or the backup is damaged at its beginning"
    }
  }
}

/// The encoding of records in the file: plain or encrypted.
protocol RecordSealing {
  /// The number in the header: 0 for plain.
  static var number: UInt8 { get }
  /// The parameters that a reader needs besides the passphrase.
  var parameters: [UInt8] { get }

  mutating func seal(_ record: [UInt8], isLast: Bool) throws -> [UInt8]
}

/// The decoding of records.
protocol RecordOpening {
  /// - Parameter isFirst: true for the first record, where a failure most likely means a wrong passphrase.
  mutating func open(_ frame: [UInt8], isFirst: Bool) throws(ArchiveError) -> (record: [UInt8], isLast: Bool)

  /// The sealing of the pictures beside the archive.
  func pictures(_ salt: String?) throws -> PictureSealing
}

/// `--plain`: the record itself. Only its kind marks the last one.
struct PlainRecords: RecordSealing, RecordOpening {
  static let number: UInt8 = 0
  let parameters: [UInt8] = []

  mutating func seal(_ record: [UInt8], isLast: Bool) -> [UInt8] { record }

  mutating func open(
    _ frame: [UInt8], isFirst: Bool
  ) throws(ArchiveError) -> (record: [UInt8], isLast: Bool) {
    (frame, frame.first == BackupArchive.Kind.end.rawValue)
  }

  func pictures(_ salt: String?) -> PictureSealing { .plain }
}
