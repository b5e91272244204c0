import Schema
import ServiceKit
import Store

extension Database {
  /// The limit of check-ins of a course: one for each hour of a school year, and more.
  static var maxCheckIns: Int { 1_000 }

  func checkIn(_ id: CheckInID) throws -> CheckInRow? {
    try one("SELECT \(CheckInRow.columns) FROM checkin WHERE id = ?", id.raw) { try CheckInRow($0) }
  }

  /// The check-ins of a course, the newest first, starting before `key`.
  func checkIns(of course: CourseID, before key: TimeKey, limit: Int) throws -> [CheckInRow] {
    try all(
      """
      SELECT \(CheckInRow.columns) FROM checkin
      WHERE course = ? AND deleted_at IS NULL AND (starts_at, id) < (?, ?)
      ORDER BY starts_at DESC, id DESC LIMIT ?
      """,
      course.raw, key.time, key.id, limit
    ) { try CheckInRow($0) }
  }

  /// A check-in of the course that has not closed and overlaps this time; nil if there is none.
  func overlapping(_ row: CheckInRow) throws -> CheckInRow? {
    try one(
      """
      SELECT \(CheckInRow.columns) FROM checkin
      WHERE course = ? AND deleted_at IS NULL AND closed_at IS NULL AND id <> ? AND opens_at < ?
        AND closes_at > ? ORDER BY opens_at LIMIT 1
      """,
      row.course.raw, row.id.raw, row.closes, row.opens
    ) { try CheckInRow($0) }
  }

  /// The check-ins of a person's courses that are open now or open before `until`.
  func openCheckIns(of person: PersonID, at now: Instant, until: Instant) throws -> [CheckInRow] {
    try all(
      """
      SELECT \(CheckInRow.columns) FROM roster JOIN checkin ON checkin.course = roster.course
      WHERE roster.person = ? AND closed_at IS NULL AND deleted_at IS NULL AND closes_at > ? AND opens_at <= ?
      ORDER BY opens_at, checkin.id LIMIT ?
      """,
      person.raw, now, until, Database.maxCoursesPerPerson
    ) { try CheckInRow($0) }
  }

  /// - Throws: `too_many_checkins` if the course has reached its limit.
  func insert(_ row: CheckInRow) throws {
    let count = try one(
      "SELECT count(*) AS count FROM checkin WHERE course = ?", row.course.raw,
      map: { Int(try $0.int("count")) })
    guard (count ?? 0) < Database.maxCheckIns else { throw Fault(.tooManyCheckIns) }
    try run(
      """
      INSERT INTO checkin(mode, opened_by, starts_at, opens_at, closes_at, late_from, closed_at, deleted_at,
        range_m, saved_spot, spot_name, latitude, longitude, accuracy, secret, tells_at, soon_at, version,
        course, id)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      values: row.values + [row.course.raw, row.id.raw])
  }

  func update(_ row: CheckInRow) throws {
    try run(
      """
      UPDATE checkin SET mode = ?, opened_by = ?, starts_at = ?, opens_at = ?, closes_at = ?, late_from = ?,
        closed_at = ?, deleted_at = ?, range_m = ?, saved_spot = ?, spot_name = ?, latitude = ?,
        longitude = ?, accuracy = ?, secret = ?, tells_at = ?, soon_at = ?, version = ?
      WHERE id = ?
      """,
      values: row.values + [row.id.raw])
  }
}

extension CheckInRow {
  fileprivate var values: [(any SQLBindable)?] {
    [
      mode.rawValue, openedBy?.raw, starts, opens, closes, lateFrom, closed, deleted, range, savedSpot?.raw,
      spotName, place?.latitude, place?.longitude, accuracy, secret, tells, soon, version,
    ]
  }
}
