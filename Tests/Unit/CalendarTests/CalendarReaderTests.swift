import Calendar
import Schema
import TestSupport
import Testing

@Suite("Calendar files of others are read, with what is wrong in them")
struct CalendarReaderTests {
  static func read(_ text: String, end: String = "\r\n") throws -> ReadCalendar {
    try CalendarReader.read(Array(text.replacing("\n", with: end).utf8))
  }

  /// Inside `BEGIN:VCALENDAR`: the first line of `text` is line 2 of the file.
  static func events(_ text: String) throws -> ReadCalendar {
    try read("BEGIN:VCALENDAR\n\(text)\nEND:VCALENDAR\n")
  }

  /// The second line of `lines` is line 4 of the file.
  static func event(_ lines: String...) throws -> (ReadEvent?, [CalendarProblem]) {
    let text = (["BEGIN:VEVENT", "DTSTART:20261015T190000Z"] + lines + ["END:VEVENT"]).joined(separator: "\n")
    let calendar = try events(text)
    return (calendar.events.first, calendar.problems)
  }

  @Test("an event comes back as it was written", arguments: ["\r\n", "\n", "\r"])
  func roundTrip(end: String) throws {
    let zone = try Zone.named("Europe/Berlin")
    var calendar = CalendarText(name: "Ünï; x")
    var written: [CalendarEvent] = []
    for (start, stop, rule) in [
      (
        CalendarTime.utc(try moment("2026-10-15T23:00:00Z")),
        CalendarTime.utc(try moment("2026-10-16T01:00:00Z")), nil
      ),
      (
        .zoned(try wall("2026-10-15T19:00:00"), zone), .zoned(try wall("2026-10-15T21:00:00"), zone),
        "FREQ=WEEKLY;BYDAY=TH"
      ),
      (.date(try date("2026-10-15")), .date(try date("2026-10-17")), "FREQ=YEARLY;UNTIL=20301015"),
      (.floating(try wall("2026-10-15T19:00:00")), .floating(try wall("2026-10-15T21:00:00")), nil),
    ] as [(CalendarTime, CalendarTime, String?)] {
      var event = CalendarEvent(
        uid: "u\(written.count)@quad.example", sequence: 2, stamp: CalendarTextTests.stamp, start: start,
        end: stop,
        rule: try rule.map { try RecurrenceRule($0) },
        summary: String(repeating: "日本 👩‍🎓, \\;é", count: 20))
      event.description = "one\ntwo\n\n\tthree: \"four\""
      event.location = "Hall, 2\\3"
      event.url = "https://quad.example/e?a=1,2;b=3"
      event.status = .tentative
      event.reminders = [3600, 0, 604_800, -32_400]
      calendar.add(event)
      written.append(event)
    }
    let read = try CalendarReader.read(Array(calendar.text.replacing("\r\n", with: end).utf8))
    #expect(read.problems == [])
    #expect(read.name == "Ünï; x")
    #expect(read.events.count == written.count)
    for (event, written) in zip(read.events, written) {
      #expect(event.uid == written.uid && event.sequence == 2 && event.status == .tentative)
      #expect(event.start == written.start && event.end == written.end && event.rule == written.rule)
      #expect(event.summary == written.summary && event.description == written.description)
      #expect(event.location == written.location && event.url == written.url)
      #expect(event.reminders == written.reminders)
    }
  }

  @Test("of an end and a length, and of two ends, the first counts; texts lose their control characters")
  func firstCounts() throws {
    let end = CalendarTime.utc(try moment("2026-10-15T21:00:00Z"))
    for other in ["DURATION:PT5H", "DTEND:20261015T220000Z"] {
      let (event, problems) = try Self.event("DTEND:20261015T210000Z", other, "SUMMARY:Ring\\bthe bell")
      #expect(event?.end == end && event?.summary == "Ringthe bell" && problems == [], "\(other)")
    }
  }

