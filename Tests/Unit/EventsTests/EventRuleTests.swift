import Schema
import Testing

@testable import events

@Suite("An event begins after now, under a title of its own")
struct EventRuleTests {
  private let now = EventSample.now

  @Test("a title that nobody typed is refused on creation alone")
  func untouched() throws {
    let when = EventSample.time("2026-10-20T19:00")
    #expect(EventSample.code { _ = try EventSample.row(when, title: "New event") } == "title_unchanged")
    let event = try EventSample.row(when)
    let edit = Events.EditEvent(
      id: event.id, version: 1, title: .set(EventTitle(checked: "New event")))
    #expect(try event.applying(edit, ownZone: nil, circle: nil, now: now).title == "New event")
  }

  @Test("the second of now is too late, the one after it is not, and the answer says what time it is")
  func future() throws {
    // 12:00 UTC is 08:00 in New York.
    #expect(
      EventSample.code { _ = try EventSample.row(EventSample.time("2026-10-15T08:00:00")) }
        == "date_not_future")
    _ = try EventSample.row(EventSample.time("2026-10-15T08:00:01"))
    do { _ = try EventSample.row(EventSample.time("2026-10-14T08:00")) } catch let fault as Fault {
      #expect(fault.details?["now"] == .string("2026-10-15T12:00:00.000Z"))
      #expect(fault.fields?.first?.field == "when")
    }
  }

  @Test("an all-day event of today has begun; tomorrow's begins with its date")
  func allDay() throws {
    #expect(EventSample.code { _ = try EventSample.row(EventSample.time("2026-10-15")) } == "date_not_future")
    let event = try EventSample.row(EventSample.time("2026-10-16"))
    #expect(event.next == EventSample.instant("2026-10-16T04:00:00Z"))
    #expect(event.minutes == .day)
    #expect(try event.end(of: event.next) == EventSample.instant("2026-10-17T04:00:00Z"))
  }

  @Test("a day is as long as its zone has it")
  func longDay() throws {
    // Clocks go back in New York on 2026-11-01.
    let event = try EventSample.row(EventSample.time("2026-11-01"))
    #expect(try event.end(of: event.next).since(event.next) == .seconds(25 * 3600))
  }

  @Test("whole days are whole", arguments: [0, 1, 120, 1441])
  func parts(minutes: Int) {
    let code = EventSample.code {
      _ = try EventSample.row(EventSample.time("2026-10-20"), minutes: minutes)
    }
    #expect(code == "length_bad")
  }

  @Test("a time that a change of the clocks skips is the one as much later")
  func gap() throws {
    let event = try EventSample.row(EventSample.time("2027-03-14T02:30"))
    #expect(event.next == EventSample.instant("2027-03-14T07:30:00Z"))
    #expect(try EventTimes(event.when, nil).first.isAdjusted)
  }

  @Test("an all-day event is a date where its owner lives, one with a time where it is")
  func ownZone() throws {
    let day = try EventSample.row(EventSample.time("2026-10-20"), zone: EventSample.berlin)
    #expect(day.when.zone == EventSample.berlin)
    let dinner = try EventSample.row(EventSample.time("2026-10-20T19:00"), zone: EventSample.berlin)
    #expect(dinner.when.zone == EventSample.newYork)
  }

  @Test("a zone that does not exist is named")
  func zone() {
    let when = EventSample.time("2026-10-20T19:00", ZoneName(checked: "Mars/Olympus"))
    #expect(EventSample.code { _ = try EventSample.row(when) } == "zone_unknown")
  }
}

@Suite("An edit changes what it names")
struct EventEditTests {
  private func edit(
    _ event: EventRow, when: Patch<EventTime> = .keep, title: Patch<EventTitle> = .keep,
    minutes: Patch<EventMinutes> = .keep, recurrence: Patch<RecurrenceText> = .keep,
    leads: Patch<LeadTimes> = .keep, at now: Instant = EventSample.now
  ) throws -> EventRow {
    try event.applying(
      Events.EditEvent(
        id: event.id, version: 1, title: title, when: when, minutes: minutes, recurrence: recurrence,
        leads: leads), ownZone: nil, circle: nil, now: now)
  }

  private let later = EventSample.instant("2026-12-01T00:00:00Z")

