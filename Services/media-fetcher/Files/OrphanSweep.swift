import FoundationEssentials
import Glibc
import Schema
import ServiceKit
import Store

/// Deletes the files of pictures that the store does not know, a day after their last change. A restore from
/// an older backup leaves some, and so does a program that was killed between a picture's files and its row.
struct OrphanSweep: Sendable {
  static let minAge = Duration.seconds(24 * 3600)
  /// The limit of pictures per run, which bounds the time. The next run goes on.
  static let maxAtOnce = 1000

  let store: ProgramStore
  let folder: PictureFolder
  let log: Log

  /// Checks one shelf after the other, each with the pictures of the same first two digits.
  /// - Parameter now: the system's time in seconds since 1970, which file systems use.
  func run(at now: Int) async throws {
    var count = 0
    for shelf in try names(in: folder.objects).sorted() where OrphanSweep.isHex(shelf, 2) {
      guard count < OrphanSweep.maxAtOnce, !Task.isCancelled else { break }
      let old = try old(on: shelf, at: now)
      guard !old.isEmpty else { continue }
      let known = try await store.read { db in try db.pictures(on: shelf) }
      for name in old where !known.contains(name) && count < OrphanSweep.maxAtOnce {
        if try await remove(name) { count += 1 }
      }
    }
    if count > 0 { log(.info, "deleted the files of \(count) pictures that nothing in the store names") }
  }

  /// Within a write: an upload of the same picture is stored before or after it, and checks its files.
  private func remove(_ name: ObjectName) async throws -> Bool {
    let folder = folder
    return try await store.write { db in
      guard try !db.holds(name) else { return false }
      try folder.remove(name)
      return true
    }
  }

  private func old(on shelf: String, at now: Int) throws -> [ObjectName] {
    let path = "\(folder.objects)/\(shelf)"
    return try names(in: path).filter { name in
      guard OrphanSweep.isHex(name, 64), name.hasPrefix(shelf) else { return false }
      var status = stat()
      guard unsafe lstat("\(path)/\(name)", &status) == 0 else { return false }
      return now - status.st_mtim.tv_sec > Int(OrphanSweep.minAge.components.seconds)
    }.map { ObjectName(checked: $0) }
  }

  private func names(in path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path)
  }

  private static func isHex(_ name: String, _ count: Int) -> Bool {
    name.utf8.count == count && name.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }
}

extension Database {
  fileprivate func pictures(on shelf: String) throws -> Set<ObjectName> {
    Set(
      try all(
        "SELECT name FROM picture WHERE name >= ? AND name < ? LIMIT ?", shelf, shelf + "g",
        FileTrim.maxFolders
      ) { ObjectName(checked: try $0.text("name")) })
  }

  fileprivate func holds(_ name: ObjectName) throws -> Bool {
    try one("SELECT 1 FROM picture WHERE name = ?", name.text, map: { _ in true }) ?? false
  }
}
