import Schema
import ServiceKit
import Store

/// Joining a room: with its code, or with a member's approval.
extension RoomhubService {
  func joinRoom(_ request: Roomhub.JoinRoom, _ call: Call) async throws -> Roomhub.JoinedRoom {
    let person = try call.person
    let wish = JoinWish(dorm: request.dorm, number: request.number, code: request.code)
    // Without a code the members may have to be asked, and read a name.
    let name = wish.code == nil ? try await ownName(call) : nil
    // A wrong code is counted, so the write ends without a fault.
    switch try await moving({ try await call.store.write { db in try db.join(person, wish, name, call) } }) {
    case .done(let joined): return joined
    case .refused(let fault): throw fault
    }
  }

  /// Joins the room named at sign-up. A fault does not stop the stream, because the home page asks the person
  /// to find a room. A repeated sign-up event does not move a former member back in.
  func signedUp(_ event: Auth.SignedUp, _ db: borrowing Database, _ call: Call) throws {
    let wish = JoinWish(dorm: event.room?.dorm, number: event.room?.number, code: event.roomCode)
    guard wish.address != nil || wish.code != nil, try db.room(of: event.person) == nil,
      try !db.isFormerMember(event.person)
    else { return }
    do { _ = try db.join(event.person, wish, event.firstName, call) } catch is Fault { return }
  }

  /// The room that a person asked to join, with the first names of the members who were asked. They are left
  /// out if auth fails or does not respond in time.
  func named(
    _ asked: Roomhub.AskedRoom, by person: PersonID, _ call: Call
  ) async throws -> Roomhub.AskedRoom {
    let members = try await call.read { db in
      try db.waitingRequest(of: person).map { try db.members(of: $0.room).map(\.person) } ?? []
    }
    guard !members.isEmpty else { return asked }
    let request = Auth.ListProfiles(people: members, relation: .campus)
    do {
      let profiles = try await call.ask(request, within: RoomhubService.nameWait).items
      return Roomhub.AskedRoom(
        dorm: asked.dorm, dormName: asked.dormName, number: asked.number, asked: asked.asked,
        members: profiles.map(\.firstName).sorted())
    } catch {
      call.log(.warning, "the names of who was asked: \(error)")
      return asked
    }
  }

  func getJoinCode(_ request: Roomhub.GetJoinCode, _ call: Call) async throws -> Roomhub.RoomCode {
    let person = try call.person
    let room = try await call.read { db in try db.ownRoom(person) }
    return try origin.roomCode(room.joinCode, of: room)
  }

  func changeJoinCode(_ request: Roomhub.ChangeJoinCode, _ call: Call) async throws -> EncodedReply<
    Roomhub.RoomCode
  > {
    let person = try call.person
    let origin = origin
    return try await call.write { db in
      let room = try db.ownRoom(person)
      let code = try db.freshJoinCode()
      try db.setJoinCode(code, of: room.id)
      try db.publish(Roomhub.JoinCodeChanged(room: room.id), to: try db.audience(of: room.id), call)
      return try origin.roomCode(code, of: room)
    }
  }

  func listJoinRequests(
    _ request: Roomhub.ListJoinRequests, _ call: Call
  ) async throws -> Page<Roomhub.WaitingPerson> {
    let person = try call.person
    let waiting = try await call.read { db in try db.waitingRequests(at: try db.ownRoomID(person)) }
    guard !waiting.isEmpty else { return Page(items: [], next: nil) }
    let profiles = try await profiles(of: waiting.map(\.person), as: .campus, call)
    let items = waiting.compactMap { request in
      profiles[request.person].map {
        Roomhub.WaitingPerson(id: request.id, profile: $0, asked: request.asked)
      }
    }
    return Page(items: items, next: nil)
  }

  /// A second approval of the same request changes nothing.
  func approveJoin(_ request: Roomhub.ApproveJoin, _ call: Call) async throws -> EncodedReply<Empty> {
    let person = try call.person
    return try await move(call) { db in
      let room = try db.ownRoom(person)
      guard let waiting = try db.request(request.id, at: room.id, unless: .approved) else { return Empty() }
      try db.requirePlace(in: room)
      try db.enter(waiting.person, room.id, call)
      return Empty()
    }
  }

  func declineJoin(_ request: Roomhub.DeclineJoin, _ call: Call) async throws -> EncodedReply<Empty> {
    let person = try call.person
    return try await call.write { db in
      let room = try db.ownRoomID(person)
      guard let waiting = try db.request(request.id, at: room, unless: .declined) else { return Empty() }
      try db.setDecision(.declined, of: waiting.id, at: call.now)
      try db.publishEnd(of: waiting, isApproved: false, call)
      return Empty()
    }
  }

  func withdrawJoin(_ request: Roomhub.WithdrawJoin, _ call: Call) async throws -> EncodedReply<Empty> {
    let person = try call.person
    return try await call.write { db in
      if let waiting = try db.waitingRequest(of: person) { try db.drop(waiting, call) }
      return Empty()
    }
  }
}

extension Database {
  /// The request if it is waiting; nil if it already has this decision.
  /// - Throws: `not_found` if it belongs to another room, was decided otherwise, or no longer exists.
  fileprivate func request(
    _ id: JoinRequestID, at room: RoomID, unless decision: JoinDecision
  ) throws -> JoinRequestRow? {
    guard let request = try joinRequest(id), request.room == room else { throw Fault(.notFound) }
    if request.decision == decision { return nil }
    guard request.decision == nil else { throw Fault(.notFound) }
    return request
  }
}
