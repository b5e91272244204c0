import Schema
import ServiceKit
import Store

/// The numbers of trained people in courses and rooms, and the copy of rosters that they need. Without
/// attendance no course is known.
extension GuideService {
  func registerReadiness(in handlers: inout Handlers) {
    handlers.on(Guide.GetCourseReadiness.self, getCourseReadiness)
    handlers.on(Guide.GetRoomReadiness.self, getRoomReadiness)
    handlers.subscribe(to: Attendance.RosterJoined.self, from: .attendance) { told, db, _ in
      try db.run(
        """
        INSERT INTO roster(course, person) VALUES (?, ?)
        ON CONFLICT(course, person) DO UPDATE SET is_stale = 0
        """,
        told.course.raw, told.person.raw)
    }
    handlers.subscribe(to: Attendance.RosterLeft.self, from: .attendance) { told, db, _ in
      try db.leave(told.person, told.course)
    }
    handlers.subscribe(to: Attendance.CourseDeleted.self, from: .attendance) { told, db, _ in
      try db.run("DELETE FROM roster WHERE course = ?", told.id.raw)
    }
    handlers.subscribeToSnapshot(from: .attendance, into: GuideService.rosters)
  }

  /// The snapshot lists everyone on every roster.
  static let rosters = CopiedTable("roster", "person, course") {
    (PersonID(try $0.id("person")), CourseID(try $0.id("course")))
  } sweep: { left, db, _ in
    for (person, course) in left { try db.leave(person, course) }
  }

  /// A course that the person is not in does not exist for them.
  func getCourseReadiness(
    _ request: Guide.GetCourseReadiness, _ call: Call
  ) async throws -> Guide.Readiness {
    let person = try call.person
    return try await call.read { db in
      guard try db.isKnown(request.id, to: call.isAdministrator ? nil : person) else {
        throw Fault(.notFound)
      }
      let found = try db.readiness(of: request.id, at: call.now)
      guard found.counted >= Guide.minCounted else {
        return Guide.Readiness(isTooFew: true, counted: nil, trained: nil)
      }
      return Guide.Readiness(isTooFew: false, counted: found.counted, trained: found.trained)
    }
  }

  /// Roommates know each other, so their figures have no least number: who does not want it is not counted.
  func getRoomReadiness(_ request: Guide.GetRoomReadiness, _ call: Call) async throws -> Guide.Readiness {
    let person = try call.person
    return try await call.read { db in
      guard let room = try db.room(of: person) else { throw Fault(.noRoom) }
      let found = try db.readiness(of: room, at: call.now)
      return Guide.Readiness(isTooFew: false, counted: found.counted, trained: found.trained)
    }
  }
}

extension Database {
  fileprivate func leave(_ person: PersonID, _ course: CourseID) throws {
    try run("DELETE FROM roster WHERE course = ? AND person = ?", course.raw, person.raw)
  }

  /// True if the person is on the roster of the course; without a person, if anybody is.
  fileprivate func isKnown(_ course: CourseID, to person: PersonID?) throws -> Bool {
    guard let person else {
      return try one("SELECT 1 FROM roster WHERE course = ? LIMIT 1", course.raw, map: { _ in true }) ?? false
    }
    return try one(
      "SELECT 1 FROM roster WHERE course = ? AND person = ?", course.raw, person.raw, map: { _ in true })
      ?? false
  }

  fileprivate func readiness(of course: CourseID, at now: Instant) throws -> Counts {
    try one(
      """
      SELECT count(*) AS counted, count(CASE WHEN passed_at > ? THEN 1 END) AS trained
      FROM training WHERE is_counted = 1 AND person IN (SELECT person FROM roster WHERE course = ?)
      """,
      now.advanced(by: Counts.valid), course.raw, map: Counts.init(row:)) ?? Counts()
  }

  fileprivate func readiness(of room: RoomID, at now: Instant) throws -> Counts {
    try one(
      """
      SELECT count(*) AS counted, count(CASE WHEN passed_at > ? THEN 1 END) AS trained
      FROM training WHERE is_counted = 1 AND person IN (SELECT person FROM membership WHERE room = ?)
      """,
      now.advanced(by: Counts.valid), room.raw, map: Counts.init(row:)) ?? Counts()
  }
}

/// The people who are counted, and those of them who have passed the quiz and not too long ago.
private struct Counts: Sendable {
  /// The time back to the oldest quiz that counts.
  static let valid = Duration.seconds(-Guide.passedDays * 86_400)

  var counted = 0
  var trained = 0

  init() {}

  init(row: borrowing Row) throws {
    counted = Int(try row.int("counted"))
    trained = Int(try row.int("trained"))
  }
}
