import Schema
import ServiceKit
import Store
import TestSupport
import Testing

@testable import campus

@Suite("A closing") struct DayClosingTests {
  @Test("moves the following days, and undone it leaves the exact state") func undo() async throws {
    try await DaySchool.with { school in
      let before = try await school.state()
      let changes = try school.program.published(Campus.DayChanged.self).count
      let closing = try await school.close("2026-10-19", key: "closing")
      #expect(
        try await school.plan("2026-10-12", "2026-10-23")
          == "12=1 13=2 14=3 15=4 16=1 19=- 20=2 21=3 22=4 23=1")
      #expect(closing.policy == .shift)
      #expect(closing.days.count == 20)
      #expect(closing.days.first?.before?.name.text == "Day 2")
      #expect(closing.days.first?.after == nil)
      #expect(closing.days.last?.date == .on("2026-11-13"))
      #expect(closing.days.last?.after?.name.text == "Day 4")
      #expect(closing.undoableUntil.since(closing.at) == .seconds(3600))
      // The same press again is the same closing, another one is refused.
      #expect(try await school.close("2026-10-19", key: "closing") == closing)
      #expect(await outcome { try await school.close("2026-10-19") }.refusal == "already_closed date")
      let day = try await school.days("2026-10-19", "2026-10-19")[0]
      #expect(day.state == .closed && day.closing == closing.id && day.note?.text == "Snow")
      let undone = try await school.undo(closing)
      #expect(undone.undone != nil && undone.days == closing.days)
      #expect(try await school.undo(closing) == undone)
      #expect(try await school.state() == before)
      let told = try school.program.published(Campus.DayChanged.self).dropFirst(changes)
      #expect(told.map(\.from) == [.on("2026-10-19"), .on("2026-10-19")])
      #expect(told.map(\.to) == [.on("2026-11-13"), .on("2026-11-13")])
      let list = try await school.program.ask(Campus.ListClosings(), as: school.admin)
      #expect(list.items == [undone])
    }
  }

  @Test("has its own reason alone, until it is undone") func reason() async throws {
    try await DaySchool.with { school in
      func note() async throws -> String? {
        try await school.days("2026-10-19", "2026-10-19")[0].note?.text
      }
      _ = try await school.program.ask(
        Campus.SetException(
          date: .on("2026-10-19"), kind: .school, bell: try await school.bell("Short", NewJersey.regular).id,
          note: DayNote(checked: "Teachers meet")), as: school.admin)
      #expect(try await note() == "Teachers meet")
      let closing = try await school.program.ask(
        Campus.CloseDay(date: .on("2026-10-19"), policy: nil, note: nil), as: school.admin)
      #expect(try await note() == nil)
      _ = try await school.undo(closing)
      #expect(try await note() == "Teachers meet")
    }
  }

  @Test("two closings are undone in either order") func both() async throws {
    try await DaySchool.with { school in
      let before = try await school.state()
      for isReversed in [false, true] {
        let first = try await school.close("2026-10-19", .shift)
        let second = try await school.close("2026-10-20", .keep)
        #expect(try await school.plan("2026-10-16", "2026-10-23") == "16=1 19=- 20=- 21=3 22=4 23=1")
        for closing in isReversed ? [second, first] : [first, second] { _ = try await school.undo(closing) }
        #expect(try await school.state() == before)
      }
    }
  }

  @Test("a preview shows the same days and changes nothing") func preview() async throws {
    try await DaySchool.with { school in
      let people = try await school.know(3)
      // Two people have a reminder of a class on the day, and one on the day before.
      try await school.program.context.store.write { db in
        for (person, date) in zip(people, ["2026-11-12", "2026-11-12", "2026-11-11"]) {
          try db.run(
            """
            INSERT INTO reminder(person, date, period, at, starts, minutes, title)
            VALUES (?, ?, 1, 0, 0, 10, 'Biology')
            """,
            person.raw, CivilDate.on(date).daysSince1970)
        }
      }
      let before = try await school.state()
      let head = school.program.context.store.head
      let preview = try await school.program.ask(
        Campus.PreviewClosing(date: .on("2026-11-12"), policy: .keep), as: school.admin)
      #expect(preview.days.map(\.date) == [.on("2026-11-12")])
      #expect(preview.students == 3 && preview.reminders == 2)
      let shift = try await school.program.ask(
        Campus.PreviewClosing(date: .on("2026-11-12")), as: school.admin)
      #expect(try await school.state() == before)
      #expect(school.program.context.store.head == head)
      #expect(try await school.close("2026-11-12").days == shift.days)
    }
  }

  @Test(
    "dates that cannot be closed",
    arguments: [
      ("2026-10-15", "past_day date"), ("2026-10-17", "no_school_day date"),
      ("2026-11-16", "no_school_day date"), ("2026-10-26", "already_closed date"),
    ])
  func refused(date: String, refusal: String) async throws {
    try await DaySchool.with { school in
      _ = try await school.except("2026-10-26", .closed)
      #expect(await outcome { try await school.close(date) }.refusal == refusal)
      let preview = await outcome {
        try await school.program.ask(Campus.PreviewClosing(date: .on(date)), as: school.admin)
      }
      #expect(preview.refusal == refusal)
    }
  }

  @Test("an hour later it stays, and so does the day that has passed") func late() async throws {
    try await DaySchool.with { school in
      let closing = try await school.close("2026-10-19")
      try school.move(to: "2026-10-16T13:00:00Z")
      #expect(await outcome { try await school.undo(closing) }.refusal == "undo_too_late")
      // At 23:30 in New York, the day itself ends first.
      try school.move(to: "2026-10-21T03:30:00Z")
      let night = try await school.close("2026-10-20")
      #expect(night.undoableUntil == Instant("2026-10-21T04:00:00Z"))
      try school.move(to: "2026-10-21T04:00:00Z")
      #expect(await outcome { try await school.undo(night) }.refusal == "undo_too_late")
      #expect(
        try await school.plan("2026-10-12", "2026-10-23")
          == "12=1 13=2 14=3 15=4 16=1 19=- 20=- 21=2 22=3 23=4")
    }
  }

  @Test("a school day set on its date ends it after the hour, and everybody is notified")
  func reopened() async throws {
    try await DaySchool.with { school in
      let people = try await school.know(2)
      let notices = ClosingNotices(context: school.program.context)
      _ = try await school.close("2026-10-22")
      try await notices.step()
      try school.move(to: "2026-10-17T12:00:00Z")
      let day = try await school.except("2026-10-22", .school)
      try await notices.step()
      #expect(day.state == .school && day.closing == nil && day.dayType?.name.text == "Day 1")
      #expect(try await school.plan() == "\(DaySchool.october) \(DaySchool.november)")
      #expect(try school.told()["day.reopened"]?.map(Set.init) == [Set(people)])
    }
  }

  @Test("everybody is notified once, in steps that go on after a crash") func notices() async throws {
    try await DaySchool.with { school in
      let people = try await school.know(1100)
      _ = try await school.close("2026-10-19")
      #expect(try school.told().isEmpty)
      try await ClosingNotices(context: school.program.context).step()
      let told = try school.told()["day.closed"] ?? []
      #expect(told.map(\.count) == [512, 512, 76])
      #expect(Set(told.flatMap { $0 }) == Set(people))
      let text = try school.program.published(Alerts.AlertRaised.self).first?.text
      #expect(text?.values.map(\.name) == ["day", "note", "next", "type"])
      #expect(text?.values.map(\.text) == ["2026-10-19", "Snow", "2026-10-20", "Day 2"])
      try await ClosingNotices(context: school.program.context).step()
      #expect(try school.told()["day.closed"]?.count == 3)
    }
  }

  @Test("an undo in the middle notifies those again who were notified, and nobody else")
  func middle() async throws {
    try await DaySchool.with { school in
      let people = try await school.know(600)
      let closing = try await school.close("2026-10-19")
      // The first step is done, then the program stops.
      let call = school.program.context.ownCall()
      try await school.program.context.store.write { try $0.notifyNext(of: closing.id, call) }
      _ = try await school.undo(closing)
      let again = DaySchool(program: try await school.program.crash())
      try await ClosingNotices(context: again.program.context).step()
      let told = try again.told()
      let first = people.sorted { $0.raw.bytes.lexicographicallyPrecedes($1.raw.bytes) }.prefix(512)
      #expect(told["day.closed"] == [Array(first)])
      #expect(told["day.reopened"] == [Array(first)])
      await again.program.stop()
    }
  }

  @Test("undone before anybody was notified, nobody is") func none() async throws {
    try await DaySchool.with { school in
      _ = try await school.know(5)
      _ = try await school.undo(try await school.close("2026-10-19"))
      try await ClosingNotices(context: school.program.context).step()
      #expect(try school.told().isEmpty)
      #expect(try await school.program.context.store.read { try $0.nextClosingNotice(at: .distant) } == nil)
    }
  }

  @Test("a notice of a date that has passed is left out") func passed() async throws {
    try await DaySchool.with { school in
      _ = try await school.know(5)
      _ = try await school.close("2026-10-16")
      try school.move(to: "2026-10-17T12:00:00Z")
      try await ClosingNotices(context: school.program.context).step()
      #expect(try school.told().isEmpty)
    }
  }
}

extension Instant {
  fileprivate static var distant: Instant { Instant(milliseconds: 4_000_000_000_000) }
}
