internal import Glibc
internal import Synchronization

/// "<path>.lock": held with flock while a store is open, so that only one process writes. In between it holds
/// the mark of a clean stop.
final class LockFile: Sendable {
  private static let mark: [UInt8] = Array("clean\n".utf8)
  private let descriptor: Mutex<Int32?>
  /// True if the last owner closed the store. False for a file without its lock, such as a restored one.
  let wasClean: Bool

  private init(_ descriptor: Int32, wasClean: Bool) {
    self.descriptor = Mutex(descriptor)
    self.wasClean = wasClean
  }

  deinit {
    release()
  }

  /// True if the last owner closed the store.
  static func isClean(_ path: String) throws -> Bool {
    guard DiskFile.size(path + ".lock") != nil else { return false }
    return try DiskFile.read(path + ".lock", mark.count + 1) == mark
  }

  /// Acquires the lock and removes the mark, synced to disk, before anything is written to the store.
  static func take(_ path: String) throws -> LockFile {
    let lockPath = path + ".lock"
    let descriptor = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(lockPath) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let isHeld = errno == EWOULDBLOCK
      let problem = isHeld ? StoreError.inUse(path: path) : failure(lockPath)
      Glibc.close(descriptor)
      throw problem
    }
    var bytes = [UInt8](repeating: 0, count: mark.count + 1)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    let lock = LockFile(descriptor, wasClean: count == mark.count && bytes.prefix(count) == mark[...])
    guard ftruncate(descriptor, 0) == 0, fdatasync(descriptor) == 0 else { throw failure(lockPath) }
    return lock
  }

  /// Creates the store's file with mode 0600, or removes other users' access to an existing one.
  /// - Returns: True if the file already existed.
  static func prepare(_ path: String) throws -> Bool {
    let existed = access(path, F_OK) == 0
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(path) }
    defer { Glibc.close(descriptor) }
    guard fchmod(descriptor, 0o600) == 0 else { throw failure(path) }
    if !existed { try syncFolder(of: path) }
    return existed
  }

  /// Restores the mark that `take` removed, if nothing was written to the store since.
  func putBack() {
    if wasClean { markClean() }
  }

  func markClean() {
    descriptor.withLock { descriptor in
      guard let descriptor else { return }
      _ = pwrite(descriptor, LockFile.mark, LockFile.mark.count, 0)
      fdatasync(descriptor)
    }
  }

  /// Releases the lock for the next owner.
  func release() {
    descriptor.withLock { descriptor in
      if let open = descriptor {
        // Closing alone would leave the lock with a child process that was just forked and has a copy until
        // exec.
        flock(open, LOCK_UN)
        Glibc.close(open)
      }
      descriptor = nil
    }
  }

  /// Syncs the folder. The name of a new file is on disk only after that.
  static func syncFolder(of path: String) throws {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(folder) }
    defer { Glibc.close(descriptor) }
    guard fsync(descriptor) == 0 else { throw failure(folder) }
  }

  private static func failure(_ path: String) -> StoreError {
    .cannotOpen(detail: "\(path): \(String(cString: strerror(errno)))")
  }
}
