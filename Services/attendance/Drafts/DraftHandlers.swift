import Schema
import ServiceKit
import Store

/// Drafts: the instructors of a course open or skip them.
extension AttendanceService {
  func registerDrafts(in handlers: inout Handlers) {
    handlers.on(Attendance.ListDrafts.self, listDrafts)
    handlers.on(Attendance.OpenDraft.self, openDraft)
    handlers.on(Attendance.SkipDraft.self, skipDraft)
    handlers.on(Attendance.UnskipDraft.self, unskipDraft)
    registerClasses(in: &handlers)
  }

  func listDrafts(_ request: Attendance.ListDrafts, _ call: Call) async throws -> Attendance.Drafts {
    let person = try call.person
    return try await call.read { db in
      let until = call.now.advanced(by: AttendanceService.maxAhead)
      let rows = try db.waitingDrafts(taughtBy: person, after: call.now, until: until)
      return Attendance.Drafts(items: try rows.compactMap { try db.shown($0) }, now: call.now)
    }
  }

  func openDraft(
    _ request: Attendance.OpenDraft, _ call: Call
  ) async throws -> EncodedReply<Attendance.CheckIn> {
    let person = try call.person
    return try await call.write { db in
      let (draft, course) = try db.taughtDraft(request.id, call)
      if let opened = try draft.checkIn.flatMap({ try db.checkIn($0) }), opened.deleted == nil {
        return try db.shown(SeenCheckIn(row: opened, course: course), call)
      }
      guard draft.meeting.ends > call.now else { throw Fault(.draftOver) }
      let wanted = try db.opening(of: draft).request(for: draft, at: call.now)
      let row = try db.open(wanted, in: course, by: person, call)
      try db.setOpened(draft.id, as: row.id)
      try db.publishDrafts(of: draft.course, call)
      return try db.shown(SeenCheckIn(row: row, course: course), call)
    }
  }

  func skipDraft(_ request: Attendance.SkipDraft, _ call: Call) async throws -> EncodedReply<Empty> {
    try await call.write { try $0.skip(request.id, true, call) }
  }

  func unskipDraft(_ request: Attendance.UnskipDraft, _ call: Call) async throws -> EncodedReply<Empty> {
    try await call.write { try $0.skip(request.id, false, call) }
  }
}

extension Database {
  /// A draft of a course that the caller teaches, or of any for an administrator.
  fileprivate func taughtDraft(_ id: DraftID, _ call: Call) throws -> (DraftRow, SeenCourse) {
    guard let draft = try draft(id) else { throw Fault(.notFound) }
    let course = try taughtCourse(draft.course, call)
    return (draft, course)
  }

  fileprivate func skip(_ id: DraftID, _ isSkipped: Bool, _ call: Call) throws -> Empty {
    let (draft, _) = try taughtDraft(id, call)
    guard draft.isSkipped != isSkipped else { return Empty() }
    try setSkipped(isSkipped, id)
    try publishDrafts(of: draft.course, call)
    return Empty()
  }

  /// Nil for a draft whose course was deleted meanwhile.
  fileprivate func shown(_ draft: DraftRow) throws -> Attendance.Draft? {
    guard let course = try course(draft.course) else { return nil }
    let opening = try opening(of: draft)
    return Attendance.Draft(
      id: draft.id, course: course.id, courseName: course.name, courseCode: course.code, date: draft.day,
      starts: draft.meeting.starts, ends: draft.meeting.ends, block: draft.meeting.block,
      room: draft.meeting.room, mode: opening.mode, minutes: opening.minutes.count,
      savedSpot: opening.spot?.id)
  }
}
