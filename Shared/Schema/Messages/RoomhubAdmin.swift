extension Roomhub {
  /// Reports a message, which is a vote to hide it. It is hidden once more than half of the members (2 at
  /// least) have reported it. Administrators see reported messages and may hide them at once.
  package struct ReportMessage: Request {
    package typealias Reply = Message
    package static let subject = "roomhub.message.report"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/messages/{id}/report")
    package static let faults = [FaultCode.noRoom, .notFound]
    package static let summary = "Report a message: a vote to hide it."
    package let id: MessageID
    package let reason: NoteText?

    package init(id: MessageID, reason: NoteText? = nil) {
      self.id = id
      self.reason = reason
    }
  }

  package struct WithdrawReport: Request {
    package typealias Reply = Empty
    package static let subject = "roomhub.message.withdrawReport"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.delete, "/v1/messages/{id}/report", status: 204)
    package static let faults = [FaultCode.noRoom, .notFound]
    package static let summary = "Withdraw your report of a message."
    package let id: MessageID

    package init(id: MessageID) {
      self.id = id
    }
  }

  package struct ListReports: Request {
    package typealias Reply = Page<ReportedMessage>
    package static let subject = "roomhub.report.list"
    package static let access = Access.role(.admin)
    package static let callers = [ProgramName.operator]
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/admin/reports")
    package static let faults = [FaultCode.cursorBad]
    package static let summary = "List reported messages, newest hour first."
    /// The state of the listed messages; waiting ones unless given.
    package let state: ReportState?
    package let cursor: Cursor?
    package let limit: PageLimit?

    package init(state: ReportState? = nil, cursor: Cursor? = nil, limit: PageLimit? = nil) {
      self.state = state
      self.cursor = cursor
      self.limit = limit
    }
  }

  /// The state of a reported message.
  package enum ReportState: String, Choice {
    /// No decision yet.
    case waiting
    /// The message was hidden by members' reports or by an administrator.
    case hidden
    case dismissed
  }

  /// A reported message. Administrators see a message only once a member has reported it, and never the
  /// members who reported it.
  package struct ReportedMessage: Codable, Hashable, Sendable {
    package let id: MessageID
    package let dorm: DormID
    /// The number of the room on whose board it is.
    package let number: String
    /// The beginning of the hour in which it was posted.
    package let hour: Instant
    /// The text of the message.
    package let text: String
    /// The number of reports that count towards hiding it.
    package let reports: Int
    /// The reasons given, without names.
    package let reasons: [String]
    package let state: ReportState

    package init(
      id: MessageID, dorm: DormID, number: String, hour: Instant, text: String, reports: Int,
      reasons: [String], state: ReportState
    ) {
      self.id = id
      self.dorm = dorm
      self.number = number
      self.hour = hour
      self.text = text
      self.reports = reports
      self.reasons = reasons
      self.state = state
    }
  }

  package struct HideMessage: Request {
    package typealias Reply = ReportedMessage
    package static let subject = "roomhub.message.hide"
    package static let access = Access.role(.admin)
    package static let callers = [ProgramName.operator]
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/admin/messages/{id}/hide")
    package static let faults = [FaultCode.notFound]
    package static let summary = "Hide a reported message. Its place on the board stays."
    package let id: MessageID

    package init(id: MessageID) {
      self.id = id
    }
  }

  package struct ShowMessage: Request {
    package typealias Reply = ReportedMessage
    package static let subject = "roomhub.message.show"
    package static let access = Access.role(.admin)
    package static let callers = [ProgramName.operator]
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/admin/messages/{id}/show")
    package static let faults = [FaultCode.notFound]
    package static let summary = "Show a hidden message again."
    package let id: MessageID

    package init(id: MessageID) {
      self.id = id
    }
  }

  /// Dismisses the reports so far, which no longer count.
  package struct DismissReports: Request {
    package typealias Reply = ReportedMessage
    package static let subject = "roomhub.report.dismiss"
    package static let access = Access.role(.admin)
    package static let callers = [ProgramName.operator]
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/admin/messages/{id}/dismiss")
    package static let faults = [FaultCode.notFound]
    package static let summary = "Dismiss the reports of a message."
    package let id: MessageID

    package init(id: MessageID) {
      self.id = id
    }
  }

  /// Adds a dorm to the campus list, or changes its name and capacity.
  package struct DefineDorm: Request {
    package typealias Reply = Dorm
    package static let subject = "roomhub.dorm.define"
    package static let access = Access.role(.admin)
    package static let callers = [ProgramName.seed, .operator]
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.put, "/v1/admin/dorms/{id}")
    package static let faults = [FaultCode.capacityBad]
    package static let summary = "Add a dorm to the campus list, or edit it."
    package let id: DormID
    package let name: DormName
    /// The number of people in a room, 1 to 20.
    package let roomCapacity: Int

    package init(id: DormID, name: DormName, roomCapacity: Int) {
      self.id = id
      self.name = name
      self.roomCapacity = roomCapacity
    }
  }

  package struct RemoveDorm: Request {
    package typealias Reply = Empty
    package static let subject = "roomhub.dorm.remove"
    package static let access = Access.role(.admin)
    package static let callers = [ProgramName.operator]
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.delete, "/v1/admin/dorms/{id}", status: 204)
    package static let faults = [FaultCode.notFound, .dormInUse]
    package static let summary = "Remove a dorm without rooms from the campus list."
    package let id: DormID

    package init(id: DormID) {
      self.id = id
    }
  }

  package struct ListRooms: Request {
    package typealias Reply = Page<AdminRoom>
    package static let subject = "roomhub.room.list"
    package static let version = "1.1"
    package static let access = Access.role(.admin)
    package static let callers = [ProgramName.operator]
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/admin/rooms")
    package static let faults = [FaultCode.cursorBad]
    package static let summary = "List open rooms, by dorm and number unless sorted otherwise."
    package let dorm: DormID?
    /// The order, by dorm and number unless given. A cursor belongs to the order of its page.
    package let sort: RoomOrder?
    package let cursor: Cursor?
    package let limit: PageLimit?

    package init(
      dorm: DormID? = nil, sort: RoomOrder? = nil, cursor: Cursor? = nil, limit: PageLimit? = nil
    ) {
      self.dorm = dorm
      self.sort = sort
      self.cursor = cursor
      self.limit = limit
    }
  }

  /// An order of rooms. A minus stands for descending.
  package enum RoomOrder: String, Choice {
    /// Dorm, then number.
    case room
    case roomDescending = "-room"
    /// The rooms with fewest people first.
    case people
    case peopleDescending = "-people"
    /// The room that was opened first, first.
    case opened
    case openedDescending = "-opened"
  }

  /// A room as administrators see it: its members, and nothing that they write.
  package struct AdminRoom: Codable, Hashable, Sendable {
    package let id: RoomID
    package let dorm: DormID
    /// The room number in its canonical form.
    package let number: String
    /// The number of people that the room holds.
    package let capacity: Int
    /// The people in the room.
    package let members: [PersonID]
    /// The moment at which the first member opened the room.
    package let opened: Instant

    package init(
      id: RoomID, dorm: DormID, number: String, capacity: Int, members: [PersonID], opened: Instant
    ) {
      self.id = id
      self.dorm = dorm
      self.number = number
      self.capacity = capacity
      self.members = members
      self.opened = opened
    }
  }

  /// Sets the capacity of a room that differs from its dorm's default; `null` resets it to the default.
  package struct SetRoomCapacity: Request {
    package typealias Reply = AdminRoom
    package static let subject = "roomhub.room.setCapacity"
    package static let access = Access.role(.admin)
    package static let callers = [ProgramName.operator]
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.patch, "/v1/admin/rooms/{id}")
    package static let faults = [FaultCode.notFound, .capacityBad]
    package static let summary = "Set the number of people a room holds."
    package let id: RoomID
    /// The number of people that the room holds, 1 to 20; `null` resets it to the dorm's default.
    package let capacity: Patch<Int>

    package init(id: RoomID, capacity: Patch<Int> = .keep) {
      self.id = id
      self.capacity = capacity
    }
  }

  /// Removes a member who moved out without leaving the room here.
  package struct RemoveMember: Request {
    package typealias Reply = Empty
    package static let subject = "roomhub.member.remove"
    package static let access = Access.role(.admin)
    package static let callers = [ProgramName.operator]
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(
      .delete, "/v1/admin/rooms/{id}/members/{person}", status: 204)
    package static let faults = [FaultCode.notFound]
    package static let summary = "Remove a person from a room."
    package let id: RoomID
    /// The member to remove.
    package let person: PersonID

    package init(id: RoomID, person: PersonID) {
      self.id = id
      self.person = person
    }
  }

  /// A dorm was added or changed.
  package struct DormDefined: Event {
    package static let topic = "roomhub.dorm.defined"
    package static let audience = AudienceKind.everyone
    package let dorm: Dorm

    package init(dorm: Dorm) {
      self.dorm = dorm
    }
  }

  /// A dorm was removed from the campus list.
  package struct DormRemoved: Event {
    package static let topic = "roomhub.dorm.removed"
    package static let audience = AudienceKind.everyone
    package let dorm: DormID

    package init(dorm: DormID) {
      self.dorm = dorm
    }
  }

  /// An administrator's action in roomhub; auth keeps the log of all programs.
  package struct Audited: AuditedEvent {
    package static let topic = "roomhub.audit.recorded"
    package static let version = "1.7"
    package static let audience = AudienceKind.programs
    /// The entry to be added to the audit log.
    package let entry: Auth.AuditEntry

    package init(entry: Auth.AuditEntry) {
      self.entry = entry
    }
  }
}

extension FaultCode {
  package static let capacityBad = FaultCode(.invalidArgument, "capacity_bad", "Enter a number from 1 to 20.")
  package static let dormInUse = FaultCode(
    .failedPrecondition, "dorm_in_use", "People still live in this dorm. Move them out first.")
}
