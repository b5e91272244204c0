import Bus
import Crypto
import Schema

/// The file that `quad backup` writes; README.md has it byte by byte.
enum BackupArchive {
  static let magic = Array("QUADBACK".utf8)
  static let version: UInt8 = 1
  /// Most bytes of a store in one record.
  static let maxDataBytes = 512 * 1024
  /// Most bytes of a record, sealed or not, before anybody believes what it says.
  static let maxFrameBytes = maxDataBytes + 4096
  /// Most bytes that say how the records are sealed.
  static let maxSealingBytes = 1024
  static let maxStores = 64

  /// What a record holds, its first byte.
  enum Kind: UInt8 {
    /// JSON of `ArchivedSite`; the first record.
    case site = 0x53
    /// JSON of `ArchivedStore`; its data follow.
    case store = 0x46
    case data = 0x44
    /// BLAKE2b-256 of every byte of the file before this record; the last one.
    case end = 0x45
  }

  /// 1 to 32 of a-z, 0-9 and dashes: a program's name becomes a file's name.
  static func isProgramName(_ text: String) -> Bool {
    let isName = text.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
    }
    return isName && (1...32).contains(text.utf8.count) && !text.hasPrefix("-")
  }
}

/// What an archive says first.
struct ArchivedSite: Codable, Equatable {
  /// The version of `quad` that wrote it.
  let quad: String
  let made: Instant
  /// Whose stores follow, in this order.
  let programs: [String]
}

/// One program's store in an archive.
struct ArchivedStore: Codable, Equatable {
  let program: String
  let size: Int64
  /// BLAKE2b-256 of the file, base64url.
  let hash: String
  /// Steps of the program's schema: a program that knows fewer refuses the file.
  let steps: Int
  let epoch: String
  let head: Int64
}

/// Why an archive is not read any further.
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
    case .noArchive: "this is no backup of Quad"
    case .newer(let version):
      "the backup has format \(version), and this quad knows \(BackupArchive.version): use a newer quad"
    case .truncated: "the backup is truncated: it ends before its end record"
    case .damaged(let what): "the backup is damaged: \(what)"
    case .sealed: "the backup is sealed: --passphrase-file is needed"
    case .plain:
      "the backup is not sealed: anybody may have made it; leave out --passphrase-file if you trust it"
    case .wrongPassphrase: "wrong passphrase, or the backup is damaged at its beginning"
    }
  }
}

/// How records look in the file: as they are, or encrypted.
protocol RecordSealing {
  /// Written into the header: 0 for plain.
  static var number: UInt8 { get }
  /// What a reader with the passphrase needs besides it.
  var parameters: [UInt8] { get }

  mutating func seal(_ record: [UInt8], isLast: Bool) throws -> [UInt8]
}

/// The way back.
protocol RecordOpening {
  /// - Parameter isFirst: a failure there is most likely a wrong passphrase.
  mutating func open(_ frame: [UInt8], isFirst: Bool) throws(ArchiveError) -> (record: [UInt8], isLast: Bool)
}

/// `--plain`: the record itself. That it is the last one its kind says alone.
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

/// Writes an archive from its beginning to its end.
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

  /// Writes the end record and brings everything to the disk.
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
