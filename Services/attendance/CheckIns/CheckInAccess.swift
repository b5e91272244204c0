import Schema
import ServiceKit
import Store

/// A check-in, its course, and the caller's role in it.
struct SeenCheckIn: Sendable {
  var row: CheckInRow
  let course: SeenCourse
}

extension Database {
  /// A check-in of a course that this person teaches or takes, or any for an administrator. Any other throws
  /// `not_found`, and so does a deleted one.
  func seenCheckIn(_ id: CheckInID, _ call: Call) throws -> SeenCheckIn {
    guard let row = try checkIn(id), row.deleted == nil else { throw Fault(.notFound) }
    return SeenCheckIn(row: row, course: try seenCourse(row.course, call))
  }

  /// A check-in that this person may look into, as an instructor of the course or as an administrator.
  func taughtCheckIn(_ id: CheckInID, _ call: Call) throws -> SeenCheckIn {
    guard let row = try checkIn(id), row.deleted == nil else { throw Fault(.notFound) }
    return SeenCheckIn(row: row, course: try taughtCourse(row.course, call))
  }

  /// Such a check-in to be changed: the course's term must not be locked.
  func changedCheckIn(_ id: CheckInID, _ call: Call) throws -> SeenCheckIn {
    let seen = try taughtCheckIn(id, call)
    try requireUnlocked(seen.course.row)
    return seen
  }

  func isLocked(_ term: String?) throws -> Bool {
    guard let term else { return false }
    return try one("SELECT 1 FROM locked_term WHERE term = ?", term, map: { _ in true }) ?? false
  }

  /// - Throws: `term_locked`.
  func requireUnlocked(_ course: CourseRow) throws {
    guard try !isLocked(course.term) else { throw Fault(.termLocked) }
  }

  func shown(_ seen: SeenCheckIn, _ call: Call) throws -> Attendance.CheckIn {
    let row = seen.row
    let course = seen.course
    let mayTeach = course.role == .instructor || call.isAdministrator
    let mine = course.role == .student ? try record(of: call.person, in: row.id) : nil
    return Attendance.CheckIn(
      id: row.id, course: row.course, courseName: course.row.name, courseCode: course.row.code,
      statusNames: course.row.statusNames, role: course.role, mode: row.mode, state: row.state(at: call.now),
      starts: row.starts,
      opens: row.opens, closes: row.end, minutes: mayTeach ? row.minutes : nil, lateFrom: row.lateFrom,
      range: mayTeach ? row.range.flatMap { CheckInRange($0) } : nil,
      spot: mayTeach ? row.spot : nil, savedSpot: mayTeach ? row.savedSpot : nil,
      spotName: row.spotName, tally: mayTeach ? try tally(of: row) : nil, mine: mine?.receipt,
      isLocked: try isLocked(course.row.term), version: row.version)
  }

  func publish(
    _ change: Attendance.CheckInChange, of row: CheckInRow, _ call: Call
  ) throws {
    try publish(
      Attendance.CheckInChanged(course: row.course, checkIn: row.id, change: change),
      to: try audience(of: row.course), call)
  }
}

extension CheckInRow {
  /// The place as its instructors see it; nil once it is deleted.
  fileprivate var spot: Attendance.Spot? {
    guard let place, let latitude = Latitude(place.latitude), let longitude = Longitude(place.longitude)
    else {
      return nil
    }
    return Attendance.Spot(
      name: spotName.map { SpotName(checked: $0) }, latitude: latitude, longitude: longitude,
      accuracy: accuracy.flatMap { PositionAccuracy($0) })
  }
}
