import Schema
import ServiceKit
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
