import Schema
import ServiceKit
import Store
import TestSupport
import Testing

@testable import attendance

@Suite("Low attendance reaches the adviser of a student")
struct AdviserTests {
  @Test("C27: an adviser is warned with the student, once, and only while they are the adviser")
  func warnsAdviser() async throws {
    try await CheckInClass.with { room in
      let (tess, ben, course) = (room.campus.tess, room.campus.ben, room.course)
      _ = try await room.program.ask(
        Attendance.SetWarnings(id: course, inARow: WarnAbsences(checked: 2)), as: tess)
      let entry = try await room.program.ask(
        Attendance.SetAdviser(id: course, person: ben.id, email: try Campus.address("Tess")), as: tess)
      #expect(entry.adviser == Attendance.KnownName(firstName: "Tess", lastName: "Example"))
      for _ in 0..<3 {
        _ = try await room.close(room.open())
        try await room.advance(60)
      }
      let raised = try room.program.published(Alerts.AlertRaised.self).filter { $0.people == [tess.id] }
      #expect(raised.map(\.text.key) == ["student.low"])
      #expect(raised.first?.text.values.first { $0.name == "student" }?.text == "Ben Example")
      _ = try await room.program.ask(Attendance.RemoveAdviser(id: course, person: ben.id), as: tess)
      let roster = try await room.program.ask(Attendance.ListRoster(id: course), as: tess).items
      #expect(roster.allSatisfy { $0.adviser == nil })
    }
  }

  @Test("whoever is put back within an hour has their adviser, number and date of joining again")
  func putsBack() async throws {
    try await CheckInClass.with { room in
      let (tess, ben, course) = (room.campus.tess, room.campus.ben, room.course)
      let back = Attendance.SetRosterRole(id: course, person: ben.id, role: .student)
      _ = try await room.program.ask(
        Attendance.SetAdviser(id: course, person: ben.id, email: try Campus.address("Tess")), as: tess)
      try await room.program.context.store.write { try $0.setStudentNumber("4711", of: ben.id, in: course) }
      let before = try await room.program.ask(back, as: tess)
      _ = try await room.close(room.open())
      func leave() async throws {
        try await room.advance(60)
        _ = try await room.program.ask(Attendance.RemoveFromRoster(id: course, person: ben.id), as: tess)
        try await room.advance(60)
      }
      try await leave()
      #expect(try await room.program.ask(back, as: tess) == before)
      #expect(before.adviser != nil && before.studentNumber == "4711")
      // In another role, it is another entry.
      try await leave()
      let other = Attendance.SetRosterRole(id: course, person: ben.id, role: .instructor)
      #expect(try await room.program.ask(other, as: tess).studentNumber == nil)
      _ = try await room.program.ask(back, as: tess)
      _ = try await room.program.ask(
        Attendance.SetAdviser(id: course, person: ben.id, email: try Campus.address("Ada")), as: tess)
      try await leave()
      try await room.program.receive(Auth.PersonErased(person: room.campus.ada.id), from: .auth)
      #expect(try await room.program.ask(back, as: tess).adviser == nil)
      try await leave()
      try await room.advance(3600)
      let upkeep = ExpectedUpkeep(context: room.program.context)
      #expect(try await room.program.context.store.read { try $0.nextFormerWork() } != nil)
      try await upkeep.step()
      #expect(try await room.program.context.store.read { try $0.nextFormerWork() } == nil)
      #expect(try await room.program.ask(back, as: tess).joined > before.joined)
    }
  }

  @Test("an adviser sees the attendance of their students in that course, and nobody else does")
  func seesAdvised() async throws {
    try await CheckInClass.with { room in
      let (tess, ada, ben, course) = (room.campus.tess, room.campus.ada, room.campus.ben, room.course)
      let cleo = room.campus.stranger
      let advised = Attendance.ListAdvised(id: course)
      func fault(_ person: TestPerson) async throws -> String? {
        try await room.fault { try await room.program.ask(advised, as: person) }?.code
      }
      _ = try await room.close(room.open())
      for person in [tess, ada, ben, cleo, TestPerson([.admin])] {
        #expect(try await fault(person) == "not_found")
      }
      try await room.program.context.store.write { try $0.setAdviser(cleo.id, of: ben.id, in: course) }
      let seen = try await room.program.ask(advised, as: cleo)
      #expect(seen.name == "Statistics" && seen.students.map(\.person) == [ben.id])
      #expect(seen.students.first?.tally.absent == 1)
      for person in [tess, ada, ben] { #expect(try await fault(person) == "not_found") }
      let roster = Attendance.ListRoster(id: course)
      #expect(await outcome { try await room.program.ask(roster, as: cleo) }.refusal == "not_found")
      _ = try await room.program.ask(Attendance.RemoveFromRoster(id: course, person: ben.id), as: tess)
      #expect(try await fault(cleo) == "not_found")
    }
  }

  @Test("An adviser is somebody else, of a student on the roster, and known to the course's own alone")
  func refusesAdvisers() async throws {
    try await CheckInClass.with { room in
      let (tess, ada, ben) = (room.campus.tess, room.campus.ada, room.campus.ben)
      func code(_ student: TestPerson, _ adviser: String, as caller: TestPerson) async throws -> String? {
        let email = try Campus.address(adviser)
        return try await room.fault {
          try await room.program.ask(
            Attendance.SetAdviser(id: room.course, person: student.id, email: email), as: caller)
        }?.code
      }
      #expect(try await code(ben, "Ben", as: tess) == "adviser_bad")
      #expect(try await code(tess, "Ada", as: tess) == "not_found")
      #expect(try await code(ben, "Ada", as: ada) == "not_allowed")
      #expect(try await code(ben, "Nobody", as: tess) == "person_unknown")
      #expect(try await code(ben, "Ada", as: tess) == nil)
      try await room.program.receive(Auth.PersonErased(person: ada.id), from: .auth)
      let roster = try await room.program.ask(Attendance.ListRoster(id: room.course), as: tess).items
      #expect(roster.allSatisfy { $0.adviser == nil })
    }
  }
}
