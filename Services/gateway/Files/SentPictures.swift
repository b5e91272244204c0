import HTTPServer
import Synchronization

/// Small files of pictures that were sent a moment ago, by their path: to open and read one costs more than
/// to send it. Who sees a picture is decided before. All are dropped with the replies that name them.
final class SentPictures: Sendable {
  /// A larger file is sent from the disk.
  static let maxFileBytes = 64 * 1024
  static let maxBytes = 16 << 20

  private struct State {
    var files: [String: KeptBytes] = [:]
    var bytes = 0
  }

  private let state = Mutex(State())

  func file(_ path: String) -> KeptBytes? { state.withLock { $0.files[path] } }

  func keep(_ file: KeptBytes, _ path: String) {
    state.withLock { state in
      guard state.files[path] == nil else { return }
      if state.bytes + file.count > SentPictures.maxBytes { state = State() }
      state.files[path] = file
      state.bytes += file.count
    }
  }

  func dropAll() {
    state.withLock { state in
      if !state.files.isEmpty { state = State() }
    }
  }
}
