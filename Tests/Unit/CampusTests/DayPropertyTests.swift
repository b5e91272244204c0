import Schema
import TestSupport
import Testing

@testable import campus

@Suite("Days of random terms") struct DayPropertyTests {
  /// A term with random holidays, exams, weekend days, bells and closings.
  private static func term(_ chance: inout Seeded) -> DayPlan {
    let starts = CivilDate(daysSince1970: Int64.random(in: 20_000...22_000, using: &chance))
    let ends = CivilDate(daysSince1970: starts.daysSince1970 + Int64.random(in: 0...200, using: &chance))
    let cycle = (1...Int.random(in: 1...8, using: &chance)).map { "\($0)" }
    var plan = DayPlan(from: starts.description, to: ends.description, cycle: cycle)
    for number in starts.daysSince1970...ends.daysSince1970 {
      let date = CivilDate(daysSince1970: number).description
      switch Int.random(in: 0..<40, using: &chance) {
      case 0: plan = plan.setting(date, "-", keeps: Bool.random(using: &chance))
      case 1, 2:
        plan = plan.setting(
          date, ["P", "Q", "R", "1"].randomElement(using: &chance) ?? "P",
          bell: Bool.random(using: &chance) ? DayPlan.late : nil, keeps: Bool.random(using: &chance))
      case 3: plan = plan.setting(date, "", bell: DayPlan.early)
      default: break
      }
      if Int.random(in: 0..<15, using: &chance) == 0 {
        plan = plan.closing(date, Bool.random(using: &chance) ? .shift : .keep)
      }
    }
    return plan
  }

  @Test("Every school day has exactly one day type and the turns follow one another", arguments: 0..<200)
  func one(seed: Int) {
    var chance = Seeded(state: UInt64(seed))
    let term = DayPropertyTests.term(&chance)
    let days = term.days()
    #expect(days.map(\.date) == days.map(\.date).sorted())
    #expect(Set(days.map(\.date)).count == days.count)
    #expect(days.first?.date == .on(term.starts))
    #expect(days.last?.date == .on(term.ends))
    for day in days {
      #expect((day.state == .school) == (day.dayType != nil))
      #expect((day.bell != nil) == (day.state == .school))
      if term.rules.closings[day.date] != nil { #expect(day.state != .school) }
    }
    let cycle = term.rules.dayTypes.filter(\.inRotation).map(\.id)
    let turns = days.compactMap(\.counted)
    for (index, turn) in turns.enumerated() { #expect(turn == cycle[index % cycle.count]) }
  }

  @Test("Undone closings leave no trace, in whatever order", arguments: 0..<100) func undo(seed: Int) {
    var chance = Seeded(state: UInt64(seed))
    var term = DayPropertyTests.term(&chance)
    term.rules.closings = [:]
    let before = term.days()
    var closed: [String] = []
    for day in before where Int.random(in: 0..<10, using: &chance) == 0 {
      term = term.closing(day.date.description, Bool.random(using: &chance) ? .shift : .keep)
      closed.append(day.date.description)
    }
    for date in closed.shuffled(using: &chance) { term.rules.closings[.on(date)] = nil }
    #expect(term.days() == before)
  }

  @Test("Days that have passed stay, and the others are as if planned at once", arguments: 0..<100)
  func passed(seed: Int) {
    var chance = Seeded(state: UInt64(seed))
    let term = DayPropertyTests.term(&chance)
    let days = term.days()
    let cut = Int.random(in: 0...days.count, using: &chance)
    let lived = Dictionary(uniqueKeysWithValues: days.prefix(cut).map { ($0.date, $0) })
    #expect(term.days(lived: lived) == days)
  }
}
