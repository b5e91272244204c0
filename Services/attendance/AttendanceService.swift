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
    handlers.counts { db, now in try db.counts(at: now) }
    handlers.publishesSnapshot(of: [courses, rosters])
  }
}
