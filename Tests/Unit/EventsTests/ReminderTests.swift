import Schema
import ServiceKit
import Store
import TestSupport
import Testing

@testable import events

@Suite("Reminders follow an event, its time and its owner's zone")
struct ReminderTests {
  private func when(_ date: String, _ time: String?, _ zone: String = "Etc/UTC") -> EventTime {
    EventTime(
      date: CivilDate(date) ?? .sample, time: time.flatMap { TimeOfDay($0) }, zone: ZoneName(checked: zone))
  }

  private func fires(
    _ alerts: inout KeptAlerts<EventsService>, _ event: Events.CalendarEvent
  ) throws -> [String] {
    try alerts.of(event.id.raw).map(\.at.description)
  }

  @Test("they follow what is changed")
  func follow() async throws {
    try await Circle.with { circle in
      var alerts = KeptAlerts(circle.program)
      func edit(_ edit: Events.EditEvent) async throws -> Events.AddedEvent {
        try await circle.ask(edit, as: circle.ada)
      }
      let event = try await circle.add(when: when("2031-06-10", "12:00"), leads: [0, 60])
      let planned = try alerts.of(event.id.raw)
      #expect(planned.map(\.person) == [circle.ada.id, circle.ada.id])
      #expect(planned.map(\.key.lead.minutes) == [60, 0])
      #expect(planned.map(\.at.description) == ["2031-06-10T11:00:00.000Z", "2031-06-10T12:00:00.000Z"])
      _ = try await edit(Events.EditEvent(id: event.id, version: 1, leads: Circle.leads([60, 1440])))
      #expect(try alerts.read().map(\.isPlanned).sorted { !$0 && $1 } == [false, true])
      let moved = try await edit(
        Events.EditEvent(id: event.id, version: 2, when: .set(when("2031-06-11", "12:00")))
      ).event
      #expect(try fires(&alerts, event) == ["2031-06-10T12:00:00.000Z", "2031-06-11T11:00:00.000Z"])
      let one = try #require(alerts.planned.values.first)
      #expect(one.until == moved.next && one.because.all[0].key == "event.yours")
      let none = try await edit(Events.EditEvent(id: event.id, version: 3, leads: .clear))
      #expect(none.reminder == Events.ReminderState.none && none.event.leads == nil)
      #expect(try alerts.of(event.id.raw).isEmpty)
    }
  }

  @Test("a new event is reminded of at its time, or not at all")
  func unsaid() async throws {
    try await Circle.with { circle in
      var alerts = KeptAlerts(circle.program)
      let title = EventTitle(checked: "Dinner")
      let usual = try await circle.ask(
        Events.AddEvent(title: title, when: Circle.time(days: 3)), as: circle.ada)
      let none = try await circle.ask(
        Events.AddEvent(title: title, when: Circle.time(days: 3), leads: .clear), as: circle.ada)
      #expect(usual.reminder == .planned && usual.event.leads == .standard)
      #expect(try alerts.of(usual.event.id.raw).map(\.at) == [usual.event.next])
      #expect(none.reminder == Events.ReminderState.none && none.event.leads == nil)
      #expect(try alerts.of(none.event.id.raw).isEmpty)
    }
  }

  @Test("a deleted event comes back whole, and its reminders with it")
  func deleted() async throws {
    try await Circle.with { circle in
      var alerts = KeptAlerts(circle.program)
      let event = try await circle.add(leads: [0, 60])
      #expect(try alerts.of(event.id.raw).count == 2)
      for _ in 0..<2 { try await circle.delete(event.id) }
      #expect(try await circle.titles().isEmpty)
      #expect(try alerts.of(event.id.raw).isEmpty)
      for _ in 0..<2 {
        #expect(try await circle.ask(Events.RestoreEvent(id: event.id), as: circle.ada) == event)
      }
      #expect(try alerts.of(event.id.raw).count == 2)
      #expect(try await circle.titles() == ["Dinner"])
      #expect(try await alerts.snapshot() == alerts.planned)
    }
  }

