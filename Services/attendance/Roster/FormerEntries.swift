import Schema
import ServiceKit
import Store

/// Entries removed from a roster. Whoever is put back within an hour has their student number, adviser and
/// date of joining again: without that date, their earlier check-ins would no longer count.
extension Database {
  /// The time for which a removed entry is kept.
  static var formerStays: Duration { .seconds(3600) }

  /// Keeps the entry of a person who is about to be removed.
  func keepFormer(_ person: PersonID, _ course: CourseID, at now: Instant) throws {
    try run(
      """
      INSERT INTO former(course, person, role, joined_at, student_number, adviser, is_warned, left_at)
      SELECT course, person, role, joined_at, student_number, adviser, is_warned, ? FROM roster
      WHERE course = ? AND person = ?
      ON CONFLICT(course, person) DO UPDATE SET role = excluded.role, joined_at = excluded.joined_at,
        student_number = excluded.student_number, adviser = excluded.adviser,
        is_warned = excluded.is_warned, left_at = excluded.left_at
      """,
      now, course.raw, person.raw)
  }

  /// Restores what a person had in the same role, if they were removed within the hour.
  func restoreFormer(
    _ person: PersonID, _ course: CourseID, as role: Attendance.CourseRole, at now: Instant
  ) throws {
    let columns = "joined_at, student_number, adviser, is_warned"
    try run(
      """
      UPDATE roster SET (\(columns)) = (SELECT \(columns) FROM former WHERE course = ? AND person = ?)
      WHERE course = ? AND person = ? AND EXISTS (
        SELECT 1 FROM former WHERE course = ? AND person = ? AND role = ? AND left_at > ?)
      """,
      course.raw, person.raw, course.raw, person.raw, course.raw, person.raw, role.rawValue,
      now.advanced(by: .zero - Database.formerStays))
    try run("DELETE FROM former WHERE course = ? AND person = ?", course.raw, person.raw)
  }

  func hasFormer(at now: Instant) throws -> Bool {
    let cutoff = now.advanced(by: .zero - Database.formerStays)
    return try one("SELECT 1 FROM former WHERE left_at <= ? LIMIT 1", cutoff, map: { _ in true }) ?? false
  }

  func purgeFormer(at now: Instant, limit: Int) throws {
    try run(
      """
      DELETE FROM former WHERE (course, person) IN
        (SELECT course, person FROM former WHERE left_at <= ? ORDER BY left_at LIMIT ?)
      """,
      now.advanced(by: .zero - Database.formerStays), limit)
  }

  /// The time at which a removed entry is next deleted.
  func nextFormerWork() throws -> Instant? {
    let first =
      try one("SELECT min(left_at) AS left_at FROM former", map: { try $0.instantOrNil("left_at") }) ?? nil
    return first?.advanced(by: Database.formerStays)
  }

  /// Clears an adviser wherever removed or expected people have them.
  /// - Returns: true if more may be left.
  func forgetAdviser(_ person: PersonID, in table: String, key: String, clearing cleared: String) throws
    -> Bool
  {
    let sql = """
      UPDATE \(table) SET \(cleared)
      WHERE (\(key)) IN (SELECT \(key) FROM \(table) WHERE adviser = ? LIMIT ?)
      """
    return try change(sql, person.raw, PersonalTable.step) >= PersonalTable.step
  }
}
