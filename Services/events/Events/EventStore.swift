import Schema
import ServiceKit
import Store

/// Events by id, and the people who see them.
extension Database {
  /// The limit of events per person: a guard against a runaway client, far above any real list.
  static var maxEvents: Int { 5_000 }

  /// An event that this person sees: their own, or one shared with their room or one of their courses. Any
  /// other, or a deleted one, throws `not_found`, as if it did not exist.
  func visibleEvent(_ id: EventID, for person: PersonID) throws -> EventRow {
    guard let event = try storedEvent(id), event.deleted == nil, try isVisible(event, to: person) else {
      throw Fault(.notFound)
    }
    return event
  }

  /// An event whose to-dos and budget this person may edit: roommates do, people in a course only look.
  func workedOnEvent(_ id: EventID, by person: PersonID) throws -> EventRow {
    let event = try visibleEvent(id, for: person)
    guard event.owner == person || event.course == nil else { throw Fault(.notAllowed) }
    return event
  }

  /// The person's own event. Any other, or a deleted one, throws `not_found`, as if it did not exist.
  func ownEvent(_ id: EventID, of person: PersonID) throws -> EventRow {
    guard let event = try storedEvent(id), event.deleted == nil, event.owner == person else {
      throw Fault(.notFound)
    }
    return event
  }

  /// The audience of an event: its owner and the people it is shared with.
  func audience(of event: EventRow) throws -> Audience {
    .people([event.owner] + (try others(seeing: event)))
  }

  /// The people an event is shared with, except its owner.
  func others(seeing event: EventRow) throws -> [PersonID] {
    guard let circle = event.circle else { return [] }
    return try members(of: circle).filter { $0 != event.owner }
  }

  func isVisible(_ event: EventRow, to person: PersonID) throws -> Bool {
    if event.owner == person { return true }
    guard let circle = event.circle else { return false }
    return try belongs(person, to: circle)
  }

  /// The event with this id, deleted or not, for any caller.
  func storedEvent(_ id: EventID) throws -> EventRow? {
    try one("SELECT \(EventRow.columns) FROM event WHERE id = ?", id.raw) { try EventRow($0) }
  }

  /// - Throws: `too_many_events` if its owner has reached the limit.
  func insert(_ event: EventRow) throws {
    try requirePlace(of: event.owner)
    try place(event)
  }

  /// Inserts an event without checking the limit.
  func place(_ event: EventRow) throws {
    let marks = event.values.map { _ in "?" }.joined(separator: ", ")
    try run("INSERT INTO event(\(EventRow.columns)) VALUES (\(marks))", values: event.values)
    try reindex(event)
  }

  /// Writes all columns of the row.
  func update(_ event: EventRow) throws {
    let marks = event.values.map { _ in "?" }.joined(separator: ", ")
    try run(
      "UPDATE event SET (\(EventRow.columns)) = (\(marks)) WHERE id = ?",
      values: event.values + [event.id.raw])
    try reindex(event)
  }

  func requirePlace(of owner: PersonID) throws {
    guard try freePlaces(of: owner) > 0 else { throw Fault(.tooManyEvents) }
  }

  /// The number of events that this person may still add.
  func freePlaces(of owner: PersonID) throws -> Int {
    let count = try one(
      "SELECT count(*) AS count FROM event WHERE owner = ? AND deleted_at IS NULL", owner.raw,
      map: { Int(try $0.int("count")) })
    return Database.maxEvents - (count ?? 0)
  }

  /// Permanently deletes events that were deleted before `cutoff`, with everything that depends on them.
  /// - Returns: the number of events deleted, at most `limit`.
  func purgeEvents(deletedBefore cutoff: Instant, limit: Int, _ call: Call) throws -> Int {
    let pictured = try all(
      """
      SELECT \(EventRow.columns) FROM event WHERE picture IS NOT NULL AND id IN
        (SELECT id FROM event WHERE deleted_at IS NOT NULL AND deleted_at < ? ORDER BY deleted_at LIMIT ?)
      """,
      cutoff, limit
    ) { try EventRow($0) }
    for event in pictured { try publishNoPicture(of: event, call) }
    return try change(
      """
      DELETE FROM event WHERE id IN
        (SELECT id FROM event WHERE deleted_at IS NOT NULL AND deleted_at < ? ORDER BY deleted_at LIMIT ?)
      """,
      cutoff, limit)
  }

  func hasEvent(deletedBefore cutoff: Instant) throws -> Bool {
    try one(
      "SELECT 1 FROM event WHERE deleted_at IS NOT NULL AND deleted_at < ? LIMIT 1", cutoff,
      map: { _ in true })
      ?? false
  }
}

/// The rooms of people, as published by roomhub.
extension Database {
  func room(of person: PersonID) throws -> RoomID? {
    try one("SELECT room FROM membership WHERE person = ?", person.raw) { RoomID(try $0.id("room")) }
  }
}
