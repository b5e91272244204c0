import Schema
import ServiceKit
import Store

/// Courses: instructors and administrators change them, students see them.
extension AttendanceService {
  func registerCourses(in handlers: inout Handlers) {
    handlers.on(Attendance.ListCourses.self, listCourses)
    handlers.on(Attendance.AddCourse.self, addCourse)
    handlers.on(Attendance.GetCourse.self, getCourse)
    handlers.on(Attendance.EditCourse.self, editCourse)
    handlers.on(Attendance.DeleteCourse.self, deleteCourse)
  }

  func listCourses(_ request: Attendance.ListCourses, _ call: Call) async throws -> Page<Attendance.Course> {
    let person = try call.person
    let isAll = request.all ?? false
    guard !isAll || call.isAdministrator else { throw Fault(.notAllowed, field: "all") }
    let limit = (request.limit ?? .standard).count
    let key = try request.cursor.map { try NameKey($0) } ?? .first
    return try await call.read { db in
      let found =
        isAll
        ? try db.allCourses(for: person, after: key, limit: limit + 1)
        : try db.courses(of: person, after: key, limit: limit + 1)
      return try Page(found, limit: limit) {
        NameKey(name: SortName.key($0.course.name), id: $0.course.id.raw).cursor
      } item: {
        try db.shown(SeenCourse(row: $0.course, role: $0.role), call)
      }
    }
  }

  func addCourse(_ request: Attendance.AddCourse, _ call: Call) async throws -> EncodedReply<
    Attendance.Course
  > {
    let person = try call.person
    guard call.mayTeach else { throw Fault(.notAllowed) }
    return try await call.write { db in
      let course = CourseRow(request, now: call.now)
      try db.insert(course)
      try db.publish(Attendance.CourseAdded(id: course.id), to: .people([person]), call)
      try db.join(person, course.id, as: .instructor, call)
      return try db.shown(SeenCourse(row: course, role: .instructor), call)
    }
  }

  func getCourse(_ request: Attendance.GetCourse, _ call: Call) async throws -> Attendance.Course {
    try await call.read { db in try db.shown(try db.seenCourse(request.id, call), call) }
  }

  func editCourse(_ request: Attendance.EditCourse, _ call: Call) async throws -> EncodedReply<
    Attendance.Course
  > {
    try await call.write { db in
      var seen = try db.taughtCourse(request.id, call)
      guard seen.row.version == request.version else {
        throw try Fault.changedElsewhere(current: try db.shown(seen, call))
      }
      let edited = try seen.row.applying(request)
      guard edited != seen.row else { return try db.shown(seen, call) }
      if seen.row.schoolClass != nil, edited.name != seen.row.name || edited.code != seen.row.code {
        throw Fault(.courseOfClass)
      }
      try db.update(edited)
      try db.publish(Attendance.CourseChanged(id: edited.id), to: try db.audience(of: edited.id), call)
      if seen.isAdministered { try db.audit(.courseChanged, of: seen.row.name, edited.named, call) }
      seen.row = edited
      return try db.shown(seen, call)
    }
  }

  func deleteCourse(_ request: Attendance.DeleteCourse, _ call: Call) async throws -> EncodedReply<Empty> {
    try await call.write { db in
      let seen = try db.taughtCourse(request.id, call)
      guard seen.row.schoolClass == nil else { throw Fault(.courseOfClass) }
      let audience = try db.audience(of: seen.row.id)
      try db.deleteCourse(seen.row.id)
      try db.publish(Attendance.CourseDeleted(id: seen.row.id), to: audience, call)
      if seen.isAdministered { try db.audit(.courseDeleted, of: seen.row.name, seen.row.named, call) }
      return Empty()
    }
  }
}

extension CourseRow {
  /// The course after an edit. The version increases only if something changed.
  fileprivate func applying(_ edit: Attendance.EditCourse) throws(Fault) -> CourseRow {
    guard let name = edit.name.map(\.text).applied(to: name) else { throw Fault(.nameBlank, field: "name") }
    var edited = self
    edited.name = name
    edited.code = edit.code.map(\.text).applied(to: code)
    edited.term = edit.term.map(\.text).applied(to: term)
    edited.statusNames = edit.statusNames.applied(to: statusNames).flatMap { $0.isUsual ? nil : $0 }
    if edited != self { edited.version += 1 }
    return edited
  }

  /// `Introduction to Statistics, STAT 101, Fall 2026`.
  var named: String { [name, code, term].compactMap { $0 }.joined(separator: ", ") }
}
