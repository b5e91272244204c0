import Schema
import ServiceKit
import Store

/// Lists of people, and the audit log.
extension Database {
  /// People by name, starting after `key`.
  func people(
    _ query: String?, _ role: SiteRole?, after key: NameKey, limit: Int
  ) throws -> [PersonRow] {
    let ids = try all(
      """
      SELECT id FROM person
      WHERE (sort_name, id) > (?, ?) AND search LIKE ? ESCAPE '!' AND roles LIKE ?
      ORDER BY sort_name, id LIMIT ?
      """,
      key.name, key.id, "%\((query ?? "").lowercased().escapedForLike)%", "%\(role?.rawValue ?? "")%", limit
    ) { PersonID(try $0.id(0)) }
    return try ids.compactMap { try person($0) }
  }

  func audit(
    _ action: Auth.AuditAction, _ object: String, _ detail: String?, _ call: Call
  ) throws {
    try append(
      Auth.AuditEntry(
        id: .timed(call.now), at: call.now, actor: call.identity?.person, action: action, object: object,
        detail: detail))
  }

  /// Stores an audit entry. An entry whose id is stored already changes nothing.
  func append(_ entry: Auth.AuditEntry) throws {
    try run(
      """
      INSERT INTO audit(id, at, actor, action, object, detail) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT(id) DO NOTHING
      """,
      entry.id.raw, entry.at, entry.actor?.raw, entry.action.rawValue, entry.object, entry.detail)
  }

  /// Audit entries, newest first, starting after `key`.
  func auditEntries(
    by actor: PersonID?, after key: TimeKey, limit: Int
  ) throws -> [Auth.AuditEntry] {
    var values: [(any SQLBindable)?] = [key.time, key.id]
    if let actor { values.append(actor.raw) }
    return try all(
      """
      SELECT id, at, actor, action, object, detail FROM audit
      WHERE (at, id) < (?, ?) \(actor == nil ? "" : "AND actor = ?") ORDER BY at DESC, id DESC LIMIT ?
      """,
      values: values + [limit]
    ) { row in
      guard let action = Auth.AuditAction(rawValue: try row.text(3)) else {
        throw StoreError.column(detail: "audit.action holds no action")
      }
      return Auth.AuditEntry(
        id: AuditID(try row.id(0)), at: try row.instant(1), actor: try row.idOrNil(2).map { PersonID($0) },
        action: action, object: try row.text(4), detail: try row.textOrNil(5))
    }
  }

  func pruneAudit(before cutoff: Instant, limit: Int) throws -> Int {
    try run(
      "DELETE FROM audit WHERE id IN (SELECT id FROM audit WHERE at < ? ORDER BY at LIMIT ?)", cutoff, limit)
  }
}

extension String {
  /// The text for `LIKE … ESCAPE '!'`, with its wildcards escaped.
  var escapedForLike: String {
    reduce(into: "") { text, character in
      if "!%_".contains(character) { text.append("!") }
      text.append(character)
    }
  }
}

extension PersonRow {
  var forAdmins: Auth.AdminPerson {
    Auth.AdminPerson(
      id: id, email: email, isEmailVerified: isVerified, firstName: firstName, lastName: lastName,
      roles: roles, signedUp: signedUp, lastSeen: lastSeen, isBlocked: isBlocked, erases: erases)
  }
}
