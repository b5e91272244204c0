import Schema
import ServiceKit
import Store

/// Courses and their rosters.
struct AttendanceService: Service {
  static let program = ProgramName.attendance
  static let migrations = AttendanceStore.migrations

  init(_ setup: ServiceSetup) throws {}

  func register(in handlers: inout Handlers) {
    registerCourses(in: &handlers)
    registerRosters(in: &handlers)
    registerPeople(in: &handlers)
    handlers.publishesSnapshot(snapshot)
  }

  /// The limit of rows per read of a snapshot.
  private static let snapshotStep = 1000

  /// The courses and rosters as events. Their audience is empty: programs receive every event.
  private func snapshot(_ db: borrowing Database) throws -> [OutboxEvent] {
    var told = try db.courseIDs().map {
      try OutboxEvent.snapshot(of: Attendance.CourseAdded(id: $0), to: .people([]))
    }
    var last: RosterKey?
    while true {
      let rows = try db.rosterRows(after: last, limit: AttendanceService.snapshotStep)
      for row in rows {
        told.append(
          try OutboxEvent.snapshot(
            of: Attendance.RosterJoined(course: row.course, person: row.person, role: row.role),
            to: .people([])))
      }
      guard let end = rows.last, rows.count == AttendanceService.snapshotStep else { return told }
      last = RosterKey(course: end.course, person: end.person)
    }
  }
}
