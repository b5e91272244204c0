import JSON
import Schema
import ServiceKit
import Store

/// A person's inbox, the same on all of their devices.
extension NotifierService {
  /// The time for which clearing can be undone. The page offers ten seconds, and the network takes time.
  static let clearUndo = Duration.seconds(60)

  func registerInbox(in handlers: inout Handlers) {
    handlers.on(Notifier.ListInbox.self, listInbox)
    handlers.on(Notifier.ReadNotice.self, readNotice)
    handlers.on(Notifier.UnreadNotice.self, unreadNotice)
    handlers.on(Notifier.ReadInbox.self, readInbox)
    handlers.on(Notifier.SnoozeNotice.self, snoozeNotice)
    handlers.on(Notifier.ClearInbox.self, clearInbox)
    handlers.on(Notifier.RestoreInbox.self, restoreInbox)
  }

  func listInbox(_ request: Notifier.ListInbox, _ call: Call) async throws -> Notifier.Inbox {
    let person = try call.person
    let limit = (request.limit ?? .standard).count
    let key = try request.cursor.map { try TimeKey($0) } ?? .last
    return try await call.read { db in
      let found = try db.notices(
        of: person, unreadOnly: request.unread ?? false, after: key, limit: limit + 1)
      let reader = try db.reader(person, request.language, channels.settings)
      let page = Page(found.map { $0.shown(to: reader) }, limit: limit) { TimeKey($0).cursor }
      return Notifier.Inbox(
        items: page.items, next: page.next, unread: try db.unreadCount(of: person))
    }
  }

  func readNotice(_ request: Notifier.ReadNotice, _ call: Call) async throws -> EncodedReply<
    Notifier.InboxState
  > {
    let person = try call.person
    return try await call.write { db in
      let notice = try db.notice(request.id, of: person)
      guard notice.read == nil else { return try db.inboxState(of: person) }
      try db.run("UPDATE notice SET read_at = ? WHERE id = ?", call.now, notice.id.raw)
      return try db.publishInbox(of: person, call)
    }
  }

  func unreadNotice(_ request: Notifier.UnreadNotice, _ call: Call) async throws -> EncodedReply<
    Notifier.InboxState
  > {
    let person = try call.person
    return try await call.write { db in
      let notice = try db.notice(request.id, of: person)
      guard notice.read != nil else { return try db.inboxState(of: person) }
      try db.run("UPDATE notice SET read_at = NULL WHERE id = ?", notice.id.raw)
      return try db.publishInbox(of: person, call)
    }
  }

  func readInbox(_ request: Notifier.ReadInbox, _ call: Call) async throws -> EncodedReply<
    Notifier.InboxState
  > {
    let person = try call.person
    return try await call.write { db in
      let last = try request.upTo.map { try db.notice($0, of: person) }
      let count = try db.change(
        """
        UPDATE notice SET read_at = ?
        WHERE person = ? AND cleared_at IS NULL AND read_at IS NULL AND (at, id) <= (?, ?)
        """,
        call.now, person.raw, last?.at ?? Instant(milliseconds: .max),
        last?.id.raw ?? RawUUID(high: .max, low: .max))
      return count == 0 ? try db.inboxState(of: person) : try db.publishInbox(of: person, call)
    }
  }

  func snoozeNotice(_ request: Notifier.SnoozeNotice, _ call: Call) async throws -> EncodedReply<
    Notifier.PlannedAlert
  > {
    let person = try call.person
    return try await call.write { db in
      let notice = try db.notice(request.id, of: person)
      guard notice.kind == .fired || notice.kind == .late, let object = notice.object,
        let lead = notice.lead
      else { throw Fault(.notToSnooze) }
      let at = call.now.advanced(by: .seconds(request.minutes.count * 60))
      let key = Alerts.AlertKey(program: notice.program, object: object, lead: lead)
      let id = try db.snooze(notice, key, until: at, call)
      try db.run(
        "UPDATE notice SET snoozed_until = ?, read_at = COALESCE(read_at, ?) WHERE id = ?", at, call.now,
        notice.id.raw)
      _ = try db.publishInbox(of: person, call)
      return try db.shownAlert(id, to: try db.reader(person, nil, channels.settings), of: person)
    }
  }

  func clearInbox(_ request: Notifier.ClearInbox, _ call: Call) async throws -> EncodedReply<
    Notifier.ClearedInbox
  > {
    let person = try call.person
    return try await call.write { db in
      // Notices that were cleared before are deleted, because only the last clearing can be undone.
      try db.run(
        "DELETE FROM notice WHERE person = ? AND cleared_at IS NOT NULL AND cleared_at < ?", person.raw,
        call.now)
      let count = try db.change(
        "UPDATE notice SET cleared_at = ? WHERE person = ? AND cleared_at IS NULL", call.now, person.raw)
      if count > 0 { _ = try db.publishInbox(of: person, call) }
      return Notifier.ClearedInbox(
        cleared: count, until: call.now.advanced(by: NotifierService.clearUndo))
    }
  }

  func restoreInbox(_ request: Notifier.RestoreInbox, _ call: Call) async throws -> EncodedReply<
    Notifier.InboxState
  > {
    let person = try call.person
    return try await call.write { db in
      let count = try db.change(
        "UPDATE notice SET cleared_at = NULL WHERE person = ? AND cleared_at >= ?", person.raw,
        call.now.advanced(by: .zero - NotifierService.clearUndo))
      return count == 0 ? try db.inboxState(of: person) : try db.publishInbox(of: person, call)
    }
  }
}

extension TimeKey {
  init(_ notice: Notifier.Notice) { self.init(time: notice.at, id: notice.id.raw) }
}

extension Database {
  func inboxState(of person: PersonID) throws -> Notifier.InboxState {
    Notifier.InboxState(unread: try unreadCount(of: person))
  }

  /// Publishes the number of unread notices to the person's devices.
  func publishInbox(of person: PersonID, _ call: Call) throws -> Notifier.InboxState {
    let state = try inboxState(of: person)
    try publish(Notifier.InboxChanged(unread: state.unread), to: .people([person]), call)
    return state
  }

  func update(_ body: NoticeBody, of notice: NoticeID) throws {
    try run("UPDATE notice SET body = ? WHERE id = ?", try JSONCoding.encode(body), notice.raw)
  }

  /// Plans an alert for the notice, beside the one that its program may plan again. A notice that is snoozed
  /// twice has one alert.
  fileprivate func snooze(
    _ notice: NoticeRow, _ key: Alerts.AlertKey, until at: Instant, _ call: Call
  ) throws -> AlertID {
    var moves = Moves(of: notice.person)
    let snoozed = try AlertRow(notice, key: key, at: at, now: call.now)
    var id = snoozed.id
    if var earlier = try alert(key, of: notice.person, isSnoozed: true) {
      id = earlier.id
      moves.note(id, from: earlier.state, to: .queued)
      earlier.state = .queued
      earlier.at = at
      earlier.until = snoozed.until
      earlier.isPinned = false
      try update(earlier)
      try settle(&moves)
    } else {
      try admit(snoozed, into: slots(of: notice.person), &moves)
    }
    try publish(moves, call)
    return id
  }
}
