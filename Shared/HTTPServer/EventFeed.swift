internal import CMicroHTTPD
internal import Synchronization

/// A bounded queue of bytes for one connection: server-sent events. A client that reads too slowly fills it
/// and loses the stream, so the program does not grow.
package final class EventFeed: Sendable {
  fileprivate struct State {
    var entries: [[UInt8]] = []
    /// The entry being sent, and the number of its bytes already sent.
    var head = 0
    var offset = 0
    var bytes = 0
    var isFinished = false
    var hasClosed = false
    var isAttached = false
    /// Set while libmicrohttpd keeps the connection suspended because the queue is empty. The code that takes
    /// it has to resume it.
    var suspended: Suspension?
  }

  private let state = Mutex(State())
  /// The maximum number of waiting bytes.
  package let limitBytes: Int
  /// The maximum number of waiting entries.
  package let limitEntries: Int
  private let onClose: @Sendable () -> Void

  /// - Parameter onClose: Called exactly once, on any thread: the client left, the feed finished, or the
  ///   response was never sent. A client that left is detected only by sending, so send a comment line now
  ///   and then.
  package init(
    limitBytes: Int = 256 * 1024, limitEntries: Int = 1024, onClose: @escaping @Sendable () -> Void = {}
  ) {
    self.limitBytes = limitBytes
    self.limitEntries = limitEntries
    self.onClose = onClose
  }

  /// Returns false if the feed is full or closed: the bytes were not queued, and the caller must finish a
  /// stream with a gap.
  package func send(_ bytes: [UInt8]) -> Bool {
    let (isTaken, suspension) = state.withLock { state -> (Bool, Suspension?) in
      guard !state.isFinished, !state.hasClosed, state.bytes + bytes.count <= limitBytes,
        state.entries.count - state.head < limitEntries
      else { return (false, nil) }
      guard !bytes.isEmpty else { return (true, nil) }
      state.entries.append(bytes)
      state.bytes += bytes.count
      return (true, state.takeSuspension())
    }
    suspension?.resume()
    return isTaken
  }

  /// Ends the stream after the waiting bytes were sent. Calling it again does nothing.
  package func finish() {
    let suspension = state.withLock { state -> Suspension? in
      state.isFinished = true
      return state.takeSuspension()
    }
    suspension?.resume()
    close()
  }

  package var isClosed: Bool { state.withLock { $0.isFinished || $0.hasClosed } }

  /// The bytes that wait to be sent.
  package var waiting: [UInt8] {
    state.withLock { Array($0.entries[$0.head...].joined().dropFirst($0.offset)) }
  }

  /// Returns false if another response already sends this feed.
  func attach() -> Bool {
    state.withLock { state in
      defer { state.isAttached = true }
      return !state.isAttached
    }
  }

  /// Detaches the feed from its response, which was sent to its end or whose client left.
  func detach() {
    state.withLock { state in
      state.isFinished = true
      state.entries = []
      state.head = 0
      state.offset = 0
      state.bytes = 0
    }
    close()
  }

  enum Next: Equatable {
    case bytes(Int)
    case end
    /// The connection is suspended until there is something to send.
    case later
  }

  /// True while the feed waits for something to send, with its connection suspended.
  var isAsleep: Bool { state.withLock { $0.suspended != nil } }

  /// Moves waiting bytes into `buffer`. If there are none, `suspend` is called and the connection sleeps
  /// until some arrive. Called by the connection's thread.
  func read(into buffer: UnsafeMutableRawBufferPointer, suspend: () -> Suspension) -> Next {
    if let next = state.withLock({ $0.take(into: buffer) }) { return next }
    // Suspend first, then check again: an entry that arrived in between must not wait for the next one.
    let suspension = suspend()
    let isNeeded = state.withLock { state in
      state.suspended = suspension
      return state.bytes > 0 || state.isFinished ? state.takeSuspension() : nil
    }
    isNeeded?.resume()
    return .later
  }

  private func close() {
    let isFirst = state.withLock { state in
      defer { state.hasClosed = true }
      return !state.hasClosed
    }
    if isFirst { onClose() }
  }
}

extension EventFeed.State {
  /// Announces the resumption while still under the lock, so that the server does not stop in between.
  fileprivate mutating func takeSuspension() -> Suspension? {
    guard let taken = suspended else { return nil }
    suspended = nil
    taken.announce()
    return taken
  }

  fileprivate mutating func take(into buffer: UnsafeMutableRawBufferPointer) -> EventFeed.Next? {
    guard bytes > 0 else { return isFinished ? .end : nil }
    var filled = 0
    while filled < buffer.count, head < entries.count {
      let count = min(entries[head].count - offset, buffer.count - filled)
      entries[head].withUnsafeBytes { entry in
        buffer[filled..<filled + count].copyBytes(from: entry[offset..<offset + count])
      }
      filled += count
      offset += count
      guard offset == entries[head].count else { break }
      entries[head] = []
      head += 1
      offset = 0
    }
    bytes -= filled
    if head == entries.count {
      entries.removeAll(keepingCapacity: true)
      head = 0
    } else if head > 64 && head * 2 > entries.count {
      entries.removeFirst(head)
      head = 0
    }
    return .bytes(filled)
  }
}
