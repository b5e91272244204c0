import Schema
import ServiceKit
import Store

/// Rosters: instructors and administrators see and change them.
extension AttendanceService {
  func registerRosters(in handlers: inout Handlers) {
    handlers.on(Attendance.ListRoster.self, listRoster)
    handlers.on(Attendance.Enroll.self, enroll)
    handlers.on(Attendance.SetRosterRole.self, setRosterRole)
    handlers.on(Attendance.RemoveFromRoster.self, removeFromRoster)
  }

  func listRoster(
    _ request: Attendance.ListRoster, _ call: Call
  ) async throws -> Page<Attendance.RosterEntry> {
    let limit = (request.limit ?? .standard).count
    let key = try request.cursor.map { try NameKey($0) } ?? .first
    let found = try await call.read { db in
      try db.entries(of: try db.taughtCourse(request.id, call).row.id, after: key, limit: limit + 1)
    }
    return Page(found, limit: limit) {
      NameKey(name: $0.name, id: $0.entry.person.raw).cursor
    } item: {
      $0.entry
    }
  }

  func setRosterRole(
    _ request: Attendance.SetRosterRole, _ call: Call
  ) async throws -> EncodedReply<Attendance.RosterEntry> {
    try await call.write { db in
      let seen = try db.taughtCourse(request.id, call)
      guard try db.isKnown(request.person) else { throw Fault(.personUnknown, field: "person") }
      let isNew = try db.role(of: request.person, in: request.id) == nil
      let entry = try db.put(request.person, on: seen, as: request.role, call)
      guard isNew else { return entry }
      try db.restoreFormer(request.person, request.id, as: request.role, at: call.now)
      return try db.entry(of: request.person, in: request.id) ?? entry
    }
  }

  /// Auth looks up the person by address, so its events about that person need not have arrived.
  func enroll(_ request: Attendance.Enroll, _ call: Call) async throws -> EncodedReply<Attendance.RosterEntry>
  {
    // This check comes first, so that nobody else learns whose address it is.
    try await call.read { db in _ = try db.taughtCourse(request.id, call) }
    let found: Auth.FoundPerson
    do { found = try await call.ask(Auth.FindPerson(email: request.email)) } catch let fault as Fault
      where fault.code == FaultCode.notFound.code
    { throw Fault(.personUnknown, field: "email") }
    return try await call.write { db in
      let seen = try db.taughtCourse(request.id, call)
      if try !db.isKnown(found.person) { try db.know(found.person, found.firstName, found.lastName) }
      try db.deleteExpected(request.email, on: request.id)
      return try db.put(found.person, on: seen, as: request.role, call)
    }
  }

  func removeFromRoster(_ request: Attendance.RemoveFromRoster, _ call: Call) async throws -> EncodedReply<
    Empty
  > {
    try await call.write { db in
      let seen = try db.taughtCourse(request.id, call)
      guard let role = try db.role(of: request.person, in: request.id) else { return Empty() }
      if role == .instructor { try db.requireAnotherInstructor(than: request.person, in: request.id) }
      try db.keepFormer(request.person, request.id, at: call.now)
      try db.leave(request.person, request.id, call)
      if seen.isAdministered {
        try db.audit(.rosterChanged, of: request.person.description, "\(seen.row.named): left", call)
      }
      return Empty()
    }
  }
}

extension Database {
  fileprivate func put(
    _ person: PersonID, on seen: SeenCourse, as role: Attendance.CourseRole, _ call: Call
  ) throws -> Attendance.RosterEntry {
    let course = seen.row.id
    let known = try self.role(of: person, in: course)
    if known != role {
      if known == .instructor { try requireAnotherInstructor(than: person, in: course) }
      try join(person, course, as: role, call)
      if seen.isAdministered {
        try audit(.rosterChanged, of: person.description, "\(seen.row.named): \(role.rawValue)", call)
      }
    }
    guard let entry = try entry(of: person, in: course) else { throw Fault(.notFound) }
    return entry
  }

  /// Adds a person to a roster or changes their role there, and publishes the change.
  /// - Throws: `roster_full`, `courses_full`.
  func join(
    _ person: PersonID, _ course: CourseID, as role: Attendance.CourseRole, _ call: Call
  ) throws {
    if try self.role(of: person, in: course) == nil {
      let seats = try countOnRoster(of: course) + countExpected(on: course)
      guard seats < Database.maxOnRoster else { throw Fault(.rosterFull) }
      guard try countCourses(of: person) < Database.maxCoursesPerPerson else { throw Fault(.coursesFull) }
    }
    try set(role, of: person, in: course, at: call.now)
    try publish(
      Attendance.RosterJoined(course: course, person: person, role: role),
      to: try rosterAudience(of: course, and: person), call)
  }

  /// Removes a person from a roster and publishes that. Does nothing if they are not on it.
  func leave(_ person: PersonID, _ course: CourseID, _ call: Call) throws {
    guard let role = try role(of: person, in: course) else { return }
    try deleteFromRoster(person, course)
    try greetAgain(person)
    try publish(
      Attendance.RosterLeft(course: course, person: person, role: role),
      to: try rosterAudience(of: course, and: person), call)
  }

  /// The audience of a change: instructors and the person. Students see neither a roster nor its changes.
  private func rosterAudience(of course: CourseID, and person: PersonID) throws -> Audience {
    .people(try instructors(of: course).filter { $0 != person } + [person])
  }

  /// Requires another instructor: without one, only administrators could change the course.
  fileprivate func requireAnotherInstructor(than person: PersonID, in course: CourseID) throws {
    guard try instructors(of: course).contains(where: { $0 != person }) else { throw Fault(.lastInstructor) }
  }
}
