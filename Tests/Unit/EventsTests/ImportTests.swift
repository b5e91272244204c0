import Calendar
import Schema
import Testing

@testable import events

@Suite("An event of a file becomes one of ours, or says in which line why not")
struct ImportTests {
  private func read(
    _ lines: [String], head: [String] = [], zone: ZoneName? = nil
  ) throws -> (events: [ImportedEvent], problems: [Events.ImportProblem]) {
    let text = (["BEGIN:VCALENDAR"] + head + ["BEGIN:VEVENT"] + lines + ["END:VEVENT", "END:VCALENDAR", ""])
      .joined(separator: "\r\n")
    let own = try zone.map { try Zone.named($0) }
    var reading = ImportReading(try CalendarReader.read(Array(text.utf8), zone: own), ownZone: own)
    let events = reading.events()
    return (events, reading.problems.byLine)
  }

  private func one(_ lines: [String], head: [String] = [], zone: ZoneName? = nil) throws -> ImportedEvent {
    try #require(try read(["SUMMARY:Dinner"] + lines, head: head, zone: zone).events.first)
  }

  @Test(
    "a moment is its owner's time, a floating one the file's, a date their day",
    arguments: [
      ("DTSTART:20261016T190000Z", "2026-10-16T21:00", "Europe/Berlin"),
      ("DTSTART:20261016T190000", "2026-10-16T19:00", "America/New_York"),
      ("DTSTART;TZID=Asia/Tokyo:20261016T190000", "2026-10-16T19:00", "Asia/Tokyo"),
      ("DTSTART;VALUE=DATE:20261016", "2026-10-16", "Europe/Berlin"),
      // The second 02:30 of that night.
      ("DTSTART:20261025T013000Z", "2026-10-25T01:30", "UTC"),
      ("DTSTART:20261025T003000Z", "2026-10-25T02:30", "Europe/Berlin"),
    ])
  func times(line: String, time: String, zone: String) throws {
    let event = try one([line], head: ["X-WR-TIMEZONE:America/New_York"], zone: EventSample.berlin)
    #expect(event.when == EventSample.time(time, ZoneName(checked: zone)))
  }

  @Test("what repeats in UTC stays there")
  func utc() throws {
    let event = try one(["DTSTART:20261016T190000Z", "RRULE:FREQ=DAILY"], zone: EventSample.berlin)
    #expect(event.when == EventSample.time("2026-10-16T19:00", ZoneName(checked: "UTC")))
    #expect(event.moment == nil && event.recurrence?.text == "FREQ=DAILY")
  }

  @Test(
    "reminders of a day count from its morning",
    arguments: [
      ("DTSTART;VALUE=DATE:20261016", "-PT15H", [1440]), ("DTSTART;VALUE=DATE:20261016", "PT9H", [0]),
      ("DTSTART;VALUE=DATE:20261016", "PT10H", nil), ("DTSTART:20261016T190000Z", "-PT1H", [60]),
      ("DTSTART:20261016T190000Z", "-PT90S", [2]), ("DTSTART:20261016T190000Z", "PT1M", nil),
    ] as [(String, String, [Int]?)])
  func reminders(start: String, trigger: String, leads: [Int]?) throws {
    let alarm = ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:\(trigger)", "END:VALARM"]
    let found = try read(["SUMMARY:Dinner", start] + alarm)
    #expect(found.events.first?.leads?.all.map(\.minutes) == leads)
    #expect(found.problems.map(\.code) == (leads == nil ? ["alarm_late"] : []))
  }

  @Test("seconds count as a minute, days as days, whatever the clocks do")
  func lengths() throws {
    let dinner = try one(["DTSTART:20261016T190000Z", "DTEND:20261016T190101Z"])
    #expect(dinner.minutes.count == 2)
    // The clocks are put back within it.
    let days = try one(
      ["DTSTART;VALUE=DATE:20261031", "DTEND;VALUE=DATE:20261103"], zone: EventSample.newYork)
    #expect(days.minutes.count == 3 * 1440)
    #expect(try one(["DTSTART:20261016T190000Z"]).minutes.count == 0)
  }

