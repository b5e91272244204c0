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
    let person = try call.person
    let change = RoomChange(lists)
    defer { change.end() }
    return try await call.write { db in
      let room = try db.ownRoomID(person)
      change.begin(room)
      return try body(db, room)
    }
  }

  /// A write that changes the lists of the caller's own room, and needs nothing but the store.
  func prepared<Reply: Codable & Sendable>(
    _ call: Call, knowing known: (any KnownValue)? = nil,
    _ body: @escaping @Sendable (borrowing Database, RoomID) throws -> Reply
  ) throws -> PreparedWrite<Reply> {
    let person = try call.person
    let change = RoomChange(lists)
    return PreparedWrite(knowing: known) { db in
      let room = try db.ownRoomID(person)
      change.begin(room)
      return try body(db, room)
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
