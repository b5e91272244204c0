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

/// An event whose handler failed every time, set aside so that the stream goes on.
package struct DeadLetter: Sendable, Equatable {
  package enum State: String, Sendable, CaseIterable {
    case waiting
    case retried
    case dropped
  }

  /// 0 until it is stored.
  package var id: Int64
  package let producer: String
  package let stream: String
  package let seq: Int64
  package let type: String
  package let body: [UInt8]
  package let error: String
  package let attempts: Int
  package let firstAt: Instant
  package let lastAt: Instant
  package var state: State

  package init(
    producer: String, stream: String, seq: Int64, type: String, body: [UInt8], error: String, attempts: Int,
    firstAt: Instant, lastAt: Instant
  ) {
    id = 0
    self.producer = producer
    self.stream = stream
    self.seq = seq
    self.type = type
    self.body = body
    self.error = error
    self.attempts = attempts
    self.firstAt = firstAt
    self.lastAt = lastAt
    state = .waiting
  }
}

extension Database {
  /// Sets the event aside; the cursor moves past it in the same transaction.
  /// - Returns: its id.
  @discardableResult
  package func deadLetter(_ letter: DeadLetter) throws -> Int64 {
    try run(
      """
      INSERT INTO dead_letter(producer, stream, seq, type, body, error, attempts, first_at, last_at, state)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      letter.producer, letter.stream, letter.seq, letter.type, letter.body, letter.error, letter.attempts,
      letter.firstAt, letter.lastAt, letter.state.rawValue)
    return lastRowID
  }

  /// Oldest first.
  package func deadLetters(_ state: DeadLetter.State = .waiting, limit: Int) throws -> [DeadLetter] {
    try all(
      """
      SELECT producer, stream, seq, type, body, error, attempts, first_at, last_at, id FROM dead_letter
      WHERE state = ? ORDER BY id LIMIT ?
      """,
      state.rawValue, limit
    ) { row in
      var letter = DeadLetter(
        producer: try row.text(0), stream: try row.text(1), seq: try row.int(2), type: try row.text(3),
        body: try row.blob(4), error: try row.text(5), attempts: Int(try row.int(6)),
        firstAt: try row.instant(7), lastAt: try row.instant(8))
      letter.id = try row.int(9)
      letter.state = state
      return letter
    }
  }

  /// - Returns: false when there is no such letter.
  @discardableResult
  package func setDeadLetter(_ id: Int64, _ state: DeadLetter.State) throws -> Bool {
    try run("UPDATE dead_letter SET state = ? WHERE id = ?", state.rawValue, id) == 1
  }
}
