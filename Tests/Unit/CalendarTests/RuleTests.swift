import Calendar
import FoundationEssentials
import Schema
import TestSupport
import Testing

@Suite("A rule gives the dates that RFC 5545 means")
struct RuleTests {
  /// A rule with its first dates, as python-dateutil gives them (Vectors/make_rules.py).
  struct Vector {
    let start: WallTime
    let rule: String
    let dates: [WallTime]
  }

  static func vectors() throws -> [Vector] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Vectors/rules.txt")
    let nine = TimeOfDay(secondsOfDay: 9 * 3600)
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
      let words = line.split(separator: " ")
      let dates = try words[2] == "-" ? [] : words[2].split(separator: ",").map { try basic($0) }
      return Vector(
        start: WallTime(date: try basic(words[0]), time: nine), rule: String(words[1]),
        dates: dates.map { WallTime(date: $0, time: nine) })
    }
  }

  static func basic(_ text: Substring) throws -> CivilDate {
    try date("\(text.prefix(4))-\(text.dropFirst(4).prefix(2))-\(text.suffix(2))")
  }

  @Test("1100 rules agree with python-dateutil, from the start and from the middle")
  func vectorsAgree() throws {
    let vectors = try Self.vectors()
    #expect(vectors.count == 1100)
    // The vectors end there.
    let latest = try moment("2400-01-01T00:00:00Z")
    for vector in vectors {
      let rule = try RecurrenceRule(vector.rule)
      let again = try RecurrenceRule(rule.text)
      #expect(again == rule, "\(vector.rule) is written as \(rule.text)")
      func times(after: Instant, _ limit: Int) -> [WallTime] {
        again.occurrences(from: vector.start, in: .utc, after: after, before: latest, limit: limit)
          .map(\.wallTime)
      }
      let start = Instant(milliseconds: vector.start.secondsSince1970 * 1000 - 1)
      #expect(times(after: start, 10) == vector.dates, "\(vector.rule) from \(vector.start)")
      #expect(
        again.dates(from: vector.start.date, after: vector.start.date, limit: 9)
          .prefix { $0 < CivilDate(year: 2400, month: 1, day: 1)! }
          == vector.dates.map(\.date).filter { $0 > vector.start.date }.prefix(9), "\(vector.rule)")
      if vector.dates.count > 5 {
        let middle = Instant(milliseconds: vector.dates[4].secondsSince1970 * 1000)
        #expect(times(after: middle, vector.dates.count - 5) == Array(vector.dates[5...]), "\(vector.rule)")
      }
      if vector.dates.count < 10, let last = again.last(from: vector.start, in: .utc), last.instant < latest {
        #expect(last.wallTime == vector.dates.last, "\(vector.rule)")
      }
    }
  }

  @Test("the date that a rule ends with is its last")
  func lastDate() throws {
    let rule = try RecurrenceRule("FREQ=DAILY;UNTIL=20261017")
    let days = rule.dates(from: try date("2026-10-15"), after: try date("2026-10-15"), limit: 9)
    #expect(try days == [date("2026-10-16"), date("2026-10-17")])
  }

  @Test(
    "what Quad does not know is named",
    arguments: [
      ("FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1", "BYSETPOS"), ("FREQ=YEARLY;BYYEARDAY=3", "BYYEARDAY"),
      ("FREQ=HOURLY", "FREQ=HOURLY"), ("FREQ=DAILY;BYHOUR=9", "BYHOUR"),
      ("FREQ=YEARLY;BYWEEKNO=20", "BYWEEKNO"),
      ("RSCALE=CHINESE;FREQ=YEARLY", "RSCALE"), ("FREQ=DAILY;X-OURS=1", "X-OURS"),
    ])
  func unsupported(text: String, part: String) throws {
    let fault = try #require(throws: RuleFault.self) { try RecurrenceRule(text) }
    #expect(fault == .unsupported(part: part))
    #expect(fault.code.code == "rrule_unsupported")
    let told = fault.fault(field: "recurrence")
    #expect(told.code == "rrule_unsupported" && told.message.contains(part))
    #expect(told.fields?.first?.field == "recurrence")
  }

  @Test(
    "what makes no sense is bad",
    arguments: [
      "", " ", "DAILY", "FREQ", "FREQ=", "FREQ=NEVER", "INTERVAL=2", "FREQ=DAILY;", ";FREQ=DAILY",
      "FREQ=DAILY;FREQ=DAILY", "FREQ=DAILY;INTERVAL=0", "FREQ=DAILY;INTERVAL=-1", "FREQ=DAILY;INTERVAL=1.5",
      "FREQ=DAILY;INTERVAL=99999999999999999999", "FREQ=DAILY;COUNT=0", "FREQ=DAILY;COUNT=10001",
      "FREQ=DAILY;COUNT=3;UNTIL=20260101", "FREQ=DAILY;UNTIL=20260230", "FREQ=DAILY;UNTIL=2026-01-01",
      "FREQ=DAILY;UNTIL=20260101T250000", "FREQ=WEEKLY;BYDAY=XX", "FREQ=WEEKLY;BYDAY=",
      "FREQ=WEEKLY;BYDAY=MO,",
      "FREQ=WEEKLY;BYDAY=1MO", "FREQ=MONTHLY;BYDAY=6MO", "FREQ=MONTHLY;BYDAY=0MO", "FREQ=YEARLY;BYDAY=54MO",
      "FREQ=MONTHLY;BYMONTHDAY=0", "FREQ=MONTHLY;BYMONTHDAY=32", "FREQ=WEEKLY;BYMONTHDAY=1",
      "FREQ=YEARLY;BYMONTH=0", "FREQ=YEARLY;BYMONTH=13", "FREQ=YEARLY;BYMONTH=-1", "FREQ=WEEKLY;WKST=1",
      "FREQ=DAILY;COLOUR=RED", "RRULE:FREQ=DAILY", "FREQ=DÄILY", "FREQ=DAILY\n",
      "FREQ=MONTHLY;BYMONTHDAY=" + String(repeating: "1,", count: 200) + "1",
    ])
  func bad(text: String) throws {
    let fault = try #require(throws: RuleFault.self) { try RecurrenceRule(text) }
    #expect(fault.code.code == "rrule_bad", "\(fault)")
  }

  @Test(
    "a rule has one form",
    arguments: [
      ("byday=we,MO;freq=weekly;interval=1;wkst=mo", "FREQ=WEEKLY;BYDAY=MO,WE"),
      ("FREQ=MONTHLY;BYMONTHDAY=-1,15,1,15", "FREQ=MONTHLY;BYMONTHDAY=1,15,-1"),
      ("COUNT=3;FREQ=DAILY;INTERVAL=02", "FREQ=DAILY;INTERVAL=2;COUNT=3"),
      ("FREQ=YEARLY;UNTIL=20301231T225959Z;WKST=SU", "FREQ=YEARLY;UNTIL=20301231T225959Z;WKST=SU"),
      ("FREQ=YEARLY;BYDAY=1MO;BYMONTH=9,2,9", "FREQ=YEARLY;BYMONTH=2,9;BYDAY=1MO"),
      ("FREQ=MONTHLY;BYDAY=+1FR,-1FR", "FREQ=MONTHLY;BYDAY=-1FR,1FR"),
    ])
  func canonical(text: String, expected: String) throws {
    #expect(try RecurrenceRule(text).text == expected)
  }
}

