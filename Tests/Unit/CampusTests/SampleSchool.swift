import Calendar
import Schema
import ServiceKit
import Store
import TestSupport
import Testing

@testable import campus

/// A school in New York with two terms, two day types and split lunches, on Friday, October 16, 2026, 8 a.m.
///
/// Day A has blocks 1 to 4, day B blocks 5 to 8; periods begin at 9, 10, 11 and 12, with lunch A at 11:00 or
/// lunch B at 11:40 in the third.
struct SampleSchool {
  let campus: CampusProgram
  let admin = TestPerson([.admin])
  let teacher = TestPerson([.staff])
  let ada = TestPerson()
  let bo = TestPerson()
  let fall: TermID
  let spring: TermID

  static let zone = ZoneName(checked: "America/New_York")
  static let start = Instant(milliseconds: 1_792_152_000_000)
  static let friday = CivilDate(daysSince1970: 20_742)
  static let monday = CivilDate(daysSince1970: 20_745)
  static let tuesday = CivilDate(daysSince1970: 20_746)

  var program: ProgramInProcess<CampusService> { campus.program }

  static func with(_ body: (SampleSchool) async throws -> Void) async throws {
    try await CampusProgram.with { campus in
      try await campus.program.receive(
        Auth.SiteChanged(name: nil, zone: zone, language: nil), from: .auth)
      let admin = TestPerson([.admin])
      _ = try await campus.program.ask(
        Campus.AddBell(name: BellName(checked: "Usual"), slots: Campus.Slots(checked: slots)), as: admin)
      _ = try await campus.program.ask(
        Campus.SetDayTypes(items: Campus.NewDayTypes(checked: [day("A", 1...4), day("B", 5...8)])), as: admin)
      let fall = try await add("Fall", friday.adding(days: -39), friday.adding(days: 60), campus, admin)
      let spring = try await add("Spring", friday.adding(days: 90), friday.adding(days: 200), campus, admin)
      let school = SampleSchool(campus: campus, fall: fall, spring: spring)
      for person in [school.ada, school.bo] { try await campus.know(person) }
      try await campus.know(school.teacher, "Rosa", "Alvarez")
      try await body(school)
    }
  }

  private static let slots = [
    slot(1, 9 * 60, 50), slot(2, 10 * 60, 50), slot(3, 11 * 60 + 30, 50, .a), slot(3, 11 * 60, 40, .b),
    slot(4, 12 * 60 + 30, 50), lunch(11 * 60, 30, .a), lunch(11 * 60 + 40, 40, .b),
  ]

  private static func slot(
    _ period: Int, _ starts: Int, _ minutes: Int, _ variant: Campus.LunchLetter? = nil
  ) -> Campus.Slot {
    Campus.Slot(
      kind: .class, period: PeriodNumber(checked: period), variant: variant,
      starts: TimeOfDay(secondsOfDay: starts * 60), ends: TimeOfDay(secondsOfDay: (starts + minutes) * 60))
  }

  private static func lunch(_ starts: Int, _ minutes: Int, _ variant: Campus.LunchLetter) -> Campus.Slot {
    Campus.Slot(
      kind: .lunch, period: PeriodNumber(checked: 3), variant: variant,
      starts: TimeOfDay(secondsOfDay: starts * 60), ends: TimeOfDay(secondsOfDay: (starts + minutes) * 60))
  }

  private static func day(_ name: String, _ blocks: ClosedRange<Int>) -> Campus.NewDayType {
    let periods = blocks.enumerated().map { index, block in
      Campus.PeriodBlock(
        period: PeriodNumber(checked: index + 1), block: BlockNumber(checked: block))
    }
    return Campus.NewDayType(
      name: DayTypeName(checked: name), inRotation: true, periods: Campus.PeriodBlocks(checked: periods))
  }

  private static func add(
    _ name: String, _ starts: CivilDate?, _ ends: CivilDate?, _ campus: CampusProgram, _ admin: TestPerson
  ) async throws -> TermID {
    try await campus.program.ask(
      Campus.AddTerm(
        name: TermName(checked: name), starts: try #require(starts), ends: try #require(ends)), as: admin
    ).id
  }

  /// Adds a class of grade 9 and 10, in these blocks.
  func add(
    _ name: String, blocks: [Int], grades: [Int] = [9, 10], lunch: Campus.LunchLetter? = nil,
    teacher: PersonID? = nil, room: String? = "B-214"
  ) async throws -> Campus.SchoolClass {
    try await program.ask(
      Campus.AddClass(
        name: CourseName(checked: name), grades: Grades(checked: grades.map { Grade(checked: $0) }),
        blocks: BlockNumbers(checked: blocks.map { BlockNumber(checked: $0) }),
        teacher: teacher.map { Campus.ClassTeacher(person: $0) }, room: room.map { RoomName(checked: $0) },
        lunch: lunch), as: admin)
  }

  @discardableResult
  func save(
    _ choices: [(Int, ClassID)], of person: TestPerson, grade: Int = 9, version: Int64 = 0,
    term: TermID? = nil
  ) async throws -> Campus.Schedule {
    try await program.ask(
      Campus.SaveSchedule(
        term: term ?? fall, grade: Grade(checked: grade), version: version,
        choices: Campus.ScheduleChoices(
          checked: choices.map { Campus.ScheduleChoice(block: BlockNumber(checked: $0.0), class: $0.1) })),
      as: person)
  }

  /// Works off what is marked.
  func plan() async throws { try await PlanningUpkeep(context: program.context).step() }

  func move(to date: CivilDate, hour: Int, minute: Int = 0) throws {
    try program.move(to: try SampleSchool.instant(date, hour, minute))
  }

  static func instant(_ date: CivilDate, _ hour: Int, _ minute: Int = 0) throws -> Instant {
    let time = TimeOfDay(secondsOfDay: hour * 3600 + minute * 60)
    return try Zone.named(zone).instant(of: WallTime(date: date, time: time)).instant
  }
}
