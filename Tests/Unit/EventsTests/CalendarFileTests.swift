import Calendar
import FoundationEssentials
import Schema
import Testing

@testable import events

/// Files as other programs write them, with the dates that Python's icalendar and recurring_ical_events show
/// (`Tests/Interop/made_calendars.py`).
@Suite("Files of other programs are imported to the dates that those show")
struct CalendarFileTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Interop/calendars")
  private static let from = EventSample.instant("2025-12-01T00:00:00Z")
  private static let to = EventSample.instant("2027-05-01T00:00:00Z")

  private static func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  private static func rows(
    _ text: String, legacyLine: Int? = nil
  ) throws -> (rows: [EventRow], problems: [Events.ImportProblem]) {
    let zone = try Zone.named("Etc/UTC")
    let file = try CalendarReader.read(Array(text.utf8), zone: zone)
    var reading = ImportReading(file, ownZone: zone, legacyLine: legacyLine)
    let rows = try reading.events().map { event in
      var row = EventRow(event, of: EventSample.owner, from)
      row.take(event, reminders: true)
      try row.schedule(from)
      return row
    }
    return (rows, reading.problems.byLine)
  }

  /// Each date once as `start end`, in order.
  private static func dates(_ rows: [EventRow]) throws -> [String] {
    var found: Set<String> = []
    for row in rows {
      let times = try EventTimes(row)
      var next = times.next(after: from)
      while let start = next, start < to {
        found.insert("\(text(start, times)) \(text(times.end(of: start, row.minutes), times))")
        next = times.next(after: start)
      }
    }
    return found.sorted()
  }

  private static func text(_ time: Instant, _ times: EventTimes) -> String {
    times.when.isAllDay
      ? "\(times.zone.date(at: time))" : time.description.replacing(".000Z", with: "Z")
  }

  @Test(
    "test_i4 fixtures", arguments: ["google", "outlook", "apple", "thunderbird", "notes", "university"])
  func fixtures(name: String) throws {
    let (rows, problems) = try Self.rows(try Self.text("\(name).ics"))
    let expected = try Self.text("\(name).dates").split(separator: "\n").map(String.init)
    #expect(try Self.dates(rows) == expected)
    // The room of one date differs.
    #expect(problems.map(\.code) == (name == "university" ? ["occurrence_differs"] : []))
    let again = try Self.rows(try FeedText.text(of: rows, for: EventSample.owner))
    #expect(again.problems == [])
    #expect(again.rows.map(\.exceptions) == rows.map(\.exceptions))
    #expect(try Self.dates(again.rows) == expected)
  }

  @Test("test_i9 a timetable in the encoding of Windows is read, and the first such line is told")
  func legacy() throws {
    let bytes = Array(try Data(contentsOf: Self.folder.appending(path: "university_latin1.ics")))
    #expect(String(validating: bytes, as: UTF8.self) == nil)
    let text = try #require(CalendarFile(TextEncoding.windows1252.text(bytes)))
    let line = try #require(Events.ImportCalendar(calendar: text, encoding: .windows1252).legacyLine)
    let (rows, problems) = try Self.rows(text.text, legacyLine: line)
    let expected = try Self.text("university_latin1.dates").split(separator: "\n").map(String.init)
    #expect(try Self.dates(rows) == expected)
    #expect(problems.first.map { "\($0.line) \($0.code)" } == "28 encoding_assumed")
    #expect(rows.contains { $0.title.contains("Höhere") })
    #expect(Events.ImportCalendar(calendar: text).legacyLine == nil)
  }

  @Test("test_i4 made calendars agree, and so do they after a round trip")
  func made() throws {
    var blocks: [(text: String, dates: [String])] = []
    for line in try Self.text("made.txt").split(separator: "\n") {
      if line == "BEGIN:VCALENDAR" { blocks.append(("", [])) }
      if line.hasPrefix("= ") {
        blocks[blocks.count - 1].dates.append(String(line.dropFirst(2)))
      } else {
        blocks[blocks.count - 1].text += line + "\r\n"
      }
    }
    #expect(blocks.count == 60)
    for (text, dates) in blocks {
      let (rows, problems) = try Self.rows(text)
      #expect(problems == [] && rows.count == 1, "\(text)")
      #expect(Set(try Self.dates(rows)).symmetricDifference(dates) == [], "\(text)")
      let again = try Self.rows(try FeedText.text(of: rows, for: EventSample.owner)).rows
      #expect(again.map(\.exceptions) == rows.map(\.exceptions), "\(text)")
      #expect(Set(try Self.dates(again)).symmetricDifference(dates) == [], "\(text)")
    }
  }
}
