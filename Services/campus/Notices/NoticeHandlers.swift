import Schema
import ServiceKit
import Store

/// Notices about a class on a date, from its teacher and administrators.
extension CampusService {
  func registerNotices(in handlers: inout Handlers) {
    handlers.on(Campus.ListNotices.self, listNotices)
    handlers.on(Campus.SetNotice.self, setNotice)
    handlers.on(Campus.RemoveNotice.self, removeNotice)
  }

  func listNotices(_ request: Campus.ListNotices, _ call: Call) async throws -> Campus.ClassNotices {
    try await call.read { db in
      _ = try db.noticedClass(request.id, call)
      let today = try db.schoolFrame().today(call.now)
      return Campus.ClassNotices(items: try db.notices(of: request.id, from: today))
    }
  }

  func setNotice(_ request: Campus.SetNotice, _ call: Call) async throws -> EncodedReply<Campus.ClassNotice> {
    try await call.write { db in
      let row = try db.noticedClass(request.id, call)
      let notice = Campus.ClassNotice(
        class: row.id, date: request.date, room: request.room, substitute: request.substitute,
        note: request.note, isCancelled: request.isCancelled ?? false, at: call.now)
      guard notice.saysSomething else { throw Fault(.noticeEmpty) }
      let bells = try db.changeableBells(on: request.date, call)
      let meetings = bells.meetings(of: row)
      guard !meetings.isEmpty else { throw Fault(.classNotMeeting, field: "date") }
      if let old = try db.notice(of: row.id, on: request.date), old.isSame(as: notice) { return old }
      try db.put(notice)
      try db.noticeChanged(row, bells, call)
      return notice
    }
  }

  func removeNotice(_ request: Campus.RemoveNotice, _ call: Call) async throws -> EncodedReply<Empty> {
    try await call.write { db in
      let row = try db.noticedClass(request.id, call)
      let bells = try db.changeableBells(on: request.date, call)
      let count = try db.change(
        "DELETE FROM class_notice WHERE class = ? AND date = ?", row.id.raw, request.date.daysSince1970)
      if count > 0 { try db.noticeChanged(row, bells, call) }
      return Empty()
    }
  }
}

extension Campus.ClassNotice {
  fileprivate var saysSomething: Bool { room != nil || substitute != nil || note != nil || isCancelled }

  fileprivate func isSame(as other: Campus.ClassNotice) -> Bool {
    (room, substitute, note, isCancelled) == (other.room, other.substitute, other.note, other.isCancelled)
  }

  var slot: Campus.SlotNotice {
    Campus.SlotNotice(
      room: room?.text, substitute: substitute?.text, note: note?.text, isCancelled: isCancelled)
  }
}
