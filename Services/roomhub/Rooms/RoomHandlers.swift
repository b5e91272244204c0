import Schema
import ServiceKit
import Store

/// Dorms, rooms and membership.
extension RoomhubService {
  /// The time for which a member counts as new.
  static let newMemberTime = Duration.seconds(7 * 24 * 3600)
  /// The deadline for auth. It is shorter than the gateway's deadline for roomhub, so that the reply names
  /// the program that did not respond.
  static let profileWait = Duration.seconds(1)

  func listDorms(_ request: Roomhub.ListDorms, _ call: Call) async throws -> Page<Roomhub.Dorm> {
    let limit = (request.limit ?? .standard).count
    let last = try request.cursor?.parts(DormID.self)
    let dorms = try await call.read { db in
      guard let last else { return try db.dorms(limit: limit + 1) }
      // The cursor holds only the id, because a name may be longer than a cursor.
      guard let dorm = try db.dorm(last) else { throw Fault.badCursor }
      return try db.dorms(after: dorm, limit: limit + 1)
    }
    return Page(dorms, limit: limit) { Cursor(of: $0.id) }
  }

  func getRoom(_ request: Roomhub.GetRoom, _ call: Call) async throws -> Roomhub.OwnRoom {
    let person = try call.person
    return try await call.read { db in try db.shown(try db.ownRoom(person)) }
  }

  /// No event says how far a person has read the board. So the home page is not kept while something there
  /// is unread; and nothing but a new message, which is an event, makes it so.
  func getHome(_ request: Roomhub.GetHome, _ call: Call) async throws -> EncodedReply<Roomhub.Home> {
    let person = try call.person
    let newSince = call.now.advanced(by: .zero - RoomhubService.newMemberTime)
    let (home, newMembers) = try await call.read { db in
      guard let room = try db.room(of: person) else {
        return (Roomhub.Home(room: nil, asked: try db.askedRoom(of: person), badges: nil), [Instant]())
      }
      let newMembers = try db.members(of: room.id).filter { $0.person != person && $0.joined > newSince }
      let badges = Roomhub.Badges(
        newMembers: newMembers.count,
        joinRequests: try db.countWaitingRequests(at: room.id), openTasks: room.openTasks,
        importantTasks: try db.countImportantTasks(in: room.id),
        unreadMessages: try db.unread(try db.boardReader(person)))
      return (Roomhub.Home(room: try db.shown(room), asked: nil, badges: badges), newMembers.map(\.joined))
    }
    if let asked = home.asked {
      let named = try await named(asked, by: person, call)
      return try EncodedReply(Roomhub.Home(room: nil, asked: named, badges: nil), valid: .now)
    }
    guard home.badges?.unreadMessages == 0 else { return try EncodedReply(home, valid: .now) }
    let ends = newMembers.min()?.advanced(by: RoomhubService.newMemberTime)
    return try EncodedReply(home, valid: ends.map { .until($0) } ?? .untilChanged)
  }

  func leaveRoom(_ request: Roomhub.LeaveRoom, _ call: Call) async throws -> EncodedReply<Empty> {
    let person = try call.person
    return try await move(call) { db in
      try db.leave(person, call)
      return Empty()
    }
  }

  func checkMembership(
    _ request: Roomhub.CheckMembership, _ call: Call
  ) async throws -> Roomhub.Membership {
    try await call.read { db in
      let room = try db.room(of: request.person)
      let isMember = room.map { $0.dorm == request.room.dorm && $0.canonicalNumber == request.room.number }
      return Roomhub.Membership(isMember: isMember ?? false)
    }
  }

  func shareRoom(_ request: Roomhub.ShareRoom, _ call: Call) async throws -> Roomhub.Membership {
    try await call.read { db in
      guard let room = try db.room(of: request.person) else { return Roomhub.Membership(isMember: false) }
      return Roomhub.Membership(isMember: try db.joined(request.other, room.id) != nil)
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
    let profiles = try await profiles(of: others.map(\.person), as: .roommate, call)
    let items = others.compactMap { other in
      profiles[other.person].map { Roomhub.Roommate(profile: $0, joined: other.joined) }
    }
    let sorted = items.sorted { $0.profile.sortKey < $1.profile.sortKey }
    return Page(items: sorted, next: nil)
  }

  /// A person outside the caller's own room throws `not_found`.
  func getRoommate(_ request: Roomhub.GetRoommate, _ call: Call) async throws -> Roomhub.Roommate {
    let person = try call.person
    let joined = try await call.read { db in
      try db.joined(request.id, try db.ownRoomID(person))
    }
    guard let joined, request.id != person else { throw Fault(.notFound) }
    guard let profile = try await profiles(of: [request.id], as: .roommate, call)[request.id] else {
      throw Fault(.notFound)
    }
    return Roomhub.Roommate(profile: profile, joined: joined)
  }

  /// The profiles of people, limited to what they show to someone with this relation to them.
  func profiles(
    of people: [PersonID], as relation: Auth.Relation, _ call: Call
  ) async throws -> [PersonID: Auth.Profile] {
    let request = Auth.ListProfiles(people: people, relation: relation)
    let profiles = try await call.ask(request, within: RoomhubService.profileWait).items
    return Dictionary(profiles.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The deadline for the caller's name. Without it, the request continues.
  static let nameWait = Duration.milliseconds(300)

  /// The caller's first name; nil if auth fails or does not respond in time.
  func ownName(_ call: Call) async throws -> String? {
    let request = Auth.ListProfiles(people: [try call.person], relation: .roommate)
    do { return try await call.ask(request, within: RoomhubService.nameWait).items.first?.firstName } catch {
      call.log(.warning, "the name of who asks: \(error)")
      return nil
    }
  }
}

extension Database {
  /// A room as its members see it.
  func shown(_ room: RoomRow) throws -> Roomhub.OwnRoom {
    Roomhub.OwnRoom(
      id: room.id, dorm: room.dorm, dormName: room.dormName, number: room.number,
      members: try members(of: room.id).count, capacity: room.capacity, joinCode: room.joinCode)
  }
}

extension Auth.Profile {
  /// Sorts by first name, then by last name and id, ignoring case.
  fileprivate var sortKey: (String, String, String) {
    (firstName.lowercased(), lastName.lowercased(), id.description)
  }
}
