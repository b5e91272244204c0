/// The days of a term: which day type and bell schedule each has.
extension Campus {
  static let dayRequests: [any Request.Type] = [ListDays.self, SetException.self, DeleteException.self]
  static let dayEvents: [any Event.Type] = [DayChanged.self]

  /// The limit of the days of a list.
  package static let maxListedDays = 400

  /// The kind of a date.
  package enum DayState: String, Choice {
    /// A school day.
    case school
    /// A date on which there would be school, but it's closed.
    case closed
    /// A weekend, or a date outside of the terms.
    case noSchool
  }

  /// A date as it is for everybody.
  package struct Day: Codable, Hashable, Sendable {
    package let date: CivilDate
    package let state: DayState
    /// The term that it is in.
    package let term: TermID?
    /// The day type of a school day.
    package let dayType: NamedDayType?
    /// The bell schedule of a school day; absent if the school has none.
    package let bell: NamedBell?
    /// The reason why the date is different.
    package let note: DayNote?
    /// True if an administrator set this date apart.
    package let isException: Bool
    /// The exception that an administrator made for this date.
    package let exception: DayException?
    /// The unplanned closing of this date.
    package let closing: ClosingID?

    package init(
      date: CivilDate, state: DayState, term: TermID?, dayType: NamedDayType?, bell: NamedBell?,
      note: DayNote?, isException: Bool, exception: DayException?, closing: ClosingID?
    ) {
      self.date = date
      self.state = state
      self.term = term
      self.dayType = dayType
      self.bell = bell
      self.note = note
      self.isException = isException
      self.exception = exception
      self.closing = closing
    }
  }

  /// A day type with its name.
  package struct NamedDayType: Codable, Hashable, Sendable {
    package let id: DayTypeID
    package let name: DayTypeName

    package init(id: DayTypeID, name: DayTypeName) {
      self.id = id
      self.name = name
    }
  }

  /// A bell schedule with its name.
  package struct NamedBell: Codable, Hashable, Sendable {
    package let id: BellID
    package let name: BellName

    package init(id: BellID, name: BellName) {
      self.id = id
      self.name = name
    }
  }

  /// The kind of a date that is set apart.
  package enum ExceptionKind: String, Choice {
    /// No school: a holiday.
    case closed
    /// School, also on a weekend, with its own day type or bells.
    case school
  }

  /// The kind of an exception.
  package struct DayException: Codable, Hashable, Sendable {
    package let kind: ExceptionKind
    /// The day type of this date. Unless it's the one whose turn it is, it stands outside of the cycle.
    package let dayType: DayTypeID?
    /// The bell schedule of this date.
    package let bell: BellID?
    /// True if the date uses up the turn of the day type that is due.
    package let keepsNumber: Bool

    package init(kind: ExceptionKind, dayType: DayTypeID?, bell: BellID?, keepsNumber: Bool) {
      self.kind = kind
      self.dayType = dayType
      self.bell = bell
      self.keepsNumber = keepsNumber
    }
  }

  package struct ListDays: Request {
    package typealias Reply = Days
    package static let subject = "campus.day.list"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/school/days")
    package static let faults = [FaultCode.dayRangeBad]
    package static let summary = "List the days from one date to another."
    /// The first date.
    package let from: CivilDate
    /// The last date, at most 399 days later.
    package let to: CivilDate

    package init(from: CivilDate, to: CivilDate) {
      self.from = from
      self.to = to
    }
  }

  /// The days from one date to another.
  package struct Days: Codable, Hashable, Sendable {
    /// Every date of the range, in order.
    package let items: [Day]
    /// The time of the site's clock.
    package let now: Instant

    package init(items: [Day], now: Instant) {
      self.items = items
      self.now = now
    }
  }

  /// Sets a date apart, in place of an earlier exception of it. The days after it follow.
  package struct SetException: Request {
    package typealias Reply = Day
    package static let subject = "campus.exception.set"
    package static let access = Access.role(.admin)
    package static let repeats = Repeats.stored
    package static let deadline = Duration.seconds(10)
    package static let route: HTTPRoute? = HTTPRoute(.put, "/v1/admin/school/exceptions/{date}")
    package static let faults = [
      FaultCode.pastDay, .outsideTerm, .dayTypeUnknown, .bellUnknown, .exceptionBad, .tooManySpecialDays,
    ]
    package static let summary = "Set a date apart from the usual days."
    package let date: CivilDate
    package let kind: ExceptionKind
    /// The day type of a school day.
    package let dayType: DayTypeID?
    /// The bell schedule of a school day.
    package let bell: BellID?
    /// The reason, such as `Thanksgiving`.
    package let note: DayNote?
    /// True if the date uses up the turn of the day type that is due; false unless given.
    package let keepsNumber: Bool?

    package init(
      date: CivilDate, kind: ExceptionKind, dayType: DayTypeID? = nil, bell: BellID? = nil,
      note: DayNote? = nil, keepsNumber: Bool? = nil
    ) {
      self.date = date
      self.kind = kind
      self.dayType = dayType
      self.bell = bell
      self.note = note
      self.keepsNumber = keepsNumber
    }
  }

  /// Makes a date usual again. It also succeeds for one that is.
  package struct DeleteException: Request {
    package typealias Reply = Empty
    package static let subject = "campus.exception.delete"
    package static let access = Access.role(.admin)
    package static let repeats = Repeats.natural
    package static let deadline = Duration.seconds(10)
    package static let route: HTTPRoute? = HTTPRoute(
      .delete, "/v1/admin/school/exceptions/{date}", status: 204)
    package static let faults = [FaultCode.pastDay]
    package static let summary = "Make a date usual again."
    package let date: CivilDate

    package init(date: CivilDate) {
      self.date = date
    }
  }

  /// Days have another type, bell schedule or state, or their bells ring at other times: clients and programs
  /// fetch them again.
  package struct DayChanged: Event {
    package static let topic = "campus.day.changed"
    package static let audience = AudienceKind.everyone
    /// The first of the days.
    package let from: CivilDate
    /// The last of the days; some between may be unchanged.
    package let to: CivilDate

    package init(from: CivilDate, to: CivilDate) {
      self.from = from
      self.to = to
    }
  }
}

extension FaultCode {
  package static let dayRangeBad = FaultCode(
    .invalidArgument, "day_range_bad", "Choose a range of 1 to 400 days.")
  package static let outsideTerm = FaultCode(
    .failedPrecondition, "outside_term", "No term has this date. Choose a date in a term.")
  package static let exceptionBad = FaultCode(
    .invalidArgument, "exception_bad", "A closed day has no day type and no bells. Remove them.")
  package static let tooManySpecialDays = FaultCode(
    .resourceExhausted, "too_many_special_days", "The school has 4000 special dates. Delete some first.")
}
