/// The name of a term: `Fall 2026`.
package struct TermName: LimitedText {
  package let text: String
  package init(checked text: String) { self.text = text }
  package static let maxLength = 60
  package static let blank = FaultCode.nameBlank
  package static let sampleText = "Fall 2026"
}

/// The name of a bell schedule: `Early dismissal`.
package struct BellName: LimitedText {
  package let text: String
  package init(checked text: String) { self.text = text }
  package static let maxLength = 60
  package static let blank = FaultCode.nameBlank
  package static let sampleText = "Early dismissal"
}

/// The name of a day type: `Day 1`.
package struct DayTypeName: LimitedText {
  package let text: String
  package init(checked text: String) { self.text = text }
  package static let maxLength = 40
  package static let blank = FaultCode.nameBlank
  package static let sampleText = "Day 1"
}

/// The name of a slot: `Pep rally`.
package struct SlotName: LimitedText {
  package let text: String
  package init(checked text: String) { self.text = text }
  package static let maxLength = 60
  package static let blank = FaultCode.nameBlank
  package static let sampleText = "Pep rally"
}

/// The reason why a date is different: `Snow`.
package struct DayNote: LimitedText {
  package let text: String
  package init(checked text: String) { self.text = text }
  package static let maxLength = 120
  package static let blank = FaultCode.valueBlank
  package static let sampleText = "Snow"
}

/// A position among the class slots of a day, 1 to 12.
package struct PeriodNumber: CheckedNumber {
  package let count: Int
  package init(checked count: Int) { self.count = count }
  package static let limits = 1...12
  package static let bad = FaultCode.periodBad
  package static let sample = PeriodNumber(checked: 1)
}

/// A day of the week, 1 (Monday) to 7 (Sunday).
package struct WeekdayNumber: CheckedNumber {
  package let count: Int
  package init(checked count: Int) { self.count = count }
  package static let limits = 1...7
  package static let bad = FaultCode.weekdayBad
  package static let sample = WeekdayNumber(checked: 1)
}

/// The number of days of a cycle, 1 to 20.
package struct CycleLength: CheckedNumber {
  package let count: Int
  package init(checked count: Int) { self.count = count }
  package static let limits = 1...20
  package static let bad = FaultCode.cycleBad
  package static let sample = CycleLength(checked: 4)
}

/// Milliseconds by which the school's bells are ahead of the site's clock, at most ten minutes.
package struct ClockOffset: CheckedNumber {
  package let count: Int
  package init(checked count: Int) { self.count = count }
  package static let limits = -600_000...600_000
  package static let bad = FaultCode.clockOffsetBad
  package static let sample = ClockOffset(checked: 0)
}

extension Campus {
  /// The use of a slot of a bell schedule.
  package enum SlotKind: String, Choice {
    /// A period, in which classes meet.
    case `class`
    case lunch, homeroom, assembly
    case `break`
  }

  /// A slot of a bell schedule. Slots with a variant stand for one another: a student has those of the lunch
  /// letter of their class in the period.
  package struct Slot: Codable, Hashable, Sendable, SchemaDescribed {
    package let kind: SlotKind
    /// The period. A class needs it; of another slot with a variant, it's the period whose class decides.
    package let period: PeriodNumber?
    /// The lunch of those who have this slot; absent for everybody.
    package let variant: LunchLetter?
    /// The slot's own name, if it has one.
    package let name: SlotName?
    /// The time at which it begins.
    package let starts: TimeOfDay
    /// The time at which it ends, on the same day.
    package let ends: TimeOfDay

    package init(
      kind: SlotKind, period: PeriodNumber? = nil, variant: LunchLetter? = nil, name: SlotName? = nil,
      starts: TimeOfDay, ends: TimeOfDay
    ) {
      self.kind = kind
      self.period = period
      self.variant = variant
      self.name = name
      self.starts = starts
      self.ends = ends
    }

    package static var schema: JSONValue {
      [
        "type": "object",
        "properties": [
          "kind": SlotKind.schema, "period": PeriodNumber.schema, "variant": LunchLetter.schema,
          "name": SlotName.schema, "starts": TimeOfDay.schema, "ends": TimeOfDay.schema,
        ],
        "required": ["kind", "starts", "ends"],
      ]
    }
    package static var sample: Slot {
      Slot(
        kind: .class, period: .sample, starts: TimeOfDay(secondsOfDay: 28_800),
        ends: TimeOfDay(secondsOfDay: 31_200))
    }
    package static var faults: [FaultCode] {
      SlotKind.faults + PeriodNumber.faults + SlotName.faults + TimeOfDay.faults
    }
  }

  /// The slots of a bell schedule, 1 to 40.
  package struct Slots: DistinctList {
    package let all: [Slot]
    package init(checked all: [Slot]) { self.all = all }
    package static let maxCount = 40
    package static let bad = FaultCode.slotsBad
    package static let sample = Slots(checked: [.sample])
  }

