internal import Glibc

/// Bytes in memory that many responses send, each without a copy of its own.
package final class KeptBytes: Sendable {
  private let start: UInt
  package let count: Int

  /// Reads a whole file and closes it. Nil if it is empty, or shorter than its size said.
  package init?(reading file: ServedFolder.File) {
    defer { close(file.descriptor) }
    let count = Int(clamping: file.size)
    guard count > 0, let memory = malloc(count) else { return nil }
    var filled = 0
    while filled < count {
      let got = pread(file.descriptor, memory.advanced(by: filled), count - filled, off_t(filled))
      if got < 0 && errno == EINTR { continue }
      guard got > 0 else {
        free(memory)
        return nil
      }
      filled += got
    }
    start = UInt(bitPattern: memory)
    self.count = count
  }

  /// Valid as long as this object.
  var pointer: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: start) }

  deinit { free(pointer) }
}
