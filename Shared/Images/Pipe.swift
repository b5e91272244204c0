internal import Glibc

/// A pipe to or from a worker. Both ends are closed with it.
final class Pipe {
  let reading: Int32
  let writing: Int32
  private var isWritable = true

  init() throws(ImageError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .failed("no pipe is free: errno \(errno)") }
    (reading, writing) = (ends[0], ends[1])
    // A worker that another thread starts just now inherits the ends all the same; it closes them first.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  }

  deinit {
    close(reading)
    closeWriting()
  }

  /// Writes all bytes, of which the pipe has to have room for, and closes that end.
  func write(_ bytes: [UInt8]) throws(ImageError) {
    let count = Glibc.write(writing, bytes, bytes.count)
    guard count == bytes.count else { throw .failed("the pipe took \(count) bytes: errno \(errno)") }
    closeWriting()
  }

  func closeWriting() {
    guard isWritable else { return }
    isWritable = false
    close(writing)
  }
}
