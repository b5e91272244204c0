import Calendar
import Schema
import Testing
import TestSupport

@testable import campus

@Suite("Activities meet by the bells of each day, on days with school")
struct MeetingDaysTests {
  private let zone: Zone
  private let dayA = DayTypeID.random()
  private let dayB = DayTypeID.random()

  init() throws { zone = try Zone.named("America/New_York") }

  private func time(_ text: String) -> TimeOfDay { TimeOfDay(text) ?? .midnight }

  private func slot(
    _ kind: Campus.SlotKind, _ starts: String, _ ends: String, period: Int? = nil,
    variant: Campus.LunchLetter? = nil
  ) -> Campus.Slot {
    Campus.Slot(
      kind: kind, period: period.map { PeriodNumber(checked: $0) }, variant: variant, starts: time(starts),
      ends: time(ends))
  }

  /// Three periods around split lunches, to 15:00; or two, to 12:00.
  private func bell(early: Bool) -> Campus.Bell {
    let whole = [
      slot(.class, "08:00", "09:30", period: 1),
      slot(.lunch, "11:00", "11:30", period: 2, variant: .a),
      slot(.class, "11:30", "13:00", period: 2, variant: .a),
      slot(.class, "11:00", "12:30", period: 2, variant: .b),
      slot(.lunch, "12:30", "13:00", period: 2, variant: .b),
      slot(.class, "13:30", "15:00", period: 3),
    ]
    let short = [slot(.class, "08:00", "09:45", period: 1), slot(.class, "10:00", "12:00", period: 2)]
    return Campus.Bell(
      id: .random(), name: BellName(checked: "Bell"), slots: early ? short : whole, isUsual: !early,
      version: 1)
  }

  private func day(
    _ date: String, _ state: Campus.DayState = .school, isA: Bool = true, early: Bool = false,
    inTerm: Bool = true
  ) throws -> SchoolDay {
    let periods = (isA ? [1, 2, 3] : [1, 2]).map {
      Campus.PeriodBlock(period: PeriodNumber(checked: $0), block: BlockNumber(checked: $0))
    }
    let type = Campus.DayType(
      id: isA ? dayA : dayB, name: DayTypeName(checked: isA ? "A" : "B"), inRotation: true, weekday: nil,
      periods: periods, bell: nil)
    return SchoolDay(
      date: try #require(CivilDate(date)), state: state, term: inTerm ? TermID.random() : nil,
      dayType: state == .school ? type : nil, bell: state == .school ? bell(early: early) : nil, note: nil,
      exception: nil, closing: nil)
  }

  private func meeting(
    _ at: Campus.MeetingStart, weekday: Int? = nil, dayType: DayTypeID? = nil, period: Int? = nil,
    starts: String? = nil, minutes: Int = 60
  ) -> Campus.RegularMeeting {
    Campus.RegularMeeting(
      weekday: weekday.map { WeekdayNumber(checked: $0) }, dayType: dayType, at: at,
      period: period.map { PeriodNumber(checked: $0) }, starts: starts.map { time($0) },
      minutes: Campus.MeetingMinutes(checked: minutes))
  }

  /// The beginnings of all meetings on these days, in UTC.
  private func starts(_ meeting: Campus.RegularMeeting, _ days: [SchoolDay]) -> [String] {
    let all = MeetingDays(days, in: zone)
    return all.days.flatMap { all.times([meeting], on: $0) }.map { "\($0.starts)" }
  }

  @Test("after school is the end of the day's own bells, on either side of a clock change")
  func afterSchool() throws {
    let days = [
      try day("2026-10-29"), try day("2026-10-30", early: true), try day("2026-10-31", .noSchool),
      try day("2026-11-02"), try day("2026-11-03", .closed),
    ]
    #expect(
      starts(meeting(.afterSchool), days) == [
        "2026-10-29T19:00:00.000Z", "2026-10-30T16:00:00.000Z", "2026-11-02T20:00:00.000Z",
      ])
    #expect(starts(meeting(.afterSchool, weekday: 5), days) == ["2026-10-30T16:00:00.000Z"])
  }

  @Test("lunch is the first of split lunches, and a day without lunch has no meeting at it")
  func lunch() throws {
    let days = [try day("2026-10-29"), try day("2026-10-30", early: true)]
    #expect(starts(meeting(.lunch, minutes: 30), days) == ["2026-10-29T15:00:00.000Z"])
  }

  @Test("a period that the day type leaves out has no meeting")
  func periods() throws {
    let days = [try day("2026-10-29"), try day("2026-10-30", isA: false)]
    #expect(starts(meeting(.period, period: 3), days) == ["2026-10-29T17:30:00.000Z"])
    #expect(starts(meeting(.period, period: 1), days).count == 2)
    #expect(
      starts(meeting(.period, dayType: dayB, period: 1), days) == ["2026-10-30T12:00:00.000Z"])
    #expect(starts(meeting(.period, dayType: dayB, period: 3), days) == [])
  }

  @Test("a fixed time of a weekday also holds on a weekend of the term, but never while school is closed")
  func fixed() throws {
    let saturday = meeting(.fixed, weekday: 6, starts: "10:00")
    #expect(starts(saturday, [try day("2026-10-31", .noSchool)]) == ["2026-10-31T14:00:00.000Z"])
    #expect(starts(saturday, [try day("2026-10-31", .noSchool, inTerm: false)]) == [])
    #expect(starts(saturday, [try day("2026-10-31", .closed)]) == [])
    #expect(starts(meeting(.fixed, starts: "10:00"), [try day("2026-10-31", .noSchool)]) == [])
  }

  @Test("a time that the clock skips is an hour later, and the meeting keeps its length")
  func skipped() throws {
    let days = MeetingDays([try day("2027-03-14", .noSchool)], in: zone)
    let times = days.times([meeting(.fixed, weekday: 7, starts: "02:30")], on: days.days[0])
    #expect(times.map { "\($0.starts)" } == ["2027-03-14T07:30:00.000Z"])
    #expect(times.map { "\($0.ends)" } == ["2027-03-14T08:30:00.000Z"])
  }

  @Test("the next three are shown, the one that is going on among them, each once")
  func next() throws {
    let days = MeetingDays(
      [
        try day("2026-10-26"), try day("2026-10-27"), try day("2026-10-28"), try day("2026-10-29"),
        try day("2026-10-30"),
      ], in: zone)
    let meets = [
      meeting(.afterSchool), meeting(.fixed, starts: "15:00"), meeting(.fixed, weekday: 3, starts: "07:00"),
    ]
    let now = try #require(Instant("2026-10-27T19:59:59Z"))
    #expect(
      days.next(meets, after: now).map { "\($0.starts)" } == [
        "2026-10-27T19:00:00.000Z", "2026-10-28T11:00:00.000Z", "2026-10-28T19:00:00.000Z",
      ])
    #expect(days.next([], after: now) == [])
  }

  @Test("a meeting has what its beginning needs, and a weekday or a day type, not both")
  func whole() {
    #expect(meeting(.afterSchool).isWhole && meeting(.lunch, weekday: 1).isWhole)
    #expect(meeting(.fixed, starts: "10:00").isWhole && meeting(.period, dayType: dayA, period: 2).isWhole)
    #expect(
      !meeting(.fixed).isWhole && !meeting(.period).isWhole && !meeting(.lunch, starts: "10:00").isWhole)
    #expect(!meeting(.afterSchool, period: 1).isWhole)
    #expect(!meeting(.lunch, weekday: 1, dayType: dayA).isWhole)
  }
}
