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
    handlers.copySite()
  }

  static let exportedRecords = 500
  /// The limit of excuses in an export: as many as a person can have in their courses.
  static let maxExportedExcuses = Database.maxCoursesPerPerson * Database.maxExcuses

  /// The pages go through the records; the last one has everything else.
  func exportPerson(
    _ request: Attendance.ExportPerson, _ call: Call
  ) async throws -> Attendance.PersonExport {
    let person = try call.person
    let key = try request.cursor.map { try TimeKey($0) } ?? .last
    let limit = AttendanceService.exportedRecords
    return try await call.read { db in
      let found = try db.records(of: person, in: nil, before: key, limit: limit + 1)
      let records = Page(found, limit: limit) { TimeKey(time: $0.starts, id: $0.checkIn.raw).cursor }
      guard records.next == nil else {
        return Attendance.PersonExport(
          name: nil, courses: [], expected: nil, records: records.items, excuses: [], spots: [],
          next: records.next)
      }
      return Attendance.PersonExport(
        name: try db.name(of: person), courses: try db.exportedCourses(of: person),
        expected: try db.exportedExpected(of: person), records: records.items,
        excuses: try db.excuses(of: person, limit: AttendanceService.maxExportedExcuses),
        spots: try db.spots(savedBy: person), next: nil)
    }
  }

  /// A person leaves every roster even as a course's last instructor. Administrators then manage it. What an
  /// instructor opened, marked and answered stays, without the instructor.
  static let personalTables = [
    PersonalTable("roster", "person", "adviser", exported: ["courses"]) { db, person, call in
      for row in try db.rosterRows(of: person) { try db.leave(person, row.course, call) }
      return try db.forgetAdviser(person)
    },
    PersonalTable("former", "person", "adviser") { db, person, _ in
      try db.run("DELETE FROM former WHERE person = ?", person.raw)
      return try db.forgetAdviser(person, in: "former", key: "course, person", clearing: "adviser = NULL")
    },
    PersonalTable("record", "person", "marked_by", parts: ["mark"], exported: ["records"]) {
      db, person, _ in
      try db.forgetMarker(person, in: "record", key: "checkin, person")
        || db.eraseRecords(of: person) >= PersonalTable.step
    },
    PersonalTable("mark", "person", "marked_by", exported: ["records"]) { db, person, _ in
      try db.forgetMarker(person, in: "mark", key: "id")
    },
    PersonalTable("excuse", "person", "answered_by", exported: ["excuses"]) { db, person, _ in
      try db.forgetAnswerer(person) || db.eraseExcuses(of: person) >= PersonalTable.step
    },
    PersonalTable("checkin", "opened_by") { db, person, _ in
      try db.change(
        """
        UPDATE checkin SET opened_by = NULL
        WHERE id IN (SELECT id FROM checkin WHERE opened_by = ? LIMIT ?)
        """,
        person.raw, PersonalTable.step) >= PersonalTable.step
    },
    PersonalTable("spot", "added_by", exported: ["spots"]) { db, person, _ in
      try db.run("UPDATE spot SET added_by = NULL WHERE added_by = ?", person.raw)
      return false
    },
    PersonalTable("expected", "person", "adviser", exported: ["expected"]) { db, person, _ in
      let clearing = "adviser = NULL, adviser_email = NULL"
      if try db.forgetAdviser(person, in: "expected", key: "id", clearing: clearing) { return true }
      return try db.change(
        "DELETE FROM expected WHERE id IN (SELECT id FROM expected WHERE person = ? LIMIT ?)", person.raw,
        PersonalTable.step) >= PersonalTable.step
    },
    PersonalTable.deleted("newcomer", key: "person"),
    PersonalTable.deleted("person", key: "id", of: "id", exported: ["name"]),
  ]
}

extension Database {
  /// Clears the instructor of marks.
  /// - Returns: true if more may be left.
  fileprivate func forgetMarker(_ person: PersonID, in table: String, key: String) throws -> Bool {
    let sql = """
      UPDATE \(table) SET marked_by = NULL
      WHERE (\(key)) IN (SELECT \(key) FROM \(table) WHERE marked_by = ? LIMIT ?)
      """
    return try change(sql, person.raw, PersonalTable.step) >= PersonalTable.step
  }

  fileprivate func eraseRecords(of person: PersonID) throws -> Int {
    try change(
      """
      DELETE FROM record
      WHERE (checkin, person) IN (SELECT checkin, person FROM record WHERE person = ? LIMIT ?)
      """,
      person.raw, PersonalTable.step)
  }

  fileprivate func forgetAnswerer(_ person: PersonID) throws -> Bool {
    try change(
      """
      UPDATE excuse SET answered_by = NULL
      WHERE id IN (SELECT id FROM excuse WHERE answered_by = ? LIMIT ?)
      """,
      person.raw, PersonalTable.step) >= PersonalTable.step
  }

  fileprivate func eraseExcuses(of person: PersonID) throws -> Int {
    try change(
      "DELETE FROM excuse WHERE id IN (SELECT id FROM excuse WHERE person = ? LIMIT ?)", person.raw,
      PersonalTable.step)
  }

  fileprivate func exportedCourses(of person: PersonID) throws -> [Attendance.CourseOfPerson] {
    try all(
      """
      SELECT \(CourseRow.columns), role, joined_at, student_number,
        (SELECT first_name FROM person WHERE person.id = roster.adviser) AS adviser_first_name,
        (SELECT last_name FROM person WHERE person.id = roster.adviser) AS adviser_last_name
      FROM course JOIN roster ON roster.course = course.id WHERE roster.person = ? ORDER BY id LIMIT ?
      """,
      person.raw, Database.maxCoursesPerPerson
    ) { row in
      let course = try CourseRow(row)
      return Attendance.CourseOfPerson(
        id: course.id, name: course.name, code: course.code, term: course.term,
        role: try Attendance.CourseRole(stored: row.text("role")),
        joined: try row.instant("joined_at"), studentNumber: try row.textOrNil("student_number"),
        adviser: try Attendance.KnownName(adviser: row))
    }
  }

  /// Nil for none.
  fileprivate func exportedExpected(of person: PersonID) throws -> [Attendance.ExpectedPerson]? {
    let rows = try all(
      "SELECT \(ExpectedRow.columns) FROM expected WHERE person = ? ORDER BY added_at, id LIMIT ?",
      person.raw,
      Database.maxCourses
    ) { try ExpectedRow($0).shown }
    return rows.isEmpty ? nil : rows
  }
}
