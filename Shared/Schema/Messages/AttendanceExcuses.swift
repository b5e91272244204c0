/// Excuses: a student files one for a day, an instructor answers.
extension Attendance {
  /// An excuse of a student for one day in one course.
  package struct Excuse: Codable, Hashable, Sendable {
    package let id: ExcuseID
    package let course: CourseID
    /// The name of the course.
    package let courseName: String
    /// The student.
    package let person: PersonID
    /// The first name.
    package let firstName: String
    /// The last name.
    package let lastName: String
    /// The day, in the zone of the site.
    package let day: CivilDate
    package let note: ExcuseNote
    /// The answer of an instructor, or that there is none yet.
    package let state: ExcuseState
    /// The moment at which it was filed.
    package let filed: Instant
    /// The moment of the answer.
    package let answered: Instant?
    /// The instructor who answered.
    package let by: KnownName?
    /// The words of the answer, if any.
    package let answer: String?

    package init(
      id: ExcuseID, course: CourseID, courseName: String, person: PersonID, firstName: String,
      lastName: String, day: CivilDate, note: ExcuseNote, state: ExcuseState, filed: Instant,
      answered: Instant?, by: KnownName?, answer: String?
    ) {
      self.id = id
      self.course = course
      self.courseName = courseName
      self.person = person
      self.firstName = firstName
      self.lastName = lastName
      self.day = day
      self.note = note
      self.state = state
      self.filed = filed
      self.answered = answered
      self.by = by
      self.answer = answer
    }
  }

  /// Files an excuse for a day up to 7 days before or after today. Filing again for the same day changes the
  /// note until it is answered.
  package struct FileExcuse: Request {
    package typealias Reply = Excuse
    package static let subject = "attendance.excuse.file"
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/courses/{id}/excuses", status: 201)
    package static let faults = [
      FaultCode.notFound, .notAllowed, .excuseDayBad, .excuseAnswered, .excusesFull, .termLocked,
    ]
    package static let summary = "Ask to be excused on a day, up to 7 days before or after it."
    package let id: CourseID
    package let day: CivilDate
    package let note: ExcuseNote

    package init(id: CourseID, day: CivilDate, note: ExcuseNote) {
      self.id = id
      self.day = day
      self.note = note
    }
  }

  /// Lists the excuses in a course, the newest first: all of them for instructors, their own for students.
  package struct ListExcuses: Request {
    package typealias Reply = Page<Excuse>
    package static let subject = "attendance.excuse.list"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/courses/{id}/excuses")
    package static let faults = [FaultCode.notFound, .cursorBad]
    package static let summary = "List the excuses in a course, the newest first."
    package let id: CourseID
    /// Only those in this state.
    package let state: ExcuseState?
    package let cursor: Cursor?
    package let limit: PageLimit?

    package init(id: CourseID, state: ExcuseState? = nil, cursor: Cursor? = nil, limit: PageLimit? = nil) {
      self.id = id
      self.state = state
      self.cursor = cursor
      self.limit = limit
    }
  }

  /// Answers an excuse. Accepted, it makes the student excused in the check-ins of that day in which they are
  /// absent. A later answer replaces an earlier one.
  package struct AnswerExcuse: Request {
    package typealias Reply = Excuse
    package static let subject = "attendance.excuse.answer"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/excuses/{id}/answer")
    package static let faults = [FaultCode.notFound, .notAllowed, .termLocked]
    package static let summary = "Accept or decline an excuse."
    package let id: ExcuseID
    /// True accepts it.
    package let accept: Bool
    package let note: ExcuseNote?

    package init(id: ExcuseID, accept: Bool, note: ExcuseNote? = nil) {
      self.id = id
      self.accept = accept
      self.note = note
    }
  }

  /// Withdraws an excuse that has not been answered.
  package struct WithdrawExcuse: Request {
    package typealias Reply = Empty
    package static let subject = "attendance.excuse.withdraw"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.delete, "/v1/excuses/{id}", status: 204)
    package static let faults = [FaultCode.excuseAnswered]
    package static let summary = "Withdraw your excuse before it is answered."
    package let id: ExcuseID

    package init(id: ExcuseID) {
      self.id = id
    }
  }

  /// An excuse was filed, answered or withdrawn. Of people, only the instructors and the student receive it.
  package struct ExcuseChanged: Event {
    package static let topic = "attendance.excuse.changed"
    package static let audience = AudienceKind.people
    package let course: CourseID
    package let excuse: ExcuseID

    package init(course: CourseID, excuse: ExcuseID) {
      self.course = course
      self.excuse = excuse
    }
  }
}

extension FaultCode {
  package static let excuseDayBad = FaultCode(
    .invalidArgument, "excuse_day_bad", "Choose a day up to 7 days before or after today.")
  package static let excuseAnswered = FaultCode(
    .failedPrecondition, "excuse_answered", "This excuse has already been answered. Talk to your teacher.")
  package static let excusesFull = FaultCode(
    .failedPrecondition, "excuses_full", "You have reached the limit of 100 excuses in this course.")
}
