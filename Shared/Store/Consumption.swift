package import Schema

/// How far a consumer has come in a producer's stream.
package struct StreamCursor: Sendable, Equatable {
  package let epoch: RawUUID
  /// The last event applied; 0 before the first.
  package let seq: Int64

  package init(epoch: RawUUID, seq: Int64) {
    self.epoch = epoch
    self.seq = seq
  }
}

extension Database {
  /// Nil until the first event of this producer was applied.
  package func cursor(_ producer: String) throws -> StreamCursor? {
    try one("SELECT epoch, seq FROM cursor WHERE producer = ?", producer) { row in
      StreamCursor(epoch: try row.id(0), seq: try row.int(1))
    }
  }

  /// Set it in the transaction that applies the event: then each event counts once.
  package func setCursor(_ producer: String, _ cursor: StreamCursor, at now: Instant) throws {
    try run(
      """
      INSERT INTO cursor(producer, epoch, seq, updated_at) VALUES (?, ?, ?, ?)
      ON CONFLICT(producer) DO UPDATE SET
        epoch = excluded.epoch, seq = excluded.seq, updated_at = excluded.updated_at
      """,
      producer, cursor.epoch, cursor.seq, now)
  }

  /// Notes that an event which may arrive by more than one path is handled here.
  /// - Returns: false when it was handled before; the handler then does nothing.
  package func handleOnce(_ event: RawUUID, at now: Instant) throws -> Bool {
    try run("INSERT OR IGNORE INTO inbox(event_id, handled_at) VALUES (?, ?)", event, now) == 1
  }

  /// Forgets handled events older than `cutoff`, at most `limit`.
  @discardableResult
  package func forgetHandled(before cutoff: Instant, limit: Int) throws -> Int {
    try run(
      """
      DELETE FROM inbox WHERE event_id IN
        (SELECT event_id FROM inbox WHERE handled_at < ? ORDER BY handled_at LIMIT ?)
      """,
      cutoff, limit)
  }
}
