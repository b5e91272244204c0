import Schema
import ServiceKit
import Store

/// Who lives where, as roomhub tells it: what is shared with a room is seen by its members.
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
    try db.tell(Events.ListsChanged(person: told.person), to: .people([told.person]), call)
  }

  func memberLeft(_ told: Roomhub.MemberLeft, _ db: borrowing Database, _ call: Call) throws {
    guard try db.room(of: told.person) == told.room else { return }
    try db.leave(told.person, .room(told.room), call)
  }

  /// A snapshot names everybody who lives somewhere.
  func beginMemberships(_ db: borrowing Database, _ call: Call) throws {
    try db.run("UPDATE membership SET is_stale = 1")
  }

  /// Whom it did not name has left.
  func endMemberships(_ db: borrowing Database, _ call: Call) throws {
    while true {
      let left = try db.all(
        "SELECT person, room FROM membership WHERE is_stale = 1 LIMIT ?", EventsService.leaversAStep
      ) { (PersonID(try $0.id(0)), RoomID(try $0.id(1))) }
      guard !left.isEmpty else { return }
      for (person, room) in left { try db.leave(person, .room(room), call) }
    }
  }

  static let leaversAStep = 500
}

extension Database {
  /// What the person shared with the circle is theirs alone again, for it was not meant for the next one; and
  /// they come to nothing that they no longer see.
  func leave(_ person: PersonID, _ circle: EventCircle, _ call: Call) throws {
    let others = try members(of: circle).filter { $0 != person }
    let isSharing = try isSharing(circle)
    try unshare(of: person, circle, call)
    try withdrawAnswers(of: person, circle, call)
    try run(
      "DELETE FROM \(circle.table) WHERE person = ? AND \(circle.column) = ?", person.raw, circle.raw)
    guard isSharing else { return }
    try tell(Events.ListsChanged(person: person), to: .people(others + [person]), call)
  }

  /// Makes private what the person shared with the circle. The others no longer see it, so they do not come.
  func unshare(of person: PersonID, _ circle: EventCircle, _ call: Call) throws {
    for event in try sharedAndAnswered(person, circle) {
      let planned = try alerts(of: event, at: call.now)
      try forgetAnswers(of: event)
      try replan(event, instead: planned, call)
    }
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

  /// Whether anything is shared with it: else no list changes when somebody comes or goes.
  func isSharing(_ circle: EventCircle) throws -> Bool {
    try one(
      "SELECT 1 FROM event WHERE \(circle.column) = ? AND deleted_at IS NULL LIMIT 1", circle.raw,
      map: { _ in true }) ?? false
  }

  /// Own events that others said they come to.
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

  /// A room of 20, each with the most events there can be; nobody answers that many events of a course.
  private static var maxAnswers: Int { 100_000 }
}
