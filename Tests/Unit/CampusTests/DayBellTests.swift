import Calendar
import Schema
import Testing

@testable import campus

/// The rotation of a New Jersey district: 8 courses, 6 meet a day, a cycle of 4 days, 3 in the morning and 3
/// in the afternoon, with split lunches in the fourth period.
enum NewJersey {
  static func dayTypes() throws -> [Campus.NewDayType] {
    try CycleGenerator.dayTypes(
      Campus.GenerateDayTypes(
        kind: .rotatingDrop, days: CycleLength(checked: 4), blocks: BlockNumber(checked: 8),
        periods: PeriodNumber(checked: 6)))
  }

  /// Slots in short words: `1 07:45-08:45`, `lunch 4A 11:00-11:30`, `4A 11:35-12:35`.
  static func slots(_ lines: String) -> [Campus.Slot] {
    lines.split(separator: "\n").map { line in
      let words = line.split(separator: " ")
      let times = words[words.count - 1].split(separator: "-").map { TimeOfDay.at(String($0)) }
      let kind = words.count > 1 ? Campus.SlotKind(rawValue: String(words[0])) : nil
      let mark = words.count == 3 ? words[1] : kind == nil ? words[0] : ""
      return Campus.Slot(
        kind: kind ?? .class, period: mark.first?.wholeNumberValue.map { PeriodNumber(checked: $0) },
        variant: mark.last.flatMap { Campus.LunchLetter(rawValue: String($0)) }, starts: times[0],
        ends: times[1])
    }
  }

  static let regular = slots(
    """
    homeroom 07:30-07:40
    1 07:45-08:45
    2 08:50-09:50
    3 09:55-10:55
    lunch 4A 11:00-11:30
    4A 11:35-12:35
    4B 11:00-12:00
    lunch 4B 12:05-12:35
    4C 11:00-11:30
    lunch 4C 11:35-12:00
    4C 12:05-12:35
    5 12:40-13:40
    6 13:45-14:45
    """)
  /// A delayed opening: no homeroom, 40 minutes a period, one lunch for all.
  static let delayed = slots(
    """
    1 09:30-10:10
    2 10:15-10:55
    3 11:00-11:40
    lunch 11:45-12:15
    4 12:20-13:00
    5 13:05-13:45
    6 13:50-14:30
    """)
  /// An early dismissal: the afternoon follows at once, and lunch is at home.
  static let early = slots(
    """
    homeroom 07:30-07:35
    1 07:40-08:15
    2 08:20-08:55
    3 09:00-09:35
    4 09:40-10:15
    5 10:20-10:55
    6 11:00-11:35
    """)
  static let exam = slots(
    """
    1 08:00-10:00
    break 10:00-10:20
    2 10:20-12:20
    """)
  /// Exam 1 has blocks 1 and 5.
  static let examBlocks = [
    PeriodNumber(checked: 1): BlockNumber(checked: 1), PeriodNumber(checked: 2): BlockNumber(checked: 5),
  ]

  static func blocks(_ day: Campus.NewDayType) -> [PeriodNumber: BlockNumber] {
    Dictionary(uniqueKeysWithValues: day.periods.all.map { ($0.period, $0.block) })
  }

  /// The slots in short words, a class as its block: `b4 07:45-08:45`.
  static func words(_ slots: [DaySlot]) -> String {
    slots.map { slot in
      let what = slot.block.map { "b\($0.count)" } ?? slot.kind.rawValue
      return "\(what) \(slot.starts.description.prefix(5))-\(slot.ends.description.prefix(5))"
    }.joined(separator: "\n")
  }
}

