import Schema
import ServiceKit
import Store

/// Numbers are counted from the records when somebody asks; nothing is kept beside them. Only closed
/// check-ins count.
extension Database {
  /// The limit of locked terms.
  static var maxLockedTerms: Int { 100 }

  typealias ListedStudent = (student: Attendance.StudentAttendance, name: String)

  /// The numbers of the students of a course by name, starting after `key`: those on the roster, and those
  /// who have left but have records.
  func attendance(of course: CourseRow, after key: NameKey, limit: Int) throws -> [ListedStudent] {
    let warnings = try warnings(of: course.id)
    return try all(
      """
      SELECT listed.person, coalesce(person.first_name, '') AS shown_first_name,
        coalesce(person.last_name, '') AS shown_last_name,
        coalesce(person.sort_name, '') AS shown_sort_name, roster.person AS on_roster,
        CAST(coalesce(counted.present, 0) AS bigint) AS present,
        CAST(coalesce(counted.late, 0) AS bigint) AS late,
        CAST(coalesce(counted.excused, 0) AS bigint) AS excused,
        CAST(coalesce(counted.absent, 0) AS bigint) AS absent,
        CAST(coalesce(counted.pending, 0) AS bigint) AS pending,
        CAST(coalesce(missed.count, 0) AS bigint) AS missed
      FROM (
        SELECT person FROM roster WHERE course = ? AND role = 'student'
        UNION SELECT record.person FROM checkin JOIN record ON record.checkin = checkin.id
        WHERE checkin.course = ? AND closed_at IS NOT NULL AND deleted_at IS NULL
      ) AS listed
      LEFT JOIN person ON person.id = listed.person
      LEFT JOIN roster ON roster.course = ? AND roster.person = listed.person
      LEFT JOIN (\(Database.countedRecords)) AS counted ON counted.person = listed.person
      LEFT JOIN (\(Database.missedRecords)) AS missed ON missed.person = listed.person
      WHERE (coalesce(person.sort_name, ''), listed.person) > (?, ?)
      ORDER BY coalesce(person.sort_name, ''), listed.person LIMIT ?
      """,
      course.id.raw, course.id.raw, course.id.raw, course.id.raw, course.id.raw, course.id.raw, key.name,
      key.id, limit
    ) { row in
      let tally = try Attendance.Tally(row)
      let missed = Int(try row.int("missed"))
      let student = Attendance.StudentAttendance(
        person: PersonID(try row.id("person")), firstName: try row.text("shown_first_name"),
        lastName: try row.text("shown_last_name"), tally: tally, percent: tally.percent, absentInARow: missed,
        isLow: warnings.isLow(tally.percent, missed), hasLeft: try row.isNull("on_roster"))
      return (student, try row.text("shown_sort_name"))
    }
  }

  /// The records of each person in a course by status. Value: the course.
  private static var countedRecords: String {
    """
    SELECT record.person, \(Database.statusSums)
    FROM checkin JOIN record ON record.checkin = checkin.id
    WHERE checkin.course = ? AND closed_at IS NOT NULL AND deleted_at IS NULL GROUP BY record.person
    """
  }

  private static var statusSums: String {
    """
    CAST(sum(CASE WHEN status = 'present' THEN 1 ELSE 0 END) AS bigint) AS present,
    CAST(sum(CASE WHEN status = 'late' THEN 1 ELSE 0 END) AS bigint) AS late,
    CAST(sum(CASE WHEN status = 'excused' THEN 1 ELSE 0 END) AS bigint) AS excused,
    CAST(sum(CASE WHEN status = 'absent' THEN 1 ELSE 0 END) AS bigint) AS absent,
    CAST(sum(CASE WHEN status = 'pending' THEN 1 ELSE 0 END) AS bigint) AS pending
    """
  }

