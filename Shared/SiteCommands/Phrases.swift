package import Calendar
package import Schema

/// Dates, lengths and counts in words.
package enum Phrases {
  /// A moment on the clocks of a zone, such as `Tue 2026-11-24 18:00`.
  package static func moment(_ instant: Instant, in zone: Zone = LocalTime.zone) -> String {
    let wall = zone.wallTime(at: instant)
    return "\(date(wall.date)) \(wall.time.description.prefix(5))"
  }

  /// A date, such as `Tue 2026-11-24`.
  package static func date(_ date: CivilDate) -> String {
    let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    return "\(names[date.weekday.rawValue - 1]) \(date)"
  }

  /// A length: `90 minutes`, `2 hours`, `1 day`.
  package static func length(minutes: Int) -> String {
    for (size, name) in [(10_080, "week"), (1440, "day"), (60, "hour")] where minutes >= size {
      if minutes % size == 0 { return counted(Int64(minutes / size), name) }
    }
    return counted(Int64(minutes), "minute")
  }

  package static func counted(_ count: Int64, _ name: String) -> String {
    "\(grouped(count)) \(name)\(count == 1 ? "" : "s")"
  }

  /// A number with grouped digits: `12,345`.
  package static func grouped(_ count: Int64) -> String {
    Price.text(count, digits: 0, in: MoneyLocale.environment)
  }
}
