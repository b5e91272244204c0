import Bus
import Schema
import ServiceKit
import Store
import TestSupport
import Testing

@testable import campus

@Suite("Reminders of classes") struct ClassReminderTests {
  private func remind(
    _ person: TestPerson, _ minutes: Int?, _ scope: Campus.ReminderScope = .first, in school: SampleSchool
  ) async throws {
    _ = try await school.program.ask(
      Campus.ChangeMySchool(
        reminder: minutes.map { .set(ReminderMinutes(checked: $0)) } ?? .clear, reminderFor: scope),
      as: person)
  }

  /// A school whose Ada has Biology on day A, and Chemistry and English on day B.
  private func with(
    _ body: (SampleSchool, [Campus.SchoolClass]) async throws -> Void
  ) async throws {
    try await SampleSchool.with { school in
      let classes = [
        try await school.add("Biology", blocks: [1], teacher: school.teacher.id),
        try await school.add("Chemistry", blocks: [6]),
        try await school.add("English", blocks: [7], lunch: .b),
      ]
      try await school.save(
        [(1, classes[0].id), (6, classes[1].id), (7, classes[2].id)], of: school.ada)
      try await school.plan()
      try await body(school, classes)
    }
  }

  private func planned(_ school: SampleSchool) throws -> [String] {
    try school.program.published(Alerts.AlertPlanned.self).filter { $0.text.known == .classNext }
      .map { alert in
        "\(alert.text.values.first { $0.name == "title" }?.text ?? "") \(alert.at)"
      }
  }

  @Test("come before the first class of the next two school days, or before every class")
  func scopes() async throws {
    try await with { school, _ in
      try await remind(school.ada, 10, in: school)
      #expect(
        try planned(school)
          == ["Chemistry 2026-10-16T13:50:00.000Z", "Biology 2026-10-19T12:50:00.000Z"])
      try await remind(school.ada, 10, .every, in: school)
      #expect(
        try planned(school).dropFirst(2)
          == [
            "Chemistry 2026-10-16T13:50:00.000Z", "English 2026-10-16T14:50:00.000Z",
            "Biology 2026-10-19T12:50:00.000Z",
          ])
      // The first ones are gone, and none is left once reminders are off.
      #expect(try school.program.published(Alerts.AlertCancelled.self).count == 2)
      try await remind(school.ada, nil, in: school)
      #expect(try school.program.published(Alerts.AlertCancelled.self).count == 5)
      try await remind(school.teacher, 0, in: school)
      #expect(try planned(school).last == "Biology 2026-10-19T13:00:00.000Z")
    }
  }

  @Test("follow a notice, a class and a closing, and are planned on as days pass")
  func changes() async throws {
    try await with { school, classes in
      try await remind(school.ada, 10, in: school)
      try await school.plan()
      _ = try await school.program.ask(
        Campus.SetNotice(id: classes[1].id, date: SampleSchool.friday, isCancelled: true), as: school.admin)
      try await school.plan()
      #expect(try planned(school).last == "English 2026-10-16T14:50:00.000Z")
      _ = try await school.program.ask(
        Campus.EditClass(id: classes[2].id, version: 1, name: .set(CourseName(checked: "Drama"))),
        as: school.admin)
      try await school.plan()
      #expect(try planned(school).last == "Drama 2026-10-16T14:50:00.000Z")
      try school.move(to: try #require(SampleSchool.friday.adding(days: 1)), hour: 0, minute: 1)
      try await school.plan()
      #expect(try planned(school).last == "Chemistry 2026-10-20T13:50:00.000Z")
      let count = try planned(school).count
      _ = try await school.program.ask(
        Campus.SetException(date: SampleSchool.monday, kind: .closed), as: school.admin)
      try await school.plan()
      #expect(
        try Set(planned(school).dropFirst(count))
          == ["Biology 2026-10-20T12:50:00.000Z", "Chemistry 2026-10-21T13:50:00.000Z"])
      let cancelled = try school.program.published(Alerts.AlertCancelled.self)
      #expect(cancelled.count == 1)
    }
  }

  @Test("that would have fired already are left out; the next due time is that of the next plan")
  func late() async throws {
    try await with { school, _ in
      try school.move(to: SampleSchool.friday, hour: 9, minute: 55)
      try await remind(school.ada, 10, in: school)
      #expect(try planned(school) == ["Biology 2026-10-19T12:50:00.000Z"])
      try await school.plan()
      let next = try await school.program.context.store.read { db in
        try db.nextPlanning(at: school.program.context.clock.now)
      }
      #expect(next == (try SampleSchool.instant(try #require(SampleSchool.friday.adding(days: 1)), 0)))
    }
  }

  @Test("of many people are planned in steps, and a snapshot has each")
  func many() async throws {
    try await with { school, classes in
      let people = (1...600).map { _ in PersonID.random() }
      try await school.program.context.store.write { db in
        for person in people {
          try db.run(
            "INSERT INTO schedule(person, term, grade, version, saved_at) VALUES (?, ?, 9, 1, 0)", person.raw,
            school.fall.raw)
          try db.run(
            "INSERT INTO schedule_class(person, term, block, class) VALUES (?, ?, 6, ?)", person.raw,
            school.fall.raw, classes[1].id.raw)
          try db.run(
            "INSERT INTO school_choice(person, reminder, plan_at) VALUES (?, 5, 0)", person.raw)
        }
      }
      try await school.plan()
      #expect(try planned(school).count == 600)
      let sizes = try school.program.published(Campus.RosterChanged.self).map(\.added.count)
      #expect(sizes.reduce(0, +) == 603 && sizes.allSatisfy { $0 <= 500 })
      let rows = try await school.program.snapshot().rows
      func count(_ topic: String) -> Int { rows.count { $0.header.subject == topic } }
      #expect(count(Alerts.AlertPlanned.topic) == 600 && count(Campus.RosterChanged.topic) == 603)
      #expect(count(Campus.ClassListed.topic) == 3)
      #expect(count(Campus.MeetingsChanged.topic) == (try await meetings(school)))
    }
  }

  private func meetings(_ school: SampleSchool) async throws -> Int {
    try await school.program.context.store.read { db in
      try db.one("SELECT count(*) AS count FROM meeting") { Int(try $0.int("count")) } ?? 0
    }
  }
}

