import Schema
import ServiceKit
import Store
import TestSupport
import Testing

@testable import guide

@Suite("Readiness of courses and rooms")
struct ReadinessTests {
  private let day = Duration.seconds(86_400)

  @Test("a course has figures from five counted people on, for its roster and administrators alone")
  func course() async throws {
    try await CrisisCampus.with { campus in
      let course = CourseID.random()
      func enroll(_ person: TestPerson) async throws {
        try await campus.program.receive(
          Attendance.RosterJoined(course: course, person: person.id, role: .student), from: .attendance)
      }
      func seen(by person: TestPerson) async throws -> Guide.Readiness {
        try await campus.program.ask(Guide.GetCourseReadiness(id: course), as: person)
      }
      // Neither chose to be counted.
      try await enroll(campus.ada)
      try await enroll(campus.trained)
      var counted: [TestPerson] = []
      for days in [1, 364, 366, 500] {
        let person = TestPerson()
        try await campus.train(person, ago: .zero - day * days, isCalled: false, isCounted: true)
        try await enroll(person)
        counted.append(person)
      }
      #expect(try await seen(by: campus.ada) == Guide.Readiness(isTooFew: true, counted: nil, trained: nil))
      let fifth = TestPerson()
      try await campus.train(fifth, ago: .zero, isCalled: false, isCounted: true)
      #expect(try await seen(by: campus.ada).isTooFew, "the fifth is not in the course")
      try await enroll(fifth)
      let figures = Guide.Readiness(isTooFew: false, counted: 5, trained: 3)
      for person in [campus.ada, fifth, campus.admin] {
        #expect(try await seen(by: person) == figures)
      }
      await refuses("not_found") { try await seen(by: campus.roommate) }
      try await campus.program.receive(
        Attendance.RosterLeft(course: course, person: counted[0].id, role: .student), from: .attendance)
      #expect(try await seen(by: campus.ada).isTooFew)
      await refuses("not_found") { try await seen(by: counted[0]) }
      try await campus.program.receive(Attendance.CourseDeleted(id: course), from: .attendance)
      await refuses("not_found") { try await seen(by: campus.admin) }
    }
  }

  @Test("a room counts those of it who chose to, the person included")
  func room() async throws {
    try await CrisisCampus.with { campus in
      func seen(by person: TestPerson) async throws -> Guide.Readiness {
        try await campus.program.ask(Guide.GetRoomReadiness(), as: person)
      }
      #expect(try await seen(by: campus.ada) == Guide.Readiness(isTooFew: false, counted: 0, trained: 0))
      _ = try await campus.program.ask(Guide.ChangeChoices(isCounted: true), as: campus.ada)
      _ = try await campus.program.ask(Guide.ChangeChoices(isCounted: true), as: campus.roommate)
      _ = try await campus.program.ask(Guide.ChangeChoices(isCounted: true), as: campus.trained)
      #expect(try await seen(by: campus.both) == Guide.Readiness(isTooFew: false, counted: 2, trained: 1))
      await refuses("no_room") { try await seen(by: campus.trained) }
    }
  }
}
