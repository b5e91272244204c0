extension Roomhub {
  /// Joins a room. The first member opens it; later ones enter with its code or ask the members (202).
  package struct JoinRoom: Request {
    package typealias Reply = JoinedRoom
    package static let subject = "roomhub.room.join"
    package static let version = "1.1"
    package static let repeats = Repeats.natural
    package static let guessesSecrets = true
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/room/join")
    package static let faults = [
      FaultCode.roomUnnamed, .dormUnknown, .alreadyInRoom, .roomFull, .joinCodeWrong, .slowDown,
    ]
    package static let summary =
      "Open a room, join it with its code, or ask its members to let you in (202)."
    /// The dorm, given together with the number; both may be left out with a code.
    package let dorm: DormID?
    package let number: RoomNumber?
    /// The room's join code, which lets the person in without asking.
    package let code: JoinCode?

    package init(dorm: DormID? = nil, number: RoomNumber? = nil, code: JoinCode? = nil) {
      self.dorm = dorm
      self.number = number
      self.code = code
    }
  }

  /// The result of a request to join: in the room, or waiting for a member's approval.
  package enum JoinState: String, Choice {
    case joined, pending
  }

  /// The result of a request to join a room.
  package struct JoinedRoom: Codable, Hashable, Sendable {
    package let state: JoinState
    /// The room; present only for members, so that a waiting person does not see its id.
    package let room: RoomID?

    package init(state: JoinState, room: RoomID?) {
      self.state = state
      self.room = room
    }
  }

  package struct GetJoinCode: Request {
    package typealias Reply = RoomCode
    package static let subject = "roomhub.room.code"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/room/code")
    package static let faults = [FaultCode.noRoom]
    package static let summary = "Get your room's join code, with its link and QR code."

    package init() {}
  }

  /// Creates a new join code; the old one stops working at once.
  package struct ChangeJoinCode: Request {
    package typealias Reply = RoomCode
    package static let subject = "roomhub.room.changeCode"
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/room/code")
    package static let faults = [FaultCode.noRoom]
    package static let summary = "Replace your room's join code."

    package init() {}
  }

  /// The join code of a room, also as a QR code.
  package struct RoomCode: Codable, Hashable, Sendable {
    package let code: JoinCode
    /// The link to the site with dorm, number and code filled in. They come after `#`, so they appear in no
    /// log.
    package let link: String
    package let qr: QRModules

    package init(code: JoinCode, link: String, qr: QRModules) {
      self.code = code
      self.link = link
      self.qr = qr
    }
  }

  /// A QR code (ISO/IEC 18004) of a link: each row a text of `size` digits, 1 for dark, top to bottom,
  /// without the quiet zone of 4.
  package struct QRModules: Codable, Hashable, Sendable {
    /// The number of modules on each side: 21 to 177.
    package let size: Int
    /// The rows from top to bottom: one digit a module, 1 for dark and 0 for light.
    package let rows: [String]

    package init(size: Int, rows: [String]) {
      self.size = size
      self.rows = rows
    }

    /// - Parameter modules: the rows from top to bottom; true is dark.
    package init(_ modules: [[Bool]]) {
      self.init(
        size: modules.count, rows: modules.map { row in String(row.map { $0 ? "1" : "0" }) })
    }
  }

  package struct ListJoinRequests: Request {
    package typealias Reply = Page<WaitingPerson>
    package static let subject = "roomhub.join.list"
    package static let version = "1.3"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/room/requests")
    package static let faults = [FaultCode.noRoom]
    package static let summary = "List the people who asked to join your room, oldest first."

    package init() {}
  }

  /// A person who asked to join the room.
  package struct WaitingPerson: Codable, Hashable, Sendable {
    package let id: JoinRequestID
    /// The profile as far as the person shows it on campus.
    package let profile: Auth.Profile
    /// The moment of the request.
    package let asked: Instant

    package init(id: JoinRequestID, profile: Auth.Profile, asked: Instant) {
      self.id = id
      self.profile = profile
      self.asked = asked
    }
  }

  /// Lets a person in. The approval of one member is enough; a second one changes nothing.
  package struct ApproveJoin: Request {
    package typealias Reply = Empty
    package static let subject = "roomhub.join.approve"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/room/requests/{id}/approve", status: 204)
    package static let faults = [FaultCode.noRoom, .notFound, .roomFull]
    package static let summary = "Approve a request to join your room."
    package let id: JoinRequestID

    package init(id: JoinRequestID) {
      self.id = id
    }
  }

  package struct DeclineJoin: Request {
    package typealias Reply = Empty
    package static let subject = "roomhub.join.decline"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/room/requests/{id}/decline", status: 204)
    package static let faults = [FaultCode.noRoom, .notFound]
    package static let summary = "Decline a request to join your room."
    package let id: JoinRequestID

    package init(id: JoinRequestID) {
      self.id = id
    }
  }

  /// Withdraws the person's own request.
  package struct WithdrawJoin: Request {
    package typealias Reply = Empty
    package static let subject = "roomhub.join.withdraw"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.delete, "/v1/room/request", status: 204)
    package static let summary = "Withdraw your own request to join a room."

    package init() {}
  }

  /// A person asked to be let in; the members receive it.
  package struct JoinAsked: Event {
    package static let topic = "roomhub.join.asked"
    package static let audience = AudienceKind.people
    package let room: RoomID
    package let request: JoinRequestID
    /// The person who asked.
    package let person: PersonID

    package init(room: RoomID, request: JoinRequestID, person: PersonID) {
      self.room = room
      self.request = request
      self.person = person
    }
  }

  /// A request to join ended: a member approved or rejected it, the person withdrew it or asked another room,
  /// or the room closed. The person and the members who could see the request receive it.
  package struct JoinEnded: Event {
    package static let topic = "roomhub.join.ended"
    package static let audience = AudienceKind.people
    package let request: JoinRequestID
    /// True if a member let the person in.
    package let isApproved: Bool

    package init(request: JoinRequestID, isApproved: Bool) {
      self.request = request
      self.isApproved = isApproved
    }
  }

  /// The room has a new join code; the old one no longer works.
  package struct JoinCodeChanged: Event {
    package static let topic = "roomhub.room.codeChanged"
    package static let audience = AudienceKind.people
    package let room: RoomID

    package init(room: RoomID) {
      self.room = room
    }
  }
}

extension FaultCode {
  package static let roomUnnamed = FaultCode(
    .invalidArgument, "room_unnamed", "Enter the dorm and room number, or a room code.")
}
