/// Rooms, roommates, tasks and the anonymous board.
package enum Roomhub {
  package static let requests: [any Request.Type] =
    rooms + joining + tasks + board + moderation + administration

  private static let rooms: [any Request.Type] = [
    ListDorms.self, GetHome.self, GetRoom.self, CheckMembership.self, ShareRoom.self, LeaveRoom.self,
    ListRoommates.self, GetRoommate.self, ExportPerson.self, ErasePerson.self,
  ]
  private static let joining: [any Request.Type] = [
    JoinRoom.self, GetJoinCode.self, ChangeJoinCode.self, ListJoinRequests.self, ApproveJoin.self,
    DeclineJoin.self, WithdrawJoin.self,
  ]
  private static let tasks: [any Request.Type] = [
    ListTasks.self, SearchTasks.self, AddTask.self, GetTask.self, EditTask.self, CompleteTask.self,
    ReopenTask.self,
    DeleteTask.self, RestoreTask.self,
  ]
  private static let board: [any Request.Type] = [
    GetBoard.self, ListMessages.self, GetMessage.self, PostMessage.self, MarkBoardRead.self,
    ListBoardHours.self,
  ]
  private static let moderation: [any Request.Type] = [
    ReportMessage.self, WithdrawReport.self, ListReports.self, HideMessage.self, ShowMessage.self,
    DismissReports.self,
  ]
  private static let administration: [any Request.Type] = [
    DefineDorm.self, RemoveDorm.self, ListRooms.self, SetRoomCapacity.self, RemoveMember.self,
  ]

  package static let events: [any Event.Type] = [
    DormDefined.self, DormRemoved.self, MemberJoined.self, MemberLeft.self, RoommateChanged.self,
    JoinAsked.self, JoinEnded.self, JoinCodeChanged.self, TaskAdded.self, TaskChanged.self,
    TaskCompleted.self, TaskReopened.self, TaskDeleted.self, TaskRestored.self, MessagePosted.self,
    MessageHidden.self, Audited.self,
  ]
}

extension Roomhub {
  /// The events that change the room a person sees.
  static let roomChanges: [any Event.Type] = [
    MemberJoined.self, MemberLeft.self, JoinCodeChanged.self, DormDefined.self, Audited.self,
  ]

  /// The events that change the roommates a person sees: moves, and the profiles, which auth is asked for.
  static let roommateChanges: [any Event.Type] = [
    MemberJoined.self, MemberLeft.self, Auth.ProfileChanged.self,
  ]

  /// Lists the dorms of the campus, also for the sign-up page.
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

