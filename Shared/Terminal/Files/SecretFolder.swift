import Glibc

/// A folder that only its owner can enter, locked by one process at a time while it changes. Files appear in
/// it whole or not at all.
package struct SecretFolder: ~Copyable {
  package let path: String
  private let descriptor: Int32

  private init(path: String, descriptor: Int32) {
    self.path = path
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Creates the folder with mode 0700 if there is none, and waits until no other process changes it.
  package static func open(_ path: String) throws(FileError) -> SecretFolder {
    if unsafe mkdir(path, 0o700) != 0, errno != EEXIST { throw FileError("make the folder", path) }
    let descriptor = unsafe Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError("open the folder", path) }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else {
        let error = FileError("lock the folder", path)
        close(descriptor)
        throw error
      }
    }
    return SecretFolder(path: path, descriptor: descriptor)
  }

  /// Removes the permissions of others on a folder that another program created.
  package func closeToOthers() throws(FileError) {
    guard fchmod(descriptor, 0o700) == 0 else { throw FileError("close to others", path) }
  }

  package func holds(_ name: String) -> Bool { unsafe faccessat(descriptor, name, F_OK, 0) == 0 }

  /// Writes a temporary file and renames it, each step on disk before the next. A crash leaves the old file
  /// or the new one.
  package func write(_ bytes: [UInt8], to name: String, mode: UInt32) throws(FileError) {
    let beside = ".\(name).new"
    if unsafe unlinkat(descriptor, beside, 0) != 0, errno != ENOENT {
      throw FileError("remove", "\(path)/\(beside)")
    }
    let file = unsafe openat(descriptor, beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw FileError("make", "\(path)/\(beside)") }
    let isWritten = SecretFolder.write(bytes, to: file) && fchmod(file, mode) == 0 && fsync(file) == 0
    let error = FileError("write", "\(path)/\(beside)")
    close(file)
    guard isWritten else { throw error }
    guard unsafe renameat(descriptor, beside, descriptor, name) == 0, fsync(descriptor) == 0 else {
      throw FileError("put in place", "\(path)/\(name)")
    }
  }

  /// Writes the bytes; returns false if the system rejected some of them.
  package static func write(_ bytes: [UInt8], to file: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = unsafe rest.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
      if written < 0, errno != EINTR { return false }
      rest = rest.dropFirst(max(written, 0))
    }
    return true
  }
}

/// A file operation that the system rejected. It must be created right after the failed call.
package struct FileError: Error, CustomStringConvertible {
  package let description: String

  package init(_ verb: String, _ path: String) {
    let reason = unsafe String(cString: strerror(errno))
    description = "cannot \(verb) \(path): \(reason)"
  }
}
