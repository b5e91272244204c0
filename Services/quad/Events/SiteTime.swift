import Schema

/// What time it is at the site, whatever this machine's clock says.
///
/// Each answer names an instant between its question and its end, so that the site's time lies between two
/// bounds; what several say together is narrower. Between answers a clock counts on that nobody sets and that
/// goes on while the machine sleeps. Nothing is counted down, so nothing drifts.
struct SiteTime: Sendable {
  /// The site's milliseconds since 1970, less those of the clock: the earliest and the latest it can be.
  private var bounds: ClosedRange<Int64>

  /// - Parameters:
  ///   - named: the instant that an answer names.
  ///   - asked: the clock before the question.
  ///   - answered: the clock after the answer.
  init(_ named: Instant, asked: Duration, answered: Duration) {
    bounds = SiteTime.bounds(named, asked, answered)
  }

  /// What contradicts earlier answers takes their place: somebody has set the site's clock.
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

  /// A clock that nobody sets (CLOCK_BOOTTIME).
  static var clock: Duration { ContinuousClock.now - start }

  var now: Instant { now(at: SiteTime.clock) }
}
