/// Room changes, substitutions and cancellations of a class on a date.
extension Campus {
  static let noticeRequests: [any Request.Type] = [
    ListNotices.self, SetNotice.self, RemoveNotice.self,
  ]
  static let noticeEvents: [any Event.Type] = []

  /// A notice about a class on a date: what is different.
  package struct ClassNotice: Codable, Hashable, Sendable {
    package let `class`: ClassID
    package let date: CivilDate
    /// The other room.
    package let room: RoomName?
    /// The name of the substitute.
    package let substitute: TeacherName?
    /// A note to the students.
    package let note: NoticeNote?
    /// True if the class does not meet.
    package let isCancelled: Bool
    /// The time of the last change.
    package let at: Instant

    package init(
      class concerned: ClassID, date: CivilDate, room: RoomName?, substitute: TeacherName?,
      note: NoticeNote?, isCancelled: Bool, at: Instant
    ) {
      self.class = concerned
      self.date = date
      self.room = room
      self.substitute = substitute
      self.note = note
      self.isCancelled = isCancelled
      self.at = at
    }
  }

  /// Lists the notices of a class from today on. Its teacher and administrators may send it.
  package struct ListNotices: Request {
    package typealias Reply = ClassNotices
    package static let subject = "campus.notice.list"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/school/classes/{id}/notices")
    package static let faults = [FaultCode.notFound, .notAllowed]
    package static let summary = "List the notices of a class that you teach."
    package let id: ClassID

    package init(id: ClassID) {
      self.id = id
    }
  }

  /// The notices of a class.
  package struct ClassNotices: Codable, Hashable, Sendable {
    /// The notices by date.
    package let items: [ClassNotice]

    package init(items: [ClassNotice]) {
      self.items = items
    }
  }

  /// Says what is different about a class on a date, and notifies its students. It replaces an earlier notice
  /// of that date. The teacher of the class and administrators may send it.
  package struct SetNotice: Request {
    package typealias Reply = ClassNotice
    package static let subject = "campus.notice.set"
    package static let repeats = Repeats.natural
    package static let deadline = Duration.seconds(10)
    package static let maxPerHour: Int? = 200
    package static let route: HTTPRoute? = HTTPRoute(.put, "/v1/school/classes/{id}/notices/{date}")
    package static let faults = [
      FaultCode.notFound, .notAllowed, .noticeEmpty, .pastDay, .classNotMeeting,
    ]
    package static let summary = "Announce a change to a class that you teach."
    package let id: ClassID
    package let date: CivilDate
    /// The other room.
    package let room: RoomName?
    /// The name of the substitute.
    package let substitute: TeacherName?
    /// A note to the students.
    package let note: NoticeNote?
    /// True if the class does not meet.
    package let isCancelled: Bool?

    package init(
      id: ClassID, date: CivilDate, room: RoomName? = nil, substitute: TeacherName? = nil,
      note: NoticeNote? = nil, isCancelled: Bool? = nil
    ) {
      self.id = id
      self.date = date
      self.room = room
      self.substitute = substitute
      self.note = note
      self.isCancelled = isCancelled
    }
  }

  /// Removes a notice, and notifies the students that the class meets as usual. It also succeeds without one.
  package struct RemoveNotice: Request {
    package typealias Reply = Empty
    package static let subject = "campus.notice.remove"
    package static let repeats = Repeats.natural
    package static let deadline = Duration.seconds(10)
    package static let route: HTTPRoute? = HTTPRoute(
      .delete, "/v1/school/classes/{id}/notices/{date}", status: 204)
    package static let faults = [FaultCode.notFound, .notAllowed, .pastDay]
    package static let summary = "Remove a notice of a class that you teach."
    package let id: ClassID
    package let date: CivilDate

    package init(id: ClassID, date: CivilDate) {
      self.id = id
      self.date = date
    }
  }
}

/// A note to the students of a class.
package struct NoticeNote: LimitedText {
  package let text: String
  package init(checked text: String) { self.text = text }
  package static let maxLength = 200
  package static let blank = FaultCode.valueBlank
  package static let sampleText = "Bring your lab notebook."
}

extension FaultCode {
  package static let noticeEmpty = FaultCode(
    .invalidArgument, "notice_empty", "Enter a room, a substitute or a note, or cancel the class.")
  package static let classNotMeeting = FaultCode(
    .failedPrecondition, "class_not_meeting", "This class doesn't meet on this date.")
}
