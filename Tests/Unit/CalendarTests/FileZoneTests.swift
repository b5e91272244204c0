import Calendar
import Schema
import Testing

@Suite("A zone that only the file describes becomes one of the database with the same clocks")
struct FileZoneTests {
  /// What Outlook writes for its own zones, Notes for all, and others for a zone of Europe.
  private static let europe = clocks("+0100", "+0200", "-1SU", 10, "-1SU", 3)
  private static let america = clocks("-0500", "-0400", "1SU", 11, "2SU", 3)
  private static let always = ["BEGIN:STANDARD", "DTSTART:16010101T000000", "TZOFFSETFROM:+0100"]

  private static func clocks(
    _ standard: String, _ daylight: String, _ back: String, _ backIn: Int, _ on: String, _ onIn: Int
  ) -> [String] {
    [
      "BEGIN:STANDARD", "DTSTART:16010101T030000", "RRULE:FREQ=YEARLY;BYDAY=\(back);BYMONTH=\(backIn)",
      "TZOFFSETFROM:\(daylight)", "TZOFFSETTO:\(standard)", "END:STANDARD", "BEGIN:DAYLIGHT",
      "DTSTART:16010101T020000", "RRULE:FREQ=YEARLY;BYDAY=\(on);BYMONTH=\(onIn)",
      "TZOFFSETFROM:\(standard)", "TZOFFSETTO:\(daylight)", "END:DAYLIGHT",
    ]
  }

  private static func read(
    _ name: String, _ clocks: [String], _ event: [String] = ["DTSTART;TZID=@:20261015T190000"],
    head: [String] = [], own: String? = nil
  ) throws -> ReadCalendar {
    let lines =
      ["BEGIN:VCALENDAR"] + head + ["BEGIN:VTIMEZONE", "TZID:\(name)"] + clocks
      + ["END:VTIMEZONE", "BEGIN:VEVENT"] + event.map { $0.replacing("@", with: "\"\(name)\"") }
      + ["END:VEVENT", "END:VCALENDAR", ""]
    return try CalendarReader.read(
      Array(lines.joined(separator: "\r\n").utf8), zone: try own.map { try Zone.named($0) })
  }

  private static func zone(_ calendar: ReadCalendar) -> String? {
    guard case .zoned(_, let zone)? = calendar.events.first?.start else { return nil }
    return zone.name
  }

  @Test(
    "test_i3 the name it holds, the calendar's zone, the person's, then the best known",
    arguments: [
      ("My clocks (Europe/Vienna)", [], nil, "Europe/Vienna"), ("/Europe/Oslo", [], nil, "Europe/Oslo"),
      ("Customized Time Zone", ["X-WR-TIMEZONE:Europe/Madrid"], "Europe/Rome", "Europe/Madrid"),
      ("Customized Time Zone", [], "Europe/Rome", "Europe/Rome"),
      ("Customized Time Zone", [], "Asia/Tokyo", "Europe/Budapest"),
      ("(UTC+01:00) Paris, Madrid", [], nil, "Europe/Paris"),
      ("GMT +0100 (Standard) / GMT +0200 (Daylight)", [], "Europe/Berlin", "Europe/Berlin"),
    ])
  func preferred(name: String, head: [String], own: String?, expected: String) throws {
    let calendar = try Self.read(name, Self.europe, head: head, own: own)
    #expect(calendar.problems == [])
    #expect(Self.zone(calendar) == expected)
  }

  @Test("test_i3 the clocks decide, not the name")
  func clocks() throws {
    let name = "GMT +0100 (Europe/Berlin)"
    #expect(try Self.zone(Self.read(name, Self.america, own: "Europe/Berlin")) == "America/New_York")
    let fixed = Self.always + ["TZOFFSETTO:+0100", "END:STANDARD"]
    #expect(try Self.zone(Self.read(name, fixed, own: "Europe/Berlin")) == "Etc/GMT-1")
    #expect(try Self.zone(Self.read(name, fixed, own: "Africa/Lagos")) == "Africa/Lagos")
  }

  @Test("test_i3 what no zone does is computed: a moment, or the nearest zone and a line that says so")
  func computed() throws {
    let odd = Self.always + ["TZOFFSETTO:+0115", "END:STANDARD"]
    let single = try Self.read("Odd", odd)
    #expect(single.problems == [])
    #expect(try single.events.map(\.start) == [.utc(moment("2026-10-15T17:45:00Z"))])
    let rule = ["DTSTART;TZID=@:20261015T190000", "RRULE:FREQ=DAILY"]
    let repeating = try Self.read("Odd", odd, rule)
    #expect(repeating.problems.map(\.code) == ["zone_inexact"])
    #expect(repeating.events.map(\.rule) == [nil])
    #expect(try repeating.events.map(\.start) == [.utc(moment("2026-10-15T17:45:00Z"))])
    // Clocks of the year 2006 in America with the rules of today: those of today count.
    let old = ["DTSTART;TZID=@:20060101T190000", "RRULE:FREQ=DAILY"]
    let past = try Self.read("Ours", Self.america, old)
    #expect(Self.zone(past) == "America/New_York" && past.problems.map(\.code) == ["zone_inexact"])
    let summer = Self.clocks("+0300", "+0500", "1MO", 9, "1MO", 5)
    let strange = try Self.read("Strange", summer, rule)
    #expect(Self.zone(strange) == "Etc/GMT-3" && strange.problems.map(\.code) == ["zone_inexact"])
  }

  @Test("test_i3 a zone that is neither known nor described is told")
  func unknown() throws {
    for clocks in [[], ["BEGIN:STANDARD", "TZOFFSETTO:late", "END:STANDARD"]] {
      #expect(try Self.read("Mars", clocks).problems.map(\.code) == ["zone_unknown"])
    }
    #expect(try Self.read("Mars", Self.europe, head: ["X-WR-TIMEZONE:Mars"]).zone == nil)
  }

  @Test("hundreds of described zones are read within their limits")
  func many() throws {
    var lines = ["BEGIN:VCALENDAR"]
    for number in 0..<400 {
      lines += ["BEGIN:VTIMEZONE", "TZID:Z\(number)"]
      lines += Self.clocks("+0\(number % 9)\(10 + number % 49)", "+0500", "1MO", 9, "1MO", 1 + number % 8)
      lines += ["END:VTIMEZONE", "BEGIN:VEVENT", "DTSTART;TZID=Z\(number):\(1900 + number % 200)0101T000000"]
      lines += ["RRULE:FREQ=DAILY", "END:VEVENT"]
    }
    lines += ["END:VCALENDAR", ""]
    let calendar = try CalendarReader.read(Array(lines.joined(separator: "\r\n").utf8))
    #expect(calendar.events.count == 200)
  }
}