@Suite("Repeats happen on the clocks of a zone")
struct RepeatTests {
  private static func times(
    _ rule: String, _ start: String, _ zone: String, after: String = "2000-01-01T00:00:00Z", limit: Int = 10
  ) throws -> [String] {
    try RecurrenceRule(rule).occurrences(
      from: wall(start), in: .named(zone), after: moment(after), limit: limit
    ).map { "\($0.instant)".replacing(".000Z", with: "Z") + ($0.isAdjusted ? "*" : "") }
  }

  @Test("a skipped time moves forward that day alone, a doubled one is the first")
  func changes() throws {
    #expect(
      try Self.times("FREQ=DAILY;COUNT=3", "2026-03-28T02:30:00", "Europe/Berlin") == [
        "2026-03-28T01:30:00Z", "2026-03-29T01:30:00Z*", "2026-03-30T00:30:00Z",
      ])
    #expect(
      try Self.times("FREQ=WEEKLY;COUNT=3", "2026-10-18T02:30:00", "Europe/Berlin") == [
        "2026-10-18T00:30:00Z", "2026-10-25T00:30:00Z", "2026-11-01T01:30:00Z",
      ])
    // The date that Samoa left out comes with the next one, once.
    #expect(
      try Self.times("FREQ=DAILY;COUNT=3", "2011-12-29T12:00:00", "Pacific/Apia") == [
        "2011-12-29T22:00:00Z", "2011-12-30T22:00:00Z*",
      ])
  }

  @Test("an end is a moment, a time on the event's clocks, or a whole date")
  func ends() throws {
    let start = "2026-01-05T20:00:00"
    for (until, count) in [
      ("20260108T010000Z", 3), ("20260108T005959Z", 2), ("20260107T200000", 3), ("20260107T195959", 2),
      ("20260107", 3), ("20260104", 0),
    ] {
      let found = try Self.times("FREQ=DAILY;UNTIL=\(until)", start, "America/New_York")
      #expect(found.count == count, "\(until): \(found)")
    }
    let zone = try Zone.named("America/New_York")
    let rule = try RecurrenceRule("FREQ=WEEKLY;BYDAY=MO,TH;UNTIL=20270101T045959Z")
    #expect(try rule.last(from: wall(start), in: zone)?.wallTime == wall("2026-12-31T20:00:00"))
    #expect(try RecurrenceRule("FREQ=DAILY").last(from: wall(start), in: zone) == nil)
  }

  @Test("the next one after now is found without counting from the start")
  func next() throws {
    let zone = try Zone.named("Europe/Berlin")
    let now = try moment("2026-11-21T23:00:00Z")
    let rules = [
      ("FREQ=YEARLY", "2027-03-01T08:00:00"), ("FREQ=MONTHLY;BYDAY=-1FR", "2026-11-27T08:00:00"),
      ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO", "2026-11-30T08:00:00"), ("FREQ=DAILY", "2026-11-22T08:00:00"),
    ]
    let (_, took) = try ProcessorTime.ofThread {
      for (rule, expected) in rules {
        let next = try RecurrenceRule(rule).next(from: wall("1900-03-01T08:00:00"), in: zone, after: now)
        let fits = try next?.wallTime == wall(expected)
        #expect(fits, "\(rule)")
      }
    }
    #expect(took < .seconds(10))
  }

  @Test(
    "a rule without dates ends",
    arguments: [
      "FREQ=DAILY;INTERVAL=7;BYDAY=MO", "FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=31",
      "FREQ=DAILY;INTERVAL=7;BYDAY=MO;COUNT=10000", "FREQ=YEARLY;INTERVAL=9999;BYDAY=53SU;COUNT=5",
      "FREQ=DAILY;INTERVAL=7;BYDAY=MO;UNTIL=99991231",
    ])
  func never(text: String) throws {
    let rule = try RecurrenceRule(text)
    // A Sunday, in a month of 28 days.
    let start = try wall("2026-02-01T08:00:00")
    let earlier = try moment("2020-01-01T00:00:00Z")
    let (_, took) = ProcessorTime.ofThread {
      #expect(rule.next(from: start, in: .utc, after: earlier) == nil)
      #expect(rule.dates(from: start.date, after: start.date, limit: 5).isEmpty)
      #expect(rule.last(from: start, in: .utc) == nil)
    }
    #expect(took < .seconds(10))
  }
}
