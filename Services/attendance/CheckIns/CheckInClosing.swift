import Schema
import ServiceKit
import Store

/// The end of a check-in: students without a record become absent, or excused, in the transaction that closes
/// it.
extension Database {
  /// Closes a check-in as of a moment.
  @discardableResult
  func close(_ row: CheckInRow, of course: CourseRow, at moment: Instant, _ call: Call) throws -> CheckInRow {
    var row = row
    row.closed = moment
    row.tells = nil
    row.soon = nil
    row.version += 1
    try update(row)
    let excused = try excusedPeople(in: row.course, on: try day(of: row.starts))
    for person in try unmarked(in: row) {
      let isExcused = excused.contains(person)
      try put(
        RecordRow(
          row.id, person, isExcused ? .excused : .absent, isExcused ? .excuse : .closing, at: moment))
    }
    try publish(.closed, of: row, call)
    try warn(course, call)
    return row
  }

  /// Deletes the records that the closing made, so that those students are unmarked again.
  func deleteClosingRecords(of row: CheckInRow) throws {
    try run(
      "DELETE FROM record WHERE checkin = ? AND changes = 0 AND means IN ('closing', 'excuse')", row.id.raw)
  }

  // MARK: - Work that is due

  /// A check-in that work is due on, as it is now, with its course.
  func dueCheckIn(_ id: RawUUID) throws -> (CheckInRow, CourseRow) {
    guard let row = try checkIn(CheckInID(id)), let course = try course(row.course) else {
      throw DamagedRow(what: "check-in \(id) without a course")
    }
    return (row, course)
  }

  /// The check-ins that have reached their end, the oldest first.
  func overdue(at now: Instant, limit: Int) throws -> [RawUUID] {
    try all(
      """
      SELECT id FROM checkin
      WHERE closed_at IS NULL AND deleted_at IS NULL AND closes_at <= ? ORDER BY closes_at LIMIT ?
      """,
      now, limit
    ) { try $0.id("id") }
  }

  /// The check-ins that open now, and whose students have not been notified.
  func opening(at now: Instant, limit: Int) throws -> [RawUUID] {
    try all(
      """
      SELECT id FROM checkin
      WHERE tells_at IS NOT NULL AND deleted_at IS NULL AND tells_at <= ? ORDER BY tells_at LIMIT ?
      """,
      now, limit
    ) { try $0.id("id") }
  }

  /// The check-ins that close soon, and whose students have not been notified.
  func closingSoon(at now: Instant, limit: Int) throws -> [RawUUID] {
    try all(
      """
      SELECT id FROM checkin
      WHERE soon_at IS NOT NULL AND deleted_at IS NULL AND soon_at <= ? ORDER BY soon_at LIMIT ?
      """,
      now, limit
    ) { try $0.id("id") }
  }

  /// The time of the next work; nil if nothing is planned.
  func nextCheckInWork() throws -> Instant? {
    let next = try one(
      """
      SELECT
        (SELECT min(closes_at) FROM checkin WHERE closed_at IS NULL AND deleted_at IS NULL) AS closes,
        (SELECT min(tells_at) FROM checkin WHERE tells_at IS NOT NULL AND deleted_at IS NULL) AS tells,
        (SELECT min(soon_at) FROM checkin WHERE soon_at IS NOT NULL AND deleted_at IS NULL) AS soon,
        (SELECT min(closed_at) FROM checkin WHERE secret IS NOT NULL AND closed_at IS NOT NULL) AS closed,
        (SELECT min(deleted_at) FROM checkin WHERE deleted_at IS NOT NULL) AS deleted
      """
    ) { row in
      [
        try row.instantOrNil("closes"), try row.instantOrNil("tells"), try row.instantOrNil("soon"),
        try row.instantOrNil("closed").map { $0.advanced(by: CheckInRow.keepsPlace) },
        try row.instantOrNil("deleted").map { $0.advanced(by: AttendanceService.restoreLimit) },
      ]
    }
    return (next ?? []).compactMap { $0 }.min()
  }

  private static var endedCheckIns: String {
    """
    SELECT id FROM checkin WHERE secret IS NOT NULL
      AND (closed_at <= ? OR (closed_at IS NULL AND deleted_at <= ?)) LIMIT ?
    """
  }

  func hasPlaces(endedBefore cutoff: Instant) throws -> Bool {
    try one(Database.endedCheckIns, cutoff, cutoff, 1, map: { _ in true }) ?? false
  }

  /// Deletes places, keys, tickets and devices of check-ins that closed or were deleted before a moment.
  func forgetPlaces(endedBefore cutoff: Instant, limit: Int) throws {
    for id in try all(Database.endedCheckIns, cutoff, cutoff, limit, map: { try $0.id("id") }) {
      try run(
        "UPDATE checkin SET secret = NULL, latitude = NULL, longitude = NULL, accuracy = NULL WHERE id = ?",
        id)
      try run(
        """
        UPDATE record SET device = NULL, ticket = NULL
        WHERE checkin = ? AND (device IS NOT NULL OR ticket IS NOT NULL)
        """,
        id)
    }
  }

  func hasCheckIn(deletedBefore cutoff: Instant) throws -> Bool {
    try one("SELECT 1 FROM checkin WHERE deleted_at IS NOT NULL AND deleted_at <= ? LIMIT 1", cutoff) { _ in
      true
    } ?? false
  }

  /// Deletes check-ins for good that were deleted before a moment.
  func purgeCheckIns(deletedBefore cutoff: Instant, limit: Int) throws {
    let ids = try all(
      "SELECT id FROM checkin WHERE deleted_at IS NOT NULL AND deleted_at <= ? ORDER BY deleted_at LIMIT ?",
      cutoff, limit
    ) { try $0.id("id") }
    for id in ids { try run("DELETE FROM checkin WHERE id = ?", id) }
  }
}
