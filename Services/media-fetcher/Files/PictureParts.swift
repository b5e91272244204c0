import Glibc
import Schema

extension PictureFolder {
  /// Reads a part of a stored picture: `Media.maxOriginalPart` bytes, or fewer at its end.
  /// - Returns: nil if there is no such picture, and for a part that no picture has.
  func part(_ part: Int, of name: ObjectName) throws -> [UInt8]? {
    let size = Media.maxOriginalPart
    guard (0...Media.maxOriginalBytes / size).contains(part), let path = original(of: name) else {
      return nil
    }
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else {
      // It was deleted meanwhile.
      if errno == ENOENT { return nil }
      throw UnreadableFile(path: path, code: errno)
    }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: size)
    var count = 0
    while count < size {
      let place = off_t(part * size + count)
      let got = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe pread(descriptor, buffer.baseAddress.map { unsafe $0 + count }, size - count, place)
      }
      guard got >= 0 || errno == EINTR else { throw UnreadableFile(path: path, code: errno) }
      if got == 0 { break }
      count += max(got, 0)
    }
    return Array(bytes.prefix(count))
  }
}

/// A stored picture that the system does not let the program read or place.
struct UnreadableFile: Error {
  let path: String
  let code: Int32
}
