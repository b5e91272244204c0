import Schema
import ServiceKit
import Store

/// Administration of dorms and rooms, by administrators and the operator. Each action is published in its own
/// transaction; auth stores the audit log.
extension RoomhubService {
  func defineDorm(_ request: Roomhub.DefineDorm, _ call: Call) async throws -> EncodedReply<Roomhub.Dorm> {
    guard (1...20).contains(request.roomCapacity) else { throw Fault(.capacityBad, field: "roomCapacity") }
    let dorm = Roomhub.Dorm(id: request.id, name: request.name.text, roomCapacity: request.roomCapacity)
    return try await call.write { db in
      if try db.dorm(dorm.id) != dorm {
        try db.define(dorm)
        try db.publish(Roomhub.DormDefined(dorm: dorm), to: .everyone, call)
        try db.audit(.dormDefined, of: dorm.id.text, "\(dorm.name), \(dorm.roomCapacity) a room", call)
      }
      return dorm
    }
  }

  func removeDorm(_ request: Roomhub.RemoveDorm, _ call: Call) async throws -> EncodedReply<Empty> {
    try await call.write { db in
      guard let dorm = try db.dorm(request.id) else { throw Fault(.notFound) }
      guard try !db.hasOpenRoom(in: dorm.id) else { throw Fault(.dormInUse) }
      try db.deleteDorm(dorm.id)
      try db.publish(Roomhub.DormRemoved(dorm: dorm.id), to: .everyone, call)
      try db.audit(.dormRemoved, of: dorm.id.text, dorm.name, call)
      return Empty()
    }
  }

  func listRooms(_ request: Roomhub.ListRooms, _ call: Call) async throws -> Page<Roomhub.AdminRoom> {
    let limit = (request.limit ?? .standard).count
    let order = request.sort ?? .standard
    let key = try RoomKey(after: request.cursor, in: order)
    let rooms = try await call.read { db in
      try db.openRooms(in: request.dorm, after: key, limit: limit + 1).map { try db.administered($0) }
    }
    return Page(rooms, limit: limit) { RoomKey(of: $0, in: order).cursor }
  }

  /// A lower capacity moves nobody out. A room with more members than its capacity accepts no new ones.
  func setRoomCapacity(_ request: Roomhub.SetRoomCapacity, _ call: Call) async throws -> EncodedReply<
    Roomhub.AdminRoom
  > {
    if case .set(let capacity) = request.capacity, !(1...20).contains(capacity) {
      throw Fault(.capacityBad, field: "capacity")
    }
    return try await call.write { db in
      guard let old = try db.openRoom(request.id) else { throw Fault(.notFound) }
      let capacity = request.capacity.applied(to: old.ownCapacity)
      guard capacity != old.ownCapacity else { return try db.administered(old) }
      try db.setCapacity(capacity, of: old.id)
      let detail = capacity.map { "holds \($0)" } ?? "holds as many as its dorm's rooms"
      try db.audit(.roomChanged, of: old.address, detail, call)
      guard let new = try db.openRoom(old.id) else { throw Fault(.notFound) }
      return try db.administered(new)
    }
  }

  func removeMember(_ request: Roomhub.RemoveMember, _ call: Call) async throws -> EncodedReply<Empty> {
    try await move(call) { db in
      guard let room = try db.openRoom(request.id), try db.joined(request.person, room.id) != nil else {
        throw Fault(.notFound)
      }
      try db.leave(request.person, call)
      try db.audit(.memberRemoved, of: request.person.description, room.address, call)
      return Empty()
    }
  }
}

extension Database {
  /// A room as administrators see it.
  fileprivate func administered(_ room: RoomRow) throws -> Roomhub.AdminRoom {
    Roomhub.AdminRoom(
      id: room.id, dorm: room.dorm, number: room.number, capacity: room.capacity,
      members: try members(of: room.id).map(\.person), opened: room.opened)
  }
}
