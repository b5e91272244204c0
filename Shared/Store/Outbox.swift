package import Schema

/// An event that a write publishes together with its rows.
package struct OutboxEvent: Sendable, Equatable {
  package let id: RawUUID
  package let type: String
  /// The version of the body's format.
  package let schema: String
  package let at: Instant
  package let flags: UInt8
  /// Opaque to the store, like `audience` and `body`.
  package let trace: [UInt8]
  package let audience: [UInt8]
  package let body: [UInt8]

  package init(
    id: RawUUID, type: String, schema: String, at: Instant, flags: UInt8 = 0, trace: [UInt8] = [],
    audience: [UInt8] = [], body: [UInt8]
  ) {
    self.id = id
    self.type = type
    self.schema = schema
    self.at = at
    self.flags = flags
    self.trace = trace
    self.audience = audience
    self.body = body
  }
}

/// An event with its number in the stream.
package struct StoredEvent: Sendable, Equatable {
  /// Counts from 1 without gaps in commit order.
  package let seq: Int64
  package let event: OutboxEvent

  package init(seq: Int64, event: OutboxEvent) {
    self.seq = seq
    self.event = event
  }

  /// The approximate size in memory in bytes, for limits.
  var size: Int {
    64 + event.type.utf8.count + event.schema.utf8.count + event.trace.count + event.audience.count
      + event.body.count
  }
}

extension Database {
  /// Appends the event to the stream. It is published after the commit, and only if this write is part of it.
  /// The number of a write that was rolled back goes to the next event.
  /// - Returns: The event's seq.
  @discardableResult
  package func append(_ event: OutboxEvent) throws -> Int64 {
    guard connection.isWriter else { throw StoreError.readOnly }
    try run(
      """
      INSERT INTO outbox(id, type, schema, at, flags, trace, audience, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      event.id, event.type, event.schema, event.at, event.flags, event.trace, event.audience, event.body)
    let seq = connection.lastRowID
    connection.outgoing.events.append(StoredEvent(seq: seq, event: event))
    return seq
  }

  /// Returns the newest seq visible to this transaction, 0 before the first event. A snapshot read here
  /// represents the stream up to it.
  package func streamHead() throws -> Int64 {
    try one("SELECT coalesce((SELECT max(seq) FROM outbox), retained_from - 1) AS head FROM stream") {
      try $0.int("head")
    } ?? 0
  }

  /// Returns events from `seq` on, ascending and without gaps.
  /// - Parameter maxBytes: Stops before the event that would exceed it, but returns at least one.
  package func events(from seq: Int64, limit: Int, maxBytes: Int) throws -> [StoredEvent] {
    let sql = """
      SELECT seq, id, type, schema, at, flags, trace, audience, body FROM outbox
      WHERE seq >= ? ORDER BY seq LIMIT ?
      """
    return try connection.with(sql, [seq, limit]) { statement in
      var events: [StoredEvent] = []
      var bytes = 0
      while try connection.step(statement) {
        let event = try StoredEvent(Row(statement))
        bytes += event.size
        if bytes > maxBytes, !events.isEmpty { break }
        events.append(event)
      }
      return events
    }
  }

  /// Deletes events that are past their age or beyond the newest `rows`, from the front only, and moves
  /// `retainedFrom`. A consumer that is further behind needs a snapshot.
  /// - Parameter rows: The maximum number of events kept, however recent.
  /// - Parameter limit: The maximum number of events deleted by this call, so that other writes are not
  ///   delayed.
  /// - Returns: The number of deleted events.
  package func pruneOutbox(olderThan cutoff: Instant, keeping rows: Int64 = .max, limit: Int) throws -> Int {
    let floor = rows == .max ? 0 : try streamHead() - rows
    let sql = "SELECT seq, at FROM outbox ORDER BY seq LIMIT ?"
    let last = try connection.with(sql, [limit]) { statement in
      var last: Int64?
      while try connection.step(statement) {
        let row = Row(statement)
        let seq = try row.int("seq")
        guard try row.instant("at") < cutoff || seq <= floor else { break }
        last = seq
      }
      return last
    }
    guard let last else { return 0 }
    let count = try run("DELETE FROM outbox WHERE seq <= ?", last)
    try run("UPDATE stream SET retained_from = ?", last + 1)
    connection.outgoing.retainedFrom = last + 1
    return count
  }
}

extension StoredEvent {
  fileprivate init(_ row: borrowing Row) throws {
    self.init(
      seq: try row.int("seq"),
      event: OutboxEvent(
        id: try row.id("id"), type: try row.text("type"), schema: try row.text("schema"),
        at: try row.instant("at"),
        flags: UInt8(truncatingIfNeeded: try row.int("flags")), trace: try row.blob("trace"),
        audience: try row.blob("audience"),
        body: try row.blob("body")))
  }
}
