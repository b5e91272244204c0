import Schema
import ServiceKit
import Synchronization

/// At most so many times within a minute for each key, in memory. A restart forgets them. When there are too
/// many keys, those without a time in the last minute are forgotten, and if there are none, the one that was
/// not used for the longest.
struct RateWindow<Key: Hashable & Sendable>: Sendable {
  static var length: Duration { .seconds(60) }
  static var maxKeys: Int { 10_000 }

  let maxTimes: Int
  /// The moments of the last minute, the oldest first; at most `maxTimes` for each key.
  private var times = LRUCache<Key, [Instant]>(limit: RateWindow.maxKeys)
  /// The time at which there may be keys to forget again.
  private var nextSweep: Instant?

  init(maxTimes: Int) { self.maxTimes = maxTimes }

  var count: Int { times.count }

  /// - Throws: `slow_down` with the time until the next one is allowed.
  mutating func require(_ key: Key, at now: Instant) throws(Fault) {
    let recent = recent(key, now)
    guard recent.count >= maxTimes, let first = recent.first else { return }
    let wait = first.advanced(by: RateWindow.length).since(now)
    throw Fault(.slowDown, retryAfterMs: wait.milliseconds)
  }

  /// Counts one more. Without `require`, only the last ones are kept.
  mutating func add(_ key: Key, at now: Instant) {
    let recent = recent(key, now)
    if times.count >= RateWindow.maxKeys, recent.isEmpty { makeRoom(now) }
    times[key] = (recent + [now]).suffix(maxTimes)
  }

  /// Those of the last minute. A clock that was set back has not reached later ones yet: they do not count.
  private mutating func recent(_ key: Key, _ now: Instant) -> [Instant] {
    (times[key] ?? []).filter { RateWindow.isRecent($0, now) }
  }

  private static func isRecent(_ moment: Instant, _ now: Instant) -> Bool {
    moment <= now && now.since(moment) < length
  }

  private mutating func makeRoom(_ now: Instant) {
    guard nextSweep.map({ $0 <= now || now.advanced(by: RateWindow.length) < $0 }) ?? true else { return }
    times.removeAll { moments in !moments.contains { RateWindow.isRecent($0, now) } }
    nextSweep = now.advanced(by: .seconds(1))
  }
}

/// The limits of pressing. Verdicts are limited because many of them from different places would give away
/// where the instructor is; wrong codes because a code can be guessed.
final class PressLimits: Sendable {
  static let maxVerdictsPerMinute = 6
  /// Wrong codes of a person in one check-in.
  static let maxWrongCodesPerMinute = 5

  private struct Guesser: Hashable, Sendable {
    let person: PersonID
    let checkIn: CheckInID
  }

  private let verdicts = Mutex(RateWindow<PersonID>(maxTimes: maxVerdictsPerMinute))
  private let wrongCodes = Mutex(RateWindow<Guesser>(maxTimes: maxWrongCodesPerMinute))

  /// - Throws: `slow_down`.
  func countVerdict(of person: PersonID, at now: Instant) throws(Fault) {
    try verdicts.withLock { window throws(Fault) in
      try window.require(person, at: now)
      window.add(person, at: now)
    }
  }

  /// Checked before a code, so that after too many wrong ones not even the right one helps.
  /// - Throws: `slow_down`.
  func requireCodes(of person: PersonID, in checkIn: CheckInID, at now: Instant) throws(Fault) {
    let guesser = Guesser(person: person, checkIn: checkIn)
    try wrongCodes.withLock { window throws(Fault) in try window.require(guesser, at: now) }
  }

  func countWrongCode(of person: PersonID, in checkIn: CheckInID, at now: Instant) {
    let guesser = Guesser(person: person, checkIn: checkIn)
    wrongCodes.withLock { $0.add(guesser, at: now) }
  }
}
