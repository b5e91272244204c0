import Schema
import Store
import TestSupport
import Testing

@testable import events

@Suite("A feed is what its events say, and its state names it")
struct FeedTests {
  private func lines(_ events: [EventRow], for person: PersonID = EventSample.owner) throws -> [String] {
    try FeedText.text(of: events, for: person).split(separator: "\r\n").map(String.init)
  }

  @Test("once is a moment, repeats stand on their clocks, days are dates")
  func times() throws {
    let once = try EventSample.row(EventSample.time("2026-10-16T19:00"), minutes: 90)
    let repeats = try EventSample.row(
      EventSample.time("2026-10-16T19:00"), rule: "FREQ=DAILY;UNTIL=20261231T190000")
    let days = try EventSample.row(EventSample.time("2026-10-16"), minutes: 2880)
    let found = try lines([once, repeats, days])
    for line in [
      "DTSTART:20261016T230000Z", "DTEND:20261017T003000Z", "DTSTART;TZID=America/New_York:20261016T190000",
      "RRULE:FREQ=DAILY;UNTIL=20270101T000000Z", "DTSTART;VALUE=DATE:20261016", "DTEND;VALUE=DATE:20261018",
      "UID:\(once.id)", "BEGIN:VTIMEZONE",
    ] {
      #expect(found.contains(line), "\(line)")
    }
    #expect(!found.contains("BEGIN:VALARM"))
  }

  @Test(
    "a rule of whole days ends with a date of its owner's",
    arguments: [("FREQ=DAILY;UNTIL=20261231", "20261231"), ("FREQ=DAILY;UNTIL=20261230T230000Z", "20261231")])
  func ends(rule: String, date: String) throws {
    let days = try EventSample.row(EventSample.time("2026-10-16", EventSample.berlin), rule: rule)
    #expect(try lines([days]).contains("RRULE:FREQ=DAILY;UNTIL=\(date)"))
  }

  @Test("no time at all has no end, and clocks put back do not end an event where it began")
  func lengths() throws {
    let none = try EventSample.row(EventSample.time("2026-10-16T19:00"), minutes: 0)
    #expect(try !lines([none]).contains { $0.hasPrefix("DTEND") })
    // 01:30 comes twice there on that night.
    let night = try EventSample.row(
      EventSample.time("2026-11-01T01:30"), minutes: 60, rule: "FREQ=YEARLY")
    #expect(try lines([night]).contains("DTEND:20261101T063000Z"))
  }

  @Test("others' notes and second copies stay out")
  func others() throws {
    var mine = try EventSample.row(EventSample.time("2026-10-16T19:00"))
    mine.notes = "Mine"
    var copy = mine
    copy.title = "Copy"
    #expect(try lines([mine, copy]).filter { $0.hasPrefix("SUMMARY") } == ["SUMMARY:Dinner"])
    #expect(try lines([mine]).contains("DESCRIPTION:Mine"))
    #expect(try !lines([mine], for: .random()).contains { $0.hasPrefix("DESCRIPTION") })
  }

  @Test("the longest notes there are fit into a reply, from the first event on")
  func longest() throws {
    var event = try EventSample.row(EventSample.time("2026-10-16T19:00"))
    event.notes = String(repeating: "\\", count: EventNotes.maxLength)
    let events = (0..<400).map { number in
      var copy = EventRow(event, uid: "\(number)")
      copy.title = "Event \(number)"
      return copy
    }
    let text = try FeedText.text(of: events, for: EventSample.owner)
    #expect(text.contains("SUMMARY:Event 0\r\n") && text.hasSuffix("END:VCALENDAR\r\n"))
    // As JSON, in a message of 4 MiB.
    let bytes = text.utf8.reduce(0) { $0 + ([10, 13, 34, 92].contains($1) ? 2 : 1) }
    #expect(bytes < 4 * 1024 * 1024 - 1000 && bytes > FeedText.maxBytes / 2)
  }

  @Test("a state is of events and their SEQUENCE, in their order")
  func states() {
    let one = EventMark(id: RawUUID(high: 1, low: 2), sequence: 3)
    let other = EventMark(id: RawUUID(high: 1, low: 3), sequence: 3)
    let states = [[], [one], [other], [one, other], [EventMark(id: one.id, sequence: 4)]].map {
      FeedState.tag(of: $0)
    }
    #expect(Set(states).count == states.count)
    #expect(states.allSatisfy { $0.utf8.count == 43 })
    #expect(FeedState.tag(of: [one]) == states[1])
  }
}

extension EventRow {
  /// The same under another name.
  fileprivate init(_ event: EventRow, uid: String) {
    self.init(
      id: .random(), owner: event.owner, title: event.title, notes: event.notes, place: event.place,
      when: event.when, minutes: event.minutes, recurrence: event.recurrence, leads: event.leads,
      picture: event.picture, look: event.look, room: event.room, next: event.next, last: event.last,
      moves: event.moves, uid: uid, sequence: event.sequence, added: event.added, deleted: event.deleted,
      version: event.version, revised: event.revised)
  }
}
