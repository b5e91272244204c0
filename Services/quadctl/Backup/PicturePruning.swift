import FoundationEssentials
import Glibc
import Schema
import Terminal

/// Deletes the pictures beside backups that none of them needs any more. It decides by the lists at the ends
/// of the backups, so it needs no passphrase; if it cannot tell for one of them, it deletes nothing.
struct PicturePruning {
  /// The maximum number of files among which backups are looked for.
  static let maxFiles = 100_000

  private(set) var deleted = 0
  private(set) var freed: Int64 = 0
  private(set) var kept = 0
  private var needed: Set<[UInt8]> = []

  /// - Throws: if a backup is being written there or one cannot be read; nothing was deleted then.
  init(_ folder: String, _ progress: (PicturePruning) -> Void) throws {
    let path = "\(folder)/\(PictureFolder.name)"
    // A folder of backups without pictures has none, and a wrong folder is an error.
    let files = try PicturePruning.list(folder)
    guard files.contains(PictureFolder.name) else { return }
    let lock = try FolderLock.exclusive(path)
    guard files.count <= PicturePruning.maxFiles else {
      throw Failure("\(folder) has more than \(PicturePruning.maxFiles) files; nothing was deleted")
    }
    // The list is made anew: a backup may have come before the lock was there. Unfinished ones are of
    // processes that ended.
    for file in try PicturePruning.list(folder) where !file.hasSuffix(PictureFile.part) {
      try note("\(folder)/\(file)")
    }
    for shelf in try PicturePruning.list(path) where shelf.utf8.count == 2 {
      try clear("\(path)/\(shelf)")
      progress(self)
    }
    _ = consume lock
  }

  /// Adds what a backup needs. Files that are no backups are skipped.
  private mutating func note(_ path: String) throws {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw failure(path, "\(FileError("look at", path))") }
    guard status.st_mode & S_IFMT == S_IFREG else { return }
    do {
      let file = try ByteFile.open(path)
      let header = try file.read(BackupArchive.magic.count + 2)
      guard header.starts(with: BackupArchive.magic) else { return }
      guard header.count == BackupArchive.magic.count + 2 else { throw ArchiveError.truncated }
      let version = header[BackupArchive.magic.count]
      guard version <= BackupArchive.version else { throw ArchiveError.newer(version) }
      guard version >= BackupArchive.firstWithList else { return }
      needed.formUnion(try PictureList.read(file))
    } catch { throw failure(path, "\(error)") }
  }

  private func failure(_ path: String, _ reason: String) -> Failure {
    Failure("it is not known which pictures \(path) needs: \(reason). Move it away; nothing was deleted")
  }

  private mutating func clear(_ shelf: String) throws {
    var status = stat()
    guard unsafe lstat(shelf, &status) == 0 else { throw FileError("look at", shelf) }
    guard status.st_mode & S_IFMT == S_IFDIR else { return }
    for file in try PicturePruning.list(shelf) where PictureFile.isOwn(file) {
      let path = "\(shelf)/\(file)"
      if isNeeded(file) {
        kept += 1
        continue
      }
      guard unsafe lstat(path, &status) == 0, unsafe unlink(path) == 0 else {
        throw FileError("delete", path)
      }
      deleted += 1
      freed += Int64(status.st_size)
    }
    try ByteFile.syncFolder(of: "\(shelf)/")
  }

  private func isNeeded(_ file: String) -> Bool {
    let parts = file.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let name = ObjectName(String(parts[0])) else { return false }
    return needed.contains(name.bytes)
  }

  private static func list(_ folder: String) throws -> [String] {
    do { return try FileManager.default.contentsOfDirectory(atPath: folder).sorted() } catch {
      throw Failure("cannot read the folder \(folder); nothing was deleted")
    }
  }
}
