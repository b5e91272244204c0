import Schema
import ServiceKit
import Store
import TestSupport
import Testing

@testable import attendance

/// Who asks in tests of courses. auth knows all of them but `stranger`.
struct Campus: Sendable {
  let tess = TestPerson([.staff])
  let ada = TestPerson()
  let ben = TestPerson()
  let stranger = TestPerson()

  var named: [(person: TestPerson, first: String)] { [(tess, "Tess"), (ada, "Ada"), (ben, "Ben")] }

  static func address(_ name: String) throws -> EmailAddress {
    guard let address = EmailAddress("\(name.lowercased())@hilltop.example") else {
      throw TestFailure("\(name) is no address")
    }
    return address
  }

  /// What auth answers to whoever looks for an address.
  var finds: StubbedReply {
    let named = named
    return StubbedReply(Auth.FindPerson.self) { request in
      for (person, first) in named where try Campus.address(first) == request.email {
        return Auth.FoundPerson(person: person.id, firstName: first, lastName: "Example")
      }
      throw Fault(.notFound)
    }
  }
}

@Suite("Courses are their instructors', and rosters keep one of them")
struct CourseTests {
  typealias Attending = ProgramInProcess<AttendanceService>
  let campus = Campus()

  private func with(_ body: (Attending) async throws -> Void) async throws {
    try await Program.with(AttendanceService.self, answers: [campus.finds]) { program in
      for (person, first) in campus.named {
        try await program.receive(
          Auth.SignedUp(person: person.id, firstName: first, lastName: "Example", room: nil), from: .auth)
      }
      try await body(program)
    }
  }

  private func make(_ program: Attending, _ name: String = "Statistics", code: String? = nil) async throws
    -> Attendance.Course
  {
    try await program.ask(
      Attendance.AddCourse(name: CourseName(checked: name), code: code.map { CourseCode(checked: $0) }),
      as: campus.tess)
  }

  private func put(
    _ program: Attending, _ person: TestPerson, on course: Attendance.Course,
    as role: Attendance.CourseRole = .student
  ) async throws -> Attendance.RosterEntry {
    try await program.ask(
      Attendance.SetRosterRole(id: course.id, person: person.id, role: role), as: campus.tess)
  }

  private func names(_ program: Attending, _ person: TestPerson) async throws -> [String] {
    try await program.ask(Attendance.ListCourses(), as: person).items.map(\.name)
  }

