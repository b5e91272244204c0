/// Rooms, room-mates, tasks and the anonymous board.
package enum Roomhub {
  package static let requests: [any Request.Type] = [
    ListDorms.self, DefineDorm.self, GetRoom.self, JoinRoom.self, CheckMembership.self, ListRoommates.self,
    ListTasks.self, AddTask.self, CompleteTask.self, ReopenTask.self, ListMessages.self, PostMessage.self,
  ]
  package static let events: [any Event.Type] = [
    DormDefined.self, MemberJoined.self, JoinAsked.self, TaskAdded.self, TaskCompleted.self,
    TaskReopened.self,
    MessagePosted.self,
  ]
}

extension Roomhub {
  /// The campus list of dorms, for the sign-up page too.
  package struct ListDorms: Request {
    package typealias Reply = Page<Dorm>
    package static let subject = "roomhub.dorm.list"
    package static let access = Access.anyone
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/dorms")
    package static let faults = [FaultCode.cursorBad]
    package static let summary = "List the dorms of the campus, by name."
    package let cursor: Cursor?
    package let limit: PageLimit?

    package init(cursor: Cursor? = nil, limit: PageLimit? = nil) {
      self.cursor = cursor
      self.limit = limit
    }
  }

  package struct Dorm: Codable, Hashable, Sendable {
    package let id: DormID
    package let name: String
    /// How many people one of its rooms holds.
    package let roomCapacity: Int

    package init(id: DormID, name: String, roomCapacity: Int) {
      self.id = id
      self.name = name
      self.roomCapacity = roomCapacity
    }
  }

  /// Puts a dorm on the campus list, or changes its name and capacity.
  package struct DefineDorm: Request {
    package typealias Reply = Dorm
    package static let subject = "roomhub.dorm.define"
    package static let access = Access.programs
    package static let callers = [ProgramName.seed, .operator]
    package static let repeats = Repeats.natural
    package static let faults = [FaultCode.capacityBad]
    package static let summary = "Put a dorm on the campus list."
    package let id: DormID
    package let name: DormName
    /// 1 to 20 people a room.
    package let roomCapacity: Int

    package init(id: DormID, name: DormName, roomCapacity: Int) {
      self.id = id
      self.name = name
      self.roomCapacity = roomCapacity
    }
  }

  package struct GetRoom: Request {
    package typealias Reply = OwnRoom
    package static let subject = "roomhub.room.get"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/room")
    package static let faults = [FaultCode.noRoom]
    package static let summary = "Your room."

    package init() {}
  }

  /// A room as its members see it.
  package struct OwnRoom: Codable, Hashable, Sendable {
    package let id: RoomID
    package let dorm: DormID
    package let dormName: String
    package let number: String
    package let members: Int
    package let capacity: Int
    /// Whoever knows it enters without asking.
    package let joinCode: JoinCode

    package init(
      id: RoomID, dorm: DormID, dormName: String, number: String, members: Int, capacity: Int,
      joinCode: JoinCode
    ) {
      self.id = id
      self.dorm = dorm
      self.dormName = dormName
      self.number = number
      self.members = members
      self.capacity = capacity
      self.joinCode = joinCode
    }
  }

  /// The first member opens the room; later ones enter by its code or ask the members (202).
  package struct JoinRoom: Request {
    package typealias Reply = JoinedRoom
    package static let subject = "roomhub.room.join"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/room/join")
    package static let faults = [FaultCode.dormUnknown, .alreadyInRoom, .roomFull, .joinCodeWrong]
    package static let summary =
      "Open a room, enter it with its join code, or ask its members to let you in (202)."
    package let dorm: DormID
    package let number: RoomNumber
    package let code: JoinCode?

    package init(dorm: DormID, number: RoomNumber, code: JoinCode? = nil) {
      self.dorm = dorm
      self.number = number
      self.code = code
    }
  }

  package enum JoinState: String, Choice {
    case joined, pending
  }

  package struct JoinedRoom: Codable, Hashable, Sendable {
    package let state: JoinState
    /// Only for members: somebody who waits does not learn the room's id.
    package let room: RoomID?

    package init(state: JoinState, room: RoomID?) {
      self.state = state
      self.room = room
    }
  }

  /// Whether a person is a member of the room at that address; auth asks at sign-in.
  package struct CheckMembership: Request {
    package typealias Reply = Membership
    package static let subject = "roomhub.membership.check"
    package static let access = Access.programs
    package static let callers = [ProgramName.auth]
    package static let summary = "Whether a person is a member of a room."
    package let person: PersonID
    package let room: RoomAddress

    package init(person: PersonID, room: RoomAddress) {
      self.person = person
      self.room = room
    }
  }

  package struct Membership: Codable, Hashable, Sendable {
    package let isMember: Bool

    package init(isMember: Bool) {
      self.isMember = isMember
    }
  }

  package struct ListRoommates: Request {
    package typealias Reply = Page<Roommate>
    package static let subject = "roomhub.roommate.list"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/roommates")
    package static let faults = [FaultCode.noRoom]
    package static let summary = "The other members of your room, by first name."

    package init() {}
  }

  package struct Roommate: Codable, Hashable, Sendable {
    package let profile: Auth.Profile
    package let joined: Instant

    package init(profile: Auth.Profile, joined: Instant) {
      self.profile = profile
      self.joined = joined
    }
  }

  package struct DormDefined: Event {
    package static let topic = "roomhub.dorm.defined"
    package static let audience = AudienceKind.everyone
    package let dorm: Dorm

    package init(dorm: Dorm) {
      self.dorm = dorm
    }
  }

  package struct MemberJoined: Event {
    package static let topic = "roomhub.member.joined"
    package static let audience = AudienceKind.people
    package let room: RoomID
    package let person: PersonID

    package init(room: RoomID, person: PersonID) {
      self.room = room
      self.person = person
    }
  }

  /// Somebody asks to be let in; told to the members.
  package struct JoinAsked: Event {
    package static let topic = "roomhub.join.asked"
    package static let audience = AudienceKind.people
    package let room: RoomID
    package let request: JoinRequestID
    package let person: PersonID

    package init(room: RoomID, request: JoinRequestID, person: PersonID) {
      self.room = room
      self.request = request
      self.person = person
    }
  }
}

extension FaultCode {
  package static let capacityBad = FaultCode(.invalidArgument, "capacity_bad", "A room holds 1 to 20 people.")
}