  @Test("all-day events follow the zone of the profile, those with a time do not")
  func zones() async throws {
    try await Circle.with { circle in
      var alerts = KeptAlerts(circle.program)
      let newYork = "America/New_York"
      let trip = try await circle.add("Trip", when: when("2031-06-10", nil, newYork), leads: [0])
      let dinner = try await circle.add("Dinner", when: when("2031-06-10", "19:00:00", newYork))
      #expect(try fires(&alerts, trip) == ["2031-06-10T13:00:00.000Z"])
      try await circle.program.receive(
        Auth.ProfileChanged(
          person: circle.ada.id, firstName: "Ada", lastName: "Example",
          zone: ZoneName(checked: "Asia/Tokyo")),
        from: .auth)
      try await circle.work()
      let moved = try await circle.get(trip.id)
      #expect(moved.when.zone.text == "Asia/Tokyo" && moved.when.date == trip.when.date)
      #expect(moved.next == EventSample.instant("2031-06-09T15:00:00Z"))
      #expect(try fires(&alerts, trip) == ["2031-06-10T00:00:00.000Z"])
      #expect(try await circle.get(dinner.id) == dinner)
      let fair = try await circle.add("Fair", when: when("2027-06-10", nil, newYork))
      #expect(fair.when.zone.text == "Asia/Tokyo")
      let told = try circle.program.published(Events.ListsChanged.self)
      #expect(!told.isEmpty && told.allSatisfy { $0.person == circle.ada.id })
    }
  }

  @Test(
    "an event that cannot move does not hold up those that move with it",
    .enabled(if: !PostgresServer.isAsked, "it is held by a trigger of SQLite"))
  func oneThrows() async throws {
    try await Circle.with { circle in
      let stuck = try await circle.add(
        "Stuck", when: when("2026-10-17", "09:00:00"), recurrence: "FREQ=DAILY")
      _ = try await circle.add("Free", when: when("2026-10-17", "09:00:00"), recurrence: "FREQ=DAILY")
      try await circle.program.context.store.write { db in
        try db.run(
          """
          CREATE TRIGGER stuck BEFORE UPDATE ON event WHEN OLD.title = 'Stuck'
          BEGIN SELECT RAISE(ABORT, 'stuck'); END
          """)
      }
      let now = EventSample.instant("2026-10-17T10:00:00Z")
      try circle.program.move(to: now)
      try await circle.work()
      let left = try await circle.program.context.store.read { db in
        try db.all("SELECT id FROM event WHERE moves_at <= ?", now) { EventID(try $0.id("id")) }
      }
      #expect(left == [stuck.id])
    }
  }

  @Test("what repeats moves on and plans its next reminder, until it is past and then purged")
  func repeats() async throws {
    try await Circle.with { circle in
      var alerts = KeptAlerts(circle.program)
      let event = try await circle.add(
        "Run", when: when("2026-10-17", "09:00:00"), recurrence: "FREQ=DAILY;COUNT=3", leads: [30])
      #expect(try fires(&alerts, event) == ["2026-10-17T08:30:00.000Z"])
      func work(_ time: String) async throws {
        try circle.program.move(to: EventSample.instant(time))
        try await circle.work()
      }
      try await work("2026-10-17T08:45:00Z")
      #expect(try fires(&alerts, event) == ["2026-10-18T08:30:00.000Z"])
      #expect(try await circle.get(event.id).next.description == "2026-10-17T09:00:00.000Z")
      try circle.program.move(to: EventSample.instant("2026-10-18T12:00:00Z"))
      #expect(try await circle.get(event.id).next.description == "2026-10-19T09:00:00.000Z", "at once")
      try await circle.work()
      #expect(try fires(&alerts, event) == ["2026-10-19T08:30:00.000Z"])
      try await work("2026-10-19T08:31:00Z")
      #expect(try alerts.read().isEmpty, "a fired alert is not canceled")
      try await work("2026-10-19T10:00:00Z")
      #expect(try await circle.titles().isEmpty)
      #expect(try await circle.titles(.past) == ["Run"])
      let past = try await circle.get(event.id)
      #expect(past.isPast && past.version == event.version)
      // Past events may be edited, and what is deleted is purged 30 days later.
      let edited = try await circle.ask(
        Events.EditEvent(
          id: event.id, version: event.version, notes: .set(EventNotes(checked: "It was cold."))),
        as: circle.ada)
      #expect(edited.reminder == Events.ReminderState.none && edited.event.notes == "It was cold.")
      try await circle.delete(event.id)
      try await work("2026-11-18T09:59:59Z")
      #expect(try await circle.count("event") == 1)
      try await work("2026-11-18T10:00:01Z")
      #expect(try await circle.count("event") == 0)
      #expect(await circle.refusal(Events.RestoreEvent(id: event.id), as: circle.ada) == "not_found")
    }
  }
}
