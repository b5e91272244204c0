import Calendar
import Schema
import Testing

@Suite("A calendar is written as every client reads it")
struct CalendarTextTests {
  static let stamp = Instant(milliseconds: 1_788_264_000_000)

  static func event(_ start: CalendarTime, end: CalendarTime? = nil, rule: String? = nil) throws
    -> CalendarEvent
  {
    CalendarEvent(
      uid: "018f3a2b-4c5d-7e6f-8091-a2b3c4d5e6f7@quad.example", sequence: 3, stamp: stamp, start: start,
      end: end, rule: try rule.map { try RecurrenceRule($0) }, summary: "Mom’s Birthday")
  }

  static func lines(_ events: CalendarEvent...) -> [String] {
    var calendar = CalendarText()
    for event in events { calendar.add(event) }
    return calendar.text.replacing("\r\n ", with: "").split(separator: "\r\n").map(String.init)
  }

  @Test("one event has the form of product.md 8.5")
  func form() throws {
    var event = try Self.event(
      .utc(moment("2026-10-15T23:00:00Z")), end: .utc(moment("2026-10-16T01:00:00Z")))
    event.description = "Cake; candles, and\r\na card\\song\u{7}"
    event.location = "Forbes Hall"
    event.url = "https://quad.example/events/1?a=1;b=2,3\r\nX-BAD:1"
    event.status = .confirmed
    event.reminders = [3600, 0, 90_000, -32_400, 604_800, 59]
    var calendar = CalendarText(name: "Ada, and others")
    calendar.add(event)
    let expected = """
      BEGIN:VCALENDAR
      VERSION:2.0
      PRODID:-//Quad//Quad//EN
      CALSCALE:GREGORIAN
      NAME:Ada\\, and others
      X-WR-CALNAME:Ada\\, and others
      BEGIN:VEVENT
      UID:018f3a2b-4c5d-7e6f-8091-a2b3c4d5e6f7@quad.example
      DTSTAMP:20260901T120000Z
      SEQUENCE:3
      DTSTART:20261015T230000Z
      DTEND:20261016T010000Z
      SUMMARY:Mom’s Birthday
      DESCRIPTION:Cake\\; candles\\, and\\na card\\\\song
      LOCATION:Forbes Hall
      URL:https://quad.example/events/1?a=1;b=2,3X-BAD:1
      STATUS:CONFIRMED

      """
    let triggers = ["-PT1H", "PT0S", "-P1DT1H", "PT9H", "-P7D", "-PT59S"]
    let alarms = triggers.map {
      "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:Mom’s Birthday\nTRIGGER:\($0)\nEND:VALARM\n"
    }
    let whole = expected + alarms.joined() + "END:VEVENT\nEND:VCALENDAR\n"
    #expect(calendar.text == whole.replacing("\n", with: "\r\n"))
  }

  @Test("lines have 75 octets at most, and no character is cut", arguments: ["é", "日", "👩‍🎓", "a"])
  func folds(character: String) throws {
    var event = try Self.event(.date(date("2026-10-15")))
    for length in 60...90 {
      event.summary = String(repeating: "x", count: length) + String(repeating: character, count: 60)
      var calendar = CalendarText()
      calendar.add(event)
      let bytes = Array(calendar.text.utf8)
      for line in bytes.split(separator: 10) {
        #expect(line.last == 13 && line.count <= 76)
        #expect(String(validating: line, as: UTF8.self) != nil)
      }
      #expect(calendar.text.replacing("\r\n ", with: "").contains(event.summary))
    }
  }

