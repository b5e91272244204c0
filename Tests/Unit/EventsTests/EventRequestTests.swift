import Schema
import ServiceKit
import Store
import TestSupport
import Testing

@testable import events

@Suite("An event is added, edited, deleted and listed by whoever may")
struct EventRequestTests {
  private static let tooLong = String(repeating: "x", count: 201)

  @Test("it comes back as it was entered")
  func comesBack() async throws {
    try await Circle.with { circle in
      let newYork = ZoneName(checked: "America/New_York")
      let when = EventTime(
        date: CivilDate("2027-05-01") ?? .sample, time: TimeOfDay("19:00:00"), zone: newYork)
      let made = try await circle.ask(
        Events.AddEvent(
          title: EventTitle(checked: "Mom’s Birthday"), when: when, notes: EventNotes(checked: "Card\nCake"),
          place: EventPlace(checked: "Forbes"), minutes: EventMinutes(checked: 90),
          leads: Circle.leads([60, 0])), as: circle.ada)
      #expect(!made.isAdjusted && made.reminder == .planned)
      #expect(
        made.event
          == Events.CalendarEvent(
            id: made.event.id, title: "Mom’s Birthday", notes: "Card\nCake", place: "Forbes", when: when,
            next: EventSample.instant("2027-05-01T23:00:00Z"),
            ends: EventSample.instant("2027-05-02T00:30:00Z"), isPast: false,
            minutes: EventMinutes(checked: 90),
            recurrence: nil, exceptions: nil,
            leads: LeadTimes(checked: [LeadTime(checked: 60), .atTheTime]), picture: nil,
            drawing: .cake, color: .standard(of: made.event.id), visibility: .private, course: nil,
            owner: circle.ada.id, isMine: true, answer: nil,
            answers: Events.AnswerCounts(yes: 0, maybe: 0, no: 0), toDos: Events.ToDoCounts(done: 0, all: 0),
            budget: nil, hasLink: false, added: Program.start, version: 1))
      #expect(try await circle.get(made.event.id) == made.event)
    }
  }

  @Test(
    "what is wrong is named",
    arguments: [
      (#""title": " \u200b ""#, "title_blank title"), (#""title": "\#(tooLong)""#, "too_long title"),
      (#""title": "New event""#, "title_unchanged title"),
      (#""when": {"date": "2026-02-30", "zone": "Etc/UTC"}"#, "date_bad when.date"),
      (#""when": {"date": "0002-12-24", "zone": "Etc/UTC"}"#, "date_bad when.date"),
      (#""when": {"date": "10000-01-01", "zone": "Etc/UTC"}"#, "date_bad when.date"),
      (#""when": {"date": "2031-01-01", "time": "25:00", "zone": "Etc/UTC"}"#, "time_bad when.time"),
      (#""when": {"date": "2031-01-01", "zone": "Mars/Olympus"}"#, "zone_unknown when.zone"),
      (#""when": {"date": "2031-01-01", "zone": "../../etc/passwd"}"#, "zone_unknown when.zone"),
      (#""when": {"date": "2020-01-01", "time": "10:00", "zone": "Etc/UTC"}"#, "date_not_future when"),
      (#""when": 5"#, "wrong_type when"), (#""minutes": -1"#, "length_bad minutes"),
      (#""minutes": 527041"#, "length_bad minutes"),
      (#""when": {"date": "2031-01-01", "zone": "Etc/UTC"}, "minutes": 90"#, "length_bad minutes"),
      (#""leads": []"#, "leads_bad leads"), (#""leads": [5, 5]"#, "leads_bad leads"),
      (#""leads": [527041]"#, "lead_bad leads.0"), (#""recurrence": "every day""#, "rrule_bad recurrence"),
      (#""recurrence": "FREQ=SOMETIMES""#, "rrule_bad recurrence"),
      (#""recurrence": "FREQ=YEARLY;BYWEEKNO=20""#, "rrule_unsupported recurrence"),
      (#""picture": {"object": "beef"}"#, "picture_bad picture.object"),
      (
        #""picture": {"object": "\#(String(repeating: "ab", count: 32))", "crop": "#
          + #"{"x": 0.9, "y": 0, "width": 0.5, "height": 1}}"#, "crop_bad picture.crop"
      ),
      (#""visibility": "room""#, "no_room visibility"),
      (#""drawing": "Cake""#, "value_unknown drawing"), (#""color": "mauve""#, "value_unknown color"),
      (#""visibility": "class""#, "value_unknown visibility"),
    ])
  func wrong(_ members: String, _ expected: String) async throws {
    try await Circle.with { circle in
      let nobody = TestPerson()
      let title = members.contains("title") ? "" : #", "title": "Dinner""#
      let when = #", "when": {"date": "2031-01-01", "time": "10:00", "zone": "Etc/UTC"}"#
      let body = "{\(members)\(title)\(members.contains("when") ? "" : when)}"
      #expect(await circle.refusal(Events.AddEvent.self, body, as: nobody) == expected)
      let titles = try await circle.titles(as: nobody)
      #expect(titles.isEmpty)
    }
  }

  @Test("a time that the clocks skip is moved, and the reply says so")
  func skipped() async throws {
    try await Circle.with { circle in
      let newYork = ZoneName(checked: "America/New_York")
      let when = EventTime(
        date: CivilDate("2031-03-09") ?? .sample, time: TimeOfDay("02:30:00"), zone: newYork)
      let add = Events.AddEvent(title: EventTitle(checked: "Early"), when: when)
      let made = try await circle.ask(add, as: circle.ada)
      #expect(made.isAdjusted && made.event.when == when)
      #expect(made.event.next == EventSample.instant("2031-03-09T07:30:00Z"))
    }
  }

  @Test("another's, a deleted and an unknown event do not exist")
  func others() async throws {
    try await Circle.with { circle in
      let (ada, ben) = (circle.ada, circle.ben)
      let event = try await circle.add()
      for id in [event.id, .random()] {
        let edit = Events.EditEvent(id: id, version: 1, title: .set(EventTitle(checked: "Mine")))
        let refusals = [
          await circle.refusal(Events.GetEvent(id: id), as: ben), await circle.refusal(edit, as: ben),
          await circle.refusal(Events.DeleteEvent(id: id), as: ben),
          await circle.refusal(Events.RestoreEvent(id: id), as: ben),
          await circle.refusal(Events.SetAnswer(id: id, answer: .yes), as: ben),
          await circle.refusal(Events.GetCountdown(id: id), as: ben),
          await circle.refusal(Events.ListAnswers(id: id), as: ben),
          await circle.refusal(Events.WithdrawAnswer(id: id), as: ben),
          await circle.refusal(Events.MakeLink(id: id), as: ben),
          await circle.refusal(Events.EndLink(id: id), as: ben),
        ]
        #expect(refusals == Array(repeating: "not_found", count: 10))
      }
      #expect(await circle.refusal(Events.GetEvent.self, #"{"id": "nonsense"}"#, as: ada) == "id_bad id")
      try await circle.delete(event.id)
      #expect(await circle.refusal(Events.GetEvent(id: event.id), as: ada) == "not_found")
    }
  }

  @Test("an edit changes what it names, and one that changes nothing keeps the version")
  func edits() async throws {
    try await Circle.with { circle in
      let event = try await circle.add()
      let supper = Patch<EventTitle>.set(EventTitle(checked: "Supper"))
      let edited = try await circle.ask(
        Events.EditEvent(
          id: event.id, version: 1, title: supper, place: .set(EventPlace(checked: "Hall"))),
        as: circle.ada
      ).event
      #expect(edited.title == "Supper" && edited.place == "Hall" && edited.version == 2)
      #expect(edited.when == event.when && edited.leads == event.leads && edited.added == event.added)
      let same = Events.EditEvent(id: event.id, version: 2, title: supper)
      #expect(try await circle.ask(same, as: circle.ada).event == edited)
      let cleared = try await circle.ask(
        Events.EditEvent(id: event.id, version: 2, place: .clear), as: circle.ada
      ).event
      #expect(cleared.place == nil && cleared.title == "Supper" && cleared.version == 3)
      let blank = Events.EditEvent(id: event.id, version: 3, title: .clear)
      #expect(await circle.refusal(blank, as: circle.ada) == "title_blank title")
      let late = Events.EditEvent(id: event.id, version: 3, when: .set(Circle.time(days: -1)))
      #expect(await circle.refusal(late, as: circle.ada) == "date_not_future when")
      let stale = Events.EditEvent(id: event.id, version: 2, title: supper)
      #expect(await circle.refusal(stale, as: circle.ada) == "changed_elsewhere")
    }
  }

  @Test("the same key adds once, also at once, and stands for no other event")
  func sameKey() async throws {
    try await Circle.with { circle in
      let dinner = Events.AddEvent(title: EventTitle(checked: "Dinner"), when: Circle.time(days: 3))
      let added = try await circle.atOnce([1, 2, 3, 4]) { _ in
        try await circle.ask(dinner, as: circle.ada, key: "one-and-the-same")
      }
      #expect(Set(added).count == 1)
      #expect(try await circle.titles() == ["Dinner"])
      let other = Events.AddEvent(title: EventTitle(checked: "Other"), when: Circle.time(days: 3))
      let reused = await outcome { try await circle.ask(other, as: circle.ada, key: "one-and-the-same") }
      #expect(reused.refusal == "key_reused")
    }
  }

  @Test("the next comes first, and pages meet")
  func list() async throws {
    try await Circle.with { circle in
      for number in [4, 1, 3, 2, 5] {
        _ = try await circle.add("in \(number) days", when: Circle.time(days: number))
      }
      let birthday = EventTime(
        date: CivilDate("1990-05-01") ?? .sample, time: nil, zone: ZoneName(checked: "Etc/UTC"))
      _ = try await circle.add("yearly", when: birthday, recurrence: "FREQ=YEARLY")
      var seen: [String] = []
      var cursor: Cursor?
      repeat {
        let page = try await circle.ask(
          Events.ListEvents(cursor: cursor, limit: PageLimit(checked: 2)), as: circle.ada)
        #expect(page.items.count <= 2)
        seen += page.items.map(\.title)
        cursor = page.next
      } while cursor != nil
      #expect(seen == (1...5).map { "in \($0) days" } + ["yearly"])
      #expect(try await circle.titles(.past).isEmpty)
      let bad = Events.ListEvents(cursor: Cursor("nonsense"))
      #expect(await circle.refusal(bad, as: circle.ada) == "cursor_bad cursor")
    }
  }

  @Test(
    "who keeps five thousand events restores none, and adds none",
    .enabled(if: !PostgresServer.isAsked, "rows are made by SQLite's functions"))
  func full() async throws {
    try await Circle.with { circle in
      let (gone, kept) = (try await circle.add("Gone"), try await circle.add("Kept"))
      try await circle.delete(gone.id)
      _ = try await circle.program.context.store.write { db in
        let columns = try db.all("SELECT name FROM pragma_table_info('event')") { try $0.text("name") }
        let values = columns.map { name in
          name == "id" ? "randomblob(16)" : name == "uid" ? "hex(randomblob(16))" : name
        }
        try db.run(
          """
          WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < \(Database.maxEvents))
          INSERT INTO event(\(columns.joined(separator: ", ")))
          SELECT \(values.joined(separator: ", ")) FROM event, n WHERE id = ?
          """,
          kept.id.raw)
      }
      let add = Events.AddEvent(title: EventTitle(checked: "Dinner"), when: Circle.time(days: 3))
      #expect(await circle.refusal(add, as: circle.ada) == "too_many_events")
      #expect(await circle.refusal(Events.RestoreEvent(id: gone.id), as: circle.ada) == "too_many_events")
      try await circle.delete(kept.id)
      #expect(try await circle.ask(Events.RestoreEvent(id: gone.id), as: circle.ada) == gone)
    }
  }

  @Test("the countdown runs to the second, and the wand takes two days away")
  func countdown() async throws {
    try await Circle.with { circle in
      let far = try await circle.add(when: Circle.time(days: 10, minutes: 5))
      let reading = try await circle.ask(Events.GetCountdown(id: far.id), as: circle.ada)
      #expect(reading.days == 10 && reading.hours == 0 && reading.minutes == 5 && reading.seconds == 0)
      #expect(reading.until.weeks == 1 && reading.mayBeMagic && !reading.isMagic && !reading.isOver)
      let magic = try await circle.ask(Events.GetCountdown(id: far.id, magic: true), as: circle.ada)
      #expect(magic.days == 8 && magic.isMagic)
      #expect(reading.until.seconds - magic.until.seconds == 172_800)
      let near = try await circle.add(when: Circle.time(days: 1))
      let close = await circle.refusal(Events.GetCountdown(id: near.id, magic: true), as: circle.ada)
      #expect(close == "magic_too_close")
    }
  }
}
