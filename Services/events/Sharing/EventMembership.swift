import Schema
import ServiceKit
import Store

/// Room memberships, as published by roomhub: the members of a room see the events shared with it.
extension EventsService {
  func memberJoined(_ told: Roomhub.MemberJoined, _ db: borrowing Database, _ call: Call) throws {
    let room = try db.room(of: told.person)
    if let room, room != told.room { try db.leave(told.person, .room(room), call) }
    try db.run(
      """
      INSERT INTO membership(person, room) VALUES (?, ?)
      ON CONFLICT(person) DO UPDATE SET room = excluded.room, is_stale = 0
      """,
      told.person.raw, told.room.raw)
    guard room != told.room, try db.isSharing(.room(told.room)) else { return }
    try db.publish(Events.ListsChanged(person: told.person), to: .people([told.person]), call)
  }

  func memberLeft(_ told: Roomhub.MemberLeft, _ db: borrowing Database, _ call: Call) throws {
    guard try db.room(of: told.person) == told.room else { return }
    try db.leave(told.person, .room(told.room), call)
  }

  /// The snapshot lists every member of every room.
  static let memberships = CopiedTable("membership", "person, room") {
    (PersonID(try $0.id("person")), RoomID(try $0.id("room")))
  } sweep: { left, db, call in
    for (person, room) in left { try db.leave(person, .room(room), call) }
  }
}

extension Database {
  /// Removes a person from a circle. Events they shared with it become private, because they were not meant
  /// for the next one; answers to events they no longer see are withdrawn.
  func leave(_ person: PersonID, _ circle: EventCircle, _ call: Call) throws {
    let others = try members(of: circle).filter { $0 != person }
    let isSharing = try isSharing(circle)
    try unshare(of: person, circle, call)
    try withdrawAnswers(of: person, circle, call)
    try run(
      "DELETE FROM \(circle.table) WHERE person = ? AND \(circle.column) = ?", person.raw, circle.raw)
    guard isSharing else { return }
    try publish(Events.ListsChanged(person: person), to: .people(others + [person]), call)
  }

  /// Makes the person's events in the circle private. Answers of others, who no longer see them, are deleted.
  func unshare(of person: PersonID, _ circle: EventCircle, _ call: Call) throws {
    for event in try sharedAndAnswered(person, circle) {
      let planned = try alerts(of: event, at: call.now)
      try forgetAnswers(of: event)
      try replan(event, instead: planned, call)
    }
    try hide(eventsOf: person, from: circle)
    try run(
      """
      UPDATE event SET \(circle.column) = NULL, version = version + 1
      WHERE owner = ? AND \(circle.column) = ?
      """,
      person.raw, circle.raw)
  }

  private func withdrawAnswers(of person: PersonID, _ circle: EventCircle, _ call: Call) throws {
    for event in try answeredOfOthers(person, circle) { try answer(nil, by: person, to: event, call) }
  }

  /// True if any event is shared with the circle; if not, no list changes when somebody joins or leaves.
  func isSharing(_ circle: EventCircle) throws -> Bool {
    try one(
      "SELECT 1 FROM event WHERE \(circle.column) = ? AND deleted_at IS NULL LIMIT 1", circle.raw,
      map: { _ in true }) ?? false
  }

  /// The person's own events that others have answered.
  private func sharedAndAnswered(_ person: PersonID, _ circle: EventCircle) throws -> [EventRow] {
    try all(
      """
      SELECT \(EventRow.columns) FROM event WHERE owner = ? AND \(circle.column) = ? AND EXISTS
        (SELECT 1 FROM answer WHERE answer.event = event.id AND answer.person <> event.owner)
      LIMIT ?
      """,
      person.raw, circle.raw, Database.maxEvents
    ) { try EventRow($0) }
  }

  private func answeredOfOthers(_ person: PersonID, _ circle: EventCircle) throws -> [EventRow] {
    try all(
      """
      SELECT \(EventRow.columns) FROM event
      WHERE id IN (SELECT event FROM answer WHERE person = ?) AND owner <> ? AND \(circle.column) = ? LIMIT ?
      """,
      person.raw, person.raw, circle.raw, Database.maxAnswers
    ) { try EventRow($0) }
  }

  /// The limit is a room of 20, each with the maximum of events; nobody answers that many events of a course.
  private static var maxAnswers: Int { 100_000 }
}
