internal import FoundationEssentials
package import Schema
internal import Synchronization

/// The time handlers see. The system's, unless the data folder was made with `--test-clock`: then it stands
/// still and `$srv.clock` moves it. Deadlines, retries, sessions and assertions stay on the system clock.
package final class SiteClock: Sendable {
  /// The mark of a data folder whose time is moved by hand. Holds the instant it stands at.
  package static let mark = "test-clock"

  private typealias Sleeper = AsyncStream<Void>.Continuation

  private struct State {
    /// Nil on a system clock.
    var testTime: Instant?
    /// Whoever sleeps until it is moved.
    var sleepers: [Int: Sleeper] = [:]
    var lastSleeper = 0
  }

  private let state: Mutex<State>
  private let path: String

  package init(dataFolder: String) throws {
    path = "\(dataFolder)/\(SiteClock.mark)"
    guard FileManager.default.fileExists(atPath: path) else {
      state = Mutex(State(testTime: nil))
      return
    }
    let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    guard let instant = Instant(text.trimmingSuffix(while: { $0.isWhitespace })) else {
      throw SettingError(name: path, problem: "holds no instant such as 2026-09-01T12:00:00.000Z")
    }
    state = Mutex(State(testTime: instant))
  }

  package var now: Instant { state.withLock { $0.testTime } ?? SiteClock.system }

  package var isTest: Bool { state.withLock { $0.testTime != nil } }

  /// Moves a test clock forward, and the mark with it, so that a restart goes on from there.
  /// - Returns: false for a system clock, which nobody may move, and for a step back.
  package func set(_ instant: Instant) throws -> Bool {
    let sleepers = try state.withLock { state -> [Sleeper]? in
      guard let current = state.testTime, instant >= current else { return nil }
      try Data("\(instant)\n".utf8).write(to: URL(filePath: path), options: .atomic)
      state.testTime = instant
      return Array(state.sleepers.values)
    }
    for sleeper in sleepers ?? [] { sleeper.yield() }
    return sleepers != nil
  }

  /// Waits so long on the system's clock, and no longer than until a test clock shows another time than
  /// `moment`: work that looks at intervals for what is due sees a step of the clock at once.
  ///
  /// - Parameter moment: when whoever waits looked last.
  /// - Throws: `CancellationError`.
  package func wait(for interval: Duration, since moment: Instant) async throws {
    guard isTest else { return try await Task.sleep(for: interval) }
    let (moves, mover) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let id: Int? = state.withLock { state in
      guard state.testTime == moment else { return nil }
      state.lastSleeper += 1
      state.sleepers[state.lastSleeper] = mover
      return state.lastSleeper
    }
    guard let id else { return }
    defer { state.withLock { _ = $0.sleepers.removeValue(forKey: id) } }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await Task.sleep(for: interval) }
      group.addTask { for await _ in moves { return } }
      try await group.next()
      group.cancelAll()
    }
    try Task.checkCancellation()
  }

  /// The system's wall clock.
  package static var system: Instant {
    Instant(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
  }
}

extension String {
  fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> String {
    var text = Substring(self)
    while let last = text.last, isTrimmed(last) { text.removeLast() }
    return String(text)
  }
}
