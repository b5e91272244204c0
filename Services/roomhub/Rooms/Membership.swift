import Schema
import ServiceKit
import Store

/// The result of a request to join a room. A wrong code is a result and not a thrown fault, because it has to
/// be counted and a throw rolls back the transaction.
enum JoinOutcome: Codable, Sendable {
  case done(Roomhub.JoinedRoom)
  case refused(Fault)
}

/// Moving in and out. Each function runs in one transaction and publishes its changes. The writer runs
/// concurrent calls one after the other, so the second sees the result of the first.
extension Database {
  /// The first member opens the room. A code admits a person; without one, the members are asked.
  /// - Parameter name: the first name of the person, if known.
  func join(_ person: PersonID, _ wish: JoinWish, _ name: String?, _ call: Call) throws -> JoinOutcome {
    if let dorm = wish.dorm, try self.dorm(dorm) == nil { throw Fault(.dormUnknown, field: "dorm") }
    if let own = try room(of: person) {
      // Every other room and code gets the same fault, so a member of a room cannot try codes here.
      guard wish.isOwn(own) else { throw Fault(.alreadyInRoom) }
      return .done(Roomhub.JoinedRoom(state: .joined, room: own.id))
    }
    if let code = wish.code { return try enter(person, by: code, wish, call) }
    guard let address = wish.address else { throw Fault(.roomUnnamed) }
    guard let room = try room(at: address) else {
      let id = RoomID.timed(call.now)
      try insertRoom(id, at: address, code: try freshJoinCode(), now: call.now)
      return .done(try enter(person, id, call))
    }
    try requirePlace(in: room)
    try ask(person, name, toJoin: room.id, call)
    return .done(Roomhub.JoinedRoom(state: .pending, room: nil))
  }

  /// Counts wrong codes in the transaction that checks them, so concurrent guesses count too.
  private func enter(
    _ person: PersonID, by code: JoinCode, _ wish: JoinWish, _ call: Call
  ) throws -> JoinOutcome {
    let start = call.now.advanced(by: .zero - JoinLimits.wrongCodeWindow)
    let failures = try joinFailures(of: person, since: start)
    if let wait = JoinLimits.wait(failures: failures, now: call.now) {
      throw Fault(.slowDown, retryAfterMs: wait.milliseconds)
    }
    guard let room = try room(joinCode: code), wish.fits(room) else {
      try insertJoinFailure(of: person, at: call.now)
      return .refused(Fault(.joinCodeWrong, field: "code"))
    }
    try requirePlace(in: room)
    return .done(try enter(person, room.id, call))
  }

  func requirePlace(in room: RoomRow) throws {
    guard try members(of: room.id).count < room.capacity else { throw Fault(.roomFull) }
  }

  /// Adds a member and ends the person's waiting request.
  @discardableResult
  func enter(_ person: PersonID, _ room: RoomID, _ call: Call) throws -> Roomhub.JoinedRoom {
    if let request = try waitingRequest(of: person) {
      if request.room == room {
        try setDecision(.approved, of: request.id, at: call.now)
      } else {
        try deleteJoinRequest(request.id)
      }
      try publishEnd(of: request, isApproved: request.room == room, call)
    }
    try insertMember(person, in: room, now: call.now)
    try publish(Roomhub.MemberJoined(room: room, person: person), to: try audience(of: room), call)
    try retellAlerts(of: person, in: room, call)
    return Roomhub.JoinedRoom(state: .joined, room: room)
  }

  /// A person waits for one room at a time, so a request for another room withdraws the first one.
  private func ask(_ person: PersonID, _ name: String?, toJoin room: RoomID, _ call: Call) throws {
    let earlier = try waitingRequest(of: person)
    if earlier?.room == room { return }
    guard try countWaitingRequests(at: room) < JoinLimits.maxWaiting else {
      throw Fault(.slowDown, retryAfterMs: JoinLimits.fullQueueWait.milliseconds)
    }
    if let earlier { try drop(earlier, call) }
    let request = JoinRequestRow(
      id: .timed(call.now), room: room, person: person, asked: call.now, decision: nil)
    try insert(request)
    try publish(
      Roomhub.JoinAsked(room: room, request: request.id, person: person), to: try audience(of: room), call)
    for member in try members(of: room) {
      try publish(request.alert(to: member.person, by: name, at: call.now), to: .programs, call)
    }
  }

  /// Deletes a waiting request.
  func drop(_ request: JoinRequestRow, _ call: Call) throws {
    try deleteJoinRequest(request.id)
    try publishEnd(of: request, isApproved: false, call)
  }

  /// Publishes to the members too, because their screens show the request.
  func publishEnd(of request: JoinRequestRow, isApproved: Bool, _ call: Call) throws {
    let members = try members(of: request.room).map(\.person)
    try publish(
      Roomhub.JoinEnded(request: request.id, isApproved: isApproved), to: .people(members + [request.person]),
      call)
  }

  /// Ends a membership. The room closes with its last member. Returns false if this person is in no room.
  @discardableResult
  func leave(_ person: PersonID, _ call: Call) throws -> Bool {
    guard let room = try room(of: person) else { return false }
    try deleteMember(person, now: call.now)
    let others = try members(of: room.id).map(\.person)
    try publish(Roomhub.MemberLeft(room: room.id, person: person), to: .people(others + [person]), call)
    try retellAlerts(of: person, in: room.id, call)
    if others.isEmpty { try close(room.id, call) }
    return true
  }

  /// Frees the address. The room's contents can no longer be reached and are purged later.
  private func close(_ room: RoomID, _ call: Call) throws {
    for request in try waitingRequests(at: room) { try drop(request, call) }
    try setClosed(room, at: call.now)
  }
}
