import Schema
import ServiceKit
import Synchronization

/// A limit on requests: a rate per second in the long run, and a burst of ten seconds' worth.
///
/// It uses the generic cell rate algorithm (ITU-T I.371). For each key it stores only the moment until which
/// the key's requests are used up, so a person costs a few bytes and no timer. When there are too many keys,
/// those whose time is over are forgotten, and if there are none, the one that has not asked for the longest.
final class RateLimit<Key: Hashable & Sendable>: Sendable {
  /// The size of a burst, as seconds of the rate.
  static var burst: Duration { .seconds(10) }
  static var maxKeys: Int { 100_000 }

  /// The time that one request of cost 1 uses up; nil sets no limit.
  private let interval: Duration?
  private let state = Mutex(State())

  private struct State {
    var usedUntil = LRUCache<Key, ContinuousClock.Instant>(limit: RateLimit.maxKeys)
    /// The time at which keys may be over again.
    var nextSweep: ContinuousClock.Instant?
  }

  /// - Parameter perSecond: 0 sets no limit.
  init(perSecond: Int) {
    interval = perSecond > 0 ? Duration.seconds(1) / perSecond : nil
  }

  /// - Parameter cost: the weight of the request; a write counts as two.
  /// - Throws: `slow_down` with the time after which the same request passes.
  func take(_ key: Key, cost: Int = 1, now: ContinuousClock.Instant = .now) throws(Fault) {
    guard let interval else { return }
    let wait = state.withLock { state -> Duration? in
      let known = state.usedUntil[key]
      let end = max(known ?? now, now).advanced(by: interval * cost)
      let excess = (end - now) - RateLimit.burst
      guard excess <= .zero else { return excess }
      let isFull = known == nil && state.usedUntil.count >= RateLimit.maxKeys
      if isFull, state.nextSweep.map({ $0 <= now }) ?? true {
        state.usedUntil.removeAll { $0 <= now }
        state.nextSweep = now.advanced(by: .seconds(1))
      }
      state.usedUntil[key] = end
      return nil
    }
    if let wait { throw Fault(.slowDown, retryAfterMs: max(wait.wholeMilliseconds, 1)) }
  }
}

/// The limits of one gateway: by address before any lookup, and by person once the person is known.
struct RateLimits: Sendable {
  /// Requests per second. A page of the web client sends a few dozen at once and then hardly any.
  static let perPerson = 25
  /// Requests per second. A dorm is one address.
  static let perAddress = 500
  /// The cost of a write.
  static let writeCost = 2

  private let people: RateLimit<PersonID>
  private let addresses: RateLimit<String>

  init(perPerson: Int, perAddress: Int) {
    people = RateLimit(perSecond: perPerson)
    addresses = RateLimit(perSecond: perAddress)
  }

  func check(address: String, cost: Int = 1) throws(Fault) { try addresses.take(address, cost: cost) }

  func check(_ person: PersonID, isWrite: Bool) throws(Fault) {
    try people.take(person, cost: isWrite ? RateLimits.writeCost : 1)
  }
}
