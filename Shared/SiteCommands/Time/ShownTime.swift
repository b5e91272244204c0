package import Schema

/// Moments in everyday words, on the clock of this machine's zone: `in 2 h`, `yesterday, 18:30`,
/// `in 3 days, 09:00`, `2026-11-24 18:00`.
package enum ShownTime {
  /// The maximum distance shown in hours instead of as a time of day.
  private static let hoursAway: Int64 = 6
  /// The maximum distance counted in days instead of shown as a date.
  private static let daysAway = 6

  package static func text(_ instant: Instant, now: Instant = LocalTime.now) -> String {
    let distance = instant.milliseconds - now.milliseconds
    let minutes = abs(distance) / 60_000
    if minutes == 0 { return "now" }
    if minutes < 60 { return away("\(minutes) min", distance) }
    if minutes < hoursAway * 60 { return away("\(minutes / 60) h", distance) }
    let clock = clock(instant)
    switch LocalTime.days(from: now, to: instant) {
    case 0: return "today, \(clock)"
    case 1: return "tomorrow, \(clock)"
    case -1: return "yesterday, \(clock)"
    case let days where abs(days) <= daysAway: return away("\(abs(days)) days", distance) + ", \(clock)"
    default: return exact(instant)
    }
  }

  /// A moment as a date and a time: `2026-11-24 18:00`.
  package static func exact(_ instant: Instant) -> String { "\(date(instant)) \(clock(instant))" }

  /// An hour in which something happened at an undisclosed minute: `today, 18:00 to 19:00`.
  package static func hour(_ start: Instant, now: Instant = LocalTime.now) -> String {
    let day: String
    switch LocalTime.days(from: now, to: start) {
    case 0: day = "today"
    case -1: day = "yesterday"
    default: day = date(start)
    }
    return "\(day), \(clock(start)) to \(clock(start.advanced(by: .seconds(3600))))"
  }

  private static func away(_ amount: String, _ distance: Int64) -> String {
    distance > 0 ? "in \(amount)" : "\(amount) ago"
  }

  package static func clock(_ instant: Instant) -> String {
    let parts = LocalTime.parts(of: instant)
    return "\(two(parts.hour)):\(two(parts.minute))"
  }

  private static func date(_ instant: Instant) -> String {
    let parts = LocalTime.parts(of: instant)
    return "\(parts.year)-\(two(parts.month))-\(two(parts.day))"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
