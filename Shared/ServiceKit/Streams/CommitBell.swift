package import Schema
internal import Synchronization

/// Rings after each commit that published an event, so that waiting work need not poll at short intervals.
package final class CommitBell: Sendable {
  private struct State {
    var count: UInt64 = 0
    var listeners: [UInt64: AsyncStream<Void>.Continuation] = [:]
    var lastListener: UInt64 = 0
  }

  private let state = Mutex(State())

  /// The number of commits so far. Read it before looking for work, so that no commit in between is missed.
  package var count: UInt64 { state.withLock { $0.count } }

  func ring() {
    let listeners = state.withLock { state in
      state.count += 1
      return state.listeners.isEmpty ? [] : Array(state.listeners.values)
    }
    for listener in listeners { listener.yield() }
  }

  /// Waits for a commit after the first `seen` ones, at most for `maxWait`, and only until a test clock shows
  /// a time other than `moment`.
  /// - Throws: `CancellationError`.
  package func wait(
    after seen: UInt64, for maxWait: Duration, on clock: SiteClock, since moment: Instant
  ) async throws {
    let (rings, ringer) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let id: UInt64? = state.withLock { state in
      guard state.count == seen else { return nil }
      state.lastListener += 1
      state.listeners[state.lastListener] = ringer
      return state.lastListener
    }
    guard let id else { return }
    defer { state.withLock { _ = $0.listeners.removeValue(forKey: id) } }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await clock.wait(for: maxWait, since: moment) }
      group.addTask { for await _ in rings { return } }
      try await group.next()
      group.cancelAll()
    }
    try Task.checkCancellation()
  }
}
