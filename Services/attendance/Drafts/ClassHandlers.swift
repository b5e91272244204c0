import Schema
import ServiceKit
import Store

/// The classes of the school, as published by campus: each has a course with its name, its teacher and the
/// students who chose it. Without campus, courses are only what instructors make them.
extension AttendanceService {
  func registerClasses(in handlers: inout Handlers) {
    handlers.subscribe(to: Campus.ClassListed.self, from: .campus, classListed)
    handlers.subscribe(to: Campus.ClassRemoved.self, from: .campus, classRemoved)
    handlers.subscribe(to: Campus.RosterChanged.self, from: .campus, rosterChanged)
    handlers.subscribe(to: Campus.MeetingsChanged.self, from: .campus, meetingsChanged)
    handlers.subscribeToSnapshot(
      from: .campus, into: AttendanceService.classCopies, AttendanceService.studentCopies,
      AttendanceService.draftCopies)
  }

  func classListed(_ told: Campus.ClassListed, _ db: borrowing Database, _ call: Call) throws {
    guard let course = try db.follow(told, call) else { return }
    try db.setTeacher(told.teacher, of: course, call)
  }

  /// The course stays with its records and people: from now on its instructors manage it.
  func classRemoved(_ told: Campus.ClassRemoved, _ db: borrowing Database, _ call: Call) throws {
    guard let course = try db.listedCourse(of: told.id) else { return }
    try db.unlist(course.id, call)
  }

  func rosterChanged(_ told: Campus.RosterChanged, _ db: borrowing Database, _ call: Call) throws {
    guard let course = try db.listedCourse(of: told.id) else { return }
    for person in told.removed.prefix(Campus.RosterChanged.maxPeople) {
      try db.drop(person, as: .student, from: course.id, call)
    }
    for person in told.added.prefix(Campus.RosterChanged.maxPeople) {
      try db.take(person, as: .student, into: course, call)
    }
  }

  /// The snapshot lists every class.
  static let classCopies = CopiedTable("course", "id", marking: "is_listed = 1") {
    CourseID(try $0.id("id"))
  } sweep: { gone, db, call in
    for course in gone { try db.unlist(course, call) }
  }

  /// The snapshot lists every student of every class, and its teacher with the class.
  static let studentCopies = CopiedTable("roster", "course, person", marking: "by_class = 1") {
    RosterKey(course: CourseID(try $0.id("course")), person: PersonID(try $0.id("person")))
  } sweep: { gone, db, call in
    for row in gone { try db.leave(row.person, row.course, call) }
  }
}

extension Database {
  /// The course of a class that is in the catalogue.
  func listedCourse(of schoolClass: ClassID) throws -> CourseRow? {
    try one(
      "SELECT \(CourseRow.columns) FROM course WHERE class = ? AND is_listed = 1", schoolClass.raw
    ) { try CourseRow($0) }
  }

  /// The course of a class, with its name: the one that follows it, the one that administrators chose, or a
  /// new one.
  /// - Returns: Nil if the site has as many courses as it can have.
  fileprivate func follow(_ told: Campus.ClassListed, _ call: Call) throws -> CourseRow? {
    let former = try one("SELECT id FROM course WHERE class = ?", told.id.raw) { CourseID(try $0.id("id")) }
    let chosen = try told.course.flatMap { try course($0) }.flatMap { row in
      row.schoolClass == nil || row.schoolClass == told.id ? row.id : nil
    }
    guard let id = try chosen ?? former ?? addCourse(of: told, call) else { return nil }
    if let former, former != id { try move(from: former, to: id, call) }
    try run(
      "UPDATE course SET class = ?, is_listed = 1, is_stale = 0 WHERE id = ?", told.id.raw, id.raw)
    guard var row = try course(id) else { return nil }
    guard row.name != told.name.text || row.code != told.code?.text else { return row }
    row.name = told.name.text
    row.code = told.code?.text
    row.version += 1
    try update(row)
    try publish(Attendance.CourseChanged(id: id), to: try audience(of: id), call)
    return row
  }

