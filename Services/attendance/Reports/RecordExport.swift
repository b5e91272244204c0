import Schema
import ServiceKit
import Store

/// The place of a record in the list of a course's records: by start of the check-in, then by name.
struct RecordKey: PageKey {
  let starts: Instant
  let checkIn: RawUUID
  let name: String
  let person: RawUUID

  static let first = RecordKey(starts: Instant(milliseconds: .min), checkIn: .min, name: "", person: .min)

  init(starts: Instant, checkIn: RawUUID, name: String, person: RawUUID) {
    self.starts = starts
    self.checkIn = checkIn
    self.name = name
    self.person = person
  }

  init(_ cursor: Cursor) throws(Fault) {
    (starts, checkIn, name, person) = try cursor.parts(Instant.self, RawUUID.self, String.self, RawUUID.self)
  }

  var cursor: Cursor { Cursor(of: starts, checkIn, name, person) }
}

extension Database {
  /// The records of a course, or of one check-in, starting after `key`.
  func exportedRecords(
    of course: CourseID, _ checkIn: CheckInID?, after key: RecordKey, limit: Int
  ) throws -> [(row: Attendance.RecordRow, key: RecordKey)] {
    try all(
      """
      SELECT checkin.id, starts_at, closes_at, closed_at, record.person, status, means, at, original,
        coalesce(first_name, '') AS shown_first_name, coalesce(last_name, '') AS shown_last_name,
        coalesce(sort_name, '') AS shown_sort_name
      FROM checkin JOIN record ON record.checkin = checkin.id LEFT JOIN person ON person.id = record.person
      WHERE checkin.course = ? AND deleted_at IS NULL AND checkin.id BETWEEN ? AND ? AND starts_at >= ?
        AND (starts_at, checkin.id, coalesce(sort_name, ''), record.person) > (?, ?, ?, ?)
      ORDER BY starts_at, checkin.id, coalesce(sort_name, ''), record.person LIMIT ?
      """,
      course.raw, checkIn?.raw ?? .min, checkIn?.raw ?? .max, key.starts, key.starts, key.checkIn, key.name,
      key.person, limit
    ) { row in
      let starts = try row.instant("starts_at")
      let closes = try row.instant("closes_at")
      let checkIn = try row.id("id")
      let person = try row.id("person")
      let shown = Attendance.RecordRow(
        checkIn: CheckInID(checkIn), starts: starts,
        ends: try row.instantOrNil("closed_at").map { min($0, closes) } ?? closes, person: PersonID(person),
        firstName: try row.text("shown_first_name"), lastName: try row.text("shown_last_name"),
        status: try Attendance.Status(stored: row.text("status")),
        means: try Attendance.Means(stored: row.text("means")), at: try row.instant("at"),
        isOverridden: try !row.isNull("original"))
      let name = try row.text("shown_sort_name")
      return (shown, RecordKey(starts: starts, checkIn: checkIn, name: name, person: person))
    }
  }
}
