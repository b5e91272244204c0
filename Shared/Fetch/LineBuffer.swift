internal import Synchronization

/// The lines of a streamed response between libcurl's thread and their reader. If the buffer is full, the
/// transfer pauses and slows the sender down, so nothing is lost and nothing grows.
final class LineBuffer: Sendable {
  fileprivate struct State {
    var lines: [String] = []
    /// Bytes of the waiting lines.
    var waiting = 0
    /// The beginning of a line whose end has not arrived.
    var rest: [UInt8] = []
    var isPaused = false
    var hasEnded = false
    var reader: CheckedContinuation<Void, Never>?
  }

  enum Taken {
    case taken
    /// Nothing was taken: offer the same bytes again after `next` resumed the transfer.
    case full
    case lineTooLong
  }

  private let state = Mutex(State())
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  func take(_ bytes: UnsafeRawBufferPointer) -> Taken {
    let (taken, reader) = state.withLock { state -> (Taken, CheckedContinuation<Void, Never>?) in
      if state.waiting > 0 && state.waiting + bytes.count > limit {
        state.isPaused = true
        return (.full, nil)
      }
      var start = 0
      while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
        state.rest += bytes[start..<end]
        if state.rest.last == UInt8(ascii: "\r") { state.rest.removeLast() }
        guard state.rest.count <= limit else { return (.lineTooLong, nil) }
        state.waiting += state.rest.count + 1
        state.lines.append(String(decoding: state.rest, as: UTF8.self))
        state.rest.removeAll(keepingCapacity: true)
        start = end + 1
      }
      state.rest += bytes[start...]
      guard state.rest.count <= limit else { return (.lineTooLong, nil) }
      return (.taken, state.lines.isEmpty ? nil : state.takeReader())
    }
    reader?.resume()
    return taken
  }

  /// Marks the end: no further lines follow.
  func end() {
    let reader = state.withLock { state in
      state.hasEnded = true
      return state.takeReader()
    }
    reader?.resume()
  }

  /// Waits for lines and returns all of them; empty at the end. `wasPaused`: the transfer has to be resumed.
  func next() async -> (lines: [String], wasPaused: Bool) {
    while true {
      let (lines, wasPaused, hasEnded) = state.withLock { state in
        defer { state.isPaused = false }
        var lines: [String] = []
        swap(&lines, &state.lines)
        state.waiting = 0
        return (lines, state.isPaused, state.hasEnded)
      }
      if !lines.isEmpty || hasEnded { return (lines, wasPaused) }
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          let isReady = !state.lines.isEmpty || state.hasEnded
          if !isReady { state.reader = continuation }
          return isReady
        }
        if isReady { continuation.resume() }
      }
    }
  }
}

extension LineBuffer.State {
  fileprivate mutating func takeReader() -> CheckedContinuation<Void, Never>? {
    defer { reader = nil }
    return reader
  }
}