  private func addCourse(of told: Campus.ClassListed, _ call: Call) throws -> CourseID? {
    let row = CourseRow(Attendance.AddCourse(name: told.name, code: told.code), now: call.now)
    do { try insert(row) } catch let fault as Fault where fault.code == FaultCode.tooManyCourses.code {
      call.log(.error, "no course for the class \(told.id): the site has \(Database.maxCourses) courses")
      return nil
    }
    try publish(
      Attendance.CourseAdded(id: row.id), to: .people([told.teacher].compactMap { $0 }), call)
    return row.id
  }

  /// Another course follows the class from now on. What was opened stays where it was.
  private func move(from former: CourseID, to course: CourseID, _ call: Call) throws {
    try run("UPDATE course SET class = NULL, is_listed = 0, is_stale = 0 WHERE id = ?", former.raw)
    try run("UPDATE draft SET course = ? WHERE course = ? AND checkin IS NULL", course.raw, former.raw)
    guard let row = try self.course(course) else { return }
    for person in try people(byClassIn: former, as: .student) {
      try leave(person, former, call)
      try take(person, as: .student, into: row, call)
    }
    try run("UPDATE roster SET by_class = 0 WHERE course = ?", former.raw)
  }

  /// The class has left the catalogue. Its course keeps everybody, and what it has not opened is gone.
  fileprivate func unlist(_ course: CourseID, _ call: Call) throws {
    try run("UPDATE course SET is_listed = 0, is_stale = 0 WHERE id = ?", course.raw)
    try run("UPDATE roster SET by_class = 0, is_stale = 0 WHERE course = ?", course.raw)
    try deleteUnopenedDrafts(of: course)
    try publish(Attendance.CourseChanged(id: course), to: try audience(of: course), call)
    try publishDrafts(of: course, call)
  }

  fileprivate func setTeacher(_ teacher: PersonID?, of course: CourseRow, _ call: Call) throws {
    for person in try people(byClassIn: course.id, as: .instructor) where person != teacher {
      try leave(person, course.id, call)
    }
    if let teacher { try take(teacher, as: .instructor, into: course, call) }
  }

  /// Puts a person on the roster of a class's course. Who is on it already keeps their role, but a student of
  /// the course becomes its instructor as the teacher of the class.
  fileprivate func take(
    _ person: PersonID, as role: Attendance.CourseRole, into course: CourseRow, _ call: Call
  ) throws {
    let known = try self.role(of: person, in: course.id)
    if known == nil || (known == .student && role == .instructor) {
      do { try join(person, course.id, as: role, call) } catch let fault as Fault {
        call.log(.warning, "\(course.shortName) does not take \(person) of its class: \(fault.code)")
        return
      }
    }
    try run(
      """
      UPDATE roster SET is_stale = 0, by_class = CASE WHEN role = ? THEN 1 ELSE by_class END
      WHERE course = ? AND person = ?
      """,
      role.rawValue, course.id.raw, person.raw)
  }

  fileprivate func drop(
    _ person: PersonID, as role: Attendance.CourseRole, from course: CourseID, _ call: Call
  ) throws {
    let isByClass = try one(
      "SELECT 1 FROM roster WHERE course = ? AND person = ? AND role = ? AND by_class = 1", course.raw,
      person.raw, role.rawValue, map: { _ in true })
    if isByClass ?? false { try leave(person, course, call) }
  }

  /// The people whom the catalogue put on a roster.
  private func people(byClassIn course: CourseID, as role: Attendance.CourseRole) throws -> [PersonID] {
    try all(
      "SELECT person FROM roster WHERE course = ? AND role = ? AND by_class = 1 ORDER BY person LIMIT ?",
      course.raw, role.rawValue, Database.maxOnRoster
    ) { PersonID(try $0.id("person")) }
  }
}
