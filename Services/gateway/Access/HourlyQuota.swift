import Crypto
import Schema
import ServiceKit
import Synchronization

/// Counts requests that a person may send only a few times an hour. The counts are kept in memory under a
/// hash whose key is lost at a restart: for the anonymous board, a count on disk would reveal who wrote.
final class HourlyQuota: Sendable {
  static let maxPeople = 100_000

  private struct State {
    var hour = Instant(milliseconds: 0)
    /// The counted requests, by person and request type, so that a repeat is not counted again.
    var taken = LRUCache<[UInt8], Set<[UInt8]>>(limit: HourlyQuota.maxPeople)
  }

  /// A counted request, which can be given back.
  struct Ticket: Sendable {
    fileprivate let hour: Instant
    fileprivate let counter: [UInt8]
    fileprivate let request: [UInt8]
  }

  private let key = SecretKey.random()
  private let state = Mutex(State())

  /// Counts a request against `limit` before it is sent, so that concurrent requests cannot exceed the limit.
  /// - Returns: nil for a repeat of a request that is already counted.
  /// - Throws: `slow_down` with the time until the next hour.
  func take(
    _ person: PersonID, _ subject: String, key request: String, limit: Int, now: Instant = SiteClock.system
  ) throws(Fault) -> Ticket? {
    let counter = BLAKE2b.hash(parts: [person.raw.bytes, Array(subject.utf8)], key: key)
    let repeated = BLAKE2b.hash(parts: [counter, Array(request.utf8)], key: key)
    let hour = now.hour
    let outcome = state.withLock { state -> Bool? in
      if state.hour != hour {
        state.hour = hour
        state.taken.removeAll()
      }
      let taken = state.taken[counter] ?? []
      if taken.contains(repeated) { return nil }
      guard taken.count < limit else { return false }
      state.taken[counter] = taken.union([repeated])
      return true
    }
    guard let outcome else { return nil }
    guard outcome else {
      throw Fault(.slowDown, retryAfterMs: hour.advanced(by: .seconds(3600)).since(now).wholeMilliseconds)
    }
    return Ticket(hour: hour, counter: counter, request: repeated)
  }

  /// Gives back a request that had no effect.
  func giveBack(_ ticket: Ticket) {
    state.withLock { state in
      guard state.hour == ticket.hour else { return }
      state.taken[ticket.counter]?.remove(ticket.request)
    }
  }
}
