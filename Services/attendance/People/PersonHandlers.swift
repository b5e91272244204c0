import Schema
import ServiceKit
import Store

/// All that is held on one person: given to them, or forgotten. And what auth tells of people.
extension AttendanceService {
  func registerPeople(in handlers: inout Handlers) {
    handlers.on(Attendance.ExportPerson.self, exportPerson)
    handlers.on(Attendance.ErasePerson.self, erasePerson)
    handlers.hear(Auth.SignedUp.self, from: .auth, signedUp)
    handlers.hear(Auth.ProfileChanged.self, from: .auth, profileChanged)
    handlers.hear(Auth.PersonErased.self, from: .auth, personErased)
    handlers.hearSnapshot(from: .auth, begins: beginPeople, ends: endPeople)
  }

  /// One page: a person is in 50 courses at most.
  func exportPerson(
    _ request: Attendance.ExportPerson, _ call: Call
  ) async throws -> Attendance.PersonExport {
    let person = try call.person
    guard request.cursor == nil else { throw Fault(.cursorBad, field: "cursor") }
    return try await call.read { db in
      Attendance.PersonExport(
        name: try db.name(of: person), courses: try db.exportedCourses(of: person), next: nil)
    }
  }

  /// Finds only what is left to do, so a call that broke off is sent again.
  func erasePerson(_ request: Attendance.ErasePerson, _ call: Call) async throws -> Empty {
    try await call.write { db in
      try db.forget(request.person, call)
      return Empty()
    }
  }
}

extension Database {
  fileprivate func exportedCourses(of person: PersonID) throws -> [Attendance.CourseOfPerson] {
    try all(
      """
      SELECT \(CourseRow.columns), role, joined_at FROM course JOIN roster ON roster.course = course.id
      WHERE roster.person = ? ORDER BY id LIMIT ?
      """,
      person.raw, Database.maxCoursesPerPerson
    ) { row in
      let course = try CourseRow(row)
      return Attendance.CourseOfPerson(
        id: course.id, name: course.name, code: course.code, term: course.term,
        role: try Attendance.CourseRole(stored: row.text(CourseRow.columnCount)),
        joined: try row.instant(CourseRow.columnCount + 1))
    }
  }
}
