import Schema
import SiteCommands
import Terminal
import Testing

@testable import quad

/// Saturday, 21 November 2026, 14:30 on the wall, whatever the zone.
private func saturday() throws -> Instant {
  try #require(LocalTime.instant(year: 2026, month: 11, day: 21, hour: 14, minute: 30))
}

private func wall(_ instant: Instant) -> String {
  let parts = LocalTime.parts(of: instant)
  func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
  return "\(parts.year)-\(two(parts.month))-\(two(parts.day)) \(two(parts.hour)):\(two(parts.minute))"
}

@Suite("A due time is read as a person means it")
struct DueTimeTests {
  static let forms: [(String, String)] = [
    ("2026-11-24 18:00", "2026-11-24 18:00"), ("2026-11-24T18:00", "2026-11-24 18:00"),
    ("2026-11-24", "2026-11-24 23:59"), ("2028-02-29", "2028-02-29 23:59"),
    ("today 20:00", "2026-11-21 20:00"), ("today", "2026-11-21 23:59"),
    ("tomorrow 18:00", "2026-11-22 18:00"), ("Tomorrow", "2026-11-22 23:59"),
    ("fri", "2026-11-27 23:59"), ("Friday 09:05", "2026-11-27 09:05"), ("sun", "2026-11-22 23:59"),
    ("sat", "2026-11-28 23:59"), ("thurs", "2026-11-26 23:59"),
    ("18:00", "2026-11-21 18:00"), ("14:30", "2026-11-22 14:30"), ("09:00", "2026-11-22 09:00"),
    ("+3d", "2026-11-24 14:30"), ("+2w", "2026-12-05 14:30"), ("+90m", "2026-11-21 16:00"),
    ("+2h", "2026-11-21 16:30"), ("in 2 hours", "2026-11-21 16:30"), ("in 3 days", "2026-11-24 23:59"),
    ("tomorrow 6pm", "2026-11-22 18:00"), ("24.12.", "2026-12-24 23:59"), ("fr 9:00", "2026-11-27 09:00"),
  ]

  @Test("forms", arguments: forms)
  func reads(text: String, expected: String) throws {
    #expect(wall(try DueTime.instant(text, now: try saturday())) == expected)
  }

  @Test("an instant is taken as it is")
  func readsInstant() throws {
    #expect(try DueTime.instant("2026-11-24T18:00:00Z").description == "2026-11-24T18:00:00.000Z")
  }

  @Test(
    "anything else is refused and the forms are named",
    arguments: [
      "", " ", "soon", "2026-02-30", "2026-13-01", "2026-11-24 24:00", "2026-11-24 18", "24-11-2026",
      "fri 25:00", "+d", "+3", "-3d", "+3y", "tomorrow 18:00 sharp", "t", "2026-11-24t", "+99999d", "٣:٠٠",
    ])
  func refuses(text: String) throws {
    let error = #expect(throws: UsageError.self) { try DueTime.instant(text, now: try saturday()) }
    #expect(error?.problem.contains("tomorrow 6pm") == true)
  }
}

@Suite("A time is shown as a person says it")
struct ShownTimeTests {
  static let distances: [(Int, String)] = [
    (0, "now"), (59, "now"), (-59, "now"), (60, "in 1 min"), (-3599, "59 min ago"), (3600, "in 1 h"),
    (-7200, "2 h ago"), (6 * 3600, "today, 20:30"), (-8 * 3600, "today, 06:30"),
    (10 * 3600, "tomorrow, 00:30"),
    (-20 * 3600, "yesterday, 18:30"), (-3 * 86400, "3 days ago, 14:30"), (6 * 86400, "in 6 days, 14:30"),
    (7 * 86400, "2026-11-28 14:30"), (-7 * 86400, "2026-11-14 14:30"),
  ]

  @Test("distances", arguments: distances)
  func says(seconds: Int, expected: String) throws {
    let now = try saturday()
    #expect(ShownTime.text(now.advanced(by: .seconds(seconds)), now: now) == expected)
  }

  @Test("an hour says no more than the hour")
  func saysHour() throws {
    let now = try saturday()
    let hour = try #require(LocalTime.instant(year: 2026, month: 11, day: 21, hour: 9, minute: 0))
    #expect(ShownTime.hour(hour, now: now) == "today, 09:00 to 10:00")
    #expect(ShownTime.hour(hour.advanced(by: .seconds(-86400)), now: now) == "yesterday, 09:00 to 10:00")
    #expect(ShownTime.hour(hour.advanced(by: .seconds(-2 * 86400)), now: now) == "2026-11-19, 09:00 to 10:00")
  }
}
