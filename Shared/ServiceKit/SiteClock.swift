internal import FoundationEssentials
package import Schema
internal import Synchronization

/// The time handlers see. The system's, unless the data folder was made with `--test-clock`: then it stands
/// still and `$srv.clock` moves it. Deadlines, retries, sessions and assertions stay on the system clock.
package final class SiteClock: Sendable {
  /// The mark of a data folder whose time is moved by hand. Holds the instant it stands at.
  package static let mark = "test-clock"

  private let testTime: Mutex<Instant?>
  private let path: String

  package init(dataFolder: String) throws {
    path = "\(dataFolder)/\(SiteClock.mark)"
    guard FileManager.default.fileExists(atPath: path) else {
      testTime = Mutex(nil)
      return
    }
    let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    guard let instant = Instant(text.trimmingSuffix(while: { $0.isWhitespace })) else {
      throw SettingError(name: path, problem: "holds no instant such as 2026-09-01T12:00:00.000Z")
    }
    testTime = Mutex(instant)
  }

  package var now: Instant { testTime.withLock { $0 } ?? SiteClock.system }

  package var isTest: Bool { testTime.withLock { $0 != nil } }

  /// Moves a test clock forward, and the mark with it, so that a restart goes on from there.
  /// - Returns: false for a system clock, which nobody may move, and for a step back.
  package func set(_ instant: Instant) throws -> Bool {
    try testTime.withLock { time in
      guard let current = time, instant >= current else { return false }
      try Data("\(instant)\n".utf8).write(to: URL(filePath: path), options: .atomic)
      time = instant
      return true
    }
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