  @Test("bad events are told with their lines, the good ones between them are kept")
  func problems() throws {
    let calendar = try Self.events(
      """
      BEGIN:VEVENT
      UID:good
      DTSTART:20261015T190000Z
      SUMMARY:A folded
        line
      END:VEVENT
      BEGIN:VEVENT
      UID:no start
      END:VEVENT
      BEGIN:VEVENT
      DTSTART:20260230T190000Z
      END:VEVENT
      this is no line
      BEGIN:VEVENT
      DTSTART;TZID=Mars/Olympus:20261015T190000
      END:VEVENT
      BEGIN:VEVENT
      DTSTART:20261015T190000Z
      UID:unfinished
      BEGIN:VEVENT
      UID:also good
      DTSTART;VALUE=DATE:20261015
      RRULE:FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=2
      BEGIN:VALARM
      ACTION:DISPLAY
      TRIGGER:soon
      END:VALARM
      END:VEVENT
      BEGIN:VTODO
      SUMMARY:Buy milk
      END:VTODO
      END:VJOURNAL
      """)
    #expect(calendar.events.map(\.uid) == ["good", "also good"])
    #expect(calendar.events.map(\.line) == [2, 21])
    #expect(calendar.events[0].summary == "A folded line")
    #expect(
      calendar.problems.map { "\($0.line) \($0.code)" } == [
        "8 start_missing", "12 date_bad", "14 line_bad", "16 zone_unknown", "18 event_unfinished",
        "24 rrule_unsupported", "27 alarm_bad", "30 component_unsupported", "33 end_unexpected",
      ])
    let zone = calendar.problems[3].message
    #expect(zone.contains("Mars/Olympus"))
    #expect(calendar.problems[5].message.contains("BYSETPOS"))
  }

  @Test("a bad value costs its line alone")
  func values() throws {
    for (line, code) in [
      ("DTEND:20261015T180000Z", "end_bad"), ("DTEND;VALUE=DATE:20261016", "end_bad"),
      ("DTEND:late", "date_bad"),
      ("DTEND:20991015T180000Z", "end_bad"), ("DURATION:-PT1H", "value_bad"),
      ("DURATION:P9999999999W", "value_bad"),
      ("SEQUENCE:many", "value_bad"), ("SEQUENCE:-1", "value_bad"), ("STATUS:FINE", "value_bad"),
      ("RRULE:FREQ=SOMETIMES", "rrule_bad"), ("RRULE:FREQ=HOURLY", "rrule_unsupported"),
      ("RDATE:20261016T190000Z", "rdate_unsupported"), ("SUMMARY:a\u{1}b", "text_bad"),
      ("URL:https://quad.example/\tx", "value_bad"),
    ] {
      let (event, problems) = try Self.event("UID:one", line, "LOCATION:there")
      #expect(event?.location == "there" && event?.uid == "one", "\(line)")
      #expect(problems.map(\.code) == [code] && problems.first?.line == 5, "\(line): \(problems)")
      #expect(event?.end == nil && event?.rule == nil && event?.sequence == 0, "\(line)")
    }
  }

  @Test(
    "zones are found by what programs call them",
    arguments: [
      ("Europe/Berlin", "Europe/Berlin"), ("\"Europe/Berlin\"", "Europe/Berlin"),
      ("W. Europe Standard Time", "Europe/Berlin"), ("\"Eastern Standard Time\"", "America/New_York"),
      ("/freeassociation.sourceforge.net/Europe/Berlin", "Europe/Berlin"),
      ("/mozilla.org/20070129_1/America/Argentina/Salta", "America/Argentina/Salta"),
      ("Our Zone", "Asia/Kathmandu"),
    ])
  func zones(name: String, expected: String) throws {
    let calendar = try Self.events(
      """
      BEGIN:VEVENT
      DTSTART;TZID=\(name):20261015T190000
      END:VEVENT
      BEGIN:VTIMEZONE
      TZID:Our Zone
      X-LIC-LOCATION:Asia/Kathmandu
      BEGIN:STANDARD
      DTSTART:19700101T000000
      TZOFFSETFROM:+0545
      TZOFFSETTO:+0545
      END:STANDARD
      END:VTIMEZONE
      """)
    #expect(calendar.problems == [])
    #expect(
      try calendar.events.map(\.start) == [.zoned(wall("2026-10-15T19:00:00"), Zone.named(expected))])
  }

  @Test("what other programs say in other words is taken")
  func dialects() throws {
    for (rule, expected) in [
      ("FREQ=YEARLY;BYMONTHDAY=15;BYMONTH=10", "FREQ=YEARLY"), ("FREQ=YEARLY;BYMONTH=10", "FREQ=YEARLY"),
      ("FREQ=YEARLY;BYDAY=3TH;BYMONTH=10", "FREQ=YEARLY;BYMONTH=10;BYDAY=3TH"),
      ("FREQ=YEARLY;BYMONTH=10;BYDAY=TH;BYSETPOS=-1", "FREQ=YEARLY;BYMONTH=10;BYDAY=-1TH"),
      ("FREQ=YEARLY;BYMONTH=3", "FREQ=YEARLY;BYMONTH=3"),
      ("FREQ=WEEKLY;BYMONTH=9,10;BYDAY=TH", "FREQ=WEEKLY;BYMONTH=9,10;BYDAY=TH"),
      ("FREQ=MONTHLY;BYDAY=TH;BYSETPOS=3", "FREQ=MONTHLY;BYDAY=3TH"),
      ("FREQ=DAILY;BYHOUR=19;BYMINUTE=0;BYSECOND=0", "FREQ=DAILY"),
    ] {
      let (event, problems) = try Self.event("RRULE:\(rule)")
      #expect(event?.rule?.text == expected && problems == [], "\(rule): \(problems)")
    }
    for rule in ["FREQ=DAILY;BYHOUR=9,21", "FREQ=YEARLY;BYMONTH=10,11;BYDAY=TH;BYSETPOS=1"] {
      #expect(try Self.event("RRULE:\(rule)").1.map(\.code) == ["rrule_unsupported"], "\(rule)")
    }
    let (event, problems) = try Self.event(
      "DURATION:PT90M", "EXDATE:20261016T190000Z,20261017T190000Z", "EXDATE:20261018T190000Z",
      "RECURRENCE-ID:20261015T190000Z", "X-ANYTHING;X=\"a:b\":c", "ATTENDEE;CN=Ada:mailto:ada@quad.example",
      "BEGIN:VALARM", "ACTION:AUDIO", "TRIGGER;RELATED=END:-PT2H", "END:VALARM",
      "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER;VALUE=DATE-TIME:20261015T180000Z", "END:VALARM",
      "BEGIN:VALARM", "ACTION:NONE", "TRIGGER;VALUE=DATE-TIME:19760401T005545Z", "END:VALARM")
    #expect(problems == [])
    #expect(event?.end == .utc(try moment("2026-10-15T20:30:00Z")))
    #expect(event?.excluded.count == 3)
    #expect(event?.occurrence == .utc(try moment("2026-10-15T19:00:00Z")))
    #expect(event?.reminders == [1800, 3600])
  }

  @Test("floating times, the calendar's zone, and days that end as they begin")
  func times() throws {
    let calendar = try Self.events(
      """
      X-WR-CALNAME:Lectures
      X-WR-TIMEZONE:America/New_York
      BEGIN:VEVENT
      DTSTART:20261015T190000
      DTEND:20261015T190000
      END:VEVENT
      BEGIN:VEVENT
      DTSTART;VALUE=DATE:20261015
      DTEND;VALUE=DATE:20261015
      END:VEVENT
      BEGIN:VEVENT
      DTSTART;VALUE=DATE:20261024
      DURATION:P2D
      END:VEVENT
      """)
    #expect(calendar.problems == [])
    #expect(try calendar.name == "Lectures" && calendar.zone == Zone.named("America/New_York"))
    let berlin = try Zone.named("Europe/Berlin")
    #expect(calendar.events.map { $0.length(in: berlin) } == [0, 86_400, 2 * 86_400 + 3600])
    #expect(calendar.events[0].start == .floating(try wall("2026-10-15T19:00:00")))
  }
}

