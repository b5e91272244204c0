import Glibc

/// A file that is written or read sequentially.
package struct ByteFile: ~Copyable {
  package let path: String
  /// Open as long as the file.
  package let descriptor: Int32

  private init(_ path: String, _ descriptor: Int32) {
    self.path = path
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  package static func open(_ path: String) throws(FileError) -> ByteFile {
    let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError("open", path) }
    return ByteFile(path, descriptor)
  }

  /// Creates or empties a file that only its owner can read, unless `mode` allows more. A file that another
  /// process is writing is rejected.
  package static func create(_ path: String, mode: UInt32 = 0o600) throws -> ByteFile {
    let descriptor = unsafe Glibc.open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode)
    guard descriptor >= 0 else { throw FileError("make", path) }
    let file = ByteFile(path, descriptor)
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw errno == EWOULDBLOCK
        ? Failure("\(path) is being written by another process") : FileError("lock", path)
    }
    guard fchmod(descriptor, mode) == 0, ftruncate(descriptor, 0) == 0 else {
      throw FileError("empty", path)
    }
    return file
  }

  package func write(_ bytes: [UInt8]) throws(FileError) {
    guard SecretFolder.write(bytes, to: descriptor) else { throw FileError("write", path) }
  }

  package func size() throws(FileError) -> Int64 {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw FileError("read the size of", path) }
    return Int64(status.st_size)
  }

  package func sync() throws(FileError) {
    guard fsync(descriptor) == 0 else { throw FileError("write", path) }
  }

  /// Returns the next `count` bytes; fewer only at the end.
  package func read(_ count: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let wanted = count - bytes.count
      var isFailed = false
      let part = unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
        let got = unsafe Glibc.read(descriptor, buffer.baseAddress, wanted)
        isFailed = got < 0
        filled = max(got, 0)
      }
      if isFailed {
        if errno == EINTR { continue }
        throw FileError("read", path)
      }
      if part.isEmpty { break }
      bytes = bytes.isEmpty ? part : bytes + part
    }
    return bytes
  }

  /// Writes a file atomically: it appears whole or not at all.
  package static func write(_ bytes: [UInt8], whole path: String, mode: UInt32 = 0o600) throws {
    let part = path + ".part"
    let file = try create(part, mode: mode)
    do {
      try file.write(bytes)
      try file.sync()
    } catch {
      _ = unsafe unlink(part)
      throw error
    }
    try rename(part, to: path)
  }

  /// Renames the file `from` to `to`, and returns once the rename is on disk.
  package static func rename(_ from: String, to: String) throws(FileError) {
    guard unsafe Glibc.rename(from, to) == 0 else { throw FileError("put in place", to) }
    try syncFolder(of: to)
  }

  /// Syncs the folder of a file; a new name is on disk only after that.
  package static func syncFolder(of path: String) throws(FileError) {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let descriptor = unsafe Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError("open the folder", folder) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw FileError("write the folder", folder) }
  }
}