  @Test("what has no name is known by what it is, and a name too long by its hash")
  func names() throws {
    let start = "DTSTART:20261016T190000Z"
    let (one, same) = (try self.one([start]), try self.one([start, "LOCATION:Roof"]))
    #expect(one.uid == same.uid && one.uid.hasPrefix("import-"))
    #expect(try self.one(["DTSTART:20261016T200000Z"]).uid != one.uid)
    #expect(try self.one([start, "UID:1@test"]).uid == "1@test")
    let long = String(repeating: "x", count: 300)
    #expect(try self.one([start, "UID:\(long)"]).uid.utf8.count == 50)
  }

  @Test("whatever is taken of an event is in its digest")
  func digests() throws {
    let variants = [
      ["DTSTART:20261016T190000Z"], ["DTSTART:20261016T190001Z"], ["DTSTART:20261016T190000"],
      ["DTSTART:20261016T190000Z", "DTEND:20261016T200000Z"], ["DTSTART:20261016T190000Z", "LOCATION:Roof"],
      ["DTSTART:20261016T190000Z", "DESCRIPTION:Roof"], ["DTSTART:20261016T190000Z", "SEQUENCE:1"],
      ["DTSTART:20261016T190000Z", "RRULE:FREQ=DAILY"],
      ["DTSTART:20261016T190000Z", "RRULE:FREQ=DAILY", "EXDATE:20261018T190000Z"],
      ["DTSTART;VALUE=DATE:20261016"],
      ["DTSTART:20261016T190000Z", "BEGIN:VALARM", "TRIGGER:-PT1H", "END:VALARM"],
    ]
    let digests = try variants.map { try one($0).digest }
    #expect(Set(digests).count == variants.count)
    // Not where its owner lives.
    #expect(try one(variants[0], zone: EventSample.berlin).digest == digests[0])
  }

  @Test("I9: a long text is cut after a whole word or character, and its line is told")
  func cut() throws {
    let start = "DTSTART:20261016T190000Z"
    let words = String(repeating: "word ", count: 45)
    let place = String(repeating: "👩‍👩‍👧", count: 201)
    let found = try read([start, "SUMMARY:\(words)", "LOCATION:\(place)"])
    let event = try #require(found.events.first)
    #expect(event.title == String(repeating: "word ", count: 39) + "word…")
    #expect(event.place == String(repeating: "👩‍👩‍👧", count: 199) + "…")
    #expect(
      found.problems.map(\.code) == ["title_long", "place_long"] && found.problems.allSatisfy { $0.line == 2 }
    )
    let notes = try read(["SUMMARY:Dinner", start, "DESCRIPTION:\(String(repeating: "z", count: 5001))"])
    #expect(notes.events.first?.notes == String(repeating: "z", count: 4999) + "…")
  }

  @Test("I9: of two copies with one UID the newer counts, wherever it stands")
  func copies() throws {
    func copy(_ title: String, _ sequence: Int) -> [String] {
      ["UID:1@test", "SUMMARY:\(title)", "DTSTART:20261016T190000Z", "SEQUENCE:\(sequence)"]
    }
    let between = ["END:VEVENT", "BEGIN:VEVENT"]
    for lines in [copy("Old", 1) + between + copy("New", 2), copy("New", 2) + between + copy("Old", 1)] {
      let found = try read(lines)
      #expect(found.events.map(\.title) == ["New"] && found.problems.map(\.code) == ["event_twice"])
    }
    #expect(try read(copy("One", 1) + between + copy("Same", 1)).events.map(\.title) == ["One"])
  }

  @Test("problems are told up to a number, and counted from there")
  func limits() {
    var problems = ImportProblems()
    for line in 0..<250 { problems.add(line, .titleBlank) }
    #expect(problems.byLine.count == ImportProblems.maxCount && problems.more == 50)
  }
}
