import Glibc

/// A file that is written or read sequentially.
struct ByteFile: ~Copyable {
  let path: String
  private let descriptor: Int32

  private init(_ path: String, _ descriptor: Int32) {
    self.path = path
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  static func open(_ path: String) throws(FileError) -> ByteFile {
    let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError("open", path) }
    return ByteFile(path, descriptor)
  }

  /// Creates or empties a file that only its owner can read. A file that another process is writing is
  /// rejected.
  static func create(_ path: String) throws -> ByteFile {
    let descriptor = unsafe Glibc.open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw FileError("make", path) }
    let file = ByteFile(path, descriptor)
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw errno == EWOULDBLOCK
        ? Failure("\(path) is being written by another quad") : FileError("lock", path)
    }
    guard fchmod(descriptor, 0o600) == 0, ftruncate(descriptor, 0) == 0 else {
      throw FileError("empty", path)
    }
    return file
  }

  func write(_ bytes: [UInt8]) throws(FileError) {
    guard SecretFolder.write(bytes, to: descriptor) else { throw FileError("write", path) }
  }

  func sync() throws(FileError) {
    guard fsync(descriptor) == 0 else { throw FileError("write", path) }
  }

  /// Returns the next `count` bytes; fewer only at the end.
  func read(_ count: Int) throws(FileError) -> [UInt8] {
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
  static func write(_ bytes: [UInt8], whole path: String) throws {
    let part = path + ".part"
    let file = try create(part)
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
  static func rename(_ from: String, to: String) throws(FileError) {
    guard unsafe Glibc.rename(from, to) == 0 else { throw FileError("put in place", to) }
    try syncFolder(of: to)
  }

  /// Syncs the folder of a file; a new name is on disk only after that.
  static func syncFolder(of path: String) throws(FileError) {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let descriptor = unsafe Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError("open the folder", folder) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw FileError("write the folder", folder) }
  }
}
