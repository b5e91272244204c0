import Schema
import ServiceKit
import Store

/// Who is on which roster, as attendance tells it: what is shared with a course is seen by all on its roster.
extension EventsService {
  func registerRosters(in handlers: inout Handlers) {
    handlers.hear(Attendance.RosterJoined.self, from: .attendance, rosterJoined)
    handlers.hear(Attendance.RosterLeft.self, from: .attendance, rosterLeft)
    handlers.hear(Attendance.CourseDeleted.self, from: .attendance, courseDeleted)
    handlers.hearSnapshot(from: .attendance, begins: beginRosters, ends: endRosters)
  }

  /// Also told when a role changes, which is nothing here.
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
    try db.tell(Events.ListsChanged(person: told.person), to: .people([told.person]), call)
  }

  func rosterLeft(_ told: Attendance.RosterLeft, _ db: borrowing Database, _ call: Call) throws {
    guard try db.belongs(told.person, to: .course(told.course)) else { return }
    try db.leave(told.person, .course(told.course), call)
  }

  /// Everybody leaves at once: what was shared is its owners' alone again.
  func courseDeleted(_ told: Attendance.CourseDeleted, _ db: borrowing Database, _ call: Call) throws {
    let course = EventCircle.course(told.id)
    let members = try db.members(of: course)
    for owner in try db.owners(sharingWith: told.id) {
      try db.unshare(of: owner, course, call)
      try db.tell(Events.ListsChanged(person: owner), to: .people(members), call)
    }
    try db.run("DELETE FROM roster WHERE course = ?", told.id.raw)
  }

  /// A snapshot names everybody on every roster.
  func beginRosters(_ db: borrowing Database, _ call: Call) throws {
    try db.run("UPDATE roster SET is_stale = 1")
  }

  /// Whom it did not name has left.
  func endRosters(_ db: borrowing Database, _ call: Call) throws {
    while true {
      let left = try db.all(
        "SELECT person, course FROM roster WHERE is_stale = 1 LIMIT ?", EventsService.leaversAStep
      ) { (PersonID(try $0.id(0)), CourseID(try $0.id(1))) }
      guard !left.isEmpty else { return }
      for (person, course) in left { try db.leave(person, .course(course), call) }
    }
  }
}

extension Database {
  /// Deleted events too: one that is restored is not to come back to people who should not see it.
  fileprivate func owners(sharingWith course: CourseID) throws -> [PersonID] {
    try all(
      "SELECT DISTINCT owner FROM event WHERE course = ? LIMIT ?", course.raw, Audience.maxPeople
    ) { PersonID(try $0.id(0)) }
  }
}
