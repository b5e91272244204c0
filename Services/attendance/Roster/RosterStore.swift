import Schema
import ServiceKit
import Store

/// A row of a roster.
struct RosterRow: Sendable, Hashable {
  let course: CourseID
  let person: PersonID
  let role: Attendance.CourseRole

  /// The columns in the order that `init(_:)` reads.
  static let columns = "course, person, role"

  init(_ row: borrowing Row) throws {
    course = CourseID(try row.id("course"))
    person = PersonID(try row.id("person"))
    role = try Attendance.CourseRole(stored: row.text("role"))
  }
}

/// The key of a row of a roster.
struct RosterKey: Sendable {
  let course: CourseID
  let person: PersonID
}

extension Database {
  func role(of person: PersonID, in course: CourseID) throws -> Attendance.CourseRole? {
    try one("SELECT role FROM roster WHERE course = ? AND person = ?", course.raw, person.raw) {
      try Attendance.CourseRole(stored: $0.text("role"))
    }
  }

  func set(_ role: Attendance.CourseRole, of person: PersonID, in course: CourseID, at now: Instant) throws {
    try run(
      """
      INSERT INTO roster(course, person, role, joined_at) VALUES (?, ?, ?, ?)
      ON CONFLICT(course, person) DO UPDATE SET role = excluded.role
      """,
      course.raw, person.raw, role.rawValue, now)
  }

  func deleteFromRoster(_ person: PersonID, _ course: CourseID) throws {
    try run("DELETE FROM roster WHERE course = ? AND person = ?", course.raw, person.raw)
  }

  func countOnRoster(of course: CourseID) throws -> Int {
    try one("SELECT count(*) AS count FROM roster WHERE course = ?", course.raw) { Int(try $0.int("count")) }
      ?? 0
  }

  func countStudents(in course: CourseID) throws -> Int {
    try one("SELECT count(*) AS count FROM roster WHERE course = ? AND role = 'student'", course.raw) {
      Int(try $0.int("count"))
    } ?? 0
  }

  func countCourses(of person: PersonID) throws -> Int {
    try one("SELECT count(*) AS count FROM roster WHERE person = ?", person.raw) { Int(try $0.int("count")) }
      ?? 0
  }

  func instructors(of course: CourseID) throws -> [PersonID] {
    try all(
      "SELECT person FROM roster WHERE course = ? AND role = 'instructor' ORDER BY person LIMIT ?",
      course.raw, Database.maxOnRoster
    ) { PersonID(try $0.id("person")) }
  }

  /// The limit of the instructors that a course names.
  static var maxNamedInstructors: Int { 5 }

  /// The names of the instructors by last name, without those that have not arrived from auth.
  func instructorNames(of course: CourseID) throws -> [Attendance.KnownName] {
    try all(
      """
      SELECT first_name, last_name FROM roster JOIN person ON person.id = roster.person
      WHERE course = ? AND role = 'instructor' ORDER BY sort_name, person.id LIMIT ?
      """,
      course.raw, Database.maxNamedInstructors
    ) {
      Attendance.KnownName(firstName: try $0.text("first_name"), lastName: try $0.text("last_name"))
    }
  }

  /// Everyone on the roster.
  func audience(of course: CourseID) throws -> Audience {
    .people(
      try all(
        "SELECT person FROM roster WHERE course = ? ORDER BY person LIMIT ?", course.raw,
        Database.maxOnRoster
      ) { PersonID(try $0.id("person")) })
  }

  func entry(of person: PersonID, in course: CourseID) throws -> Attendance.RosterEntry? {
    try one("\(Database.entries) WHERE course = ? AND roster.person = ?", course.raw, person.raw) {
      try Attendance.RosterEntry($0)
    }
  }

  /// Entries by name, starting after `key`. People whose names have not arrived from auth come first.
  func entries(
    of course: CourseID, after key: NameKey, limit: Int
  ) throws -> [(entry: Attendance.RosterEntry, name: String)] {
    try all(
      """
      \(Database.entries)
      WHERE course = ? AND (coalesce(person.sort_name, ''), roster.person) > (?, ?)
      ORDER BY coalesce(person.sort_name, ''), roster.person LIMIT ?
      """,
      course.raw, key.name, key.id, limit
    ) { (try Attendance.RosterEntry($0), try $0.text("shown_sort_name")) }
  }

  private static var entries: String {
    """
    SELECT roster.person, coalesce(person.first_name, '') AS shown_first_name,
      coalesce(person.last_name, '') AS shown_last_name, role, joined_at, student_number,
      coalesce(person.sort_name, '') AS shown_sort_name, adviser.first_name AS adviser_first_name,
      adviser.last_name AS adviser_last_name
    FROM roster LEFT JOIN person ON person.id = roster.person
    LEFT JOIN person AS adviser ON adviser.id = roster.adviser
    """
  }

  /// Rows of all rosters, by course and person, starting after `place`.
  func rosterRows(after place: RosterKey?, limit: Int) throws -> [RosterRow] {
    try all(
      """
      SELECT \(RosterRow.columns) FROM roster WHERE (course, person) > (?, ?)
      ORDER BY course, person LIMIT ?
      """,
      place?.course.raw ?? .min, place?.person.raw ?? .min, limit
    ) { try RosterRow($0) }
  }

  /// The person's rows on all rosters, at most as many as they may have courses.
  func rosterRows(of person: PersonID) throws -> [RosterRow] {
    try all(
      "SELECT \(RosterRow.columns) FROM roster WHERE person = ? ORDER BY course LIMIT ?", person.raw,
      Database.maxCoursesPerPerson
    ) { try RosterRow($0) }
  }
}

extension Attendance.RosterEntry {
  fileprivate init(_ row: borrowing Row) throws {
    self.init(
      person: PersonID(try row.id("person")), firstName: try row.text("shown_first_name"),
      lastName: try row.text("shown_last_name"),
      role: try Attendance.CourseRole(stored: row.text("role")), joined: try row.instant("joined_at"),
      studentNumber: try row.textOrNil("student_number"), adviser: try Attendance.KnownName(adviser: row))
  }
}

extension Attendance.KnownName {
  /// The adviser in a row; nil for none.
  init?(adviser row: borrowing Row) throws {
    guard let first = try row.textOrNil("adviser_first_name"),
      let last = try row.textOrNil("adviser_last_name")
    else { return nil }
    self.init(firstName: first, lastName: last)
  }
}
