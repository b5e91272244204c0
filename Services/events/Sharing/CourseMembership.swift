import Schema
import ServiceKit
import Store

/// Rosters, as published by attendance: everyone on the roster of a course sees the events shared with it.
extension EventsService {
  func registerRosters(in handlers: inout Handlers) {
    handlers.subscribe(to: Attendance.RosterJoined.self, from: .attendance, rosterJoined)
    handlers.subscribe(to: Attendance.RosterLeft.self, from: .attendance, rosterLeft)
    handlers.subscribe(to: Attendance.CourseDeleted.self, from: .attendance, courseDeleted)
    handlers.subscribeToSnapshot(from: .attendance, into: EventsService.rosters)
  }

  /// Adds a person to a roster. The event is also published when a role changes, which has no effect here.
  func rosterJoined(_ told: Attendance.RosterJoined, _ db: borrowing Database, _ call: Call) throws {
    let course = EventCircle.course(told.course)
    let isNew = try !db.belongs(told.person, to: course)
    try db.run(
      """
      INSERT INTO roster(person, course) VALUES (?, ?)
      ON CONFLICT(person, course) DO UPDATE SET is_stale = 0
      """,
      told.person.raw, told.course.raw)
    guard isNew, try db.isSharing(course) else { return }
    try db.publish(Events.ListsChanged(person: told.person), to: .people([told.person]), call)
  }

  func rosterLeft(_ told: Attendance.RosterLeft, _ db: borrowing Database, _ call: Call) throws {
    guard try db.belongs(told.person, to: .course(told.course)) else { return }
    try db.leave(told.person, .course(told.course), call)
  }

  /// Removes everyone at once. Events shared with the course become private again.
  func courseDeleted(_ told: Attendance.CourseDeleted, _ db: borrowing Database, _ call: Call) throws {
    let course = EventCircle.course(told.id)
    let members = try db.members(of: course)
    for owner in try db.owners(sharingWith: told.id) {
      try db.unshare(of: owner, course, call)
      try db.publish(Events.ListsChanged(person: owner), to: .people(members), call)
    }
    try db.run("DELETE FROM roster WHERE course = ?", told.id.raw)
  }

  /// The snapshot lists everyone on every roster.
  static let rosters = CopiedTable("roster", "person, course") {
    (PersonID(try $0.id("person")), CourseID(try $0.id("course")))
  } sweep: { left, db, call in
    for (person, course) in left { try db.leave(person, .course(course), call) }
  }
}

extension Database {
  /// The owners of events shared with the course, including deleted ones: a restored event must not return to
  /// people who should not see it.
  fileprivate func owners(sharingWith course: CourseID) throws -> [PersonID] {
    try all(
      "SELECT DISTINCT owner FROM event WHERE course = ? LIMIT ?", course.raw, Audience.maxPeople
    ) { PersonID(try $0.id("owner")) }
  }
}
