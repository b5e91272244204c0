import Schema
import ServiceKit
import Store

/// A line of an event's list: a to-do, or a line of the budget sheet. All lines are stored, added, replaced,
/// moved, deleted and restored alike; their contents and the list's summary on the event differ.
protocol ListLine: Codable, Hashable, Sendable {
  associatedtype Object
  static var table: ListTable { get }
  /// The columns in the order that `init(_:)` reads; the first is `id`.
  static var columns: [String] { get }
  /// The values of these columns.
  var values: [(any SQLBindable)?] { get }
  var id: ID<Object> { get }
  /// Increases with every edit.
  var version: Int64 { get }

  init(_ row: borrowing Row) throws
  /// Stores the event's summary of the list again, and publishes the change to those who see the event.
  static func listChanged(_ event: EventRow, _ db: borrowing Database, _ call: Call) throws
  /// Follows a change of a line in the index of the search. Lines that no search finds need nothing.
  func reindex(isShown: Bool, of event: EventRow, _ db: borrowing Database) throws
}

extension ListLine {
  func reindex(isShown: Bool, of event: EventRow, _ db: borrowing Database) throws {}
}

/// The operations that all kinds of lines share.
extension EventsService {
  func move<Line: ListLine>(
    _ line: ID<Line.Object>, of event: EventID, after: ID<Line.Object>?, _ call: Call
  ) async throws -> EncodedReply<Line> {
    let person = try call.person
    let spot = after.map { ListSpot.after($0.raw) } ?? .first
    return try await call.write { db in
      let event = try db.workedOnEvent(event, by: person)
      let line: Line = try db.line(line, of: event.id)
      guard try !db.isAt(spot, line.id.raw, in: Line.table, of: event.id) else { return line }
      let place = try db.place(for: line.id.raw, at: spot, in: Line.table, of: event.id)
      try db.setPlace(place, of: line.id.raw, in: Line.table)
      try Line.listChanged(event, db, call)
      return line
    }
  }

  func delete<Line: ListLine>(
    _ type: Line.Type, _ line: ID<Line.Object>, of event: EventID, _ call: Call
  ) async throws -> EncodedReply<Empty> {
    let person = try call.person
    return try await call.write { db in
      let event = try db.workedOnEvent(event, by: person)
      let (line, deleted): (Line, Instant?) = try db.storedLine(line, of: event.id)
      guard deleted == nil else { return Empty() }
      try db.setDeleted(line.id.raw, at: call.now, in: Line.table, of: event.id)
      try line.reindex(isShown: false, of: event, db)
      try Line.listChanged(event, db, call)
      return Empty()
    }
  }

  func restore<Line: ListLine>(
    _ line: ID<Line.Object>, of event: EventID, _ call: Call
  ) async throws -> EncodedReply<Line> {
    let person = try call.person
    return try await call.write { db in
      let event = try db.workedOnEvent(event, by: person)
      let (line, deleted): (Line, Instant?) = try db.storedLine(line, of: event.id)
      guard let deleted else { return line }
      guard call.now.since(deleted) <= EventsService.restoreLimit else { throw Fault(.notFound) }
      try db.requireSpace(in: Line.table, of: event.id)
      try db.setRestored(line.id.raw, in: Line.table)
      try line.reindex(isShown: true, of: event, db)
      try Line.listChanged(event, db, call)
      return line
    }
  }
}

extension Database {
  /// The lines of the list, in order.
  func lines<Line: ListLine>(of event: EventID) throws -> [Line] {
    try all(
      """
      SELECT \(Line.allColumns) FROM \(Line.table.name)
      WHERE event = ? AND deleted_at IS NULL ORDER BY place LIMIT ?
      """,
      event.raw, Events.maxListed
    ) { try Line($0) }
  }

  /// A line on this list. One of another list, or a deleted one, throws `not_found`, as if it did not exist.
  func line<Line: ListLine>(_ id: ID<Line.Object>, of event: EventID) throws -> Line {
    let (line, deleted): (Line, Instant?) = try storedLine(id, of: event)
    guard deleted == nil else { throw Fault(.notFound) }
    return line
  }

  /// A line of this list, and the time of its deletion.
  func storedLine<Line: ListLine>(_ id: ID<Line.Object>, of event: EventID) throws -> (Line, Instant?) {
    let found = try one(
      "SELECT \(Line.allColumns), deleted_at FROM \(Line.table.name) WHERE id = ? AND event = ?", id.raw,
      event.raw
    ) { (try Line($0), try $0.instantOrNil("deleted_at")) }
    guard let found else { throw Fault(.notFound) }
    return found
  }

  /// - Throws: `after_unknown` if the line to follow is not on the list.
  func add<Line: ListLine>(
    _ line: Line, after: ID<Line.Object>?, to event: EventRow, _ call: Call
  ) throws -> Line {
    let spot = after.map { ListSpot.after($0.raw) } ?? .last
    try insert(line, at: try place(for: line.id.raw, at: spot, in: Line.table, of: event.id), of: event.id)
    try line.reindex(isShown: true, of: event, self)
    try Line.listChanged(event, self, call)
    return line
  }

  func insert<Line: ListLine>(_ line: Line, at place: Int64, of event: EventID) throws {
    try run(
      "INSERT INTO \(Line.table.name)(event, place, \(Line.allColumns)) VALUES (?, ?, \(Line.marks))",
      values: [event.raw, place] + line.values)
  }

  /// Stores an edit. An edit that changes nothing is no conflict.
  /// - Throws: `changed_elsewhere` if the edit began from another version.
  func replace<Line: ListLine>(
    _ line: Line, with edited: Line, from version: Int64, of event: EventRow, _ call: Call
  ) throws -> Line {
    guard edited != line else { return line }
    guard line.version == version else { throw try Fault.changedElsewhere(current: line) }
    try run(
      "UPDATE \(Line.table.name) SET (\(Line.allColumns)) = (\(Line.marks)) WHERE id = ?",
      values: edited.values + [edited.id.raw])
    try edited.reindex(isShown: true, of: event, self)
    try Line.listChanged(event, self, call)
    return edited
  }
}

extension ListLine {
  fileprivate static var allColumns: String { columns.joined(separator: ", ") }
  fileprivate static var marks: String { columns.map { _ in "?" }.joined(separator: ", ") }
}
