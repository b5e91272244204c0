package import Schema
import ServiceKit
import Store

struct InviteRow: Sendable {
  let id: InviteID
  let code: JoinCode
  let uses: Int
  let used: Int
  let created: Instant
  let expires: Instant
  let note: String?
}

extension Database {
  func insert(_ invite: InviteRow) throws {
    try run(
      """
      INSERT INTO invite(id, code, uses, created_at, expires_at, note) VALUES (?, ?, ?, ?, ?, ?)
      """,
      invite.id.raw, invite.code.text, invite.uses, invite.created, invite.expires, invite.note)
  }

  func hasInvite(_ code: JoinCode) throws -> Bool {
    try one("SELECT 1 FROM invite WHERE code = ?", code.text) { _ in true } != nil
  }

  /// The invitation with this code, even if it is used up; nil if it was revoked or has expired.
  func invite(_ code: JoinCode, now: Instant) throws -> InviteRow? {
    try one(
      """
      SELECT id, code, uses, used, created_at, expires_at, note FROM invite
      WHERE code = ? AND revoked_at IS NULL AND expires_at > ?
      """,
      code.text, now
    ) { try InviteRow($0) }
  }

  /// Counts one use of the invitation; false if none is left.
  func useInvite(_ id: InviteID) throws -> Bool {
    try change("UPDATE invite SET used = used + 1 WHERE id = ? AND used < uses", id.raw) == 1
  }

  func returnInvite(_ id: InviteID) throws {
    try run("UPDATE invite SET used = used - 1 WHERE id = ? AND used > 0", id.raw)
  }

  /// Invitations that can still be used in the order of `key`, starting after it.
  func invites(after key: SortKey<Auth.InviteOrder>, now: Instant, limit: Int) throws -> [InviteRow] {
    let (column, isAfter, way) = (key.order.column, key.order.isAfter, key.order.way)
    return try all(
      """
      SELECT id, code, uses, used, created_at, expires_at, note FROM invite
      WHERE (\(column), id) \(isAfter) (?, ?) AND revoked_at IS NULL AND expires_at > ? AND used < uses
      ORDER BY \(column) \(way), id \(way) LIMIT ?
      """,
      key.value, key.id, now, limit
    ) { try InviteRow($0) }
  }

  /// Nil if there is no such invitation; false if it was revoked before.
  func revokeInvite(_ id: InviteID, at now: Instant) throws -> Bool? {
    let revoked = try one("SELECT revoked_at FROM invite WHERE id = ?", id.raw) {
      try $0.instantOrNil("revoked_at")
    }
    guard let revoked else { return nil }
    guard revoked == nil else { return false }
    try run("UPDATE invite SET revoked_at = ? WHERE id = ?", now, id.raw)
    return true
  }

  func pruneInvites(before cutoff: Instant, limit: Int) throws -> Int {
    try change(
      """
      DELETE FROM invite
      WHERE id IN (SELECT id FROM invite WHERE expires_at < ? ORDER BY expires_at LIMIT ?)
      """,
      cutoff, limit)
  }
}

extension Auth.InviteOrder: ListOrder {
  package static let standard = Auth.InviteOrder.createdDescending

  package var column: String {
    switch self {
    case .created, .createdDescending: "created_at"
    case .code, .codeDescending: "code"
    case .used, .usedDescending: "used"
    case .expires, .expiresDescending: "expires_at"
    }
  }

  package var isByText: Bool { self == .code || self == .codeDescending }

  /// The key of an invitation in this order.
  func key(of row: InviteRow) -> SortKey<Self> {
    switch self {
    case .created, .createdDescending: SortKey(self, row.created.milliseconds, row.id.raw)
    case .code, .codeDescending: SortKey(self, row.code.text, row.id.raw)
    case .used, .usedDescending: SortKey(self, Int64(row.used), row.id.raw)
    case .expires, .expiresDescending: SortKey(self, row.expires.milliseconds, row.id.raw)
    }
  }
}

extension InviteRow {
  fileprivate init(_ row: borrowing Row) throws {
    guard let code = JoinCode(try row.text("code")) else {
      throw StoreError.column(detail: "invite.code holds no code")
    }
    self.init(
      id: InviteID(try row.id("id")), code: code, uses: Int(try row.int("uses")),
      used: Int(try row.int("used")),
      created: try row.instant("created_at"), expires: try row.instant("expires_at"),
      note: try row.textOrNil("note"))
  }
}
