import Schema
import ServiceKit
import Synchronization

/// The first pages of rooms as JSON, and who is in which room: read far more often than changed, so built
/// once a change and not once a reader.
///
/// A room that is being changed is read from the file until the change is over: whoever was told of a change
/// by its event finds it in the list. Likewise memberships, while somebody moves: whoever left is out before
/// the answer says so. With several instances of this program over one database this has to
/// listen to the stream.
final class RoomLists: Sendable {
  static let maxRooms = 2_000
  static let maxPeople = 100_000

  private struct Lists {
    var changesUnderWay = 0
    /// The clock after its last change.
    var changedAt = 0
    var openTasks: EncodedReply<Page<Roomhub.RoommateTask>>?
  }

  private struct State {
    var rooms: [RoomID: Lists] = [:]
    /// Counts changes over all rooms; it never starts again, so a ticket from before an eviction stays old.
    var clock = 0
    var evictedAt = 0
    var roomOf: [PersonID: RoomID] = [:]
    var moves = 0
    var movesUnderWay = 0
  }

  private let state = Mutex(State())

  /// What a reader needs to keep what it read: nothing may have changed meanwhile.
  struct Ticket: Sendable {
    fileprivate let generation: Int
  }

  func room(of person: PersonID) -> RoomID? {
    state.withLock { $0.movesUnderWay == 0 ? $0.roomOf[person] : nil }
  }

  /// Remembers a membership that was read after `ticket`.
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

  /// Keeps a list that was read after `ticket`.
  func keep(_ list: EncodedReply<Page<Roomhub.RoommateTask>>, of room: RoomID, _ ticket: Ticket) {
    state.withLock { state in
      let changedAt = state.rooms[room]?.changedAt ?? state.evictedAt
      var lists = state.rooms[room] ?? Lists(changedAt: changedAt)
      guard lists.changesUnderWay == 0, ticket.generation >= changedAt else { return }
      if state.rooms.count >= RoomLists.maxRooms {
        state.rooms = state.rooms.filter { $0.value.changesUnderWay > 0 }
        state.evictedAt = state.clock
      }
      lists.openTasks = list
      state.rooms[room] = lists
    }
  }

  /// Called inside the transaction, before its commit; `endChange` follows when it is over, well or not.
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

  /// Somebody moves in or out. Called before the transaction; `endMove` follows when it is over, well or not.
  func beginMove() { state.withLock { $0.movesUnderWay += 1 } }

  func endMove() {
    state.withLock { state in
      state.movesUnderWay -= 1
      state.moves += 1
      state.roomOf.removeAll(keepingCapacity: true)
    }
  }
}

/// The rooms one transaction changes, so that they are let go when it is over.
final class RoomChange: Sendable {
  private let lists: RoomLists
  private let rooms = Mutex<[RoomID]>([])

  init(_ lists: RoomLists) { self.lists = lists }

  func begin(_ room: RoomID) {
    lists.beginChange(room)
    rooms.withLock { $0.append(room) }
  }

  func end() {
    let changed = rooms.withLock { $0 }
    for room in changed { lists.endChange(room) }
  }
}
