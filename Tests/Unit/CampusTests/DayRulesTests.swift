import Schema
import Testing

@testable import campus

/// Every expectation is worked by hand on a paper calendar.
@Suite("The day type of each date") struct DayRulesTests {
  static let usual = "8=1 9=2 10=3 11=4 14=1 15=2 16=3 17=4 18=1 21=2 22=3 23=4 24=1 25=2"

  @Test("A term begins with the first day of the cycle and skips weekends") func plain() {
    #expect(DayPlan.september().plan() == DayRulesTests.usual)
  }

  @Test(
    "A closed day is taken by the next one, or lost",
    arguments: [
      (["2026-09-08": .shift], "8=- 9=1 10=2 11=3 14=4 15=1 16=2 17=3 18=4 21=1 22=2 23=3 24=4 25=1"),
      (["2026-09-08": .keep], "8=- 9=2 10=3 11=4 14=1 15=2 16=3 17=4 18=1 21=2 22=3 23=4 24=1 25=2"),
      (["2026-09-25": .shift], "8=1 9=2 10=3 11=4 14=1 15=2 16=3 17=4 18=1 21=2 22=3 23=4 24=1 25=-"),
      (["2026-09-11": .shift], "8=1 9=2 10=3 11=- 14=4 15=1 16=2 17=3 18=4 21=1 22=2 23=3 24=4 25=1"),
      (
        ["2026-09-09": .shift, "2026-09-10": .shift],
        "8=1 9=- 10=- 11=2 14=3 15=4 16=1 17=2 18=3 21=4 22=1 23=2 24=3 25=4"
      ),
      (
        ["2026-09-09": .keep, "2026-09-10": .keep],
        "8=1 9=- 10=- 11=4 14=1 15=2 16=3 17=4 18=1 21=2 22=3 23=4 24=1 25=2"
      ),
      (
        ["2026-09-09": .shift, "2026-09-10": .keep],
        "8=1 9=- 10=- 11=3 14=4 15=1 16=2 17=3 18=4 21=1 22=2 23=3 24=4 25=1"
      ),
      (
        ["2026-09-09": .keep, "2026-09-10": .shift],
        "8=1 9=- 10=- 11=3 14=4 15=1 16=2 17=3 18=4 21=1 22=2 23=3 24=4 25=1"
      ),
    ] as [([String: Campus.ClosingPolicy], String)])
  func closings(closed: [String: Campus.ClosingPolicy], plan: String) {
    #expect(DayPlan.september(closed: closed).plan() == plan)
  }

