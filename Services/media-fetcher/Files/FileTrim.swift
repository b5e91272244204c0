import FoundationEssentials
import Glibc
import Schema
import ServiceKit

/// Deletes files that can be made again, or that nobody waits for any more: share cards and received files
/// after an hour, and the sizes of pictures that were read longest ago once all of them take too much space.
///
/// The time of the last reading is the file system's, which most systems update once a day.
struct FileTrim: Sendable {
  /// The time after which a share card or a received file is deleted.
  static let lifetime = Duration.seconds(3600)
  /// The share of the limit to which the sizes are cut.
  static let target = 0.9
  /// The limit of folders of pictures per run, which bounds the memory.
  static let maxFolders = 1_000_000

  let folder: PictureFolder
  /// The limit of all sizes in bytes, originals aside.
  let maxBytes: Int64
  let figure: CacheFigure

  private struct Entry {
    let path: String
    let bytes: Int64
    let read: Int
  }

  /// - Parameter now: the system's time in seconds since 1970, which file systems use.
  func run(at now: Int) throws {
    for path in try files(in: "\(folder.objects)/\(CardName.folder)") + files(in: folder.incoming) {
      guard let status = status(of: path) else { continue }
      if now - status.modified > Int(FileTrim.lifetime.components.seconds) { try remove(path) }
    }
    try trimSizes()
  }

  private func trimSizes() throws {
    var entries: [Entry] = []
    var sum: Int64 = 0
    for picture in try pictures() {
      for path in try files(in: picture) where !path.hasSuffix("/\(PictureFolder.original)") {
        guard let status = status(of: path) else { continue }
        entries.append(Entry(path: path, bytes: status.bytes, read: status.read))
        sum += status.bytes
      }
    }
    defer { figure.bytes = sum }
    guard sum > maxBytes else { return }
    let target = Int64(Double(maxBytes) * FileTrim.target)
    for entry in entries.sorted(by: { $0.read < $1.read }) {
      guard sum > target else { return }
      try remove(entry.path)
      sum -= entry.bytes
    }
  }

  private func pictures() throws -> [String] {
    let shelves = try names(in: folder.objects).filter { $0.utf8.count == 2 }
    return try shelves.flatMap { shelf in
      try names(in: "\(folder.objects)/\(shelf)").map { "\(folder.objects)/\(shelf)/\($0)" }
    }.prefix(FileTrim.maxFolders).map { $0 }
  }

  private func files(in path: String) throws -> [String] { try names(in: path).map { "\(path)/\($0)" } }

  /// A picture may be deleted meanwhile.
  private func names(in path: String) throws -> [String] {
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: path)
  }

  private func remove(_ path: String) throws {
    if FileManager.default.fileExists(atPath: path) { try FileManager.default.removeItem(atPath: path) }
  }

  private func status(of path: String) -> (bytes: Int64, read: Int, modified: Int)? {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return nil }
    return (Int64(status.st_size), max(status.st_atim.tv_sec, status.st_mtim.tv_sec), status.st_mtim.tv_sec)
  }
}
