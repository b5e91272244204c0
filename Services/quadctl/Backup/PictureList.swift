import Crypto
import Glibc
import Terminal

/// The names of a backup's objects, in the clear after its last record: pruning needs them, and has no
/// passphrase. They are in an order of their own, which tells nothing of the pictures' names.
struct PictureList {
  /// The maximum number of pictures in a backup.
  static let maxCount = 1_000_000
  private static let endBytes = 4 + 32

  private var objects: [[UInt8]] = []

  mutating func add(_ object: [UInt8]) { objects.append(object) }

  var isFull: Bool { objects.count >= PictureList.maxCount }

  /// The list as it is in the file.
  var bytes: [UInt8] {
    let names = objects.sorted { $0.lexicographicallyPrecedes($1) }.flatMap { $0 }
    let count = stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: objects.count >> $0) }
    return names + count + BLAKE2b.hash(names + count)
  }

  /// Reads the list at the end of a backup without reading what is before it.
  /// - Throws: `ArchiveError.truncated` if there is no whole one.
  static func read(_ file: borrowing ByteFile) throws -> [[UInt8]] {
    let size = try file.size()
    guard size > endBytes else { throw ArchiveError.truncated }
    let end = try bytes(endBytes, at: size - Int64(endBytes), of: file)
    let count = end.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    let length = count * PictureSealing.nameBytes
    guard count <= maxCount, Int64(length + endBytes) < size else { throw ArchiveError.truncated }
    let names = try bytes(length, at: size - Int64(endBytes + length), of: file)
    guard BLAKE2b.hash(names + end.prefix(4)) == Array(end.dropFirst(4)) else { throw ArchiveError.truncated }
    return stride(from: 0, to: length, by: PictureSealing.nameBytes).map {
      Array(names[$0..<$0 + PictureSealing.nameBytes])
    }
  }

  private static func bytes(_ count: Int, at offset: Int64, of file: borrowing ByteFile) throws -> [UInt8] {
    guard lseek(file.descriptor, Int(offset), SEEK_SET) >= 0 else { throw FileError("read", file.path) }
    let bytes = try file.read(count)
    guard bytes.count == count else { throw ArchiveError.truncated }
    return bytes
  }
}
