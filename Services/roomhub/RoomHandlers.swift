import Schema
import ServiceKit
import Store

/// Dorms, rooms and membership.
extension RoomhubService {
  func listDorms(_ request: Roomhub.ListDorms, _ call: Call) async throws -> Page<Roomhub.Dorm> {
    let limit = (request.limit ?? .standard).count
    let last = try request.cursor.map { try dormID($0) }
    let dorms = try await call.read { db in
      guard let last else { return try db.dorms(limit: limit + 1) }
      // The id alone: a name may be longer than a cursor.
      guard let dorm = try db.dorm(last) else { throw Fault(.cursorBad, field: "cursor") }
      return try db.dorms(after: dorm, limit: limit + 1)
    }
    return Page(dorms, limit: limit) { CursorText.cursor([$0.id.text]) }
  }

  private func dormID(_ cursor: Cursor) throws(Fault) -> DormID {
    let parts = CursorText.parts(cursor)
    guard parts.count == 1, let id = DormID(parts[0]) else { throw Fault(.cursorBad, field: "cursor") }
    return id
  }

  func defineDorm(_ request: Roomhub.DefineDorm, _ call: Call) async throws -> Roomhub.Dorm {
    guard (1...20).contains(request.roomCapacity) else { throw Fault(.capacityBad, field: "roomCapacity") }
    let dorm = Roomhub.Dorm(id: request.id, name: request.name.text, roomCapacity: request.roomCapacity)
    return try await call.write { db in
      if try db.dorm(dorm.id) != dorm {
        try db.define(dorm)
        try db.tell(Roomhub.DormDefined(dorm: dorm), to: .everyone, call)
      }
      return dorm
    }
  }

  func getRoom(_ request: Roomhub.GetRoom, _ call: Call) async throws -> Roomhub.OwnRoom {
    let person = try call.person
    return try await call.read { db in
      guard let room = try db.room(of: person) else { throw Fault(.noRoom) }
      return Roomhub.OwnRoom(
        id: room.id, dorm: room.dorm, dormName: room.dormName, number: room.number,
        members: try db.members(of: room.id).count, capacity: room.capacity, joinCode: room.joinCode)
    }
  }

  func joinRoom(_ request: Roomhub.JoinRoom, _ call: Call) async throws -> Roomhub.JoinedRoom {
    let person = try call.person
    guard let dorm = request.dorm, let number = request.number else { throw Fault(.roomUnnamed) }
    let address = RoomAddress(dorm: dorm, number: number)
    lists.beginMove()
    defer { lists.endMove() }
    return try await call.write { db in try db.join(person, address, request.code, call) }
  }

  /// The room named at sign-up. What cannot be done now is no reason to stop the stream: the person is told
  /// by the home page to find a room.
  func signedUp(_ event: Auth.SignedUp, _ db: borrowing Database, _ call: Call) throws {
    guard let address = event.room, try db.room(of: event.person) == nil else { return }
    do { _ = try db.join(event.person, address, nil, call) } catch is Fault { return }
  }

  func checkMembership(
    _ request: Roomhub.CheckMembership, _ call: Call
  ) async throws -> Roomhub.Membership {
    try await call.read { db in
      let room = try db.room(of: request.person)
      let isMember = room.map { $0.dorm == request.room.dorm && $0.number == request.room.number.text }
      return Roomhub.Membership(isMember: isMember ?? false)
    }
  }

  func listRoommates(
    _ request: Roomhub.ListRoommates, _ call: Call
  ) async throws -> Page<Roomhub.Roommate> {
    let person = try call.person
    let others = try await call.read { db in
      try db.members(of: try db.ownRoomID(person)).filter { $0.person != person }
    }
    guard !others.isEmpty else { return Page(items: [], next: nil) }
    let profiles = try await call.ask(Auth.ListProfiles(people: others.map(\.person))).items
    let joined = Dictionary(others.map { ($0.person, $0.joined) }, uniquingKeysWith: { first, _ in first })
    let items = profiles.compactMap { profile in
      joined[profile.id].map { Roomhub.Roommate(profile: profile, joined: $0) }
    }
    let sorted = items.sorted {
      ($0.profile.firstName, $0.profile.lastName, $0.profile.id.description)
        < ($1.profile.firstName, $1.profile.lastName, $1.profile.id.description)
    }
    return Page(items: sorted, next: nil)
  }
}

extension Database {
  /// The first member opens the room; a code lets in; without one the members are asked.
  fileprivate func join(
    _ person: PersonID, _ address: RoomAddress, _ code: JoinCode?, _ call: Call
  ) throws -> Roomhub.JoinedRoom {
    guard try dorm(address.dorm) != nil else { throw Fault(.dormUnknown, field: "dorm") }
    if let own = try room(of: person) {
      guard own.dorm == address.dorm, own.number == address.number.text else { throw Fault(.alreadyInRoom) }
      return Roomhub.JoinedRoom(state: .joined, room: own.id)
    }
    guard let room = try room(at: address) else {
      let id = RoomID.timed(call.now)
      try insertRoom(id, at: address, code: .random(), now: call.now)
      return try enter(person, id, call)
    }
    guard try members(of: room.id).count < room.capacity else { throw Fault(.roomFull) }
    if let code {
      guard code == room.joinCode else { throw Fault(.joinCodeWrong, field: "code") }
      return try enter(person, room.id, call)
    }
    let asked = try ask(person, toJoin: room.id, now: call.now)
    if asked.isNew {
      try tell(
        Roomhub.JoinAsked(room: room.id, request: asked.id, person: person), to: try audience(of: room.id),
        call)
    }
    return Roomhub.JoinedRoom(state: .pending, room: nil)
  }

  private func enter(_ person: PersonID, _ room: RoomID, _ call: Call) throws -> Roomhub.JoinedRoom {
    try insertMember(person, in: room, now: call.now)
    try tell(Roomhub.MemberJoined(room: room, person: person), to: try audience(of: room), call)
    return Roomhub.JoinedRoom(state: .joined, room: room)
  }
}
