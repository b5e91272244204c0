package import Schema
package import Store

/// The log of administrators' actions. Auth stores the entries of all programs in its table `audit`; every
/// other program publishes its own, in the transaction that performs the action.
extension Database {
  /// Records an administrator's action on an object. An entry without a person is the operator's.
  package func audit(
    _ action: Auth.AuditAction, of object: String, _ detail: String?, _ call: Call
  ) throws {
    try audit(action, of: object, detail, by: call.identity?.person, call)
  }

  /// Records an action of a person whom the request itself does not identify.
  package func audit(
    _ action: Auth.AuditAction, of object: String, _ detail: String?, by actor: PersonID?, _ call: Call
  ) throws {
    let entry = Auth.AuditEntry(
      id: .timed(call.now), at: call.now, actor: actor, action: action, object: object, detail: detail)
    guard let record = Catalogue.audits.first(where: { $0.program == call.program }) else {
      return try append(entry)
    }
    try publish(entry, as: record, call)
  }

  private func publish<Record: AuditedEvent>(
    _ entry: Auth.AuditEntry, as type: Record.Type, _ call: Call
  ) throws {
    try publish(Record(entry: entry), to: .programs, call)
  }

  /// Stores an audit entry. An entry whose id is stored already changes nothing.
  package func append(_ entry: Auth.AuditEntry) throws {
    try run(
      """
      INSERT INTO audit(id, at, actor, action, object, detail) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT(id) DO NOTHING
      """,
      entry.id.raw, entry.at, entry.actor?.raw, entry.action.rawValue, entry.object, entry.detail)
  }

  /// Audit entries, newest first, starting after `key`.
  package func auditEntries(
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
      guard let action = Auth.AuditAction(rawValue: try row.text("action")) else {
        throw StoreError.column(detail: "audit.action holds no action")
      }
      return Auth.AuditEntry(
        id: AuditID(try row.id("id")), at: try row.instant("at"),
        actor: try row.idOrNil("actor").map { PersonID($0) },
        action: action, object: try row.text("object"), detail: try row.textOrNil("detail"))
    }
  }

  /// Deletes entries from before `cutoff`, at most `limit`.
  /// - Returns: the number of deleted rows.
  package func pruneAudit(before cutoff: Instant, limit: Int) throws -> Int {
    try change(
      "DELETE FROM audit WHERE id IN (SELECT id FROM audit WHERE at < ? ORDER BY at LIMIT ?)", cutoff, limit)
  }
}

extension Handlers {
  /// Stores the entries that the other programs publish.
  package mutating func storeAudits() {
    for record in Catalogue.audits { storeAudits(of: record) }
  }

  private mutating func storeAudits<Record: AuditedEvent>(of type: Record.Type) {
    subscribe(to: type, from: type.program) { record, db, _ in try db.append(record.entry) }
  }
}
