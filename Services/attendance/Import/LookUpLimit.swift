import Schema
import Synchronization

/// The number of addresses that each person had looked up in the present hour, in memory like the limits of
/// requests.
final class LookUpLimit: Sendable {
  /// Two rosters of 500 with their dry runs.
  static let maxPerHour = 2_000
  static let hour = Duration.seconds(3600)
  /// The limit of people counted at once; more than that do not teach.
  static let maxPeople = 10_000

  private struct Count {
    let began: ContinuousClock.Instant
    var addresses: Int
  }

  private let counts = Mutex<[PersonID: Count]>([:])

  /// - Throws: `slow_down` if these would be too many.
  func count(_ addresses: Int, by person: PersonID, at now: ContinuousClock.Instant = .now) throws(Fault) {
    let wait: Duration? = counts.withLock { counts in
      if counts.count >= LookUpLimit.maxPeople {
        counts = counts.filter { now - $0.value.began < LookUpLimit.hour }
      }
      let known = counts[person].flatMap { now - $0.began < LookUpLimit.hour ? $0 : nil }
      var count = known ?? Count(began: now, addresses: 0)
      count.addresses += addresses
      guard count.addresses <= LookUpLimit.maxPerHour, known != nil || counts.count < LookUpLimit.maxPeople
      else { return LookUpLimit.hour - (now - count.began) }
      counts[person] = count
      return nil
    }
    if let wait { throw Fault(.slowDown, retryAfterMs: wait.components.seconds * 1000) }
  }
}
