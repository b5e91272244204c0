import Schema
import Store

/// A request to join a room.
struct JoinRequestRow: Sendable {
  let id: JoinRequestID
  let room: RoomID
  let person: PersonID
  let asked: Instant
  /// Nil until a member decides.
  let decision: JoinDecision?
}

enum JoinDecision: String {
  case approved, declined
}

/// Join requests and wrong join codes.
extension Database {
  private static var requests: String { "SELECT id, room, person, asked_at, decision FROM join_request" }

  func joinRequest(_ id: JoinRequestID) throws -> JoinRequestRow? {
    try one("\(Self.requests) WHERE id = ?", id.raw) { try JoinRequestRow($0) }
  }

  /// The person's only waiting request.
  func waitingRequest(of person: PersonID) throws -> JoinRequestRow? {
    try one("\(Self.requests) WHERE person = ? AND decision IS NULL", person.raw) { try JoinRequestRow($0) }
  }

  /// Waiting requests, oldest first.
  func waitingRequests(at room: RoomID) throws -> [JoinRequestRow] {
    try all(
      "\(Self.requests) WHERE room = ? AND decision IS NULL ORDER BY asked_at, id LIMIT ?", room.raw,
      JoinLimits.maxWaiting
    ) { try JoinRequestRow($0) }
  }

  func countWaitingRequests(at room: RoomID) throws -> Int {
    try count("SELECT count(*) AS count FROM join_request WHERE room = ? AND decision IS NULL", room.raw)
  }

  func insert(_ request: JoinRequestRow) throws {
    try run(
      "INSERT INTO join_request(id, room, person, asked_at) VALUES (?, ?, ?, ?)", request.id.raw,
      request.room.raw, request.person.raw, request.asked)
  }

  func setDecision(_ decision: JoinDecision, of request: JoinRequestID, at time: Instant) throws {
    try run(
      "UPDATE join_request SET decision = ?, decided_at = ? WHERE id = ?", decision.rawValue, time,
      request.raw)
  }

  func deleteJoinRequest(_ id: JoinRequestID) throws {
    try run("DELETE FROM join_request WHERE id = ?", id.raw)
  }

  /// The room this person is waiting to join.
  func askedRoom(of person: PersonID) throws -> Roomhub.AskedRoom? {
    guard let request = try waitingRequest(of: person), let room = try openRoom(request.room) else {
      return nil
    }
    return Roomhub.AskedRoom(
      dorm: room.dorm, dormName: room.dormName, number: room.number, asked: request.asked)
  }

  /// The times of this person's wrong codes after `time`, oldest first.
  func joinFailures(of person: PersonID, since time: Instant) throws -> [Instant] {
    try all(
      "SELECT at FROM join_failure WHERE person = ? AND at > ? ORDER BY at LIMIT ?", person.raw, time,
      JoinLimits.maxWrongCodes
    ) { try $0.instant("at") }
  }

  func insertJoinFailure(of person: PersonID, at time: Instant) throws {
    try run("INSERT INTO join_failure(person, at) VALUES (?, ?)", person.raw, time)
  }

  /// Deletes decided requests and wrong codes that are no longer needed. Returns the larger of the two
  /// counts.
  func forgetJoins(decidedBefore decided: Instant, failedBefore failed: Instant, limit: Int) throws -> Int {
    let requests = try change(
      """
      DELETE FROM join_request WHERE id IN (
        SELECT id FROM join_request WHERE decision IS NOT NULL AND decided_at < ? LIMIT ?)
      """,
      decided, limit)
    let failures = try change(
      "DELETE FROM join_failure WHERE id IN (SELECT id FROM join_failure WHERE at < ? LIMIT ?)", failed, limit
    )
    return max(requests, failures)
  }
}

extension JoinRequestRow {
  fileprivate init(_ row: borrowing Row) throws {
    self.init(
      id: JoinRequestID(try row.id("id")), room: RoomID(try row.id("room")),
      person: PersonID(try row.id("person")),
      asked: try row.instant("asked_at"),
      decision: try row.textOrNil("decision").flatMap { JoinDecision(rawValue: $0) })
  }
}
