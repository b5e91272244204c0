import Crypto
import JSON
import Schema
import Terminal

/// The file format of `quadctl backup`; README.md specifies each byte.
enum BackupArchive {
  static let magic = Array("QUADBACK".utf8)
  static let version: UInt8 = 2
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
    /// JSON of `ArchivedPicture`, followed by the picture's data.
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

/// A stored picture in an archive, after all stores.
struct ArchivedPicture: Codable, Equatable {
  /// The SHA-256 of its bytes in hexadecimal digits.
  let name: ObjectName
  /// Its size in bytes; 0 for a picture whose file was missing or damaged.
  let size: Int
}

/// The numbers of pictures in an archive.
struct PictureTally {
  private(set) var count = 0
  private(set) var bytes: Int64 = 0
  private(set) var missing = 0
  /// The first missing ones.
  private var names: [String] = []
  private static let maxNames = 5

  mutating func add(_ picture: ArchivedPicture) {
    guard picture.size == 0 else {
      count += 1
      bytes += Int64(picture.size)
      return
    }
    missing += 1
    if names.count < PictureTally.maxNames { names.append(picture.name.text) }
  }

  /// A line about the missing pictures; nil if there are none.
  var warning: String? {
    guard missing > 0 else { return nil }
    let more = missing > names.count ? ", …" : ""
    let begin = missing == 1 ? "1 picture was" : "\(missing) pictures were"
    return "\(begin) missing or damaged when the backup was made: \(names.joined(separator: ", "))\(more)"
  }

  /// `12 pictures`.
  var text: String { count == 1 ? "1 picture" : "\(count) pictures" }
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
}

/// Writes an archive from beginning to end.
struct ArchiveWriter: ~Copyable {
  private let file: ByteFile
  private var sealing: any RecordSealing
  private var hash = BLAKE2bStream()
  private(set) var size: Int64 = 0

  init<Sealing: RecordSealing>(_ file: consuming ByteFile, _ sealing: Sealing) throws {
    self.file = file
    self.sealing = sealing
    let parameters = sealing.parameters
    try put(BackupArchive.magic + [BackupArchive.version, Sealing.number])
    try put([UInt8(truncatingIfNeeded: parameters.count >> 8), UInt8(truncatingIfNeeded: parameters.count)])
    try put(parameters)
  }

  mutating func add(_ site: ArchivedSite) throws { try add(.site, JSONCoding.encode(site)) }

  mutating func add(_ store: ArchivedStore) throws { try add(.store, JSONCoding.encode(store)) }

  mutating func add(data: [UInt8]) throws { try add(.data, data) }

  /// Adds a picture with its bytes, or without any if it is missing.
  mutating func add(_ name: ObjectName, _ bytes: [UInt8]) throws -> ArchivedPicture {
    let picture = ArchivedPicture(name: name, size: bytes.count)
    try add(.picture, JSONCoding.encode(picture))
    for start in stride(from: 0, to: bytes.count, by: BackupArchive.maxDataBytes) {
      try add(data: Array(bytes[start..<min(start + BackupArchive.maxDataBytes, bytes.count)]))
    }
    return picture
  }

  /// Writes the end record and syncs everything to disk.
  consuming func finish() throws -> Int64 {
    let digest = hash.finish()
    let frame = try sealing.seal([BackupArchive.Kind.end.rawValue] + digest, isLast: true)
    let bytes = ArchiveWriter.length(of: frame) + frame
    try file.write(bytes)
    try file.sync()
    return size + Int64(bytes.count)
  }

  private mutating func add(_ kind: BackupArchive.Kind, _ bytes: [UInt8]) throws {
    var record: [UInt8] = []
    record.reserveCapacity(bytes.count + 1)
    record.append(kind.rawValue)
    record += bytes
    let frame = try sealing.seal(record, isLast: false)
    try put(ArchiveWriter.length(of: frame))
    try put(frame)
  }

  private mutating func put(_ bytes: [UInt8]) throws {
    try file.write(bytes)
    hash.update(bytes)
    size += Int64(bytes.count)
  }

  private static func length(of frame: [UInt8]) -> [UInt8] {
    stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: frame.count >> $0) }
  }
}
