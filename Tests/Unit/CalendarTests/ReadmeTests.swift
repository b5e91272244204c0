import Calendar
import Schema
import Testing

@Suite("The example of the README works")
struct ReadmeTests {
  @Test("a birthday, next year's, and its calendar")
  func example() throws {
    let (date, now) = (try date("2026-10-15"), try moment("2026-11-21T23:00:00Z"))
    let zone = try Zone.named("America/New_York")
    let birthday = WallTime(date: date, time: TimeOfDay(secondsOfDay: 19 * 3600))
    let rule = try RecurrenceRule("FREQ=YEARLY")
    let next = rule.next(from: birthday, in: zone, after: now)
    var calendar = CalendarText(name: "Ada")
    calendar.add(
      CalendarEvent(
        uid: "1@quad.example", sequence: 0, stamp: now, start: .zoned(birthday, zone), rule: rule,
        summary: "Mom’s Birthday", reminders: [3600]))
    let read = try CalendarReader.read(Array(calendar.text.utf8))
    #expect(next?.instant == (try moment("2027-10-15T23:00:00Z")))
    #expect(read.events.first?.summary == "Mom’s Birthday" && read.problems.isEmpty)
  }
}