  /// The absences of each person in a course since they were last there. Values: the course, twice.
  private static var missedRecords: String {
    """
    SELECT record.person, count(*) AS count FROM checkin JOIN record ON record.checkin = checkin.id
    LEFT JOIN (
      SELECT there.person, max(attended.starts_at) AS last
      FROM checkin AS attended JOIN record AS there ON there.checkin = attended.id
      WHERE attended.course = ? AND attended.closed_at IS NOT NULL AND attended.deleted_at IS NULL
        AND there.status IN ('present', 'late') GROUP BY there.person
    ) AS seen ON seen.person = record.person
    WHERE checkin.course = ? AND closed_at IS NOT NULL AND deleted_at IS NULL AND record.status = 'absent'
      AND checkin.starts_at > coalesce(seen.last, 0) GROUP BY record.person
    """
  }

  // MARK: - Courses

  /// Courses by name: those of a person, or all; of one term, or of any.
  func courses(
    of person: PersonID?, in term: String?, after key: NameKey, limit: Int
  ) throws -> [ListedCourse] {
    let isTerm = "coalesce(course.term, '') = coalesce(?, course.term, '')"
    guard let person else {
      return try all(
        """
        SELECT \(CourseRow.columns) FROM course WHERE \(isTerm) AND (sort_name, id) > (?, ?)
        ORDER BY sort_name, id LIMIT ?
        """,
        term, key.name, key.id, limit
      ) { (try CourseRow($0), nil) }
    }
    return try all(
      """
      SELECT \(CourseRow.columns), role FROM course JOIN roster ON roster.course = course.id
      WHERE roster.person = ? AND \(isTerm) AND (sort_name, id) > (?, ?) ORDER BY sort_name, id LIMIT ?
      """,
      person.raw, term, key.name, key.id, limit
    ) { (try CourseRow($0), try Attendance.CourseRole(stored: $0.text("role"))) }
  }

  /// The numbers of a course, or of one person in it.
  func attendance(in course: CourseRow, of person: PersonID?) throws -> Attendance.CourseAttendance {
    let tally = Attendance.Tally(try person.map { try counts(of: $0, in: course) } ?? counts(in: course))
    let checkIns = try one(
      """
      SELECT count(*) AS count FROM checkin WHERE course = ? AND closed_at IS NOT NULL AND deleted_at IS NULL
      """,
      course.id.raw, map: { Int(try $0.int("count")) })
    return Attendance.CourseAttendance(
      course: course.id, name: course.name, code: course.code, term: course.term, checkIns: checkIns ?? 0,
      tally: tally, percent: tally.percent, isLocked: try isLocked(course.term))
  }

  /// The records of a course by status, which the index of statuses has in order.
  private func counts(in course: CourseRow) throws -> [Attendance.Status: Int] {
    let rows = try all(
      """
      SELECT status, count(*) AS count FROM checkin JOIN record ON record.checkin = checkin.id
      WHERE checkin.course = ? AND closed_at IS NOT NULL AND deleted_at IS NULL
      GROUP BY status ORDER BY status LIMIT 10
      """,
      course.id.raw, map: Database.count)
    return Dictionary(rows) { first, _ in first }
  }

  private func counts(of person: PersonID, in course: CourseRow) throws -> [Attendance.Status: Int] {
    let rows = try all(
      """
      SELECT status, count(*) AS count FROM checkin JOIN record ON record.checkin = checkin.id
      WHERE checkin.course = ? AND record.person = ? AND closed_at IS NOT NULL AND deleted_at IS NULL
      GROUP BY status ORDER BY status LIMIT 10
      """,
      course.id.raw, person.raw, map: Database.count)
    return Dictionary(rows) { first, _ in first }
  }

  private static func count(_ row: borrowing Row) throws -> (Attendance.Status, Int) {
    (try Attendance.Status(stored: row.text("status")), Int(try row.int("count")))
  }

  // MARK: - Terms

  func lock(of term: String) throws -> Instant? {
    try one("SELECT locked_at FROM locked_term WHERE term = ?", term) { try $0.instant("locked_at") }
  }

  func countLocks() throws -> Int {
    try one("SELECT count(*) AS count FROM locked_term") { Int(try $0.int("count")) } ?? 0
  }
}

extension Attendance.Tally {
  fileprivate init(_ row: borrowing Row) throws {
    self.init(
      present: Int(try row.int("present")), late: Int(try row.int("late")),
      excused: Int(try row.int("excused")), absent: Int(try row.int("absent")),
      pending: Int(try row.int("pending")), unmarked: 0)
  }
}
