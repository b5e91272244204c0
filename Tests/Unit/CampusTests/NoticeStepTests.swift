import Schema
import ServiceKit
import Store
import TestSupport
import Testing

@testable import campus

@Suite("Notices of a class with many students") struct NoticeStepTests {
  /// A school with a class that meets on this Friday and has 1,100 students.
  private func with(
    _ body: (SampleSchool, ClassID, Set<PersonID>) async throws -> Void
  ) async throws {
    try await SampleSchool.with { school in
      let assembly = try await school.add("Assembly", blocks: [6]).id
      let people = (1...1100).map { _ in PersonID.random() }
      try await school.program.context.store.write { db in
        for person in people {
          try db.run(
            "INSERT INTO schedule_class(person, term, block, class) VALUES (?, ?, 6, ?)", person.raw,
            school.fall.raw, assembly.raw)
        }
      }
      try await body(school, assembly, Set(people))
    }
  }

  private func change(_ id: ClassID, room: String) -> Campus.SetNotice {
    Campus.SetNotice(id: id, date: SampleSchool.friday, room: RoomName(checked: room))
  }

  /// The alerts of each change, by its word and room.
  private func told(_ program: ProgramInProcess<CampusService>) throws -> [String: [PersonID]] {
    let alerts = try program.published(Alerts.AlertPlanned.self).filter { $0.text.known == .classChanged }
    return Dictionary(grouping: alerts) { alert in
      alert.text.values.filter { ["change", "room"].contains($0.name) }.map(\.text).joined(separator: " ")
    }.mapValues { $0.map(\.person) }
  }

  @Test("reach each student once, in steps that go on after a crash")
  func crash() async throws {
    try await with { school, id, people in
      _ = try await school.program.ask(change(id, room: "Gym"), as: school.admin)
      #expect(try told(school.program).mapValues(\.count) == ["changed Gym": 512])
      #expect(try await school.program.context.store.read { try $0.noticeToTell()?.id } == id)
      let again = try await school.program.crash()
      try await PlanningUpkeep(context: again.context).step()
      let all = try told(again)["changed Gym"] ?? []
      #expect(all.count == 1100 && Set(all) == people)
      try await PlanningUpkeep(context: again.context).step()
      #expect(try told(again).mapValues(\.count) == ["changed Gym": 1100])
      await again.stop()
    }
  }

  @Test("that change or go in the middle are told to all again, and those of a class that is over to nobody")
  func middle() async throws {
    try await with { school, id, people in
      _ = try await school.program.ask(change(id, room: "Gym"), as: school.admin)
      _ = try await school.program.ask(
        Campus.RemoveNotice(id: id, date: SampleSchool.friday), as: school.admin)
      try await school.plan()
      #expect(try told(school.program).mapValues(\.count) == ["changed Gym": 512, "usual": 1100])
      _ = try await school.program.ask(change(id, room: "Attic"), as: school.admin)
      try school.move(to: SampleSchool.friday, hour: 15)
      try await school.plan()
      #expect(
        try told(school.program).mapValues(\.count)
          == ["changed Gym": 512, "usual": 1100, "changed Attic": 512])
      #expect(try await school.program.context.store.read { try $0.noticeToTell()?.id } == nil)
    }
  }
}