  @Test("one that changes nothing keeps the version")
  func nothing() throws {
    let event = try EventSample.row(EventSample.time("2026-10-20T19:00"))
    #expect(try edit(event, when: .set(event.when), title: .set(EventTitle(checked: "Dinner"))) == event)
  }

  @Test("a past event keeps its time while the rest changes; another time has to be ahead")
  func past() throws {
    let event = try EventSample.row(EventSample.time("2026-10-20T19:00"))
    let renamed = try edit(event, title: .set(EventTitle(checked: "Supper")), at: later)
    #expect(renamed.version == 2 && renamed.sequence == 1 && renamed.next == event.next)
    let code = EventSample.code {
      _ = try edit(event, when: .set(EventSample.time("2026-10-21T19:00")), at: later)
    }
    #expect(code == "date_not_future")
  }

  @Test("a title and a time are never cleared")
  func cleared() throws {
    let event = try EventSample.row(EventSample.time("2026-10-20T19:00"))
    #expect(EventSample.code { _ = try edit(event, title: .clear) } == "title_blank")
    #expect(EventSample.code { _ = try edit(event, when: .clear) } == "date_bad")
  }

  @Test("a dinner that becomes a day is a day long")
  func length() throws {
    let event = try EventSample.row(EventSample.time("2026-10-20T19:00"), minutes: 90)
    #expect(try edit(event, when: .set(EventSample.time("2026-10-20"))).minutes == .day)
    #expect(try edit(event, minutes: .clear).minutes == .standard)
  }

  @Test("a past event that begins to repeat is ahead again")
  func repeats() throws {
    let event = try EventSample.row(EventSample.time("2026-10-20T19:00"))
    let yearly = try edit(event, recurrence: .set(RecurrenceText(checked: "FREQ=YEARLY")), at: later)
    #expect(yearly.next == EventSample.instant("2027-10-20T23:00:00Z"))
    #expect(yearly.last == EventRow.endless)
    #expect(yearly.moves == yearly.next)
  }
}

@Suite("An event that repeats is at its next time, whenever somebody looks")
struct EventRepeatTests {
  @Test("a first time that is past counts by its next one")
  func birthday() throws {
    let event = try EventSample.row(EventSample.time("1990-05-01"), rule: "FREQ=YEARLY")
    #expect(event.next == EventSample.instant("2027-05-01T04:00:00Z"))
    #expect(
      try event.next(at: EventSample.instant("2031-05-02T00:00:00Z"))
        == EventSample.instant("2032-05-01T04:00:00Z"))
  }

  @Test("past its last time it stays there")
  func ends() throws {
    let event = try EventSample.row(EventSample.time("2026-10-20T19:00"), rule: "FREQ=WEEKLY;COUNT=3")
    #expect(event.last == EventSample.instant("2026-11-04T00:00:00Z"))
    #expect(try event.next(at: EventSample.instant("2027-01-01T00:00:00Z")) == event.last)
  }

  @Test("days until a moment last to its date, and are past no earlier")
  func untilMoment() throws {
    // 02:00 UTC of the 21st is the 20th there.
    let event = try EventSample.row(EventSample.time("2026-10-20"), rule: "FREQ=DAILY;UNTIL=20261021T020000Z")
    let second = EventSample.instant("2026-10-21T04:00:00Z")
    #expect(try event.next(at: EventSample.instant("2026-10-20T12:00:00Z")) == second)
    #expect(event.last == second)
  }

  @Test("one whose last time is past is no new event")
  func over() {
    let code = EventSample.code {
      _ = try EventSample.row(EventSample.time("2020-01-01T10:00"), rule: "FREQ=DAILY;COUNT=2")
    }
    #expect(code == "date_not_future")
  }

  @Test("the part of a rule that is not known is named")
  func unsupported() throws {
    do {
      _ = try EventSample.row(EventSample.time("2026-10-20T19:00"), rule: "FREQ=YEARLY;BYWEEKNO=20")
      Issue.record("it was taken")
    } catch let fault as Fault {
      #expect(fault.code == "rrule_unsupported")
      #expect(fault.details?["part"] == .string("BYWEEKNO"))
    }
    #expect(
      EventSample.code {
        _ = try EventSample.row(EventSample.time("2026-10-20T19:00"), rule: "EVERY DAY")
      } == "rrule_bad")
  }
}
