import Schema
import ServiceKit
import Store

/// A course, and the caller's role in it.
struct SeenCourse: Sendable {
  var row: CourseRow
  /// Nil for an administrator who is not on the roster.
  let role: Attendance.CourseRole?

  /// True if the caller does not teach the course: an administrator's change then enters the audit log.
  var isAdministered: Bool { role != .instructor }
}

extension Call {
  /// True if this person may create courses.
  var mayTeach: Bool {
    guard let roles = identity?.roles else { return false }
    return roles.contains(.staff) || roles.contains(.admin)
  }

  var isAdministrator: Bool { identity?.roles.contains(.admin) ?? false }
}

extension Database {
  /// A course that this person teaches or takes, or any course for an administrator. Any other course throws
  /// `not_found`, as if it did not exist.
  func seenCourse(_ id: CourseID, _ call: Call) throws -> SeenCourse {
    guard let row = try course(id) else { throw Fault(.notFound) }
    let role = try role(of: call.person, in: id)
    guard role != nil || call.isAdministrator else { throw Fault(.notFound) }
    return SeenCourse(row: row, role: role)
  }

  /// A course that this person may change, as its instructor or as an administrator.
  func taughtCourse(_ id: CourseID, _ call: Call) throws -> SeenCourse {
    let seen = try seenCourse(id, call)
    guard seen.role == .instructor || call.isAdministrator else { throw Fault(.notAllowed) }
    return seen
  }

  func shown(_ seen: SeenCourse, _ call: Call) throws -> Attendance.Course {
    let row = seen.row
    let mayCount = seen.role == .instructor || call.isAdministrator
    return Attendance.Course(
      id: row.id, name: row.name, code: row.code, term: row.term, role: seen.role,
      students: mayCount ? try countStudents(in: row.id) : nil,
      instructors: try instructorNames(of: row.id), statusNames: row.statusNames,
      schoolClass: row.schoolClass, added: row.added, version: row.version)
  }
}
