import Schema
import ServiceKit
import Store

/// Announcements: staff and administrators post them, everybody reads them.
extension CampusService {
  func registerAnnouncements(in handlers: inout Handlers) {
    handlers.on(Campus.ListAnnouncements.self, listAnnouncements)
    handlers.on(Campus.PostAnnouncement.self, postAnnouncement)
    handlers.on(Campus.ChangeAnnouncement.self, changeAnnouncement)
    handlers.on(Campus.DeleteAnnouncement.self, deleteAnnouncement)
    handlers.on(Campus.SeeAnnouncement.self, seeAnnouncement)
  }

  func listAnnouncements(
    _ request: Campus.ListAnnouncements, _ call: Call
  ) async throws -> Page<Campus.Announcement> {
    let person = try call.person
    let limit = (request.limit ?? .standard).count
    let key = try request.cursor.map { try TimeKey($0) } ?? .last
    let found = try await call.read { db in
      try db.announcements(before: key, at: call.now, limit: limit + 1).map {
        try db.shown($0, to: person, call)
      }
    }
    return Page(found, limit: limit) { TimeKey(time: $0.posted, id: $0.id.raw).cursor }
  }

  /// The announcement and the work of notifying everybody are one transaction; a job does the work.
  func postAnnouncement(
    _ request: Campus.PostAnnouncement, _ call: Call
  ) async throws -> EncodedReply<Campus.Announcement> {
    let person = try call.person
    guard call.mayAnnounce else { throw Fault(.notAllowed) }
    try check(request.expires, call)
    return try await call.write { db in
      let row = AnnouncementRow(
        id: .timed(call.now), title: request.title, text: request.text, author: person, posted: call.now,
        expires: request.expires, version: 1)
      try db.put(row)
      try db.endOldAnnouncements()
      try db.addWork(.announcement, row.id.raw, call)
      try db.publishChange(of: row, "posted", call)
      return try db.shown(row, to: person, call)
    }
  }

  func changeAnnouncement(
    _ request: Campus.ChangeAnnouncement, _ call: Call
  ) async throws -> EncodedReply<Campus.Announcement> {
    let person = try call.person
    if case .set(let expires) = request.expires { try check(expires, call) }
    return try await call.write { db in
      guard var row = try db.announcement(request.id) else { throw Fault(.notFound) }
      guard call.mayChange(row) else { throw Fault(.notAllowed) }
      guard (request.version ?? row.version) == row.version else {
        throw try Fault.changedElsewhere(current: try db.shown(row, to: person, call))
      }
      if let title = request.title { row.title = title }
      if let text = request.text { row.text = text }
      row.expires = request.expires.applied(to: row.expires)
      row.version += 1
      try db.put(row)
      try db.publishChange(of: row, "changed", call)
      return try db.shown(row, to: person, call)
    }
  }

  func deleteAnnouncement(
    _ request: Campus.DeleteAnnouncement, _ call: Call
  ) async throws -> EncodedReply<Empty> {
    try await call.write { db in
      guard let row = try db.announcement(request.id) else { return Empty() }
      guard call.mayChange(row) else { throw Fault(.notAllowed) }
      try db.run("DELETE FROM announcement WHERE id = ?", row.id.raw)
      try db.publishChange(of: row, "deleted", call)
      return Empty()
    }
  }

  func seeAnnouncement(_ request: Campus.SeeAnnouncement, _ call: Call) async throws -> EncodedReply<Empty> {
    let person = try call.person
    return try await call.write { db in
      guard try db.announcement(request.id) != nil else { throw Fault(.notFound) }
      try db.run(
        """
        INSERT INTO announcement_seen(person, announcement, seen_at) VALUES (?, ?, ?)
        ON CONFLICT(person, announcement) DO NOTHING
        """,
        person.raw, request.id.raw, call.now)
      return Empty()
    }
  }

  private func check(_ expires: Instant?, _ call: Call) throws(Fault) {
    guard let expires else { return }
    try expires.checkEntered("expires")
    guard expires > call.now else { throw Fault(.expiryInPast, field: "expires") }
  }
}

