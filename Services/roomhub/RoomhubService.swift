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

  init(_ setup: ServiceSetup) throws {}

  func register(in handlers: inout Handlers) {
    handlers.on(Roomhub.ListDorms.self, listDorms)
    handlers.on(Roomhub.DefineDorm.self, defineDorm)
    handlers.on(Roomhub.GetRoom.self, getRoom)
    handlers.on(Roomhub.JoinRoom.self, joinRoom)
    handlers.on(Roomhub.CheckMembership.self, checkMembership)
    handlers.on(Roomhub.ListRoommates.self, listRoommates)
    handlers.on(Roomhub.ListTasks.self, listTasks)
    handlers.on(Roomhub.AddTask.self, addTask)
    handlers.on(Roomhub.CompleteTask.self, completeTask)
    handlers.on(Roomhub.ReopenTask.self, reopenTask)
    handlers.on(Roomhub.ListMessages.self, listMessages)
    handlers.on(Roomhub.PostMessage.self, postMessage)
    handlers.hear(Auth.SignedUp.self, from: .auth, signedUp)
    handlers.tellsSnapshot(snapshot)
  }

  /// The campus list as if told now. Rooms, tasks and the board are asked for, not copied.
  private func snapshot(_ db: borrowing Database) throws -> [OutboxEvent] {
    try db.dorms(limit: 10_000).map {
      try OutboxEvent.snapshot(of: Roomhub.DormDefined(dorm: $0), to: .everyone)
    }
  }
}
