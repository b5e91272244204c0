import Schema
import ServiceKit
import Store

/// Rooms, room-mates, tasks and the anonymous board of a campus.
struct RoomhubService: Service {
  static let program = ProgramName.roomhub
  static let migrations = RoomhubStore.migrations

  /// Deleted board messages are overwritten in the file.
  static var storeOptions: StoreOptions {
    var options = StoreOptions()
    options.erasesDeleted = true
    return options
  }

  let lists = RoomLists()

  init(_ setup: ServiceSetup) throws {}

  /// The room of the person who asks.
  func ownRoom(_ call: Call) async throws -> RoomID {
    let person = try call.person
    if let room = lists.room(of: person) { return room }
    let ticket = lists.membershipTicket()
    let room = try await call.read { try $0.ownRoomID(person) }
    lists.remember(room, of: person, ticket)
    return room
  }

  /// A write that changes the lists of the person's own room.
  func change<Reply: Codable & Sendable>(
    _ call: Call, _ body: @escaping @Sendable (borrowing Database, RoomID) throws -> Reply
  ) async throws -> Reply {
    let person = try call.person
    let change = RoomChange(lists)
    defer { change.end() }
    return try await call.write { db in
      let room = try db.ownRoomID(person)
      change.begin(room)
      return try body(db, room)
    }
  }

  func register(in handlers: inout Handlers) {
    handlers.on(Roomhub.ListDorms.self, listDorms)
    handlers.on(Roomhub.DefineDorm.self, defineDorm)
    handlers.on(Roomhub.GetRoom.self, getRoom)
    handlers.on(Roomhub.JoinRoom.self, joinRoom)
    handlers.on(Roomhub.CheckMembership.self, checkMembership)
    handlers.on(Roomhub.ListRoommates.self, listRoommates)
    registerTasks(in: &handlers)
    registerBoard(in: &handlers)
    handlers.hear(Auth.SignedUp.self, from: .auth, signedUp)
    handlers.tellsSnapshot(snapshot)
  }

  func run(_ context: ServiceContext) async throws { await Upkeep(context: context).run() }

  /// The campus list as if told now. Rooms, tasks and the board are asked for, not copied.
  private func snapshot(_ db: borrowing Database) throws -> [OutboxEvent] {
    try db.dorms(limit: 10_000).map {
      try OutboxEvent.snapshot(of: Roomhub.DormDefined(dorm: $0), to: .everyone)
    }
  }
}
