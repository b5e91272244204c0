package import Schema

/// The cursor of a consumer in a producer's stream.
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
  /// Returns nil until the first event of this producer was applied.
  package func cursor(_ producer: String) throws -> StreamCursor? {
    try one("SELECT epoch, seq FROM cursor WHERE producer = ?", producer) { row in
      StreamCursor(epoch: try row.id("epoch"), seq: try row.int("seq"))
    }
  }

  /// Stores the cursor. Call it in the transaction that applies the event, so that each event counts once.
  package func setCursor(_ producer: String, _ cursor: StreamCursor, at now: Instant) throws {
    try run(
      """
      INSERT INTO cursor(producer, epoch, seq, updated_at) VALUES (?, ?, ?, ?)
      ON CONFLICT(producer) DO UPDATE SET
        epoch = excluded.epoch, seq = excluded.seq, updated_at = excluded.updated_at
      """,
      producer, cursor.epoch, cursor.seq, now)
  }
}
