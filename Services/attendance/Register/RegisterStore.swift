import Schema
import ServiceKit
import Store

extension Database {
  typealias ListedRow = (row: Attendance.RegisterRow, name: String)

  /// The students of a check-in by name, starting after `key`.
  func register(of row: CheckInRow, after key: NameKey, limit: Int) throws -> [ListedRow] {
    try all(
      """
      \(Database.registerRows)
      WHERE (coalesce(person.sort_name, ''), listed.person) > (?, ?)
      ORDER BY coalesce(person.sort_name, ''), listed.person LIMIT ?
      """,
      row.course.raw, row.id.raw, row.id.raw, row.course.raw, row.course.raw,
      try day(of: row.starts).description, key.name, key.id, limit
    ) { try Database.listed($0, row) }
  }

  func registerRow(of person: PersonID, in row: CheckInRow) throws -> Attendance.RegisterRow {
    let found = try one(
      "\(Database.registerRows) WHERE listed.person = ?", row.course.raw, row.id.raw, row.id.raw,
      row.course.raw, row.course.raw, try day(of: row.starts).description, person.raw
    ) { try Database.listed($0, row).row }
    guard let found else { throw Fault(.personUnknown, field: "person") }
    return found
  }

  /// Values: course, check-in, check-in, course, course, day.
  private static var registerRows: String {
    """
    SELECT listed.person, coalesce(person.first_name, '') AS shown_first_name,
      coalesce(person.last_name, '') AS shown_last_name, coalesce(person.sort_name, '') AS shown_sort_name,
      record.id AS record_id, record.status, record.means, record.at, record.original, record.reason,
      record.flags, record.distance_ft, record.accuracy_m, marker.first_name AS marker_first_name,
      marker.last_name AS marker_last_name, roster.person AS on_roster, excuse.state AS excuse_state
    FROM (
      SELECT person FROM roster WHERE course = ? AND role = 'student'
      UNION SELECT person FROM record WHERE checkin = ?
    ) AS listed
    LEFT JOIN person ON person.id = listed.person
    LEFT JOIN record ON record.checkin = ? AND record.person = listed.person
    LEFT JOIN person AS marker ON marker.id = record.marked_by
    LEFT JOIN roster ON roster.course = ? AND roster.person = listed.person
    LEFT JOIN excuse ON excuse.course = ? AND excuse.person = listed.person AND excuse.day = ?
    """
  }

  private static func listed(_ stored: borrowing Row, _ row: CheckInRow) throws -> ListedRow {
    let status = try stored.textOrNil("status").map { try Attendance.Status(stored: $0) }
    let shown = Attendance.RegisterRow(
      person: PersonID(try stored.id("person")), firstName: try stored.text("shown_first_name"),
      lastName: try stored.text("shown_last_name"),
      status: status ?? (row.closed == nil ? .unmarked : .notEnrolled), at: try stored.instantOrNil("at"),
      means: try stored.textOrNil("means").map { try Attendance.Means(stored: $0) },
      original: try stored.textOrNil("original").map { try Attendance.Status(stored: $0) },
      by: try KnownName.marker(stored), reason: try stored.textOrNil("reason"),
      flags: try sortedFlags(try stored.textOrNil("flags")),
      distanceFeet: try stored.intOrNil("distance_ft").map { Int($0) },
      accuracy: try stored.intOrNil("accuracy_m").map { Int($0) },
      hasLeft: try stored.isNull("on_roster"),
      excuse: try stored.textOrNil("excuse_state").map { try Attendance.ExcuseState(stored: $0) })
    return (shown, try stored.text("shown_sort_name"))
  }

  private static func sortedFlags(_ text: String?) throws -> [Attendance.RecordFlag] {
    let flags = try RecordRow.flags(stored: text ?? "")
    return Attendance.RecordFlag.allCases.filter { flags.contains($0) }
  }

  /// The changes of a record, the newest first.
  func marks(
    of person: PersonID, in checkIn: CheckInID, before last: RawUUID, limit: Int
  ) throws -> [(id: RawUUID, mark: Attendance.MarkChange)] {
    try all(
      """
      SELECT mark.id, at, before, after, means, reason, first_name AS marker_first_name,
        last_name AS marker_last_name
      FROM mark LEFT JOIN person ON person.id = mark.marked_by
      WHERE checkin = ? AND person = ? AND mark.id < ? ORDER BY mark.id DESC LIMIT ?
      """,
      checkIn.raw, person.raw, last, limit
    ) { row in
      (
        try row.id("id"),
        Attendance.MarkChange(
          at: try row.instant("at"), by: try KnownName.marker(row),
          before: try row.textOrNil("before").map { try Attendance.Status(stored: $0) },
          after: try Attendance.Status(stored: row.text("after")),
          means: try Attendance.Means(stored: row.text("means")), reason: try row.textOrNil("reason"))
      )
    }
  }

  /// A person's records, the newest class first, starting before `key`.
  func records(
    of person: PersonID, in course: CourseID?, before key: TimeKey, limit: Int
  ) throws -> [Attendance.MyRecord] {
    try all(
      """
      SELECT \(RecordRow.columns), checkin.course, course.name AS course_name, starts_at,
        \(Attendance.StatusNames.columns),
        first_name AS marker_first_name, last_name AS marker_last_name
      FROM record JOIN checkin ON checkin.id = record.checkin JOIN course ON course.id = checkin.course
      LEFT JOIN person ON person.id = record.marked_by
      WHERE record.person = ? AND deleted_at IS NULL AND (starts_at, checkin.id) < (?, ?)
        AND checkin.course BETWEEN ? AND ?
      ORDER BY starts_at DESC, checkin.id DESC LIMIT ?
      """,
      person.raw, key.time, key.id, course?.raw ?? .min, course?.raw ?? .max, limit
    ) { row in
      let record = try RecordRow(row)
      return Attendance.MyRecord(
        receipt: record.receipt, checkIn: record.checkIn, course: CourseID(try row.id("course")),
        courseName: try row.text("course_name"), statusNames: try Attendance.StatusNames.stored(row),
        starts: try row.instant("starts_at"),
        original: record.original, by: try KnownName.marker(row), reason: record.reason,
        flags: record.sortedFlags, distanceFeet: record.distanceFeet, accuracy: record.accuracy)
    }
  }
}

typealias KnownName = Attendance.KnownName

extension Attendance.KnownName {
  /// The name of the instructor in the columns `marker_first_name` and `marker_last_name`.
  static func marker(_ row: borrowing Row) throws -> KnownName? {
    guard let first = try row.textOrNil("marker_first_name"), let last = try row.textOrNil("marker_last_name")
    else { return nil }
    return KnownName(firstName: first, lastName: last)
  }
}
