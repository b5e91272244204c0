import Schema
import ServiceKit
import Store

/// Rosters, as published by attendance: everyone on the roster of a course sees the events shared with it.
extension EventsService {
  func registerRosters(in handlers: inout Handlers) {
    handlers.subscribe(to: Attendance.RosterJoined.self, from: .attendance, rosterJoined)
    handlers.subscribe(to: Attendance.RosterLeft.self, from: .attendance, rosterLeft)
    handlers.subscribe(to: Attendance.CourseDeleted.self, from: .attendance, courseDeleted)
    handlers.subscribeToSnapshot(from: .attendance, begins: beginRosters, ends: endRosters)
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

  /// Marks all rosters as stale. A snapshot lists everyone on every roster.
  func beginRosters(_ db: borrowing Database, _ call: Call) throws {
    try db.run("UPDATE roster SET is_stale = 1")
  }

  /// Removes people the snapshot does not list.
  func endRosters(_ db: borrowing Database, _ call: Call) throws {
    while true {
      let left = try db.all(
        "SELECT person, course FROM roster WHERE is_stale = 1 LIMIT ?", EventsService.leaversAStep
      ) { (PersonID(try $0.id("person")), CourseID(try $0.id("course"))) }
      guard !left.isEmpty else { return }
      for (person, course) in left { try db.leave(person, .course(course), call) }
    }
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
