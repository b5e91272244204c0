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
  /// - Returns: The event's seq; nil on PostgreSQL with several connections that write, where it has one only
  ///   once it is committed.
  @discardableResult
  package func append(_ event: OutboxEvent) throws -> Int64? {
    switch backing {
    case .sqlite(let connection):
      guard connection.isWriter else { throw StoreError.readOnly }
      try run(
        """
        INSERT INTO outbox(id, type, schema, at, flags, trace, audience, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
        event.id, event.type, event.schema, event.at, event.flags, event.trace, event.audience, event.body)
      let seq = connection.lastRowID
      connection.outgoing.events.append(StoredEvent(seq: seq, event: event))
      return seq
    case .postgres(let connection):
      guard connection.isWriter else { throw StoreError.readOnly }
      // A sequence of the server's would leave a gap for each write that is rolled back.
      guard let last = connection.lastSeq ?? connection.earlyNumber?() else {
        connection.unnumbered.append(event)
        return nil
      }
      if connection.lastSeq != nil { connection.lastSeq = last + 1 }
      try add(StoredEvent(seq: last + 1, event: event), on: connection)
      return last + 1
    }
  }

  private func add(_ stored: StoredEvent, on connection: PostgresConnection) throws {
    let event = stored.event
    try run(
      """
      INSERT INTO outbox(seq, id, type, schema, at, flags, trace, audience, body)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      stored.seq, event.id, event.type, event.schema, event.at, event.flags, event.trace, event.audience,
      event.body)
    connection.outgoing.events.append(stored)
    connection.proof = .event(stored)
  }

  /// Adds the events that have no number yet.
  func addUnnumbered(after head: Int64, on connection: PostgresConnection) throws {
    for (index, event) in connection.unnumbered.enumerated() {
      try add(StoredEvent(seq: head + 1 + Int64(index), event: event), on: connection)
    }
    connection.unnumbered = []
  }

  /// Returns the newest seq visible to this transaction, 0 before the first event. A snapshot read here
  /// represents the stream up to it.
  package func streamHead() throws -> Int64 {
    try one("SELECT coalesce((SELECT max(seq) FROM outbox), retained_from - 1) AS head FROM stream") {
      try $0.int("head")
    } ?? 0
  }

  /// Returns the newest seq of each topic class. Only the newest thousand events are read, so that opening a
  /// large file takes no longer: the number of a class without any of them may be too high.
  func streamHeads(_ head: Int64) throws -> StreamHeads {
    let newest = try all("SELECT seq, type FROM outbox WHERE seq > ? ORDER BY seq", head - 1000) { row in
      (try row.int("seq"), TopicClass.of(try row.text("type")))
    }
    var heads = StreamHeads(others: newest.first.map { $0.0 - 1 } ?? head)
    for (seq, topicClass) in newest { heads.set(topicClass, to: seq) }
    return heads
  }

  /// Returns events from `seq` on, ascending: all, without gaps, or those of some topic classes.
  /// - Parameter maxBytes: Stops before the event that would exceed it, but returns at least one.
  package func events(
    from seq: Int64, of classes: [String]? = nil, limit: Int, maxBytes: Int
  ) throws -> StoredEvents {
    let sql = """
      SELECT seq, id, type, schema, at, flags, trace, audience, body FROM outbox
      WHERE seq >= ? ORDER BY seq LIMIT ?
      """
    var filter = classes.map { TopicFilter($0) }
    var found = StoredEvents(through: seq - 1)
    guard limit > 0 else { return found }
    var bytes = 0
    try visit(sql, seq, classes == nil ? limit : StoredEvents.maxScanned) { row in
      guard try filter?.wants(row.text("type")) ?? true else {
        found.through = try row.int("seq")
        return true
      }
      let event = try StoredEvent(row)
      bytes += event.size
      if bytes > maxBytes, !found.events.isEmpty { return false }
      found.events.append(event)
      found.through = event.seq
      return found.events.count < limit
    }
    return found
  }

  /// Deletes events that are past their age or beyond the newest `rows`, from the front only, and moves
  /// `retainedFrom`. A consumer that is further behind needs a snapshot.
  /// - Parameter rows: The maximum number of events kept, however recent.
  /// - Parameter limit: The maximum number of events deleted by this call, so that other writes are not
  ///   delayed.
  /// - Returns: The number of deleted events.
  package func pruneOutbox(olderThan cutoff: Instant, keeping rows: Int64 = .max, limit: Int) throws -> Int {
    let floor = rows == .max ? 0 : try streamHead() - rows
    var last: Int64?
    try visit("SELECT seq, at FROM outbox ORDER BY seq LIMIT ?", limit) { row in
      let seq = try row.int("seq")
      guard try row.instant("at") < cutoff || seq <= floor else { return false }
      last = seq
      return true
    }
    guard let last else { return 0 }
    let count = try change("DELETE FROM outbox WHERE seq <= ?", last)
    try run("UPDATE stream SET retained_from = ?", last + 1)
    switch backing {
    case .sqlite(let connection): connection.outgoing.retainedFrom = last + 1
    case .postgres(let connection): connection.outgoing.retainedFrom = last + 1
    }
    return count
  }
}

/// Part of a stream, read from the file.
package struct StoredEvents: Sendable {
  package fileprivate(set) var events: [StoredEvent] = []
  /// The last seq that was looked at. No event of the classes up to it is left out.
  package fileprivate(set) var through: Int64

  /// The maximum number of events that one read looks at to find those of some classes.
  static let maxScanned = 20_000
}

/// Tells topics of some classes from others, each topic by a look-up after the first time.
private struct TopicFilter {
  private let classes: Set<String>
  private var known: [String: Bool] = [:]

  init(_ classes: [String]) { self.classes = Set(classes) }

  mutating func wants(_ topic: String) -> Bool {
    if let answer = known[topic] { return answer }
    let answer = classes.contains(TopicClass.of(topic))
    known[topic] = answer
    return answer
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
