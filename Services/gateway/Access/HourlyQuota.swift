import Crypto
import Schema
import ServiceKit
import Synchronization

/// Counts what a person may send only a few times an hour. It is kept in memory under a hash whose key is
/// lost at a restart: for the anonymous board a count on disk would say who wrote.
final class HourlyQuota: Sendable {
  static let maxPeople = 100_000

  private struct State {
    var hour = Instant(milliseconds: 0)
    /// By person and request: the repeatable requests taken, so that a repeat does not count again.
    var taken: [[UInt8]: Set<[UInt8]>] = [:]
  }

  /// What was taken, so that it can be given back.
  struct Ticket: Sendable {
    fileprivate let hour: Instant
    fileprivate let counter: [UInt8]
    fileprivate let request: [UInt8]
  }

  private let key = SecretKey.random()
  private let state = Mutex(State())

  /// Takes one of `most` an hour before the request is sent, so that requests side by side cannot pass.
  /// - Returns: nil for a repeat of a request that counts already.
  /// - Throws: `slow_down` with the time until the next hour.
  func take(
    _ person: PersonID, _ subject: String, key request: String, limit: Int, now: Instant = SiteClock.system
  ) throws(Fault) -> Ticket? {
    let counter = BLAKE2b.hash(parts: [person.raw.bytes, Array(subject.utf8)], key: key)
    let repeated = BLAKE2b.hash(parts: [counter, Array(request.utf8)], key: key)
    let hour = now.hour
    let outcome = state.withLock { state -> Bool? in
      if state.hour != hour || state.taken.count >= HourlyQuota.maxPeople {
        state.hour = hour
        state.taken.removeAll(keepingCapacity: true)
      }
      if state.taken[counter]?.contains(repeated) == true { return nil }
      guard state.taken[counter, default: []].count < limit else { return false }
      state.taken[counter, default: []].insert(repeated)
      return true
    }
    guard let outcome else { return nil }
    guard outcome else {
      throw Fault(.slowDown, retryAfterMs: hour.advanced(by: .seconds(3600)).since(now).wholeMilliseconds)
    }
    return Ticket(hour: hour, counter: counter, request: repeated)
  }

  /// The request took no effect.
  func giveBack(_ ticket: Ticket) {
    state.withLock { state in
      guard state.hour == ticket.hour else { return }
      state.taken[ticket.counter]?.remove(ticket.request)
    }
  }
}
