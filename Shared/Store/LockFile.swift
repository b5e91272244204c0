internal import Glibc
internal import Synchronization

/// "<path>.lock": held with flock while a store is open, so that one process alone writes, and holding the
/// mark of a clean stop in between.
final class LockFile: Sendable {
  private static let mark: [UInt8] = Array("clean\n".utf8)
  private let descriptor: Mutex<Int32?>
  /// Whether the last owner closed the store. False for a file that came without its lock, as a restored one.
  let wasClean: Bool

  private init(_ descriptor: Int32, wasClean: Bool) {
    self.descriptor = Mutex(descriptor)
    self.wasClean = wasClean
  }

  deinit {
    release()
  }

  /// Takes the lock and removes the mark, on disk, before anything is written to the store.
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

  /// Creates the store's file with mode 0600 if it is missing, and takes other people's access away if it
  /// is not.
  /// - Returns: true when it was there before.
  static func prepare(_ path: String) throws -> Bool {
    let existed = access(path, F_OK) == 0
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(path) }
    defer { Glibc.close(descriptor) }
    guard fchmod(descriptor, 0o600) == 0 else { throw failure(path) }
    if !existed { try syncFolder(of: path) }
    return existed
  }

  func markClean() {
    descriptor.withLock { descriptor in
      guard let descriptor else { return }
      _ = pwrite(descriptor, LockFile.mark, LockFile.mark.count, 0)
      fdatasync(descriptor)
    }
  }

  /// Lets the next owner in.
  func release() {
    descriptor.withLock { descriptor in
      if let open = descriptor {
        // Closing alone leaves the lock to a program that is being started right now and has a copy until
        // exec.
        flock(open, LOCK_UN)
        Glibc.close(open)
      }
      descriptor = nil
    }
  }

  /// A new file's name is on disk only once its folder is.
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