  /// A dorm of the campus.
  package struct Dorm: Codable, Hashable, Sendable {
    package let id: DormID
    /// The name of the dorm: `Mercer House`.
    package let name: String
    /// The number of people that one of its rooms holds.
    package let roomCapacity: Int

    package init(id: DormID, name: String, roomCapacity: Int) {
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
    package static let summary = "Get your room with its join code."
    package static let changedBy: [any Event.Type]? = roomChanges

    package init() {}
  }

  /// A room as its members see it.
  package struct OwnRoom: Codable, Hashable, Sendable {
    package let id: RoomID
    package let dorm: DormID
    /// The name of the dorm.
    package let dormName: String
    /// The room number in its canonical form: `101A`.
    package let number: String
    /// The number of people in the room.
    package let members: Int
    /// The number of people that the room holds.
    package let capacity: Int
    /// The code that lets people enter without asking.
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

  /// Returns the home page: the room and its news.
  package struct GetHome: Request {
    package typealias Reply = Home
    package static let subject = "roomhub.home.get"
    package static let version = "1.1"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/home")
    package static let summary = "Get the start page: your room with its news, or your request to join one."
    package static let changedBy: [any Event.Type]? =
      roomChanges + taskChanges + [JoinAsked.self, JoinEnded.self, MessagePosted.self]

    package init() {}
  }

  /// The start page: the person's room with its news, or the room they asked to join.
  package struct Home: Codable, Hashable, Sendable {
    /// The room; absent for a person without one.
    package let room: OwnRoom?
    /// The room whose members have been asked to let this person in.
    package let asked: AskedRoom?
    package let badges: Badges?

    package init(room: OwnRoom?, asked: AskedRoom?, badges: Badges?) {
      self.room = room
      self.asked = asked
      self.badges = badges
    }
  }

  /// A room that the person asked to join.
  package struct AskedRoom: Codable, Hashable, Sendable {
    package let dorm: DormID
    /// The name of the dorm.
    package let dormName: String
    /// The room number in its canonical form.
    package let number: String
    /// The moment of the request.
    package let asked: Instant
    /// The first names of the members who were asked. Absent where they are not known at the moment.
    package let members: [String]?

    package init(dorm: DormID, dormName: String, number: String, asked: Instant, members: [String]? = nil) {
      self.dorm = dorm
      self.dormName = dormName
      self.number = number
      self.asked = asked
      self.members = members
    }
  }

  /// The counts on the buttons of the home page.
  package struct Badges: Codable, Hashable, Sendable {
    /// The members who came within the last 7 days, except the person who asks.
    package let newMembers: Int
    /// The number of people who wait to be let in.
    package let joinRequests: Int
    /// The number of open tasks.
    package let openTasks: Int
    /// The number of open tasks that are important.
    package let importantTasks: Int
    /// The number of messages on the board that the person has not read.
    package let unreadMessages: Int

    package init(
      newMembers: Int, joinRequests: Int, openTasks: Int, importantTasks: Int, unreadMessages: Int
    ) {
      self.newMembers = newMembers
      self.joinRequests = joinRequests
      self.openTasks = openTasks
      self.importantTasks = importantTasks
      self.unreadMessages = unreadMessages
    }
  }

  /// Ends the person's access to the room's data at once; the data itself stays. The room closes with its
  /// last member, and the next person who opens it starts with an empty one.
  package struct LeaveRoom: Request {
    package typealias Reply = Empty
    package static let subject = "roomhub.room.leave"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/room/leave", status: 204)
    package static let summary = "Leave your room."

    package init() {}
  }

  /// Returns the membership of a person in the room at that address; auth sends it at sign-in.
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

  /// Returns whether two people are members of the same room; auth sends it before it shows a portrait.
  package struct ShareRoom: Request {
    package typealias Reply = Membership
    package static let subject = "roomhub.membership.shared"
    package static let access = Access.programs
    package static let callers = [ProgramName.auth]
    package static let summary = "Whether two people share a room."
    package let person: PersonID
    package let other: PersonID

    package init(person: PersonID, other: PersonID) {
      self.person = person
      self.other = other
    }
  }

  package struct ListRoommates: Request {
    package typealias Reply = Page<Roommate>
    package static let subject = "roomhub.roommate.list"
    package static let version = "1.4"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/roommates")
    package static let faults = [FaultCode.noRoom]
    package static let summary = "List your roommates, by first name."
    package static let changedBy: [any Event.Type]? = roommateChanges

    package init() {}
  }

  package struct GetRoommate: Request {
    package typealias Reply = Roommate
    package static let subject = "roomhub.roommate.get"
    package static let version = "1.3"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/roommates/{id}")
    package static let faults = [FaultCode.noRoom, .notFound]
    package static let summary = "Get a roommate, with the fields they show to roommates."
    package static let changedBy: [any Event.Type]? = roommateChanges
    /// The roommate.
    package let id: PersonID

    package init(id: PersonID) {
      self.id = id
    }
  }

  /// A person in the room, with the fields of their profile that roommates may see.
  package struct Roommate: Codable, Hashable, Sendable {
    package let profile: Auth.Profile
    /// The moment at which they joined the room.
    package let joined: Instant

    package init(profile: Auth.Profile, joined: Instant) {
      self.profile = profile
      self.joined = joined
    }
  }

  /// Returns the data that roomhub stores about the person who asks. The board stores no author, so it adds
  /// nothing.
  package struct ExportPerson: Request {
    package typealias Reply = PersonExport
    package static let subject = "roomhub.person.export"
    package static let version = "1.2"
    package static let scope: TokenScope? = nil
    package static let callers = [ProgramName.gateway]
    package static let faults = [FaultCode.cursorBad]
    package static let summary = "Everything roomhub holds on a person."
    package let cursor: Cursor?

    package init(cursor: Cursor? = nil) {
      self.cursor = cursor
    }
  }

  package struct PersonExport: Codable, Sendable {
    /// The time zone in the person's profile.
    package let zone: ZoneName?
    package let room: OwnRoom?
    package let joined: Instant?
    package let asked: AskedRoom?
    /// The tasks that the person added or completed, in any room, 100 a page.
    package let tasks: [RoommateTask]
    package let next: Cursor?

    package init(
      zone: ZoneName?, room: OwnRoom?, joined: Instant?, asked: AskedRoom?, tasks: [RoommateTask],
      next: Cursor?
    ) {
      self.zone = zone
      self.room = room
      self.joined = joined
      self.asked = asked
      self.tasks = tasks
      self.next = next
    }
  }

  /// Erases a person whose account is gone: they leave the room, and their actions stay as a former
  /// roommate's.
  package struct ErasePerson: PersonErasure {
    package typealias Reply = Empty
    package static let subject = "roomhub.person.erase"
    package static let access = Access.programs
    package static let callers = [ProgramName.auth]
    package static let repeats = Repeats.natural
    package static let deadline = Duration.seconds(10)
    package static let summary = "Forget a person."
    package let person: PersonID

    package init(person: PersonID) {
      self.person = person
    }
  }

  /// A person joined a room.
  package struct MemberJoined: Event {
    package static let topic = "roomhub.member.joined"
    package static let audience = AudienceKind.people
    package let room: RoomID
    /// The person who joined.
    package let person: PersonID

    package init(room: RoomID, person: PersonID) {
      self.room = room
      self.person = person
    }
  }

  /// A person left a room or was removed from it.
  package struct MemberLeft: Event {
    package static let topic = "roomhub.member.left"
    package static let audience = AudienceKind.people
    package let room: RoomID
    /// The person who left.
    package let person: PersonID

    package init(room: RoomID, person: PersonID) {
      self.room = room
      self.person = person
    }
  }

  /// A roommate's profile changed: fetch it again.
  package struct RoommateChanged: Event {
    package static let topic = "roomhub.roommate.changed"
    package static let audience = AudienceKind.people
    package let room: RoomID
    /// The roommate with the profile.
    package let person: PersonID

    package init(room: RoomID, person: PersonID) {
      self.room = room
      self.person = person
    }
  }
}
