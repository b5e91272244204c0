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

/// Events were applied already: whoever has come late goes on behind the stored cursor.
package struct CursorMoved: Error, Equatable, CustomStringConvertible {
  package let producer: String
  package let stored: Int64
  package let first: Int64

  package var description: String { "event \(first) of \(producer) is applied; the cursor is at \(stored)" }
}

extension Database {
  /// Returns nil until the first event of this producer was applied.
  package func cursor(_ producer: String) throws -> StreamCursor? {
    try one("SELECT epoch, seq FROM cursor WHERE producer = ?", producer) { row in
      StreamCursor(epoch: try row.id("epoch"), seq: try row.int("seq"))
    }
  }

  /// Begins a write that applies events of a producer, the first of which is `first`.
  /// - Throws: `CursorMoved` if it was applied meanwhile, by another instance of the program.
  package func beginApplying(_ producer: String, from first: StreamCursor) throws {
    guard let stored = try cursor(producer), stored.epoch == first.epoch, stored.seq >= first.seq else {
      return
    }
    throw CursorMoved(producer: producer, stored: stored.seq, first: first.seq)
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
