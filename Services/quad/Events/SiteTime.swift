import Schema

/// The site's time, independent of this machine's clock.
///
/// Each reply names an instant between its request and its end, so the site's time lies between two bounds;
/// several replies narrow the bounds. Between replies a clock counts that cannot be set and that continues
/// while the machine sleeps. Nothing is counted down, so nothing drifts.
struct SiteTime: Sendable {
  /// The site's milliseconds since 1970 minus those of the clock: the lowest and the highest possible value.
  private var bounds: ClosedRange<Int64>

  /// - Parameters:
  ///   - named: the instant in a reply.
  ///   - asked: the clock before the request.
  ///   - answered: the clock after the reply.
  init(_ named: Instant, asked: Duration, answered: Duration) {
    bounds = SiteTime.bounds(named, asked, answered)
  }

  /// Narrows the bounds. A reply that contradicts them replaces them, because the site's clock was set.
  mutating func learn(_ named: Instant, asked: Duration, answered: Duration) {
    let learned = SiteTime.bounds(named, asked, answered)
    bounds = bounds.overlaps(learned) ? bounds.clamped(to: learned) : learned
  }

  func now(at clock: Duration) -> Instant {
    Instant(
      milliseconds: bounds.lowerBound + (bounds.upperBound - bounds.lowerBound) / 2 + clock.milliseconds)
  }

  private static func bounds(_ named: Instant, _ asked: Duration, _ answered: Duration) -> ClosedRange<Int64>
  {
    let latest = named.milliseconds - asked.milliseconds
    return min(named.milliseconds - answered.milliseconds, latest)...latest
  }
}

extension SiteTime {
  private static let start = ContinuousClock.now

  /// A clock that cannot be set (CLOCK_BOOTTIME).
  static var clock: Duration { ContinuousClock.now - start }

  var now: Instant { now(at: SiteTime.clock) }
}
