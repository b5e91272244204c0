/// Terms, bell schedules and the cycle of days, as administrators set them up.
extension Campus {
  static let setupRequests: [any Request.Type] = [
    SearchSchool.self, GetSchool.self, ChangeSchool.self, ListTerms.self, AddTerm.self, ChangeTerm.self,
    DeleteTerm.self,
    ListBells.self, AddBell.self, SetBell.self, DeleteBell.self, ListDayTypes.self, SetDayTypes.self,
    GenerateDayTypes.self,
  ]
  static let setupEvents: [any Event.Type] = [SchoolChanged.self]

  /// The limit of terms of a school.
  package static let maxTerms = 40
  /// The limit of bell schedules of a school.
  package static let maxBells = 60
  /// The limit of the days of a term.
  package static let maxTermDays = 366

  /// The school as everybody sees it.
  package struct School: Codable, Hashable, Sendable {
    /// The time zone of the bells: that of the site.
    package let zone: ZoneName
    /// The number of blocks that a student chooses classes for.
    package let blocks: BlockNumber
    /// The grades of the school, in ascending order.
    package let grades: [Grade]
    /// The number of milliseconds that the school's bells are ahead of the site's clock.
    package let clockOffsetMs: ClockOffset
    /// The fate of the day type of a closed date unless the closing says otherwise.
    package let policy: ClosingPolicy
    /// The days of the week with school, in order.
    package let weekdays: [SchoolWeekday]
    /// The number of changes of the school's settings and day types.
    package let version: Int64

    package init(
      zone: ZoneName, blocks: BlockNumber, grades: [Grade], clockOffsetMs: ClockOffset,
      policy: ClosingPolicy, weekdays: [SchoolWeekday], version: Int64
    ) {
      self.zone = zone
      self.blocks = blocks
      self.grades = grades
      self.clockOffsetMs = clockOffsetMs
      self.policy = policy
      self.weekdays = weekdays
      self.version = version
    }
  }

  /// The fate of the day type of a date on which the school is closed.
  package enum ClosingPolicy: String, Choice {
    /// The next school day takes it, and the days after it follow.
    case shift
    /// It's lost, and the days after it stay as they are.
    case keep
  }

  package struct GetSchool: Request {
    package typealias Reply = School
    package static let subject = "campus.school.get"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/school")
    package static let summary = "Get the settings of the school."

    package init() {}
  }

  /// Changes the given settings and keeps the others.
  package struct ChangeSchool: Request {
    package typealias Reply = School
    package static let subject = "campus.school.change"
    package static let access = Access.role(.admin)
    package static let repeats = Repeats.stored
    package static let deadline = Duration.seconds(10)
    package static let route: HTTPRoute? = HTTPRoute(.patch, "/v1/admin/school")
    package static let faults = [FaultCode.changedElsewhere, .bellUnknown, .blocksInUse]
    package static let summary = "Change the settings of the school."
    /// The version that the change began from; any without it.
    package let version: Int64?
    /// The number of blocks that a student chooses classes for.
    package let blocks: BlockNumber?
    package let grades: Grades?
    /// The number of milliseconds that the school's bells are ahead of the site's clock.
    package let clockOffsetMs: ClockOffset?
    /// The fate of the day type of a closed date unless the closing says otherwise.
    package let policy: ClosingPolicy?
    /// The days of the week with school.
    package let weekdays: SchoolWeekdays?

    package init(
      version: Int64? = nil, blocks: BlockNumber? = nil, grades: Grades? = nil,
      clockOffsetMs: ClockOffset? = nil, policy: ClosingPolicy? = nil, weekdays: SchoolWeekdays? = nil
    ) {
      self.version = version
      self.blocks = blocks
      self.grades = grades
      self.clockOffsetMs = clockOffsetMs
      self.policy = policy
      self.weekdays = weekdays
    }
  }

  /// The settings of the school, its terms, bell schedules or day types changed: clients fetch them again.
  package struct SchoolChanged: Event {
    package static let topic = "campus.school.changed"
    package static let audience = AudienceKind.everyone

    package init() {}
  }
}

extension FaultCode {
  package static let bellUnknown = FaultCode(
    .invalidArgument, "bell_unknown", "Choose a bell schedule from the list.")
  package static let blocksInUse = FaultCode(
    .failedPrecondition, "blocks_in_use", "A day type has a later block. Change the day types first.")
}
