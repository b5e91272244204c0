internal import CMicroHTTPD
internal import Glibc

/// A folder whose files are served. No path leads out of it: neither `..`, nor an absolute path, nor a link.
package struct ServedFolder: Sendable {
  package let path: String

  package init(_ path: String) { self.path = path }

  /// An open regular file. Its owner passes the descriptor to a response, or closes it.
  package struct File: Sendable {
    package let descriptor: Int32
    package let size: Int64

    /// Returns a part of the file: `count` bytes, or fewer at its end. Nil if it cannot be read.
    package func part(_ count: Int, at offset: Int64) -> [UInt8]? {
      var bytes = [UInt8](repeating: 0, count: count)
      let got = pread(descriptor, &bytes, count, off_t(offset))
      guard got >= 0 else { return nil }
      bytes.removeLast(count - got)
      return bytes
    }

    package func close() { _ = Glibc.close(descriptor) }
  }

  /// Opens a file by its path below the folder. Nil if there is none.
  package func open(_ file: String) -> File? {
    let folder = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return nil }
    defer { Glibc.close(folder) }
    let descriptor = quad_open_beneath(folder, file)
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      Glibc.close(descriptor)
      return nil
    }
    return File(descriptor: descriptor, size: Int64(status.st_size))
  }
}
