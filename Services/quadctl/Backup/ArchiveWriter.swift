import Crypto
import JSON
import Schema
import Terminal

/// Writes an archive from beginning to end.
struct ArchiveWriter: ~Copyable {
  private let file: ByteFile
  private var sealing: any RecordSealing
  private var hash = BLAKE2bStream()
  private var list = PictureList()
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

  /// Adds what a picture is called and how large its object is. The object has to be on disk before `finish`.
  /// - Parameter object: The name of its object; nil for a missing picture.
  mutating func add(_ picture: ArchivedPicture, _ object: [UInt8]?) throws {
    if let object {
      guard !list.isFull else { throw Failure("there are more than \(PictureList.maxCount) pictures") }
      list.add(object)
    }
    try add(.picture, JSONCoding.encode(picture))
  }

  /// Writes the end record and the list of objects, and syncs everything to disk.
  consuming func finish() throws -> Int64 {
    let digest = hash.finish()
    let frame = try sealing.seal([BackupArchive.Kind.end.rawValue] + digest, isLast: true)
    let bytes = ArchiveWriter.length(of: frame) + frame + list.bytes
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
