import Schema
import ServiceKit
import Store

/// The export and erasure of a person's data, and the subscriptions to auth.
extension AttendanceService {
  func registerPeople(in handlers: inout Handlers) {
    handlers.on(Attendance.ExportPerson.self, exportPerson)
    handlers.erase(Attendance.ErasePerson.self, from: AttendanceService.personalTables)
    handlers.subscribe(to: Auth.SignedUp.self, from: .auth, signedUp)
    handlers.subscribe(to: Auth.ProfileChanged.self, from: .auth, profileChanged)
    handlers.subscribe(to: Auth.PersonErased.self, from: .auth, personErased)
    handlers.subscribeToSnapshot(from: .auth, into: AttendanceService.people)
  }

  /// Returns a single page: a person is in at most 50 courses.
  func exportPerson(
    _ request: Attendance.ExportPerson, _ call: Call
  ) async throws -> Attendance.PersonExport {
    let person = try call.person
    guard request.cursor == nil else { throw Fault.badCursor }
    return try await call.read { db in
      Attendance.PersonExport(
        name: try db.name(of: person), courses: try db.exportedCourses(of: person), next: nil)
    }
  }

  /// A person leaves every roster even as a course's last instructor. Administrators then manage it.
  static let personalTables = [
    PersonalTable("roster", "person", exported: ["courses"]) { db, person, call in
      for row in try db.rosterRows(of: person) { try db.leave(person, row.course, call) }
      return false
    },
    PersonalTable.deleted("person", key: "id", of: "id", exported: ["name"]),
  ]
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
        role: try Attendance.CourseRole(stored: row.text("role")),
        joined: try row.instant("joined_at"))
    }
  }
}
