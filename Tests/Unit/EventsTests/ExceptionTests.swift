import Calendar
import Schema
import Testing

@testable import events

@Suite("A date that is skipped or moved is gone from where it was")
struct ExceptionTests {
  private let owner = [RemindedPerson(person: EventSample.owner, answer: nil)]

  private func date(_ text: String) -> CivilDate { CivilDate(text) ?? .sample }

  private func moved(_ date: String, _ time: String? = nil, _ minutes: Int? = nil) -> Events.MovedDate {
    Events.MovedDate(
      date: self.date(date), time: time.flatMap { TimeOfDay($0) },
      minutes: minutes.flatMap { EventMinutes($0) })
  }

  private func weekly(_ rule: String = "FREQ=WEEKLY", leads: [Int]? = nil) throws -> EventRow {
    try EventSample.row(EventSample.time("2026-10-16T19:00"), rule: rule, leads: leads)
  }

  private func starts(_ event: EventRow, _ count: Int) throws -> [String] {
    let times = try EventTimes(event)
    var found: [String] = []
    var next = times.next(after: EventSample.now)
    while let start = next, found.count < count {
      found.append(times.zone.wallTime(at: start).description)
      next = times.next(after: start)
    }
    return found
  }

  @Test("test_i4 the next date, the last one and the reminders leave out a skipped date")
  func skipped() throws {
    var event = try weekly("FREQ=WEEKLY;COUNT=3", leads: [60])
    try event.skip(date("2026-10-16"), at: EventSample.now)
    #expect(event.next == EventSample.instant("2026-10-23T23:00:00Z"))
    let alerts = try event.alerts(of: owner, at: EventSample.now)
    #expect(alerts.map(\.at.description) == ["2026-10-23T22:00:00.000Z"])
    try event.skip(date("2026-10-30"), at: EventSample.now)
    #expect(event.last == event.next)
    #expect(throws: Fault(.dateLast, field: "date")) {
      try event.skip(date("2026-10-23"), at: EventSample.now)
    }
  }

  @Test("test_i4 a moved date comes when it was moved to, as long as it was said")
  func moves() throws {
    var event = try weekly(leads: [60])
    try event.move(date("2026-10-23"), to: moved("2026-10-20", "08:30", 45), at: EventSample.now)
    #expect(
      try starts(event, 4) == [
        "2026-10-16T19:00:00", "2026-10-20T08:30:00", "2026-10-30T19:00:00", "2026-11-06T19:00:00",
      ])
    let later = EventSample.instant("2026-10-17T12:00:00Z")
    try event.schedule(later)
    #expect(event.next == EventSample.instant("2026-10-20T12:30:00Z"))
    #expect(try event.end(of: event.next) == EventSample.instant("2026-10-20T13:15:00Z"))
    #expect(try event.alerts(of: owner, at: later).map(\.at.description) == ["2026-10-20T11:30:00.000Z"])
    // Moved back, it is as the rule has it.
    try event.move(date("2026-10-23"), to: moved("2026-10-23"), at: later)
    #expect(event.exceptions.isEmpty && event.next == EventSample.instant("2026-10-23T23:00:00Z"))
  }

  @Test("test_i4 only dates of the event can be changed, and only to a time to come")
  func refused() throws {
    var event = try weekly("FREQ=WEEKLY;COUNT=3")
    for day in ["2026-10-09", "2026-10-17", "2026-11-06"] {
      #expect(EventSample.code { try event.skip(date(day), at: EventSample.now) } == "date_unknown")
      let code = EventSample.code { try event.move(date(day), to: moved("2026-12-01"), at: EventSample.now) }
      #expect(code == "date_unknown")
    }
    let past = EventSample.code {
      try event.move(date("2026-10-16"), to: moved("2026-10-14"), at: EventSample.now)
    }
    #expect(past == "date_not_future" && event.exceptions.isEmpty)
    var single = try EventSample.row(EventSample.time("2026-10-16T19:00"))
    #expect(EventSample.code { try single.skip(date("2026-10-16"), at: EventSample.now) } == "date_unknown")
    var days = try EventSample.row(EventSample.time("2026-10-16"), rule: "FREQ=DAILY")
    let part = EventSample.code {
      try days.move(date("2026-10-17"), to: moved("2026-10-20", nil, 90), at: EventSample.now)
    }
    #expect(part == "length_bad")
    try days.skip(date("2026-10-17"), at: EventSample.now)
    #expect(try starts(days, 2) == ["2026-10-16T00:00:00", "2026-10-18T00:00:00"])
  }

  @Test("test_i4 the same again changes nothing, restoring undoes, five hundred are the most")
  func limits() throws {
    var event = try EventSample.row(EventSample.time("2026-10-16T19:00"), rule: "FREQ=DAILY")
    for day in 1...Int64(Events.DateException.maxCount) {
      try event.skip(try #require(event.when.date.adding(days: day)), at: EventSample.now)
    }
    let full = event
    try event.skip(date("2026-10-17"), at: EventSample.now)
    #expect(event == full)
    let far = try #require(event.when.date.adding(days: 501))
    #expect(EventSample.code { try event.skip(far, at: EventSample.now) } == "too_many_exceptions")
    let after = EventSample.instant("2026-10-17T12:00:00Z")
    try event.schedule(after)
    #expect(
      event.next
        == (try EventTimes(event.when, nil).zone.instant(
          of: WallTime(date: far, time: event.when.wallTime.time)
        ).instant))
    try event.restore(date("2026-10-18"), at: after)
    #expect(event.next == EventSample.instant("2026-10-18T23:00:00Z"))
    #expect(EventExceptions(stored: event.exceptions.stored) == event.exceptions)
  }

  @Test("test_i4 an edit keeps the dates that the event still has")
  func edits() throws {
    var event = try weekly("FREQ=WEEKLY;BYDAY=MO,FR")
    try event.skip(date("2026-10-19"), at: EventSample.now)
    try event.move(date("2026-10-23"), to: moved("2026-10-24", "10:00"), at: EventSample.now)
    func edited(_ request: Events.EditEvent) throws -> EventRow {
      try event.applying(request, ownZone: nil, circle: nil, now: EventSample.now)
    }
    let later = try edited(
      Events.EditEvent(id: event.id, version: 1, when: .set(EventSample.time("2026-10-16T20:00"))))
    #expect(later.exceptions == event.exceptions)
    let fridays = try edited(
      Events.EditEvent(id: event.id, version: 1, recurrence: .set(RecurrenceText(checked: "FREQ=WEEKLY"))))
    #expect(fridays.exceptions.all.map(\.date) == [date("2026-10-23")])
    let days = try edited(
      Events.EditEvent(id: event.id, version: 1, when: .set(EventSample.time("2026-10-16"))))
    #expect(days.exceptions.all.map(\.date) == [date("2026-10-19")])
    let once = try edited(Events.EditEvent(id: event.id, version: 1, recurrence: .clear))
    #expect(once.exceptions.isEmpty)
  }

  @Test("the store holds what was stored, and rejects anything else")
  func stored() throws {
    let all = EventExceptions([
      Events.DateException(date: date("2026-10-16"), moved: nil),
      Events.DateException(date: date("2026-10-23"), moved: moved("2026-10-24", "18:30", 90)),
      Events.DateException(date: date("2026-10-30"), moved: moved("2026-11-01")),
    ])
    #expect(all.stored == "2026-10-16 2026-10-23>2026-10-24T18:30:00/90 2026-10-30>2026-11-01")
    #expect(EventExceptions(stored: all.stored) == all && EventExceptions(stored: "") == EventExceptions.none)
    for bad in ["x", "2026-10-16>", "2026-10-16>2026-10-17T", "2026-10-16>2026-10-17/x", "2026-02-30"] {
      #expect(EventExceptions(stored: bad) == nil, "\(bad)")
    }
  }
}
