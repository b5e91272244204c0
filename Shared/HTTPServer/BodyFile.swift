internal import Glibc
internal import Synchronization

/// A request's body in a file, for bodies that are too large for memory. The file is deleted with the last
/// reference, unless somebody has moved it away.
package final class BodyFile: Sendable {
  /// The name of the file in its folder: 32 random hexadecimal digits.
  package let name: String
  package let path: String
  private let state: Mutex<State>

  private struct State {
    /// -1 once the body is complete.
    var descriptor: Int32
    var size = 0
  }

  /// Nil if the folder or the system does not allow another file.
  init?(in folder: String) {
    var generator = SystemRandomNumberGenerator()
    name = (0..<2).map { _ in
      let digits = String(generator.next(), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
    path = "\(folder)/\(name)"
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return nil }
    state = Mutex(State(descriptor: descriptor))
  }

  /// The number of bytes.
  package var size: Int { state.withLock { $0.size } }

  /// Adds bytes. Returns false if the disk does not take them.
  func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
    state.withLock { state in
      var rest = bytes[...]
      while !rest.isEmpty {
        let written = write(state.descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if written < 0 && errno == EINTR { continue }
        guard written > 0 else { return false }
        rest = rest.dropFirst(written)
        state.size += written
      }
      return true
    }
  }

  /// Ends the body. Nothing is synced: who keeps the picture stores it elsewhere.
  func finish() {
    state.withLock { state in
      if state.descriptor >= 0 { close(state.descriptor) }
      state.descriptor = -1
    }
  }

  deinit {
    finish()
    unlink(path)
  }
}
