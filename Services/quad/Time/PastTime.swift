import Calendar
import Schema
import SiteCommands
import Terminal

/// Parser for the start or the end of a past period, as a person types it.
enum PastTime {
  static let forms = "2026-11-24, 2026-11-24 18:00, today, yesterday, -7d, -2w, or -3h"

  /// Parses a moment. A day without a time is a whole day.
  /// - Parameter isEnd: false for the start of that day, true for the start of the day after.
  /// - Throws: `UsageError` that lists the forms.
  static func instant(
    _ text: String, isEnd: Bool, now: Instant = LocalTime.now
  ) throws(UsageError) -> Instant {
    if let ago = ago(text, isEnd, now) { return ago }
    switch DueTime.reading(text, now, in: LocalTime.zone) {
    case .moment(let instant)?: return instant
    case .wall(let date, let time?)?:
      return LocalTime.zone.instant(of: WallTime(date: date, time: time)).instant
    case .wall(let date, nil)?:
      guard let day = date.adding(days: isEnd ? 1 : 0) else { break }
      return LocalTime.zone.instant(of: WallTime(date: day, time: .midnight)).instant
    case nil: break
    }
    throw UsageError("\(text): enter a time like \(forms)")
  }

  /// The start or the end of a day such as `-7d`, seven days ago.
  private static func ago(_ text: String, _ isEnd: Bool, _ now: Instant) -> Instant? {
    guard text.first == "-", let unit = text.last, text.utf8.count <= 6,
      let count = Int(text.dropFirst().dropLast()), count >= 0
    else { return nil }
    switch unit {
    case "h": return now.advanced(by: .seconds(-count * 3600))
    case "d", "w":
      let days = (unit == "w" ? count * 7 : count) - (isEnd ? 1 : 0)
      return LocalTime.instant(days: -days, hour: 0, minute: 0, from: now)
    default: return nil
    }
  }
}
