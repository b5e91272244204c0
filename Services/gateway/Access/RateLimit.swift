import Schema
import Synchronization

/// How often somebody may ask: so many a second in the long run, ten seconds' worth at once.
///
/// The generic cell rate algorithm (ITU-T I.371): of each key only the moment is kept until which what it
/// asked for is used up, so that a person costs 8 bytes and no timer.
final class RateLimit<Key: Hashable & Sendable>: Sendable {
  /// What may come at once, as seconds of the rate.
  static var burst: Duration { .seconds(10) }
  static var maxKeys: Int { 100_000 }

  /// What one request of cost 1 uses up; nil sets no limit.
  private let interval: Duration?
  private let usedUntil = Mutex<[Key: ContinuousClock.Instant]>([:])

  /// - Parameter perSecond: 0 sets no limit.
  init(perSecond: Int) {
    interval = perSecond > 0 ? Duration.seconds(1) / perSecond : nil
  }

  /// - Parameter cost: what the request counts as; a write counts as two.
  /// - Throws: `slow_down` with the time after which the same request passes.
  func take(_ key: Key, cost: Int = 1, now: ContinuousClock.Instant = .now) throws(Fault) {
    guard let interval else { return }
    let wait = usedUntil.withLock { usedUntil -> Duration? in
      let end = max(usedUntil[key] ?? now, now).advanced(by: interval * cost)
      let excess = (end - now) - RateLimit.burst
      guard excess <= .zero else { return excess }
      if usedUntil.count >= RateLimit.maxKeys, usedUntil[key] == nil {
        usedUntil = usedUntil.filter { $0.value > now }
        // So many at once are no people: what they send is limited by what the programs let wait.
        if usedUntil.count >= RateLimit.maxKeys { usedUntil.removeAll(keepingCapacity: true) }
      }
      usedUntil[key] = end
      return nil
    }
    if let wait { throw Fault(.slowDown, retryAfterMs: max(wait.wholeMilliseconds, 1)) }
  }
}

/// The limits of one gateway: by address before anything is looked up, by person once that is known.
struct RateLimits: Sendable {
  /// A page of the web client asks for a few dozen things at once and then for hardly any.
  static let perPerson = 25
  /// A dorm is one address.
  static let perAddress = 500
  /// What a write counts as.
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
