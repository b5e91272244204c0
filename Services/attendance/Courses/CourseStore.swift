import Schema
import ServiceKit
import Store

/// A stored course.
struct CourseRow: Sendable, Hashable {
  let id: CourseID
  var name: String
  var code: String?
  var term: String?
  /// Nil for the usual ones.
  var statusNames: Attendance.StatusNames?
  /// The class of the school that it follows; nil if it follows none.
  let schoolClass: ClassID?
  let added: Instant
  /// Increases with every edit.
  var version: Int64

  static let columns =
    "id, name, code, term, added_at, version, class, is_listed, \(Attendance.StatusNames.columns)"

  init(_ request: Attendance.AddCourse, now: Instant) {
    id = .timed(now)
    name = request.name.text
    code = request.code?.text
    term = request.term?.text
    statusNames = request.statusNames.flatMap { $0.isUsual ? nil : $0 }
    schoolClass = nil
    added = now
    version = 1
  }

  init(_ row: borrowing Row) throws {
    id = CourseID(try row.id("id"))
    name = try row.text("name")
    code = try row.textOrNil("code")
    term = try row.textOrNil("term")
    statusNames = try Attendance.StatusNames.stored(row)
    let isListed = try row.int("is_listed") == 1
    schoolClass = try row.idOrNil("class").flatMap { isListed ? ClassID($0) : nil }
    added = try row.instant("added_at")
    version = try row.int("version")
  }

  /// The course's own name of a status; nil for the usual one.
  func name(of status: Attendance.Status) -> String? { statusNames?[status] }
}

/// A row holds a value that its own check rejects: somebody wrote to the file.
struct DamagedRow: Error {
  let what: String
}

extension Database {
  /// The limit of courses: a school of 1,000 people has about 320 a term, so this is six terms.
  static var maxCourses: Int { 2_000 }
  /// The limit of people on a roster: above any lecture, within the audience of one event
  /// (`Audience.maxPeople`).
  static var maxOnRoster: Int { 500 }
  /// The limit of courses per person: ten terms of five. It bounds the lists that are built for a person.
  static var maxCoursesPerPerson: Int { 50 }

  func course(_ id: CourseID) throws -> CourseRow? {
    try one("SELECT \(CourseRow.columns) FROM course WHERE id = ?", id.raw) { try CourseRow($0) }
  }

  /// - Throws: `too_many_courses` if the site has reached its limit.
  func insert(_ course: CourseRow) throws {
    let count = try one("SELECT count(*) AS count FROM course", map: { Int(try $0.int("count")) })
    guard (count ?? 0) < Database.maxCourses else { throw Fault(.tooManyCourses) }
    try run(
      """
      INSERT INTO course(\(CourseRow.columns), sort_name)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      course.id.raw, course.name, course.code, course.term, course.added, course.version,
      course.schoolClass?.raw, course.schoolClass == nil ? 0 : 1, course.name(of: .present),
      course.name(of: .late), course.name(of: .excused), course.name(of: .absent),
      course.name(of: .notEnrolled), SortName.key(course.name))
  }

  func update(_ course: CourseRow) throws {
    try run(
      """
      UPDATE course SET name = ?, code = ?, term = ?, version = ?, present_name = ?, late_name = ?,
        excused_name = ?, absent_name = ?, not_enrolled_name = ?, sort_name = ? WHERE id = ?
      """,
      course.name, course.code, course.term, course.version, course.name(of: .present),
      course.name(of: .late), course.name(of: .excused), course.name(of: .absent),
      course.name(of: .notEnrolled), SortName.key(course.name), course.id.raw)
  }

  /// Deletes the course with its roster.
  func deleteCourse(_ id: CourseID) throws {
    try run("DELETE FROM course WHERE id = ?", id.raw)
  }

  typealias ListedCourse = (course: CourseRow, role: Attendance.CourseRole?)

  /// The courses that this person teaches or takes, by name.
  func courses(
    of person: PersonID, after key: NameKey, limit: Int
  ) throws -> [ListedCourse] {
    try all(
      """
      SELECT \(CourseRow.columns), role FROM course JOIN roster ON roster.course = course.id
      WHERE roster.person = ? AND (sort_name, id) > (?, ?) ORDER BY sort_name, id LIMIT ?
      """,
      person.raw, key.name, key.id, limit
    ) { (try CourseRow($0), try Attendance.CourseRole(stored: $0.text("role"))) }
  }

  /// Every course of the site, by name, with this person's role in it.
  func allCourses(
    for person: PersonID, after key: NameKey, limit: Int
  ) throws -> [ListedCourse] {
    try all(
      """
      SELECT \(CourseRow.columns), role FROM course
      LEFT JOIN roster ON roster.course = course.id AND roster.person = ?
      WHERE (sort_name, id) > (?, ?) ORDER BY sort_name, id LIMIT ?
      """,
      person.raw, key.name, key.id, limit
    ) { row in
      let role = try row.textOrNil("role")
      return (try CourseRow(row), try role.map { try Attendance.CourseRole(stored: $0) })
    }
  }

  func courseIDs(after last: CourseID?, limit: Int) throws -> [CourseID] {
    try all("SELECT id FROM course WHERE id > ? ORDER BY id LIMIT ?", last?.raw ?? .min, limit) {
      CourseID(try $0.id("id"))
    }
  }
}

extension Attendance.CourseRole {
  init(stored text: String) throws {
    guard let role = Attendance.CourseRole(rawValue: text) else { throw DamagedRow(what: "role \(text)") }
    self = role
  }
}
