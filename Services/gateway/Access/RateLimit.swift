import Schema
import Synchronization

/// A limit on requests: a rate per second in the long run, and a burst of ten seconds' worth.
///
/// It uses the generic cell rate algorithm (ITU-T I.371). For each key it stores only the moment until which
/// the key's requests are used up, so a person costs 8 bytes and no timer.
final class RateLimit<Key: Hashable & Sendable>: Sendable {
  /// The size of a burst, as seconds of the rate.
  static var burst: Duration { .seconds(10) }
  static var maxKeys: Int { 100_000 }

  /// The time that one request of cost 1 uses up; nil sets no limit.
  private let interval: Duration?
  private let usedUntil = Mutex<[Key: ContinuousClock.Instant]>([:])

  /// - Parameter perSecond: 0 sets no limit.
  init(perSecond: Int) {
    interval = perSecond > 0 ? Duration.seconds(1) / perSecond : nil
  }

  /// - Parameter cost: the weight of the request; a write counts as two.
  /// - Throws: `slow_down` with the time after which the same request passes.
  func take(_ key: Key, cost: Int = 1, now: ContinuousClock.Instant = .now) throws(Fault) {
    guard let interval else { return }
    let wait = usedUntil.withLock { usedUntil -> Duration? in
      let end = max(usedUntil[key] ?? now, now).advanced(by: interval * cost)
      let excess = (end - now) - RateLimit.burst
      guard excess <= .zero else { return excess }
      if usedUntil.count >= RateLimit.maxKeys, usedUntil[key] == nil {
        usedUntil = usedUntil.filter { $0.value > now }
        // That many keys at once are not people. The programs' queues limit their requests.
        if usedUntil.count >= RateLimit.maxKeys { usedUntil.removeAll(keepingCapacity: true) }
      }
      usedUntil[key] = end
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
