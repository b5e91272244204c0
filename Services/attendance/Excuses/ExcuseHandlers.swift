import Schema
import ServiceKit
import Store

/// Excuses: a student files one for a day, an instructor answers. An accepted one makes the student excused
/// instead of absent, in check-ins of that day that have closed and in those that will.
extension AttendanceService {
  /// An excuse is for a day this near to today.
  static let maxExcuseDays: Int64 = 7

  func registerExcuses(in handlers: inout Handlers) {
    handlers.on(Attendance.FileExcuse.self, fileExcuse)
    handlers.on(Attendance.ListExcuses.self, listExcuses)
    handlers.on(Attendance.AnswerExcuse.self, answerExcuse)
    handlers.on(Attendance.WithdrawExcuse.self, withdrawExcuse)
  }

  func fileExcuse(
    _ request: Attendance.FileExcuse, _ call: Call
  ) async throws -> EncodedReply<Attendance.Excuse> {
    let person = try call.person
    return try await call.write { db in
      let course = try db.seenCourse(request.id, call)
      guard course.role == .student else { throw Fault(.notAllowed) }
      try db.requireUnlocked(course.row)
      let today = try db.day(of: call.now)
      guard abs(today.daysSince1970 - request.day.daysSince1970) <= AttendanceService.maxExcuseDays else {
        throw Fault(.excuseDayBad, field: "day")
      }
      var excuse: ExcuseRow
      if let known = try db.excuse(of: person, in: request.id, on: request.day) {
        guard known.state == .waiting else { throw Fault(.excuseAnswered) }
        excuse = known
        excuse.note = request.note.text
      } else {
        guard try db.countExcuses(of: person, in: request.id) < Database.maxExcuses else {
          throw Fault(.excusesFull)
        }
        excuse = ExcuseRow(
          id: .timed(call.now), course: request.id, person: person, day: request.day,
          note: request.note.text, state: .waiting, filed: call.now)
      }
      try db.put(excuse)
      try db.publishChange(of: excuse, call)
      return try db.shown(excuse.id)
    }
  }

  func listExcuses(_ request: Attendance.ListExcuses, _ call: Call) async throws -> Page<Attendance.Excuse> {
    let person = try call.person
    let limit = (request.limit ?? .standard).count
    let last = try request.cursor?.parts(RawUUID.self) ?? .max
    let found = try await call.read { db in
      let course = try db.seenCourse(request.id, call)
      let isTeaching = course.role == .instructor || call.isAdministrator
      return try db.excuses(
        in: request.id, of: isTeaching ? nil : person, request.state, before: last, limit: limit + 1)
    }
    return Page(found, limit: limit) { Cursor(of: $0.id.raw) }
  }

  func answerExcuse(
    _ request: Attendance.AnswerExcuse, _ call: Call
  ) async throws -> EncodedReply<Attendance.Excuse> {
    let person = try call.person
    return try await call.write { db in
      guard var excuse = try db.excuse(request.id) else { throw Fault(.notFound) }
      let course = try db.taughtCourse(excuse.course, call)
      try db.requireUnlocked(course.row)
      let state: Attendance.ExcuseState = request.accept ? .accepted : .declined
      guard excuse.state != state || excuse.answer != request.note?.text else {
        return try db.shown(excuse.id)
      }
      excuse.state = state
      excuse.answered = call.now
      excuse.answeredBy = person
      excuse.answer = request.note?.text
      try db.put(excuse)
      try db.apply(excuse, call)
      try db.publishChange(of: excuse, call)
      try db.notify(
        excuse.person, .excuseAnswered, of: excuse.course.raw,
        [
          ("course", course.row.shortName), ("answer", state.rawValue), ("day", excuse.day.description),
          ("note", excuse.answer ?? ""),
        ], call)
      if course.isAdministered {
        try db.audit(
          .attendanceChanged, of: excuse.person.description, "\(course.row.name): excuse \(state.rawValue)",
          call)
      }
      return try db.shown(excuse.id)
    }
  }

  func withdrawExcuse(_ request: Attendance.WithdrawExcuse, _ call: Call) async throws -> EncodedReply<Empty>
  {
    let person = try call.person
    return try await call.write { db in
      guard let excuse = try db.excuse(request.id), excuse.person == person else { return Empty() }
      guard excuse.state == .waiting else { throw Fault(.excuseAnswered) }
      try db.run("DELETE FROM excuse WHERE id = ?", excuse.id.raw)
      try db.publishChange(of: excuse, call)
      return Empty()
    }
  }
}

extension Database {
  /// Changes the records that the closing made on the day of an excuse: absent to excused, or back.
  fileprivate func apply(_ excuse: ExcuseRow, _ call: Call) throws {
    let isAccepted = excuse.state == .accepted
    let replaced: Attendance.Status = isAccepted ? .absent : .excused
    for (record, row) in try closingRecords(of: excuse.person, in: excuse.course)
    where record.status == replaced && record.changes < RecordRow.maxChanges {
      guard try day(of: row.starts) == excuse.day else { continue }
      var changed = record
      changed.status = isAccepted ? .excused : .absent
      changed.means = isAccepted ? .excuse : .closing
      let first = record.original ?? record.status
      changed.original = first == changed.status ? nil : first
      changed.at = call.now
      changed.markedBy = excuse.answeredBy
      try put(changed)
      try note(changed, before: record.status, at: call.now)
      try publishRecord(changed, in: row, to: try instructors(of: row.course), call)
    }
  }

  fileprivate func publishChange(of excuse: ExcuseRow, _ call: Call) throws {
    let instructors = try instructors(of: excuse.course).filter { $0 != excuse.person }
    try publish(
      Attendance.ExcuseChanged(course: excuse.course, excuse: excuse.id),
      to: .people(instructors + [excuse.person]), call)
  }
}
