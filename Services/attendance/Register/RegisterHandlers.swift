import Schema
import ServiceKit
import Store

/// The register of a check-in, and the marks of its instructors.
extension AttendanceService {
  func registerRegister(in handlers: inout Handlers) {
    handlers.on(Attendance.ListRegister.self, listRegister)
    handlers.on(Attendance.SetMark.self, setMark)
    handlers.on(Attendance.ListMarks.self, listMarks)
    handlers.on(Attendance.ListMyRecords.self, listMyRecords)
  }

  func listRegister(
    _ request: Attendance.ListRegister, _ call: Call
  ) async throws -> Page<Attendance.RegisterRow> {
    let limit = (request.limit ?? .standard).count
    let key = try request.cursor.map { try NameKey($0) } ?? .first
    let found = try await call.read { db in
      try db.register(of: try db.taughtCheckIn(request.id, call).row, after: key, limit: limit + 1)
    }
    return Page(found, limit: limit) {
      NameKey(name: $0.name, id: $0.row.person.raw).cursor
    } item: {
      $0.row
    }
  }

  func setMark(
    _ request: Attendance.SetMark, _ call: Call
  ) async throws -> EncodedReply<Attendance.RegisterRow> {
    let person = try call.person
    return try await call.write { db in
      let seen = try db.changedCheckIn(request.id, call)
      let row = seen.row
      let known = try db.record(of: request.person, in: row.id)
      if known == nil, try db.role(of: request.person, in: row.course) != .student {
        throw Fault(.personUnknown, field: "person")
      }
      let status = Attendance.Status(request.status)
      guard known?.status != status || request.reason != nil else {
        return try db.registerRow(of: request.person, in: row)
      }
      // A tap in the room can be corrected by another; what the student did, or a closed register, cannot.
      let isOpen = row.state(at: call.now) != .closed
      let isOwnTap = known.map { $0.means == .instructor && $0.original == nil } ?? true
      let isFree = known?.status == .pending || (isOpen && isOwnTap)
      guard isFree || request.reason != nil else { throw Fault(.reasonMissing, field: "reason") }
      guard (known?.changes ?? 0) < RecordRow.maxChanges else { throw Fault(.marksFull) }
      var record = known ?? RecordRow(row.id, request.person, status, .instructor, at: call.now)
      if let known, !(isOpen && isOwnTap) { record.original = known.original ?? known.status }
      record.status = status
      record.wouldBe = nil
      record.means = .instructor
      record.at = call.now
      record.markedBy = person
      record.reason = request.reason?.text
      record.changes += 1
      try db.put(record)
      try db.note(record, before: known?.status, at: call.now)
      try db.publishRecord(record, in: row, to: try db.instructors(of: row.course), call)
      try db.notifyMark(record, in: row, of: seen.course.row, isFirst: known == nil, call)
      if seen.course.isAdministered {
        try db.audit(
          .attendanceChanged, of: request.person.description,
          "\(seen.course.row.name): \(request.status.rawValue)", call)
      }
      if row.closed != nil { try db.warn(seen.course.row, call) }
      return try db.registerRow(of: request.person, in: row)
    }
  }

  func listMarks(
    _ request: Attendance.ListMarks, _ call: Call
  ) async throws -> Page<Attendance.MarkChange> {
    let limit = (request.limit ?? .standard).count
    let last = try request.cursor?.parts(RawUUID.self) ?? .max
    let found = try await call.read { db in
      let row = try db.taughtCheckIn(request.id, call).row
      return try db.marks(of: request.person, in: row.id, before: last, limit: limit + 1)
    }
    return Page(found, limit: limit) {
      Cursor(of: $0.id)
    } item: {
      $0.mark
    }
  }

  func listMyRecords(
    _ request: Attendance.ListMyRecords, _ call: Call
  ) async throws -> Page<Attendance.MyRecord> {
    let person = try call.person
    let limit = (request.limit ?? .standard).count
    let key = try request.cursor.map { try TimeKey($0) } ?? .last
    let found = try await call.read { db in
      if let course = request.course { _ = try db.seenCourse(course, call) }
      return try db.records(of: person, in: request.course, before: key, limit: limit + 1)
    }
    return Page(found, limit: limit) { TimeKey(time: $0.starts, id: $0.checkIn.raw).cursor }
  }
}

extension Database {
  /// Tells the student. The first mark of an open check-in is no news to somebody in the room.
  fileprivate func notifyMark(
    _ record: RecordRow, in row: CheckInRow, of course: CourseRow, isFirst: Bool, _ call: Call
  ) throws {
    let isQuiet = isFirst && row.state(at: call.now) != .closed && record.status == .present
    guard !isQuiet else { return }
    try notify(
      record.person, .attendanceMarked, of: row.id.raw,
      [
        ("course", course.shortName), ("status", record.status.rawValue), ("start", row.starts.description),
        ("reason", record.reason ?? ""),
      ], call)
  }
}