@Suite("A hostile calendar file costs little")
struct HostileCalendarTests {
  @Test("what is no calendar, or too large, is refused as a whole")
  func refused() {
    for text in ["", "\0\0\0", "PK\u{3}\u{4}", "<html></html>", "BEGIN:VCARD\r\nEND:VCARD\r\n"] {
      #expect(throws: CalendarFault.notACalendar) { try CalendarReader.read(Array(text.utf8)) }
    }
    let large = [UInt8](repeating: 65, count: CalendarReader.maxFileBytes + 1)
    #expect(throws: CalendarFault.tooLarge) { try CalendarReader.read(large) }
  }

  private static func filled(_ line: String) -> [UInt8] {
    let begin = "BEGIN:VCALENDAR\r\n"
    let count = 100_000 / line.utf8.count
    return Array((begin + String(repeating: line, count: count)).utf8)
  }

  @Test(
    "much of anything is read within its limits",
    arguments: [
      "BEGIN:VEVENT\r\n", "BEGIN:X\r\n", "END:VEVENT\r\n", " \r\n", "\r", "A:\r\n ", "DTSTART:2\r\n",
      "BEGIN:VEVENT\r\nDTSTART:20261015T190000Z\r\nEND:VEVENT\r\n",
      "BEGIN:VEVENT\r\nDTSTART:20261315T190000Z\r\nEND:VEVENT\r\n", "\"", ";", "\u{0}\r\n",
      "BEGIN:VTIMEZONE\r\nTZID:x\r\nEND:VTIMEZONE\r\n",
    ])
  func bounded(line: String) throws {
    let (calendar, took) = try ProcessorTime.ofThread { try CalendarReader.read(Self.filled(line)) }
    #expect(took < .seconds(10))
    #expect(calendar.events.count <= CalendarReader.maxEvents)
    #expect(calendar.problems.count <= CalendarReader.maxProblems)
  }

