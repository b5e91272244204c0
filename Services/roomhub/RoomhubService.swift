import JSON
import Schema
import ServiceKit
import Store

/// Rooms, roommates, tasks and the anonymous board of a campus.
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

  let origin: SiteOrigin
  let clock: SiteClock

  init(_ setup: ServiceSetup) throws {
    clock = setup.clock
    origin = try SiteOrigin(setup.settings, from: "QUAD_ORIGIN")
  }

  /// The caller's room.
  func ownRoom(_ call: Call) async throws -> RoomID {
    let person = try call.person
    if call.store.isShared { return try await call.read { try $0.ownRoomID(person) } }
    if let room = lists.room(of: person) { return room }
    let ticket = lists.membershipTicket()
    let room = try await call.read { try $0.ownRoomID(person) }
    lists.remember(room, of: person, ticket)
    return room
  }

  /// Runs a write that changes the lists of the caller's own room.
  func change<Reply: Codable & Sendable>(
    _ call: Call, _ body: @escaping @Sendable (borrowing Database, RoomID) throws -> Reply
  ) async throws -> EncodedReply<Reply> {
    try await call.write(prepared(call, body))
  }

  /// A write that changes the lists of the caller's own room, and needs nothing but the store.
  /// - Parameter ahead: Queries of the body about the room that the caller is known to live in.
  func prepared<Reply: Codable & Sendable>(
    _ call: Call, knowing known: (any KnownValue)? = nil,
    ahead: (@Sendable (borrowing Database, RoomID) throws -> Void)? = nil,
    _ body: @escaping @Sendable (borrowing Database, RoomID) throws -> Reply
  ) throws -> PreparedWrite<Reply> {
    let person = try call.person
    let change = RoomChange(lists)
    let (home, ticket) = (lists.room(of: person), lists.membershipTicket())
    let lists = lists
    let queries: @Sendable (borrowing Database) throws -> Void = { db in
      try db.ahead { _ = try $0.ownRoomID(person) }
      guard let home else { return }
      try db.ahead { _ = try $0.members(of: home) }
      try ahead?(db, home)
    }
    return PreparedWrite(knowing: known, ahead: queries) { db in
      let room = try db.ownRoomID(person)
      if home == nil { lists.remember(room, of: person, ticket) }
      change.begin(room)
      let reply = try body(db, room)
      // Last: a change ends what was asked ahead.
      try change.raiseVersion(of: room, db)
      return reply
    } ended: {
      change.end()
    }
  }

  /// Runs a request's write that changes who lives where.
  func move<Reply: Codable & Sendable>(
    _ call: Call, _ body: @escaping @Sendable (borrowing Database) throws -> Reply
  ) async throws -> EncodedReply<Reply> {
    try await moving { try await call.write(body) }
  }

  /// Runs any other write that changes who lives where.
  func moving<Result>(_ write: () async throws -> Result) async rethrows -> Result {
    lists.beginMove()
    defer { lists.endMove() }
    return try await write()
  }

  func register(in handlers: inout Handlers) {
    registerRooms(in: &handlers)
    registerTasks(in: &handlers)
    registerBoard(in: &handlers)
    handlers.counts { db, now in try db.counts(at: now) }
    handlers.publishesSnapshot(of: [dorms, memberships, dueAlerts])
  }

  /// Alert jobs are due at once, whatever the clock shows.
  func nextDue(_ db: borrowing Database) throws -> Instant? { try db.hasAlertJob() ? clock.now : nil }

  func run(_ context: ServiceContext) async throws {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await Upkeep(context: context).run() }
      group.addTask { await RoomPurge.run(context) }
    }
  }
}
