import Schema
import ServiceKit
import Store
import Synchronization

/// A cache of rooms' first pages of open tasks as JSON and of people's memberships. Both are read far more
/// often than changed, so they are built once per change and not once per reader.
///
/// While a room is being changed, it is read from the store, so a client that received the event of a change
/// finds the change in the list. The same applies to memberships while somebody moves: a person who left is
/// out before the reply is sent.
///
/// Where another process may write to the store (`ProgramStore.isShared`), a list is good for the version
/// that the store has of its room, and memberships are read from there.
final class RoomLists: Sendable {
  static let maxRooms = 2_000
  static let maxPeople = 100_000

  private struct Lists {
    var changesUnderWay = 0
    /// The value of `clock` after the last change.
    var changedAt = 0
    var openTasks: EncodedReply<Page<Roomhub.RoommateTask>>?
    /// That of the list, in a store that others may write to.
    var version: Int64?
  }

  private struct State {
    var rooms: [RoomID: Lists] = [:]
    /// Counts changes across all rooms. It never restarts, so a ticket from before an eviction stays
    /// outdated.
    var clock = 0
    var evictedAt = 0
    var roomOf: [PersonID: RoomID] = [:]
    var moves = 0
    var movesUnderWay = 0
  }

  private let state = Mutex(State())

  /// A reader's permission to cache what it read. It is valid only if nothing changed meanwhile.
  struct Ticket: Sendable {
    fileprivate let generation: Int
  }

  func room(of person: PersonID) -> RoomID? {
    state.withLock { $0.movesUnderWay == 0 ? $0.roomOf[person] : nil }
  }

  /// Caches a membership that was read after `ticket`.
  func remember(_ room: RoomID, of person: PersonID, _ ticket: Ticket) {
    state.withLock { state in
      guard state.moves == ticket.generation, state.movesUnderWay == 0 else { return }
      if state.roomOf.count >= RoomLists.maxPeople { state.roomOf.removeAll(keepingCapacity: true) }
      state.roomOf[person] = room
    }
  }

  func membershipTicket() -> Ticket { state.withLock { Ticket(generation: $0.moves) } }

  func openTasks(_ room: RoomID) -> (EncodedReply<Page<Roomhub.RoommateTask>>?, Ticket) {
    state.withLock { state in
      let lists = state.rooms[room] ?? Lists()
      return (lists.changesUnderWay == 0 ? lists.openTasks : nil, Ticket(generation: state.clock))
    }
  }

  /// Caches a list that was read after `ticket`.
  func keep(_ list: EncodedReply<Page<Roomhub.RoommateTask>>, of room: RoomID, _ ticket: Ticket) {
    state.withLock { state in
      let changedAt = state.rooms[room]?.changedAt ?? state.evictedAt
      var lists = state.rooms[room] ?? Lists(changedAt: changedAt)
      guard lists.changesUnderWay == 0, ticket.generation >= changedAt else { return }
      if state.rooms.count >= RoomLists.maxRooms { forgetLists(&state) }
      lists.openTasks = list
      state.rooms[room] = lists
    }
  }

  func openTasks(_ room: RoomID, version: Int64) -> EncodedReply<Page<Roomhub.RoommateTask>>? {
    state.withLock { state in
      guard let lists = state.rooms[room], lists.version == version else { return nil }
      return lists.openTasks
    }
  }

  /// Caches a list that was read together with its version.
  func keep(_ list: EncodedReply<Page<Roomhub.RoommateTask>>, of room: RoomID, version: Int64) {
    state.withLock { state in
      var lists = state.rooms[room] ?? Lists()
      if state.rooms.count >= RoomLists.maxRooms { forgetLists(&state) }
      lists.openTasks = list
      lists.version = version
      state.rooms[room] = lists
    }
  }

  private func forgetLists(_ state: inout State) {
    state.rooms = state.rooms.filter { $0.value.changesUnderWay > 0 }
    state.evictedAt = state.clock
  }

  /// Called inside the transaction, before its commit. `endChange` follows when it ends, whether it succeeded
  /// or not.
  func beginChange(_ room: RoomID) {
    state.withLock { $0.rooms[room, default: Lists()].changesUnderWay += 1 }
  }

  func endChange(_ room: RoomID) {
    state.withLock { state in
      guard var lists = state.rooms[room] else { return }
      lists.changesUnderWay -= 1
      state.clock += 1
      lists.changedAt = state.clock
      lists.openTasks = nil
      state.rooms[room] = lists
    }
  }

  /// Marks the start of a move in or out. Called before the transaction. `endMove` follows when it ends,
  /// whether it succeeded or not.
  func beginMove() { state.withLock { $0.movesUnderWay += 1 } }

  func endMove() {
    state.withLock { state in
      state.movesUnderWay -= 1
      state.moves += 1
      state.roomOf.removeAll(keepingCapacity: true)
    }
  }
}

/// The rooms that one transaction changes, released when it ends.
final class RoomChange: Sendable {
  private let lists: RoomLists
  private let rooms = Mutex<[RoomID]>([])

  init(_ lists: RoomLists) { self.lists = lists }

  func begin(_ room: RoomID) {
    lists.beginChange(room)
    rooms.withLock { $0.append(room) }
  }

  /// Belongs to each `begin`, in the same transaction.
  func raiseVersion(of room: RoomID, _ db: borrowing Database) throws { try db.raiseVersion(of: room.raw) }

  func end() {
    let changed = rooms.withLock { $0 }
    for room in changed { lists.endChange(room) }
  }
}
