import Schema
import ServiceKit
import Store

/// Warnings of low attendance: a student and their adviser are told once when it becomes low, and again
/// after it was good.
extension Database {
  func warnings(of course: CourseID) throws -> Attendance.Warnings {
    try one("SELECT warn_below, warn_in_a_row FROM course WHERE id = ?", course.raw) { row in
      Attendance.Warnings(
        below: try row.intOrNil("warn_below").flatMap { WarnPercent(Int($0)) },
        inARow: try row.intOrNil("warn_in_a_row").flatMap { WarnAbsences(Int($0)) })
    } ?? Attendance.Warnings(below: nil, inARow: nil)
  }

  func set(_ warnings: Attendance.Warnings, of course: CourseID) throws {
    try run(
      "UPDATE course SET warn_below = ?, warn_in_a_row = ? WHERE id = ?", warnings.below?.count,
      warnings.inARow?.count, course.raw)
  }

  /// Warns the students of a course whose attendance has become low.
  func warn(_ course: CourseRow, _ call: Call) throws {
    let warnings = try warnings(of: course.id)
    guard warnings.below != nil || warnings.inARow != nil else { return }
    let warned = try warnedStudents(of: course.id)
    for (student, _) in try attendance(of: course, after: .first, limit: Database.maxReported)
    where !student.hasLeft && student.isLow != warned.contains(student.person) {
      try run(
        "UPDATE roster SET is_warned = ? WHERE course = ? AND person = ?", student.isLow, course.id.raw,
        student.person.raw)
      guard student.isLow else { continue }
      let values = [
        ("course", course.shortName),
        ("percent", student.percent.map { "\(Int($0.rounded(.down)))" } ?? ""),
        ("absences", student.absentInARow > 0 ? "\(student.absentInARow)" : ""),
      ]
      try notify(student.person, .attendanceLow, of: course.id.raw, values, importance: .high, call)
      guard let adviser = try adviser(of: student.person, in: course.id) else { continue }
      let name = ("student", "\(student.firstName) \(student.lastName)")
      try notify(adviser, .studentLow, of: course.id.raw, values + [name], importance: .high, call)
    }
  }

  /// The limit of students in a report that is read whole: a full roster, and as many who have left it.
  static var maxReported: Int { 2 * maxOnRoster }

  private func warnedStudents(of course: CourseID) throws -> Set<PersonID> {
    Set(
      try all(
        "SELECT person FROM roster WHERE course = ? AND is_warned = 1 ORDER BY person LIMIT ?", course.raw,
        Database.maxOnRoster
      ) { PersonID(try $0.id("person")) })
  }
}

extension Attendance.Warnings {
  func isLow(_ percent: Double?, _ missed: Int) -> Bool {
    if let below, let percent, percent < Double(below.count) { return true }
    if let inARow, missed >= inARow.count { return true }
    return false
  }
}