  @Test("a repeating event brings its zone, once; a whole day brings none")
  func zones() throws {
    let zone = try Zone.named("America/New_York")
    let lines = Self.lines(
      try Self.event(.zoned(wall("2026-10-15T19:00:00"), zone), rule: "FREQ=YEARLY"),
      try Self.event(.zoned(wall("2026-11-15T19:00:00"), zone), rule: "FREQ=WEEKLY;COUNT=3"),
      try Self.event(.date(date("2026-10-15")), end: .date(date("2026-10-16")), rule: "FREQ=YEARLY"))
    #expect(lines.count { $0 == "BEGIN:VTIMEZONE" } == 1)
    #expect(lines.contains("DTSTART;TZID=America/New_York:20261015T190000"))
    #expect(lines.contains("DTSTART;VALUE=DATE:20261015") && lines.contains("DTEND;VALUE=DATE:20261016"))
    #expect(lines.contains("RRULE:FREQ=YEARLY"))
    let vtimezone = lines[4...].prefix { $0 != "END:VTIMEZONE" }
    #expect(
      Array(vtimezone) == [
        "BEGIN:VTIMEZONE", "TZID:America/New_York", "X-LIC-LOCATION:America/New_York", "BEGIN:DAYLIGHT",
        "DTSTART:20260308T020000", "TZOFFSETFROM:-0500", "TZOFFSETTO:-0400", "TZNAME:EDT",
        "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU", "END:DAYLIGHT", "BEGIN:STANDARD", "DTSTART:20261101T020000",
        "TZOFFSETFROM:-0400", "TZOFFSETTO:-0500", "TZNAME:EST", "RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU",
        "END:STANDARD",
      ])
  }

  @Test("what is written for a zone means what the zone means, for every zone")
  func everyZone() throws {
    let (from, to) = (try moment("2024-05-01T00:00:00Z"), try moment("2038-01-01T00:00:00Z"))
    var wrong: [String] = []
    for name in try Zone.allNames() {
      let zone = try Zone.named(name)
      let event = try Self.event(.zoned(zone.wallTime(at: from), zone), rule: "FREQ=DAILY")
      let written = try WrittenZone(Self.lines(event), years: 2024...2038)
      for change in [from] + zone.changes(from: from, to: to) {
        for seconds in [-1, 0, 1] where change != from || seconds >= 0 {
          let at = change.advanced(by: .seconds(seconds))
          if written.offset(at: at) != zone.offset(at: at) {
            wrong.append("\(name) at \(at): \(written.offset(at: at)), not \(zone.offset(at: at))")
          }
        }
      }
    }
    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
  }
}

/// The only VTIMEZONE of a calendar, unrolled day by day.
struct WrittenZone {
  private var onsets: [(at: Int64, offset: Int)] = []

  init(_ lines: [String], years: ClosedRange<Int64>) throws {
    var values: [String: String] = [:]
    var starts: [WallTime] = []
    for line in lines.prefix(while: { $0 != "END:VTIMEZONE" }) {
      let sides = line.split(separator: ":", maxSplits: 1).map(String.init)
      switch (sides[0], sides[1]) {
      case ("BEGIN", "STANDARD"), ("BEGIN", "DAYLIGHT"): (values, starts) = ([:], [])
      case ("DTSTART", let text), ("RDATE", let text): starts.append(try basic(text))
      case ("END", "STANDARD"), ("END", "DAYLIGHT"):
        let from = try offset(values["TZOFFSETFROM"])
        let to = try offset(values["TZOFFSETTO"])
        if let rule = values["RRULE"] { starts += try WrittenZone.unroll(rule, from: starts[0], years) }
        onsets += starts.map { ($0.secondsSince1970 - Int64(from), to) }
      default: values[sides[0]] = sides[1]
      }
    }
    onsets.sort { $0.at < $1.at }
  }

  func offset(at instant: Instant) -> Int {
    let second = instant.milliseconds / 1000
    return onsets.last { $0.at <= second }?.offset ?? .min
  }

  private static func unroll(_ rule: String, from start: WallTime, _ years: ClosedRange<Int64>) throws
    -> [WallTime]
  {
    var parts: [Substring: Substring] = [:]
    for part in rule.split(separator: ";") {
      let sides = part.split(separator: "=")
      parts[sides[0]] = sides[1]
    }
    let month = try #require(parts["BYMONTH"].flatMap { Int64($0) })
    let days = parts["BYMONTHDAY"]?.split(separator: ",").compactMap { Int64($0) }
    let names = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
    var found: [WallTime] = []
    for year in years {
      let dates = (1...31).compactMap { CivilDate(year: year, month: month, day: $0) }
      var kept = dates.filter { days?.contains($0.day) ?? true }
      if let text = parts["BYDAY"] {
        kept.removeAll { names[$0.weekday.rawValue - 1] != text.suffix(2) }
        if let place = Int(text.dropLast(2)) {
          kept = [place > 0 ? kept[place - 1] : kept[kept.count + place]]
        }
      }
      found += kept.map { WallTime(date: $0, time: start.time) }.filter { $0 > start }
    }
    return found
  }

  private func basic(_ text: String) throws -> WallTime {
    let digits = Array(text)
    func part(_ range: Range<Int>) -> String { String(digits[range]) }
    return try wall(
      "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))T\(part(9..<11)):\(part(11..<13)):\(part(13..<15))")
  }

  private func offset(_ text: String?) throws -> Int {
    let text = try #require(text)
    let digits: [Int] = text.dropFirst().compactMap(\.wholeNumberValue)
    var seconds = 0
    for (place, unit) in zip(stride(from: 0, to: digits.count, by: 2), [3600, 60, 1]) {
      seconds += (digits[place] * 10 + digits[place + 1]) * unit
    }
    return text.hasPrefix("-") ? -seconds : seconds
  }
}