@Suite("Bells and rotations") struct DayBellTests {
  @Test("Eight courses rotate through six periods over four days, morning and afternoon apart")
  func rotation() throws {
    let days = try NewJersey.dayTypes()
    #expect(days.map(\.name.text) == ["Day 1", "Day 2", "Day 3", "Day 4"])
    #expect(
      days.map { $0.periods.all.map { "\($0.block.count)" }.joined() }
        == ["123567", "412856", "341785", "234678"])
    #expect(days.allSatisfy { $0.periods.all.map(\.period.count) == [1, 2, 3, 4, 5, 6] && $0.inRotation })
    // Each course meets three times in four days.
    let met = days.flatMap { $0.periods.all.map(\.block.count) }
    #expect((1...8).allSatisfy { block in met.count { $0 == block } == 3 })
  }

  @Test(
    "Other cycles",
    arguments: [
      (.alternating, 2, 8, 4, "1234 5678"), (.alternating, 2, 7, 4, "1234 5671"),
      (.alternating, 3, 6, 2, "12 34 56"),
      (.rotatingDrop, 7, 7, 5, "12345 71234 67123 56712 45671 34567 23456"),
      (.rotatingDrop, 2, 2, 2, "12 21"), (.rotatingDrop, 1, 4, 4, "1234"),
      (.rotatingDrop, 3, 4, 2, "12 41 34"),
    ] as [(Campus.CycleKind, Int, Int, Int, String)])
  func cycles(kind: Campus.CycleKind, days: Int, blocks: Int, periods: Int, rows: String) throws {
    let made = try CycleGenerator.dayTypes(
      Campus.GenerateDayTypes(
        kind: kind, days: CycleLength(checked: days), blocks: BlockNumber(checked: blocks),
        periods: PeriodNumber(checked: periods)))
    #expect(
      made.map { $0.periods.all.map { "\($0.block.count)" }.joined() }.joined(separator: " ") == rows)
  }

  @Test("More periods than blocks are refused") func tooSmall() {
    #expect(throws: Fault(.cycleTooSmall, field: "periods")) {
      try CycleGenerator.dayTypes(
        Campus.GenerateDayTypes(
          kind: .alternating, days: CycleLength(checked: 2), blocks: BlockNumber(checked: 3),
          periods: PeriodNumber(checked: 4)))
    }
  }

  @Test(
    "Day 2 with each lunch: it is decided by the class in block 8",
    arguments: [
      ("A", "lunch 11:00-11:30\nb8 11:35-12:35"), ("B", "b8 11:00-12:00\nlunch 12:05-12:35"),
      ("C", "b8 11:00-11:30\nlunch 11:35-12:00\nb8 12:05-12:35"),
      // No class, no letter, and a letter that the schedule lacks: the first lunch.
      ("-", "lunch 11:00-11:30\nb8 11:35-12:35"), ("D", "lunch 11:00-11:30\nb8 11:35-12:35"),
    ])
  func splitLunch(letter: String, noon: String) throws {
    let day = NewJersey.blocks(try NewJersey.dayTypes()[1])
    let lunch = Campus.LunchLetter(rawValue: letter).map { [BlockNumber(checked: 8): $0] } ?? [:]
    #expect(
      NewJersey.words(try BellRules.sorted(NewJersey.regular).slots(holding: day, lunch: lunch))
        == """
        homeroom 07:30-07:40
        b4 07:45-08:45
        b1 08:50-09:50
        b2 09:55-10:55
        \(noon)
        b5 12:40-13:40
        b6 13:45-14:45
        """)
  }

  @Test("A delayed opening, an early dismissal and an exam day") func variants() throws {
    let day = NewJersey.blocks(try NewJersey.dayTypes()[2])
    #expect(
      NewJersey.words(try BellRules.sorted(NewJersey.delayed).slots(holding: day))
        == "b3 09:30-10:10\nb4 10:15-10:55\nb1 11:00-11:40\nlunch 11:45-12:15\nb7 12:20-13:00\n"
        + "b8 13:05-13:45\nb5 13:50-14:30")
    #expect(
      NewJersey.words(try BellRules.sorted(NewJersey.early).slots(holding: day))
        == "homeroom 07:30-07:35\nb3 07:40-08:15\nb4 08:20-08:55\nb1 09:00-09:35\nb7 09:40-10:15\n"
        + "b8 10:20-10:55\nb5 11:00-11:35")
    #expect(
      NewJersey.words(try BellRules.sorted(NewJersey.exam).slots(holding: NewJersey.examBlocks))
        == "b1 08:00-10:00\nbreak 10:00-10:20\nb5 10:20-12:20")
    // A day type of two periods on the usual bells has just those.
    #expect(
      NewJersey.words(try BellRules.sorted(NewJersey.regular).slots(holding: NewJersey.examBlocks))
        == "homeroom 07:30-07:40\nb1 07:45-08:45\nb5 08:50-09:50\nlunch 11:00-11:30")
  }

  @Test(
    "Slots that cannot be are refused, with their place",
    arguments: [
      ("1 08:00-08:00", FaultCode.slotTimesBad, "slots.0"),
      ("1 08:00-09:00\nclass 09:00-10:00", .slotPeriodMissing, "slots.1.period"),
      ("lunch A 08:00-09:00", .slotPeriodMissing, "slots.0.period"),
      ("1 08:00-09:00\n2 08:59-10:00", .slotsOverlap, "slots.1"),
      ("1A 08:00-09:00\n1B 08:00-09:00\nlunch 1B 08:59-09:30", .slotsOverlap, "slots.2"),
      // A person may have A in one period and B in the other.
      ("1A 08:00-09:00\n2B 08:30-09:30", .slotsOverlap, "slots.1"),
      ("1A 08:00-09:00\nbreak 08:30-08:40", .slotsOverlap, "slots.1"),
    ])
  func refused(lines: String, code: FaultCode, field: String) {
    #expect(throws: Fault(code, field: field)) { try BellRules.sorted(NewJersey.slots(lines)) }
  }

  @Test(
    "Bells ring by the wall clock through both changes of the clocks",
    arguments: [
      // New York: UTC-4 until November 1, 2026 and from March 14, 2027, UTC-5 between.
      ("2026-10-30", "08:00", "09:00", "2026-10-30T12:00:00Z", "2026-10-30T13:00:00Z"),
      ("2026-11-02", "08:00", "09:00", "2026-11-02T13:00:00Z", "2026-11-02T14:00:00Z"),
      ("2027-03-12", "08:00", "09:00", "2027-03-12T13:00:00Z", "2027-03-12T14:00:00Z"),
      ("2027-03-15", "08:00", "09:00", "2027-03-15T12:00:00Z", "2027-03-15T13:00:00Z"),
      // On the day itself: the hour that is there twice, and the one that is skipped.
      ("2026-11-01", "01:30", "02:30", "2026-11-01T05:30:00Z", "2026-11-01T07:30:00Z"),
      ("2027-03-14", "01:30", "03:30", "2027-03-14T06:30:00Z", "2027-03-14T07:30:00Z"),
      ("2027-03-14", "02:10", "02:50", "2027-03-14T07:10:00Z", "2027-03-14T07:50:00Z"),
      ("2026-12-31", "23:00", "23:59", "2027-01-01T04:00:00Z", "2027-01-01T04:59:00Z"),
    ])
  func clocks(date: String, starts: String, ends: String, from: String, to: String) throws {
    let slot = DaySlot(
      kind: .class, period: nil, block: nil, name: nil, starts: .at(starts), ends: .at(ends))
    let moments = slot.moments(on: .on(date), in: try Zone.named("America/New_York"))
    #expect(moments.starts == Instant(from))
    #expect(moments.ends == Instant(to))
  }
}
