internal import FoundationEssentials
package import Schema
internal import Synchronization
internal import Threads

/// The clock of the handlers. It is the system's, unless the data folder was created with `--test-clock`:
/// then it stands still and `$srv.clock` moves it. Deadlines, retries, sessions and assertions stay on the
/// system clock.
package final class SiteClock: Sendable {
  /// The marker file of a data folder with a manual clock. It contains the current time of that clock.
  package static let mark = "test-clock"

  private typealias Sleeper = AsyncStream<Void>.Continuation

  private struct State {
    /// Nil on a system clock.
    var testTime: Instant?
    /// The tasks that sleep until the clock is moved.
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

  /// Moves a test clock forward and stores the new time in the marker file, so that a restart continues from
  /// there.
  /// - Returns: False for a system clock, which cannot be moved, and for a step back.
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

  /// Waits for the interval on the system clock, or until a test clock shows a time other than `moment`. Work
  /// that polls at intervals thus notices a step of the clock at once. An interval of whole seconds ends at a
  /// beat of the machine's programs, so it may be shorter.
  ///
  /// - Parameter moment: The time of the caller's last check.
  /// - Throws: `CancellationError`.
  package func wait(for interval: Duration, since moment: Instant) async throws {
    guard isTest else {
      let isWhole = interval.components.attoseconds == 0
      return try await Task.sleep(for: isWhole ? SiteClock.untilBeat(interval) : interval)
    }
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

  /// The wait of work that polls at an interval and does not depend on the site's time.
  package static func untilBeat(_ interval: Duration) -> Duration { Beat.untilNext(interval) }

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
