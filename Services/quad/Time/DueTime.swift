import Calendar
import Schema
import SiteCommands
import Terminal

/// Parser for moments that a person types, on the clock of this machine: an instant, or a `TypedTime`.
enum DueTime {
  static let forms = "tomorrow 6pm, fri 18:00, 18:00, in 3 days, 24.12., 2026-11-24 18:00, +3d, or +90m"

  /// The time of a day without one, its last minute: a task due on Friday may be done on Friday evening.
  private static let endOfDay = TimeOfDay(secondsOfDay: 23 * 3600 + 59 * 60)

  /// Parses a moment.
  /// - Throws: `UsageError` that lists the forms.
  static func instant(_ text: String, now: Instant = LocalTime.now) throws(UsageError) -> Instant {
    switch reading(text, now, in: LocalTime.zone) {
    case .moment(let instant)?: return instant
    case .wall(let date, let time)?:
      return LocalTime.zone.instant(of: WallTime(date: date, time: time ?? endOfDay)).instant
    case nil: throw UsageError("\(text): enter a time like \(forms)")
    }
  }

  /// A parsed moment, before a zone is applied.
  enum Reading: Hashable, Sendable {
    case moment(Instant)
    /// A date and a time on clocks, or a day without a time.
    case wall(CivilDate, TimeOfDay?)
  }

  /// - Parameter zone: the zone that decides today's date and the time of day.
  static func reading(_ text: String, _ now: Instant, in zone: Zone) -> Reading? {
    if let instant = Instant(text) { return .moment(instant) }
    switch TypedTime(text, now: zone.wallTime(at: now)) {
    case .wall(let date, let time)?: return .wall(date, time)
    case .after(let seconds)?: return .moment(now.advanced(by: .seconds(seconds)))
    case nil: return nil
    }
  }
}
