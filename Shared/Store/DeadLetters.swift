package import Schema

/// An event whose handler failed every time, set aside so that the stream can continue.
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
  /// The event's header as it was sent. Empty in dead letters older than this column.
  package let header: [UInt8]
  package let error: String
  package let attempts: Int
  package let firstAt: Instant
  package let lastAt: Instant
  package var state: State
  /// The operator's reason for dropping it.
  package var note: String?

  package init(
    producer: String, stream: String, seq: Int64, type: String, body: [UInt8], header: [UInt8] = [],
    error: String, attempts: Int, firstAt: Instant, lastAt: Instant
  ) {
    id = 0
    self.producer = producer
    self.stream = stream
    self.seq = seq
    self.type = type
    self.body = body
    self.header = header
    self.error = error
    self.attempts = attempts
    self.firstAt = firstAt
    self.lastAt = lastAt
    state = .waiting
  }
}

extension Database {
  /// Stores a dead letter. The cursor moves past the event in the same transaction.
  /// - Returns: The letter's id.
  @discardableResult
  package func deadLetter(_ letter: DeadLetter) throws -> Int64 {
    let id = try one(
      """
      INSERT INTO dead_letter(
        producer, stream, seq, type, body, header, error, attempts, first_at, last_at, state)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
      """,
      letter.producer, letter.stream, letter.seq, letter.type, letter.body, letter.header, letter.error,
      letter.attempts, letter.firstAt, letter.lastAt, letter.state.rawValue
    ) { try $0.int("id") }
    guard let id else { throw StoreError.broken(detail: "an insert returned no row") }
    return id
  }

  /// Returns dead letters with ids above `after`, oldest first.
  package func deadLetters(
    _ state: DeadLetter.State = .waiting, after: Int64 = 0, limit: Int
  ) throws -> [DeadLetter] {
    try all(
      "SELECT \(letterColumns) FROM dead_letter WHERE state = ? AND id > ? ORDER BY id LIMIT ?",
      state.rawValue, after, limit, map: letter)
  }

  /// Returns nil if there is no such letter.
  package func deadLetter(_ id: Int64) throws -> DeadLetter? {
    try one("SELECT \(letterColumns) FROM dead_letter WHERE id = ?", id, map: letter)
  }

  package func countDeadLetters(_ state: DeadLetter.State = .waiting) throws -> Int64 {
    try one("SELECT count(*) AS count FROM dead_letter WHERE state = ?", state.rawValue) {
      try $0.int("count")
    } ?? 0
  }

  /// Settles a waiting dead letter. The event's content is deleted, because it may be about a person.
  /// - Returns: False if no such letter is waiting.
  @discardableResult
  package func settleDeadLetter(
    _ id: Int64, _ state: DeadLetter.State, note: String? = nil, at now: Instant
  ) throws -> Bool {
    try change(
      """
      UPDATE dead_letter SET state = ?, note = ?, last_at = ?, body = x'', header = x''
      WHERE id = ? AND state = 'waiting'
      """,
      state.rawValue, note, now, id) == 1
  }

  /// Records another failed attempt.
  package func deadLetterFailed(_ id: Int64, error: String, at now: Instant) throws {
    try run(
      "UPDATE dead_letter SET attempts = attempts + 1, error = ?, last_at = ? WHERE id = ?", error, now, id)
  }

  /// Deletes dead letters that were settled before `cutoff`, at most `limit`.
  @discardableResult
  package func forgetSettledLetters(before cutoff: Instant, limit: Int) throws -> Int {
    try change(
      """
      DELETE FROM dead_letter WHERE id IN
        (SELECT id FROM dead_letter WHERE state != 'waiting' AND last_at < ? LIMIT ?)
      """,
      cutoff, limit)
  }
}

private let letterColumns =
  "producer, stream, seq, type, body, header, error, attempts, first_at, last_at, id, state, note"

private func letter(_ row: borrowing Row) throws -> DeadLetter {
  var letter = DeadLetter(
    producer: try row.text("producer"), stream: try row.text("stream"), seq: try row.int("seq"),
    type: try row.text("type"),
    body: try row.blob("body"), header: try row.blob("header"), error: try row.text("error"),
    attempts: Int(try row.int("attempts")),
    firstAt: try row.instant("first_at"), lastAt: try row.instant("last_at"))
  letter.id = try row.int("id")
  guard let state = DeadLetter.State(rawValue: try row.text("state")) else {
    throw StoreError.column(detail: "a dead letter's state is \(try row.text("state"))")
  }
  letter.state = state
  letter.note = try row.textOrNil("note")
  return letter
}