  @Test("a line with thousands of parameters costs no more than another")
  func parameters() throws {
    let many = String(repeating: ";A=b;VALUE=DATE;TZID=UTC", count: 2500)
    let lines = String(repeating: "SUMMARY\(many):x\r\n", count: 4)
    let text =
      "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART\(many):20261015\r\n\(lines)END:VEVENT\r\nEND:VCALENDAR\r\n"
    let (calendar, took) = try ProcessorTime.ofThread { try CalendarReader.read(Array(text.utf8)) }
    #expect(took < .seconds(10))
    #expect(try calendar.events.map(\.start) == [.date(date("2026-10-15"))])
  }

  @Test("one event of a megabyte is left out, the one after it is kept")
  func longEvent() throws {
    let line = "ATTENDEE:mailto:somebody@quad.example\r\n"
    let text =
      "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:20261015T190000Z\r\n"
      + String(repeating: line, count: 20_000)
      + "END:VEVENT\r\nBEGIN:VEVENT\r\nDTSTART:20261015T190000Z\r\nDESCRIPTION:"
      + String(repeating: "x", count: CalendarReader.maxLineBytes)
      + "\r\nUID:next\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    let calendar = try CalendarReader.read(Array(text.utf8))
    #expect(calendar.events.map(\.uid) == ["next"])
    #expect(calendar.events[0].description == nil)
    #expect(calendar.problems.map { "\($0.line) \($0.code)" } == ["2 event_too_long", "20007 line_too_long"])
  }
}
