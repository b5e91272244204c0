import Schema
import ServiceKit
import Store

/// The advisers of students: a course's instructors and administrators set them, warnings go to them, too.
extension AttendanceService {
  func registerAdvisers(in handlers: inout Handlers) {
    handlers.on(Attendance.SetAdviser.self, setAdviser)
    handlers.on(Attendance.RemoveAdviser.self, removeAdviser)
    handlers.on(Attendance.ListAdvised.self, listAdvised)
  }

  func setAdviser(
    _ request: Attendance.SetAdviser, _ call: Call
  ) async throws -> EncodedReply<Attendance.RosterEntry> {
    // This check comes first, so that nobody else learns whose address it is.
    try await call.read { db in
      let course = try db.taughtCourse(request.id, call).row.id
      guard try db.role(of: request.person, in: course) == .student else { throw Fault(.notFound) }
    }
    let found: Auth.FoundPerson
    do { found = try await call.ask(Auth.FindPerson(email: request.email)) } catch let fault as Fault
      where fault.code == FaultCode.notFound.code
    { throw Fault(.personUnknown, field: "email") }
    guard found.person != request.person else { throw Fault(.adviserBad, field: "email") }
    return try await call.write { db in
      let seen = try db.taughtCourse(request.id, call)
      guard try db.role(of: request.person, in: request.id) == .student else { throw Fault(.notFound) }
      if try !db.isKnown(found.person) { try db.know(found.person, found.firstName, found.lastName) }
      try db.advise(request.person, in: seen, by: found.person, call)
      guard let entry = try db.entry(of: request.person, in: request.id) else { throw Fault(.notFound) }
      return entry
    }
  }

  func removeAdviser(
    _ request: Attendance.RemoveAdviser, _ call: Call
  ) async throws -> EncodedReply<Empty> {
    try await call.write { db in
      try db.advise(request.person, in: try db.taughtCourse(request.id, call), by: nil, call)
      return Empty()
    }
  }

  /// A person who advises nobody there learns nothing, not even that the course exists.
  func listAdvised(_ request: Attendance.ListAdvised, _ call: Call) async throws -> Attendance.Advised {
    let person = try call.person
    return try await call.read { db in
      let advised = try db.students(advisedBy: person, in: request.id)
      guard !advised.isEmpty, let course = try db.course(request.id) else { throw Fault(.notFound) }
      let students = try db.attendance(of: course, after: .first, limit: Database.maxReported)
        .map(\.student).filter { advised.contains($0.person) }
      return Attendance.Advised(
        course: course.id, name: course.name, code: course.code, students: students)
    }
  }
}

extension Database {
  fileprivate func students(advisedBy adviser: PersonID, in course: CourseID) throws -> Set<PersonID> {
    Set(
      try all(
        """
        SELECT person FROM roster WHERE adviser = ? AND course = ? AND role = 'student'
        ORDER BY person LIMIT ?
        """,
        adviser.raw, course.raw, Database.maxOnRoster
      ) { PersonID(try $0.id("person")) })
  }

  /// Stores the adviser of a student; nil removes it.
  fileprivate func advise(
    _ student: PersonID, in seen: SeenCourse, by adviser: PersonID?, _ call: Call
  ) throws {
    let course = seen.row.id
    guard try self.adviser(of: student, in: course) != adviser else { return }
    try setAdviser(adviser, of: student, in: course)
    if seen.isAdministered {
      let change = adviser == nil ? "no adviser" : "an adviser"
      try audit(.rosterChanged, of: student.description, "\(seen.row.named): \(change)", call)
    }
  }

  func setAdviser(_ adviser: PersonID?, of student: PersonID, in course: CourseID) throws {
    try run(
      "UPDATE roster SET adviser = ? WHERE course = ? AND person = ?", adviser?.raw, course.raw, student.raw)
  }

  /// The adviser of a student; nil for none.
  func adviser(of student: PersonID, in course: CourseID) throws -> PersonID? {
    let found = try one(
      "SELECT adviser FROM roster WHERE course = ? AND person = ?", course.raw, student.raw
    ) { try $0.idOrNil("adviser").map { PersonID($0) } }
    return found ?? nil
  }

  /// Removes a person as the adviser of students.
  /// - Returns: true if more may be left.
  func forgetAdviser(_ person: PersonID) throws -> Bool {
    try change(
      """
      UPDATE roster SET adviser = NULL
      WHERE (course, person) IN (SELECT course, person FROM roster WHERE adviser = ? LIMIT ?)
      """,
      person.raw, PersonalTable.step) >= PersonalTable.step
  }
}
