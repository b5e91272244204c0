package import Schema

/// A stored reply to an earlier request with the same key.
package struct RememberedReply: Sendable, Equatable {
  /// A repeat with another hash is a different request with a used key.
  package let requestHash: [UInt8]
  /// Nil if the reply is secret and was not stored.
  package let reply: [UInt8]?
}

extension Database {
  /// Returns nil if the scope is unknown or expired.
  /// - Parameter scope: A hash over caller, subject and key; the key itself is never stored.
  package func remembered(_ scope: [UInt8], now: Instant) throws -> RememberedReply? {
    try one("SELECT req_hash, reply FROM idem WHERE scope = ? AND expires_at > ?", scope, now) { row in
      RememberedReply(requestHash: try row.blob("req_hash"), reply: try row.blobOrNil("reply"))
    }
  }

  /// Stores a reply. Call it in the write that made the reply, so that both are on disk or neither. Replaces
  /// an expired row.
  package func remember(
    _ scope: [UInt8], requestHash: [UInt8], reply: [UInt8]?, expires: Instant
  ) throws {
    try run(
      """
      INSERT INTO idem(scope, req_hash, reply, expires_at) VALUES (?, ?, ?, ?)
      ON CONFLICT(scope) DO UPDATE SET
        req_hash = excluded.req_hash, reply = excluded.reply, expires_at = excluded.expires_at
      """,
      scope, requestHash, reply, expires)
    if case .postgres(let connection) = backing {
      connection.proof = connection.proof ?? .reply(scope: scope, hash: requestHash, expires: expires)
    }
  }

  /// Deletes expired rows, at most `limit`.
  /// - Returns: The number of deleted rows.
  @discardableResult
  package func forgetExpired(now: Instant, limit: Int) throws -> Int {
    try change(
      """
      DELETE FROM idem WHERE scope IN
        (SELECT scope FROM idem WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)
      """,
      now, limit)
  }
}