@Suite("Meetings of classes") struct MeetingTests {
  @Test("are published for fourteen days, and then only where something changed")
  func differences() async throws {
    try await SampleSchool.with { school in
      let biology = try await school.add("Biology", blocks: [3], lunch: .b)
      try await school.plan()
      func published() throws -> [Campus.MeetingsChanged] {
        try school.program.published(Campus.MeetingsChanged.self)
      }
      // Fridays have day B, and of ten school days five have day A.
      #expect(try published().map(\.date) == [3, 5, 7, 11, 13].map { SampleSchool.friday.adding(days: $0) })
      let first = try #require(try published().first?.meetings.first)
      #expect(first.starts == (try SampleSchool.instant(SampleSchool.monday, 11)) && first.block == 3)
      #expect(first.ends == (try SampleSchool.instant(SampleSchool.monday, 11, 40)))
      _ = try await school.program.ask(
        Campus.SetNotice(id: biology.id, date: SampleSchool.monday, room: RoomName(checked: "Gym")),
        as: school.admin)
      try await school.plan()
      #expect(try published().dropFirst(5).map { $0.meetings.first?.room } == ["Gym"])
      _ = try await school.program.ask(
        Campus.SetException(date: SampleSchool.monday, kind: .closed, keepsNumber: true), as: school.admin)
      try await school.plan()
      #expect(try published().dropFirst(6).map(\.meetings) == [[]])
      try school.move(to: try #require(SampleSchool.friday.adding(days: 4)), hour: 1)
      try await school.plan()
      #expect(
        try published().dropFirst(7).map(\.date) == [SampleSchool.friday.adding(days: 17)])
    }
  }
}
