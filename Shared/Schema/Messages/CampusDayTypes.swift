/// The day types of the school: the named days of its cycle.
extension Campus {
  /// A day type: which block each period holds.
  package struct DayType: Codable, Hashable, Sendable {
    package let id: DayTypeID
    package let name: DayTypeName
    /// True if it takes its turn in the cycle. The others fall on a day of the week, or on dates that name
    /// them.
    package let inRotation: Bool
    /// The day of the week that it always falls on, outside of the turns.
    package let weekday: WeekdayNumber?
    /// The block of each period, by period.
    package let periods: [PeriodBlock]
    /// The bell schedule of this day type; that of the weekday if absent.
    package let bell: BellID?

    package init(
      id: DayTypeID, name: DayTypeName, inRotation: Bool, weekday: WeekdayNumber?, periods: [PeriodBlock],
      bell: BellID?
    ) {
      self.id = id
      self.name = name
      self.inRotation = inRotation
      self.weekday = weekday
      self.periods = periods
      self.bell = bell
    }
  }

  package struct ListDayTypes: Request {
    package typealias Reply = DayTypes
    package static let subject = "campus.dayType.list"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/school/daytypes")
    package static let summary = "List the day types of the school."

    package init() {}
  }

  /// The day types of the school.
  package struct DayTypes: Codable, Hashable, Sendable {
    /// The day types in the order of the cycle.
    package let items: [DayType]
    /// The version of the school's settings; an edit names the one that it began from.
    package let version: Int64

    package init(items: [DayType], version: Int64) {
      self.items = items
      self.version = version
    }
  }

  /// Replaces all day types at once. Days to come take the new ones, from where the cycle stands.
  package struct SetDayTypes: Request {
    package typealias Reply = DayTypes
    package static let subject = "campus.dayType.set"
    package static let access = Access.role(.admin)
    package static let repeats = Repeats.stored
    package static let deadline = Duration.seconds(10)
    package static let route: HTTPRoute? = HTTPRoute(.put, "/v1/admin/school/daytypes")
    package static let faults = [
      FaultCode.changedElsewhere, .dayTypeUnknown, .dayTypeExists, .dayTypeInUse, .weekdayTaken,
      .blockUnknown, .bellUnknown, .periodsBad,
    ]
    package static let summary = "Replace the day types of the school."
    /// The version that the edit began from; any without it.
    package let version: Int64?
    /// The day types in the order of the cycle.
    package let items: NewDayTypes

    package init(version: Int64? = nil, items: NewDayTypes) {
      self.version = version
      self.items = items
    }
  }

  /// A way to make the days of a cycle.
  package enum CycleKind: String, Choice {
    /// Blocks rotate through the periods, and some drop out each day.
    case rotatingDrop
    /// The blocks are dealt to the days, such as A and B.
    case alternating
  }

  /// Proposes the day types of a cycle, and stores nothing.
  package struct GenerateDayTypes: Request {
    package typealias Reply = ProposedDayTypes
    package static let subject = "campus.dayType.generate"
    package static let access = Access.role(.admin)
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/admin/school/daytypes/generate")
    package static let faults = [FaultCode.cycleTooSmall]
    package static let summary = "Propose the day types of a cycle."
    package let kind: CycleKind
    /// The number of days of the cycle.
    package let days: CycleLength
    /// The number of blocks.
    package let blocks: BlockNumber
    /// The number of periods of a day.
    package let periods: PeriodNumber

    package init(kind: CycleKind, days: CycleLength, blocks: BlockNumber, periods: PeriodNumber) {
      self.kind = kind
      self.days = days
      self.blocks = blocks
      self.periods = periods
    }
  }

  /// Day types that a generator proposes.
  package struct ProposedDayTypes: Codable, Hashable, Sendable {
    /// The day types in the order of the cycle, without ids.
    package let items: [NewDayType]

    package init(items: [NewDayType]) {
      self.items = items
    }
  }
}

extension FaultCode {
  package static let dayTypeUnknown = FaultCode(
    .invalidArgument, "day_type_unknown", "Choose a day type from the list.")
  package static let dayTypeExists = FaultCode(
    .alreadyExists, "day_type_exists", "Two day types have the same name. Change one.")
  package static let dayTypeInUse = FaultCode(
    .failedPrecondition, "day_type_in_use",
    "A date to come has this day type. Choose another one for it first.")
  package static let weekdayTaken = FaultCode(
    .invalidArgument, "weekday_taken", "Two day types have the same weekday. Change one.")
  package static let cycleTooSmall = FaultCode(
    .invalidArgument, "cycle_too_small", "A day can't hold more periods than there are blocks.")
}