  @Test("A holiday takes no turn unless it keeps its number") func holidays() {
    let term = DayPlan.september()
    #expect(
      term.setting("2026-09-14", "-").plan()
        == "8=1 9=2 10=3 11=4 14=- 15=1 16=2 17=3 18=4 21=1 22=2 23=3 24=4 25=1")
    #expect(
      term.setting("2026-09-14", "-", keeps: true).plan()
        == "8=1 9=2 10=3 11=4 14=- 15=2 16=3 17=4 18=1 21=2 22=3 23=4 24=1 25=2")
    // A closing on a holiday changes nothing, and neither does one on a Saturday.
    #expect(
      term.setting("2026-09-14", "-").closing("2026-09-14", .keep).closing("2026-09-12", .shift).plan()
        == "8=1 9=2 10=3 11=4 14=- 15=1 16=2 17=3 18=4 21=1 22=2 23=3 24=4 25=1")
  }

  @Test("A named day stands outside of the cycle, unless it is the one due or keeps the number")
  func named() {
    let term = DayPlan.september()
    #expect(
      term.setting("2026-09-10", "P").plan()
        == "8=1 9=2 10=P 11=3 14=4 15=1 16=2 17=3 18=4 21=1 22=2 23=3 24=4 25=1")
    #expect(term.setting("2026-09-10", "3").plan() == DayRulesTests.usual)
    #expect(
      term.setting("2026-09-10", "1").plan()
        == "8=1 9=2 10=1 11=3 14=4 15=1 16=2 17=3 18=4 21=1 22=2 23=3 24=4 25=1")
    #expect(
      term.setting("2026-09-10", "P", keeps: true).plan()
        == "8=1 9=2 10=P 11=4 14=1 15=2 16=3 17=4 18=1 21=2 22=3 23=4 24=1 25=2")
  }

  @Test("A Saturday with school takes a turn") func saturday() {
    #expect(
      DayPlan.september().setting("2026-09-12", "").plan()
        == "8=1 9=2 10=3 11=4 12=1 14=2 15=3 16=4 17=1 18=2 21=3 22=4 23=1 24=2 25=3")
  }

  @Test("A closing on an exam day carries the exam on") func examDay() {
    let term = DayPlan.september().setting("2026-09-10", "P")
    #expect(
      term.closing("2026-09-10", .shift).plan()
        == "8=1 9=2 10=- 11=P 14=3 15=4 16=1 17=2 18=3 21=4 22=1 23=2 24=3 25=4")
    #expect(
      term.closing("2026-09-10", .keep).plan()
        == "8=1 9=2 10=- 11=3 14=4 15=1 16=2 17=3 18=4 21=1 22=2 23=3 24=4 25=1")
    // Closed twice, the exam waits twice.
    #expect(
      term.closing("2026-09-10", .shift).closing("2026-09-11", .shift).plan()
        == "8=1 9=2 10=- 11=- 14=P 15=3 16=4 17=1 18=2 21=3 22=4 23=1 24=2 25=3")
    // An exam that kept its number uses it up where it is held.
    #expect(
      DayPlan.september().setting("2026-09-10", "P", keeps: true).closing("2026-09-10", .shift).plan()
        == "8=1 9=2 10=- 11=P 14=4 15=1 16=2 17=3 18=4 21=1 22=2 23=3 24=4 25=1")
  }

  @Test("An exam week moves on by a day, and what passes the last day is lost") func examWeek() {
    let week = DayPlan.september().setting("2026-09-21", "P").setting("2026-09-22", "Q")
      .setting("2026-09-23", "R")
    let before = "8=1 9=2 10=3 11=4 14=1 15=2 16=3 17=4 18=1"
    #expect(week.plan() == "\(before) 21=P 22=Q 23=R 24=2 25=3")
    #expect(week.closing("2026-09-22", .shift).plan() == "\(before) 21=P 22=- 23=Q 24=R 25=2")
    #expect(
      week.closing("2026-09-21", .shift).closing("2026-09-22", .shift).plan()
        == "\(before) 21=- 22=- 23=P 24=Q 25=R")
    #expect(
      week.closing("2026-09-21", .shift).closing("2026-09-22", .shift).closing("2026-09-24", .shift).plan()
        == "\(before) 21=- 22=- 23=P 24=- 25=Q")
  }

  @Test("A day of a weekday falls on it whatever the cycle") func weekdays() {
    var term = DayPlan.september()
    let wednesday = DayTypeID(RawUUID.numbered(50))
    term.names.append("W")
    term.rules.dayTypes.append(
      DayRules.CycleDay(id: wednesday, inRotation: true, weekday: WeekdayNumber(checked: 3), bell: nil))
    #expect(term.plan() == "8=1 9=W 10=2 11=3 14=4 15=1 16=W 17=2 18=3 21=4 22=1 23=W 24=2 25=3")
    #expect(
      term.closing("2026-09-09", .shift).plan()
        == "8=1 9=- 10=2 11=3 14=4 15=1 16=W 17=2 18=3 21=4 22=1 23=W 24=2 25=3")
    #expect(
      term.closing("2026-09-08", .shift).plan()
        == "8=- 9=W 10=1 11=2 14=3 15=4 16=W 17=1 18=2 21=3 22=4 23=W 24=1 25=2")
  }

  @Test("A and B take turns over the end of a year") func yearEnd() {
    var term = DayPlan(from: "2026-12-14", to: "2027-01-08", cycle: ["A", "B"])
    for day in ["2026-12-24", "2026-12-25", "2026-12-28", "2026-12-29", "2026-12-30", "2026-12-31"] {
      term = term.setting(day, "-")
    }
    term = term.setting("2027-01-01", "-")
    let december = "14=A 15=B 16=A 17=B 18=A 21=B"
    let closed = "24=- 25=- 28=- 29=- 30=- 31=- 1=-"
    #expect(term.plan() == "\(december) 22=A 23=B \(closed) 4=A 5=B 6=A 7=B 8=A")
    #expect(
      term.closing("2026-12-23", .shift).plan() == "\(december) 22=A 23=- \(closed) 4=B 5=A 6=B 7=A 8=B")
  }

  @Test("The change of the clocks moves no day") func clocks() {
    let term = DayPlan(from: "2026-10-29", to: "2026-11-04")
    #expect(term.plan() == "29=1 30=2 2=3 3=4 4=1")
    #expect(DayPlan(from: "2027-03-11", to: "2027-03-17").plan() == "11=1 12=2 15=3 16=4 17=1")
  }

  @Test("Bells: of the date, of the day type, of the weekday, the usual ones") func bells() {
    var term = DayPlan.september().setting("2026-09-10", "", bell: DayPlan.late)
      .setting("2026-09-14", "P").setting("2026-09-15", "Q", bell: DayPlan.early)
    term.rules.weekdays[5] = .some(DayPlan.early)
    #expect(term.bell(on: "2026-09-08") == DayPlan.usual)
    #expect(term.bell(on: "2026-09-10") == DayPlan.late)
    #expect(term.bell(on: "2026-09-11") == DayPlan.early)
    #expect(term.bell(on: "2026-09-12") == nil)
    #expect(term.bell(on: "2026-09-14") == DayPlan.exam)
    #expect(term.bell(on: "2026-09-15") == DayPlan.early)
    // The exams move a day with their bells; a delayed opening stays where it was.
    let moved = term.closing("2026-09-14", .shift)
    #expect(moved.bell(on: "2026-09-14") == nil)
    #expect(moved.bell(on: "2026-09-15") == DayPlan.exam)
    #expect(moved.bell(on: "2026-09-16") == DayPlan.early)
    #expect(moved.bell(on: "2026-09-17") == DayPlan.usual)
    #expect(
      term.setting("2026-09-16", "", bell: DayPlan.late).closing("2026-09-14", .shift)
        .bell(on: "2026-09-16") == DayPlan.late)
    #expect(term.closing("2026-09-10", .shift).bell(on: "2026-09-11") == DayPlan.early)
  }

  @Test("Days that have passed stay, and a new cycle goes on behind them") func lived() {
    let before = DayPlan.september()
    let lived = Dictionary(
      uniqueKeysWithValues: before.days().filter { $0.date < .on("2026-09-11") }.map { ($0.date, $0) })
    var after = before
    // 3 and 4 change places: behind 3 comes 1.
    after.rules.dayTypes.swapAt(2, 3)
    after.names.swapAt(2, 3)
    #expect(after.plan(lived: lived) == "8=1 9=2 10=3 11=1 14=2 15=4 16=3 17=1 18=2 21=4 22=3 23=1 24=2 25=4")
    // Without 3 the day that it was used up a turn all the same.
    var shorter = before
    shorter.rules.dayTypes.remove(at: 2)
    shorter.names.remove(at: 2)
    #expect(
      shorter.plan(lived: lived) == "8=1 9=2 10=- 11=1 14=2 15=4 16=1 17=2 18=4 21=1 22=2 23=4 24=1 25=2")
  }

  @Test("Without day types there is no school") func nothing() {
    var term = DayPlan.september()
    term.rules.dayTypes = []
    #expect(term.plan().isEmpty)
    #expect(term.closing("2026-09-09", .shift).plan().isEmpty)
    #expect(term.closing("2026-09-09", .keep).plan().isEmpty)
  }
}
