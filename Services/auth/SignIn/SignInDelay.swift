import Crypto
import Schema
import Store

/// The delay of an account after wrong passwords in a row: 1, 2, 4 … 900 s from the sixth on, and a day after
/// the hundredth. Addresses without an account have one too, so that it does not reveal which ones exist.
struct SignInDelay: Sendable, Equatable {
  let failures: Int
  let last: Instant
  /// The earliest time of the next attempt.
  let next: Instant

  static let freeFailures = 5
  static let maxWait = Duration.seconds(900)
  /// NIST SP 800-63B, section 5.2.2: at most 100 failures in a row.
  static let maxFailures = 100
  /// Failures expire this long after the last one.
  static let memory = Duration.seconds(24 * 3600)

  /// The wait after this many failures in a row.
  static func wait(after failures: Int) -> Duration {
    if failures <= freeFailures { return .zero }
    if failures >= maxFailures { return memory }
    let doublings = min(failures - freeFailures - 1, 10)
    return min(.seconds(1 << doublings), maxWait)
  }

  /// Counts an attempt as failed before the password check, so that concurrent attempts cannot pass together.
  /// - Throws: `slow_down` while the wait lasts.
  static func reserve(_ old: SignInDelay?, now: Instant) throws(Fault) -> SignInDelay {
    let counted = old.flatMap { now.since($0.last) < memory ? $0 : nil }
    if let counted, counted.next > now {
      throw Fault(.slowDown, retryAfterMs: counted.next.since(now).milliseconds)
    }
    let failures = (counted?.failures ?? 0) + 1
    return SignInDelay(failures: failures, last: now, next: now.advanced(by: wait(after: failures)))
  }

  /// The delay without its last attempt, whose password was not checked after all.
  var withoutLast: SignInDelay? {
    guard failures > 1 else { return nil }
    return SignInDelay(
      failures: failures - 1, last: last, next: last.advanced(by: SignInDelay.wait(after: failures - 1)))
  }

  static func key(_ email: String) -> [UInt8] {
    BLAKE2b.hash(parts: [Array("sign-in".utf8), Array(email.utf8)])
  }
}

extension Database {
  func delay(_ key: [UInt8]) throws -> SignInDelay? {
    try one("SELECT failures, last_at, next_at FROM sign_in_delay WHERE key = ?", key) { row in
      SignInDelay(
        failures: Int(try row.int("failures")), last: try row.instant("last_at"),
        next: try row.instant("next_at"))
    }
  }

  func set(_ delay: SignInDelay?, _ key: [UInt8]) throws {
    guard let delay else {
      try run("DELETE FROM sign_in_delay WHERE key = ?", key)
      return
    }
    try run(
      """
      INSERT INTO sign_in_delay(key, failures, last_at, next_at) VALUES (?, ?, ?, ?)
      ON CONFLICT(key) DO UPDATE SET failures = excluded.failures, last_at = excluded.last_at,
        next_at = excluded.next_at
      """,
      key, delay.failures, delay.last, delay.next)
  }
}