  /// The block that a period of a day type holds.
  package struct PeriodBlock: Codable, Hashable, Sendable, SchemaDescribed {
    package let period: PeriodNumber
    package let block: BlockNumber

    package init(period: PeriodNumber, block: BlockNumber) {
      self.period = period
      self.block = block
    }

    package static var schema: JSONValue {
      [
        "type": "object",
        "properties": ["period": PeriodNumber.schema, "block": BlockNumber.schema],
        "required": ["period", "block"],
      ]
    }
    package static var sample: PeriodBlock { PeriodBlock(period: .sample, block: .sample) }
    package static var faults: [FaultCode] { PeriodNumber.faults + BlockNumber.faults }
  }

  /// The periods of a day type, each once; none for a day without classes.
  package struct PeriodBlocks: DistinctList {
    package let all: [PeriodBlock]
    package init(checked all: [PeriodBlock]) { self.all = all }
    package static let minCount = 0
    package static let maxCount = 12
    package static let bad = FaultCode.periodsBad
    package static let sample = PeriodBlocks(checked: [.sample])
  }

  /// A day of the week with school.
  package struct SchoolWeekday: Codable, Hashable, Sendable, SchemaDescribed {
    package let weekday: WeekdayNumber
    /// The bell schedule of this day of the week; the usual one if absent.
    package let bell: BellID?

    package init(weekday: WeekdayNumber, bell: BellID? = nil) {
      self.weekday = weekday
      self.bell = bell
    }

    package static var schema: JSONValue {
      [
        "type": "object", "properties": ["weekday": WeekdayNumber.schema, "bell": BellID.schema],
        "required": ["weekday"],
      ]
    }
    package static var sample: SchoolWeekday { SchoolWeekday(weekday: .sample) }
    package static var faults: [FaultCode] { WeekdayNumber.faults + BellID.faults }
  }

  /// The days of the week with school, each once.
  package struct SchoolWeekdays: DistinctList {
    package let all: [SchoolWeekday]
    package init(checked all: [SchoolWeekday]) { self.all = all }
    package static let maxCount = 7
    package static let bad = FaultCode.weekdaysBad
    package static let sample = SchoolWeekdays(checked: [.sample])
  }

  /// A day type as an administrator enters it.
  package struct NewDayType: Codable, Hashable, Sendable, SchemaDescribed {
    /// The id of an existing day type; absent for a new one.
    package let id: DayTypeID?
    package let name: DayTypeName
    /// True if it takes its turn in the cycle.
    package let inRotation: Bool
    /// The day of the week that it always falls on, outside of the turns.
    package let weekday: WeekdayNumber?
    package let periods: PeriodBlocks
    /// The bell schedule of this day type; that of the weekday if absent.
    package let bell: BellID?

    package init(
      id: DayTypeID? = nil, name: DayTypeName, inRotation: Bool, weekday: WeekdayNumber? = nil,
      periods: PeriodBlocks, bell: BellID? = nil
    ) {
      self.id = id
      self.name = name
      self.inRotation = inRotation
      self.weekday = weekday
      self.periods = periods
      self.bell = bell
    }

    package static var schema: JSONValue {
      [
        "type": "object",
        "properties": [
          "id": DayTypeID.schema, "name": DayTypeName.schema, "inRotation": ["type": "boolean"],
          "weekday": WeekdayNumber.schema, "periods": PeriodBlocks.schema, "bell": BellID.schema,
        ],
        "required": ["name", "inRotation", "periods"],
      ]
    }
    package static var sample: NewDayType {
      NewDayType(name: .sample, inRotation: true, periods: .sample)
    }
    package static var faults: [FaultCode] {
      DayTypeID.faults + DayTypeName.faults + WeekdayNumber.faults + PeriodBlocks.faults
    }
  }

  /// The day types of the school, in the order of the cycle.
  package struct NewDayTypes: DistinctList {
    package let all: [NewDayType]
    package init(checked all: [NewDayType]) { self.all = all }
    package static let minCount = 0
    package static let maxCount = 40
    package static let bad = FaultCode.dayTypesBad
    package static let sample = NewDayTypes(checked: [.sample])
  }
}

extension FaultCode {
  package static let periodBad = FaultCode(.invalidArgument, "period_bad", "Enter a period from 1 to 12.")
  package static let weekdayBad = FaultCode(
    .invalidArgument, "weekday_bad", "Enter a weekday from 1 (Monday) to 7 (Sunday).")
  package static let cycleBad = FaultCode(
    .invalidArgument, "cycle_bad", "Enter a cycle of 1 to 20 days.")
  package static let clockOffsetBad = FaultCode(
    .invalidArgument, "clock_offset_bad", "Enter an offset of at most 10 minutes, in milliseconds.")
  package static let slotsBad = FaultCode(
    .invalidArgument, "slots_bad", "Enter 1 to 40 different slots.")
  package static let periodsBad = FaultCode(
    .invalidArgument, "periods_bad", "Enter each period once, at most 12.")
  package static let weekdaysBad = FaultCode(
    .invalidArgument, "weekdays_bad", "Choose at least one weekday, each once.")
  package static let dayTypesBad = FaultCode(
    .invalidArgument, "day_types_bad", "Enter at most 40 different day types.")
}
