import Schema
import ServiceKit
import Store

/// Attendance in numbers, exports, locked terms, and warnings.
extension AttendanceService {
  func registerReports(in handlers: inout Handlers) {
    handlers.on(Attendance.ListCourseAttendance.self, listCourseAttendance)
    handlers.on(Attendance.ListAttendance.self, listAttendance)
    handlers.on(Attendance.ListRecords.self, listRecords)
    handlers.on(Attendance.ExportRecords.self, exportRecords)
    handlers.on(Attendance.LockTerm.self, lockTerm)
    handlers.on(Attendance.UnlockTerm.self, unlockTerm)
    handlers.on(Attendance.SetWarnings.self, setWarnings)
    handlers.on(Attendance.GetWarnings.self, getWarnings)
  }

  func listCourseAttendance(
    _ request: Attendance.ListCourseAttendance, _ call: Call
  ) async throws -> Page<Attendance.StudentAttendance> {
    let limit = (request.limit ?? .standard).count
    let key = try request.cursor.map { try NameKey($0) } ?? .first
    let found = try await call.read { db in
      let course = try db.taughtCourse(request.id, call).row
      return try db.attendance(of: course, after: key, limit: limit + 1)
    }
    return Page(found, limit: limit) {
      NameKey(name: $0.name, id: $0.student.person.raw).cursor
    } item: {
      $0.student
    }
  }

  func listAttendance(
    _ request: Attendance.ListAttendance, _ call: Call
  ) async throws -> Page<Attendance.CourseAttendance> {
    let person = try call.person
    let isAll = request.all ?? false
    guard !isAll || call.isAdministrator else { throw Fault(.notAllowed, field: "all") }
    let limit = (request.limit ?? .standard).count
    let key = try request.cursor.map { try NameKey($0) } ?? .first
    return try await call.read { db in
      let found = try db.courses(
        of: isAll ? nil : person, in: request.term?.text, after: key, limit: limit + 1)
      return try Page(found, limit: limit) {
        NameKey(name: SortName.key($0.course.name), id: $0.course.id.raw).cursor
      } item: {
        try db.attendance(in: $0.course, of: $0.role == .student ? person : nil)
      }
    }
  }

  func listRecords(
    _ request: Attendance.ListRecords, _ call: Call
  ) async throws -> Page<Attendance.RecordRow> {
    let limit = (request.limit ?? .standard).count
    let key = try request.cursor.map { try RecordKey($0) } ?? .first
    let found = try await call.read { db in
      let course = try db.taughtCourse(request.id, call).row
      return try db.exportedRecords(of: course.id, request.checkIn, after: key, limit: limit + 1)
    }
    return Page(found, limit: limit) {
      $0.key.cursor
    } item: {
      $0.row
    }
  }

  func exportRecords(
    _ request: Attendance.ExportRecords, _ call: Call
  ) async throws -> Attendance.RecordsPage {
    let key = try request.cursor.map { try RecordKey($0) } ?? .first
    let limit = RecordsText.rowsAPage
    let (course, found, zone) = try await call.read { db in
      let course = try db.taughtCourse(request.id, call).row
      return (
        course, try db.exportedRecords(of: course.id, request.checkIn, after: key, limit: limit + 1),
        try db.zone()
      )
    }
    let rows = found.prefix(limit)
    let head = request.cursor == nil ? RecordsText.headings : ""
    return Attendance.RecordsPage(
      csv: head + rows.map { RecordsText.line($0.row, of: course, in: zone) }.joined(),
      next: found.count > limit ? rows.last?.key.cursor : nil)
  }

  func lockTerm(_ request: Attendance.LockTerm, _ call: Call) async throws -> EncodedReply<
    Attendance.TermLock
  > {
    try await call.write { db in
      if let locked = try db.lock(of: request.term.text) {
        return Attendance.TermLock(term: request.term, locked: locked)
      }
      guard try db.countLocks() < Database.maxLockedTerms else { throw Fault(.tooManyTerms) }
      try db.run("INSERT INTO locked_term(term, locked_at) VALUES (?, ?)", request.term.text, call.now)
      try db.audit(.termLocked, of: request.term.text, nil, call)
      return Attendance.TermLock(term: request.term, locked: call.now)
    }
  }

  func unlockTerm(_ request: Attendance.UnlockTerm, _ call: Call) async throws -> EncodedReply<Empty> {
    try await call.write { db in
      guard try db.lock(of: request.term.text) != nil else { return Empty() }
      try db.run("DELETE FROM locked_term WHERE term = ?", request.term.text)
      try db.audit(.termUnlocked, of: request.term.text, nil, call)
      return Empty()
    }
  }

  func setWarnings(
    _ request: Attendance.SetWarnings, _ call: Call
  ) async throws -> EncodedReply<Attendance.Warnings> {
    try await call.write { db in
      let course = try db.taughtCourse(request.id, call)
      let warnings = Attendance.Warnings(below: request.below, inARow: request.inARow)
      guard try db.warnings(of: course.row.id) != warnings else { return warnings }
      try db.set(warnings, of: course.row.id)
      if course.isAdministered { try db.audit(.attendanceChanged, of: course.row.name, "warnings", call) }
      return warnings
    }
  }

  func getWarnings(_ request: Attendance.GetWarnings, _ call: Call) async throws -> Attendance.Warnings {
    try await call.read { db in try db.warnings(of: try db.taughtCourse(request.id, call).row.id) }
  }
}
