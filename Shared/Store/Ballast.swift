internal import Glibc

/// A file that only occupies space. Deleting it frees space on a full disk, where even deleting rows first
/// needs space in the log.
package struct Ballast: Sendable {
  /// The result of `keep`.
  package enum State: Sendable, Equatable {
    case kept
    case made
    /// The setting is 0.
    case unwanted
    /// Too little space is free, in bytes, for ballast of this size.
    case noRoom(free: Int64)
  }

  package let path: String
  /// The size in bytes; 0 for no ballast.
  package let size: Int64

  package init(_ path: String, size: Int64) {
    self.path = path
    self.size = size
  }

  /// Creates the file if it is missing. At least the same amount stays free, because ballast must not be what
  /// fills the disk. Removes a file of another size.
  package func keep() throws -> State {
    let found = sizeOfFile()
    if let found, found == size { return size == 0 ? .unwanted : .kept }
    if found != nil { try remove() }
    guard size > 0 else { return .unwanted }
    let free = try DiskRoom.free(beside: path)
    guard free >= 2 * size else { return .noRoom(free: free) }
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw failure(errno) }
    defer { close(file) }
    // Allocates real blocks, since a hole occupies no space.
    let code = posix_fallocate(file, 0, off_t(size))
    guard code == 0 else {
      try remove()
      if code == ENOSPC { return .noRoom(free: free) }
      throw failure(code)
    }
    return .made
  }

  /// Deletes the file to free its space.
  /// - Returns: False if there was no such file.
  @discardableResult
  package func remove() throws -> Bool {
    if unlink(path) == 0 { return true }
    guard errno == ENOENT else { throw failure(errno) }
    return false
  }

  private func sizeOfFile() -> Int64? {
    var status = stat()
    return stat(path, &status) == 0 ? Int64(status.st_size) : nil
  }

  private func failure(_ code: Int32) -> StoreError {
    .cannotOpen(detail: "\(path): \(String(cString: strerror(code)))")
  }
}

/// The free space of a disk.
package enum DiskRoom {
  /// The minimum free space. Below it, the disk counts as full: even opening a store may fail.
  package static let minFree: Int64 = 256 * 1024

  /// Returns the bytes available to an unprivileged program on the disk that holds this file.
  package static func free(beside path: String) throws -> Int64 {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    var disk = statvfs()
    guard statvfs(folder, &disk) == 0 else {
      throw StoreError.cannotOpen(detail: "\(folder): \(String(cString: strerror(errno)))")
    }
    return Int64(clamping: UInt64(disk.f_bavail) * UInt64(disk.f_frsize))
  }
}