extension Call {
  /// Staff and administrators announce.
  fileprivate var mayAnnounce: Bool {
    identity.map { $0.roles.contains(.staff) || $0.roles.contains(.admin) } ?? false
  }

  fileprivate func mayChange(_ row: AnnouncementRow) -> Bool {
    guard let identity else { return false }
    return row.author == identity.person || identity.roles.contains(.admin)
  }
}

/// An announcement as it is stored.
struct AnnouncementRow: Sendable {
  let id: AnnouncementID
  var title: Campus.AnnouncementTitle
  var text: Campus.AnnouncementText
  let author: PersonID?
  let posted: Instant
  var expires: Instant?
  var version: Int

  fileprivate static let columns = "id, title, text, author, posted_at, expires_at, version"
}

extension AnnouncementRow {
  fileprivate init(row: borrowing Row) throws {
    self.init(
      id: AnnouncementID(try row.id("id")), title: Campus.AnnouncementTitle(checked: try row.text("title")),
      text: Campus.AnnouncementText(checked: try row.text("text")),
      author: try row.idOrNil("author").map { PersonID($0) }, posted: try row.instant("posted_at"),
      expires: try row.instantOrNil("expires_at"), version: Int(try row.int("version")))
  }
}

extension Database {
  func announcement(_ id: AnnouncementID) throws -> AnnouncementRow? {
    try one(
      "SELECT \(AnnouncementRow.columns) FROM announcement WHERE id = ?", id.raw,
      map: AnnouncementRow.init(row:))
  }

  /// The newest first, without those that have expired.
  fileprivate func announcements(
    before key: TimeKey, at now: Instant, limit: Int
  ) throws -> [AnnouncementRow] {
    try all(
      """
      SELECT \(AnnouncementRow.columns) FROM announcement
      WHERE (posted_at, id) < (?, ?) AND (expires_at IS NULL OR expires_at > ?)
      ORDER BY posted_at DESC, id DESC LIMIT ?
      """,
      key.time, key.id, now, limit, map: AnnouncementRow.init(row:))
  }

  fileprivate func put(_ row: AnnouncementRow) throws {
    try run(
      """
      INSERT INTO announcement(\(AnnouncementRow.columns)) VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT(id) DO UPDATE SET title = excluded.title, text = excluded.text,
        expires_at = excluded.expires_at, version = excluded.version
      """,
      row.id.raw, row.title.text, row.text.text, row.author?.raw, row.posted, row.expires, row.version)
  }

  fileprivate func endOldAnnouncements() throws {
    try run(
      """
      DELETE FROM announcement WHERE id IN
        (SELECT id FROM announcement ORDER BY posted_at DESC, id DESC LIMIT 100 OFFSET ?)
      """,
      Campus.maxAnnouncements)
  }

  fileprivate func shown(
    _ row: AnnouncementRow, to person: PersonID, _ call: Call
  ) throws -> Campus.Announcement {
    let isSeen =
      try one(
        "SELECT 1 FROM announcement_seen WHERE person = ? AND announcement = ?", person.raw, row.id.raw,
        map: { _ in true }) ?? false
    let isMine = call.mayChange(row)
    let seen =
      isMine
      ? try one("SELECT count(*) AS count FROM announcement_seen WHERE announcement = ?", row.id.raw) {
        Int(try $0.int("count"))
      } : nil
    return Campus.Announcement(
      id: row.id, title: row.title, text: row.text, author: try row.author.flatMap { try fullName(of: $0) },
      posted: row.posted, expires: row.expires, seen: seen, isSeen: isSeen, isMine: isMine,
      version: row.version)
  }

  fileprivate func publishChange(of row: AnnouncementRow, _ verb: String, _ call: Call) throws {
    try audit(.schoolChanged, of: row.id.description, "\(verb) the announcement \(row.title)", call)
    try publish(Campus.AnnouncementChanged(id: row.id), to: .everyone, call)
  }
}