  @Test(
    "what is no course is refused, and named",
    arguments: [
      (#"{"name": " \u200b "}"#, "name_blank name"), (#"{}"#, "field_missing name"),
      (#"{"name": "\#(String(repeating: "x", count: 121))"}"#, "too_long name"),
      (#"{"name": "A", "code": "\#(String(repeating: "x", count: 21))"}"#, "too_long code"),
      (#"{"name": "A", "term": "\#(String(repeating: "x", count: 41))"}"#, "too_long term"),
      (#"{"name": 5}"#, "wrong_type name"),
    ])
  func wrong(_ body: String, _ expected: String) async throws {
    try await with { program in
      let refused = await outcome {
        try await program.ask(Attendance.AddCourse.self, body: Array(body.utf8), as: campus.tess)
      }
      #expect(refused.refusal == expected)
      let made = try await names(program, campus.tess)
      #expect(made.isEmpty)
    }
  }

  @Test("only staff and administrators make a course, and only administrators see all")
  func staff() async throws {
    try await with { program in
      let add = Attendance.AddCourse(name: CourseName(checked: "Mine"))
      #expect(await outcome { try await program.ask(add, as: campus.ada) }.refusal == "not_allowed")
      #expect(try await program.ask(add, as: TestPerson([.admin])).role == .instructor)
      _ = try await make(program)
      let all = Attendance.ListCourses(all: true)
      #expect(await outcome { try await program.ask(all, as: campus.tess) }.refusal == "not_allowed all")
      let listed = try await program.ask(all, as: TestPerson([.admin])).items
      #expect(listed.map(\.name) == ["Mine", "Statistics"] && listed.allSatisfy { $0.role == nil })
    }
  }

  @Test("an edit names its version; what is so already changes nothing")
  func edit() async throws {
    try await with { program in
      let course = try await make(program, code: "STAT 101")
      let term = Attendance.EditCourse(
        id: course.id, version: 1, code: .clear, term: .set(CourseTerm(checked: "Fall 2026")))
      let edited = try await program.ask(term, as: campus.tess)
      #expect(edited.version == 2 && edited.code == nil && edited.name == "Statistics")
      let late = Attendance.EditCourse(id: course.id, version: 1, name: .set(CourseName(checked: "Other")))
      let refused = await outcome { try await program.ask(late, as: campus.tess) }
      #expect(refused.refusal == "changed_elsewhere")
      let blank = Attendance.EditCourse(id: course.id, version: 2, name: .clear)
      #expect(
        await outcome { try await program.ask(blank, as: campus.tess) }.refusal == "name_blank name")
      let same = Attendance.EditCourse(
        id: course.id, version: 2, term: .set(CourseTerm(checked: "Fall 2026")))
      #expect(try await program.ask(same, as: campus.tess) == edited)
      #expect(try program.published(Attendance.CourseChanged.self).count == 1)
    }
  }

  @Test("whoever takes a course sees it and neither its roster nor how many they are; others see nothing")
  func students() async throws {
    try await with { program in
      let course = try await make(program)
      _ = try await put(program, campus.ada, on: course)
      let seen = try await program.ask(Attendance.GetCourse(id: course.id), as: campus.ada)
      #expect(seen.role == .student && seen.students == nil)
      #expect(
        try await program.ask(Attendance.GetCourse(id: course.id), as: campus.tess).students == 1)
      let roster = Attendance.ListRoster(id: course.id)
      let enroll = Attendance.Enroll(id: course.id, email: try Campus.address("Ben"), role: .student)
      #expect(await outcome { try await program.ask(roster, as: campus.ada) }.refusal == "not_allowed")
      #expect(await outcome { try await program.ask(enroll, as: campus.ada) }.refusal == "not_allowed")
      #expect(await outcome { try await program.ask(roster, as: campus.ben) }.refusal == "not_found")
      let get = Attendance.GetCourse(id: course.id)
      #expect(await outcome { try await program.ask(get, as: campus.ben) }.refusal == "not_found")
      #expect(try await names(program, campus.ada) == ["Statistics"])
      #expect(try await names(program, campus.ben) == [])
    }
  }

  @Test("somebody is enrolled by address as often as you like, and a stranger never")
  func enroll() async throws {
    try await with { program in
      let course = try await make(program)
      let enroll = Attendance.Enroll(id: course.id, email: try Campus.address("ADA"), role: .student)
      let first = try await program.ask(enroll, as: campus.tess)
      #expect(first.person == campus.ada.id && first.firstName == "Ada" && first.role == .student)
      #expect(try await program.ask(enroll, as: campus.tess) == first)
      let nobody = Attendance.Enroll(id: course.id, email: try Campus.address("Nobody"), role: .student)
      #expect(
        await outcome { try await program.ask(nobody, as: campus.tess) }.refusal == "person_unknown email")
      #expect(
        await outcome { try await put(program, campus.stranger, on: course) }.refusal
          == "person_unknown person")
      let joined = try program.published(Attendance.RosterJoined.self).map(\.person)
      #expect(joined == [campus.tess.id, campus.ada.id])
    }
  }

  @Test("the last instructor stays one, until there is another")
  func lastInstructor() async throws {
    try await with { program in
      let course = try await make(program)
      let leave = Attendance.RemoveFromRoster(id: course.id, person: campus.tess.id)
      #expect(await outcome { try await program.ask(leave, as: campus.tess) }.refusal == "last_instructor")
      #expect(await outcome { try await put(program, campus.tess, on: course) }.refusal == "last_instructor")
      _ = try await put(program, campus.ada, on: course)
      _ = try await put(program, campus.ben, on: course, as: .instructor)
      let first = try await program.ask(
        Attendance.ListRoster(id: course.id, limit: PageLimit(checked: 2)), as: campus.ben)
      let second = try await program.ask(
        Attendance.ListRoster(id: course.id, cursor: first.next, limit: PageLimit(checked: 2)),
        as: campus.ben)
      #expect((first.items + second.items).map(\.firstName) == ["Ada", "Ben", "Tess"] && second.next == nil)
      _ = try await program.ask(leave, as: campus.tess)
      #expect(try await names(program, campus.tess) == [])
      #expect(try await program.ask(Attendance.GetCourse(id: course.id), as: campus.ben).students == 1)
      // Nothing is left to do.
      _ = try await program.ask(leave, as: campus.ben)
      #expect(try program.published(Attendance.RosterLeft.self).map(\.person) == [campus.tess.id])
    }
  }

  @Test("a roster has 500 places, and a person 50 courses")
  func limits() async throws {
    try await with { program in
      let course = try await make(program)
      try await program.context.store.write { db in
        for _ in 0..<499 {
          try db.set(.student, of: .random(), in: course.id, at: Program.start)
        }
      }
      #expect(await outcome { try await put(program, campus.ada, on: course) }.refusal == "roster_full")
      for number in 1..<50 { _ = try await make(program, "Course \(number)") }
      let courses = try await program.ask(
        Attendance.ListCourses(limit: PageLimit(checked: 100)), as: campus.tess)
      #expect(courses.items.count == 50, "its instructor has as many as anybody")
      #expect(
        await outcome { try await make(program, "One more") }.refusal == "courses_full")
    }
  }
}
