/// Unplanned closings, with a preview and an hour to undo.
extension Campus {
  static let closingRequests: [any Request.Type] = [
    PreviewClosing.self, CloseDay.self, ListClosings.self, UndoClosing.self,
  ]
  static let closingEvents: [any Event.Type] = []

  /// The limit of closings of a school.
  package static let maxClosings = 1000

  /// A day before and after a closing.
  package struct MovedDay: Codable, Hashable, Sendable {
    package let date: CivilDate
    /// The day type before; absent for no school.
    package let before: NamedDayType?
    /// The day type after; absent for no school.
    package let after: NamedDayType?

    package init(date: CivilDate, before: NamedDayType?, after: NamedDayType?) {
      self.date = date
      self.before = before
      self.after = after
    }
  }

  /// Shows what a closing would change, and changes nothing.
  package struct PreviewClosing: Request {
    package typealias Reply = ClosingPreview
    package static let subject = "campus.closing.preview"
    package static let access = Access.role(.admin)
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/admin/school/closings/preview")
    package static let faults = [FaultCode.pastDay, .noSchoolDay, .alreadyClosed]
    package static let summary = "Show what a closing would change."
    package let date: CivilDate
    /// The fate of the day type of the date; the school's own policy unless given.
    package let policy: ClosingPolicy?
    /// The reason, such as `Snow`.
    package let note: DayNote?

    package init(date: CivilDate, policy: ClosingPolicy? = nil, note: DayNote? = nil) {
      self.date = date
      self.policy = policy
      self.note = note
    }
  }

  /// The changes that a closing would make.
  package struct ClosingPreview: Codable, Hashable, Sendable {
    /// The days that change, in order.
    package let days: [MovedDay]
    /// The number of people who would be notified.
    package let students: Int
    /// The number of reminders of classes that would move.
    package let reminders: Int

    package init(days: [MovedDay], students: Int, reminders: Int) {
      self.days = days
      self.students = students
      self.reminders = reminders
    }
  }

  /// Closes the school on a date, today or later, and notifies everybody.
  package struct CloseDay: Request {
    package typealias Reply = Closing
    package static let subject = "campus.closing.add"
    package static let access = Access.role(.admin)
    package static let repeats = Repeats.stored
    package static let deadline = Duration.seconds(10)
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/admin/school/closings", status: 201)
    package static let faults = [
      FaultCode.pastDay, .noSchoolDay, .alreadyClosed, .tooManyClosings,
    ]
    package static let summary = "Close the school on a date."
    package let date: CivilDate
    /// The fate of the day type of the date; the school's own policy unless given.
    package let policy: ClosingPolicy?
    /// The reason, such as `Snow`.
    package let note: DayNote?

    package init(date: CivilDate, policy: ClosingPolicy? = nil, note: DayNote? = nil) {
      self.date = date
      self.policy = policy
      self.note = note
    }
  }

  /// An unplanned closing.
  package struct Closing: Codable, Hashable, Sendable {
    package let id: ClosingID
    package let date: CivilDate
    package let policy: ClosingPolicy
    /// The reason, such as `Snow`.
    package let note: DayNote?
    /// The time at which an administrator closed the school.
    package let at: Instant
    /// The time until which it can be undone: an hour, but not beyond the date itself.
    package let undoableUntil: Instant
    /// The time at which it was undone.
    package let undone: Instant?
    /// The days that it changed, in order.
    package let days: [MovedDay]

    package init(
      id: ClosingID, date: CivilDate, policy: ClosingPolicy, note: DayNote?, at: Instant,
      undoableUntil: Instant, undone: Instant?, days: [MovedDay]
    ) {
      self.id = id
      self.date = date
      self.policy = policy
      self.note = note
      self.at = at
      self.undoableUntil = undoableUntil
      self.undone = undone
      self.days = days
    }
  }

  package struct ListClosings: Request {
    package typealias Reply = Page<Closing>
    package static let subject = "campus.closing.list"
    package static let access = Access.role(.admin)
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/admin/school/closings")
    package static let faults = [FaultCode.cursorBad]
    package static let summary = "List the closings, the newest first."
    package let cursor: Cursor?
    package let limit: PageLimit?

    package init(cursor: Cursor? = nil, limit: PageLimit? = nil) {
      self.cursor = cursor
      self.limit = limit
    }
  }

  /// Undoes a closing within an hour: every day is as it was before, and those who were notified get a second
  /// notification. Undoing it again changes nothing.
  package struct UndoClosing: Request {
    package typealias Reply = Closing
    package static let subject = "campus.closing.undo"
    package static let access = Access.role(.admin)
    package static let repeats = Repeats.natural
    package static let deadline = Duration.seconds(10)
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/admin/school/closings/{id}/undo")
    package static let faults = [FaultCode.notFound, .undoTooLate]
    package static let summary = "Undo a closing within an hour."
    package let id: ClosingID

    package init(id: ClosingID) {
      self.id = id
    }
  }
}

extension FaultCode {
  package static let noSchoolDay = FaultCode(
    .failedPrecondition, "no_school_day", "There's no school on this date. Choose a school day.")
  package static let alreadyClosed = FaultCode(
    .failedPrecondition, "already_closed", "The school is already closed on this date.")
  package static let undoTooLate = FaultCode(
    .failedPrecondition, "undo_too_late",
    "A closing can be undone for an hour. Set the date as a school day instead.")
  package static let tooManyClosings = FaultCode(
    .resourceExhausted, "too_many_closings", "The school has 1000 closings.")
}
