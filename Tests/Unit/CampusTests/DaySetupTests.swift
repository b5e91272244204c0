import Schema
import ServiceKit
import Store
import TestSupport
import Testing

@testable import campus

@Suite("The setup of the days") struct DaySetupTests {
  @Test("a term has the days of the cycle with their bells, also those before it was entered")
  func term() async throws {
    try await DaySchool.with { school in
      #expect(try await school.plan() == "\(DaySchool.october) \(DaySchool.november)")
      let days = try await school.days("2026-10-10", "2026-10-12")
      #expect(days.map(\.state) == [.noSchool, .noSchool, .school])
      #expect(days[2].bell?.name.text == "Regular" && days[0].term == nil && days[2].term != nil)
      let terms = try await school.program.ask(Campus.ListTerms(), as: school.student)
      #expect(terms.items.map(\.name.text) == ["Fall"] && terms.current == terms.items[0].id)
      let shown = try await school.program.ask(Campus.GetSchool(), as: school.student)
      #expect(shown.zone.text == "America/New_York" && shown.blocks.count == 8)
      #expect(shown.weekdays.map(\.weekday.count) == [1, 2, 3, 4, 5])
      #expect(shown.grades.map(\.count) == [9, 10, 11, 12])
    }
  }

  @Test("a range has 1 to 400 days") func range() async throws {
    try await DaySchool.with { school in
      let year = try await school.days("2026-01-01", "2027-02-04")
      #expect(year.count == 400)
      for (from, to) in [("2026-01-01", "2027-02-05"), ("2026-01-02", "2026-01-01")] {
        #expect(await outcome { try await school.days(from, to) }.refusal == "day_range_bad to")
      }
    }
  }

  @Test("a day knows its blocks and a person's slots, and the next school day") func slots() async throws {
    try await DaySchool.with { school in
      let read = try await school.program.context.store.read { db in
        (
          try db.schoolDay(on: .on("2026-10-13")), try db.schoolDay(on: .on("2026-10-17")),
          try db.nextSchoolDay(after: .on("2026-10-16")), try db.nextSchoolDay(after: .on("2026-11-13"))
        )
      }
      #expect(read.0.blocks[PeriodNumber(checked: 4)] == BlockNumber(checked: 8))
      #expect(
        read.0.slots(lunch: [BlockNumber(checked: 8): .b]).map(\.kind.rawValue).joined(separator: " ")
          == "homeroom class class class class lunch class class")
      #expect(!read.1.isSchool && read.1.slots().isEmpty)
      #expect(read.2?.date == .on("2026-10-19") && read.3 == nil)
    }
  }

  @Test(
    "terms that cannot be",
    arguments: [
      ("Spring", "2026-11-13", "2027-01-01", "term_overlaps starts"),
      ("FALL", "2027-01-01", "2027-02-01", "term_exists name"),
      ("Spring", "2027-02-01", "2027-01-31", "term_dates_bad ends"),
      ("Spring", "2027-01-01", "2028-01-02", "term_dates_bad ends"),
      ("Spring", "0026-01-01", "0026-02-01", "date_bad starts"),
    ])
  func termsRefused(name: String, starts: String, ends: String, refusal: String) async throws {
    try await DaySchool.with { school in
      let before = try await school.state()
      #expect(await outcome { try await school.term(name, starts, ends) }.refusal == refusal)
      #expect(try await school.state() == before)
    }
  }

  @Test("a term can lose days to come, and no day that has passed") func termChanges() async throws {
    try await DaySchool.with { school in
      let term = try await school.program.ask(Campus.ListTerms(), as: school.admin).items[0]
      func change(_ starts: String?, _ ends: String?) async -> String? {
        await outcome {
          try await school.program.ask(
            Campus.ChangeTerm(id: term.id, starts: starts.map { .on($0) }, ends: ends.map { .on($0) }),
            as: school.admin)
        }.refusal
      }
      // Monday was over before the term was entered: nobody lived it here.
      #expect(await change("2026-10-14", "2026-11-06") == nil)
      #expect(try await school.plan("2026-10-12", "2026-10-16") == "14=1 15=2 16=3")
      #expect(try await school.days("2026-11-09", "2026-11-09")[0].state == .noSchool)
      try school.move(to: "2026-10-20T12:00:00Z")
      #expect(await change("2026-10-19", nil) == "past_day")
      #expect(await change(nil, "2026-10-16") == "past_day")
      #expect(await change("2026-10-12", nil) == nil)
      // The days since the term was entered are as people lived them.
      #expect(try await school.plan("2026-10-12", "2026-10-21") == "12=1 13=2 14=3 15=4 16=3 19=4 20=1 21=2")
      let refusal = await outcome {
        try await school.program.ask(Campus.DeleteTerm(id: term.id), as: school.admin)
      }.refusal
      #expect(refusal == "past_day")
      let next = try await school.term("Spring", "2027-01-04", "2027-01-08")
      _ = try await school.program.ask(Campus.DeleteTerm(id: next.id), as: school.admin)
      _ = try await school.program.ask(Campus.DeleteTerm(id: next.id), as: school.admin)
      #expect(try await school.plan("2027-01-04", "2027-01-08").isEmpty)
    }
  }

  @Test("an exception is refused for what is unknown, outside or past, and is no news the second time")
  func exceptions() async throws {
    try await DaySchool.with { school in
      let dayType = DayTypeID.random()
      func refusal(_ body: () async throws -> Campus.Day) async -> String? { await outcome(body).refusal }
      #expect(
        await refusal { try await school.except("2026-10-20", .school, dayType: dayType) }
          == "day_type_unknown dayType")
      #expect(
        await refusal { try await school.except("2026-10-20", .school, bell: .random()) }
          == "bell_unknown bell")
      #expect(
        await refusal { try await school.except("2026-10-20", .closed, bell: .random()) } == "exception_bad")
      #expect(await refusal { try await school.except("2027-10-20", .school) } == "outside_term date")
      // History from before the term was entered can be put right.
      _ = try await school.except("2026-10-13", .closed)
      #expect(try await school.plan("2026-10-12", "2026-10-16") == "12=1 13=- 14=2 15=3 16=4")
      let head = school.program.context.store.head
      _ = try await school.except("2026-10-13", .closed)
      #expect(school.program.context.store.head == head)
      try school.move(to: "2026-10-20T12:00:00Z")
      #expect(await refusal { try await school.except("2026-10-19", .closed) } == "past_day date")
      #expect(try await school.except("2026-10-20", .closed).state == .closed)
      try school.move(to: "2026-10-21T12:00:00Z")
      let gone = await outcome {
        try await school.program.ask(Campus.DeleteException(date: .on("2026-10-20")), as: school.admin)
      }
      #expect(gone.refusal == "past_day date")
      _ = try await school.program.ask(Campus.DeleteException(date: .on("2026-10-21")), as: school.admin)
      #expect(try await school.except("2026-10-20", .closed).state == .closed)
    }
  }

  @Test("new day types go on behind the days that have passed, which keep the old ones")
  func dayTypes() async throws {
    try await DaySchool.with { school in
      let old = try await school.program.ask(Campus.ListDayTypes(), as: school.student)
      try school.move(to: "2026-10-20T12:00:00Z")
      let items = ["A", "B"].map {
        Campus.NewDayType(
          name: DayTypeName(checked: $0), inRotation: true, periods: Campus.PeriodBlocks(checked: []))
      }
      #expect(
        await outcome { try await school.types(items, version: old.version - 1) }.refusal
          == "changed_elsewhere")
      let new = try await school.types(items, version: old.version)
      #expect(new.version == old.version + 1)
      // Friday and Monday were lived here; the days before the term was entered were not.
      #expect(
        try await school.plan("2026-10-12", "2026-10-23")
          == "12=A 13=B 14=A 15=B 16=1 19=2 20=A 21=B 22=A 23=B")
      // By name they are the same ones, so that the same list is no news.
      let head = school.program.context.store.head
      #expect(try await school.types(items) == new)
      #expect(school.program.context.store.head == head)
      _ = try await school.except("2026-10-30", .school, dayType: new.items[0].id)
      #expect(await outcome { try await school.types([items[1]]) }.refusal == "day_type_in_use items")
    }
  }

  @Test("day types that cannot be") func dayTypesRefused() async throws {
    try await DaySchool.with { school in
      func type(
        _ name: String, id: DayTypeID? = nil, weekday: Int? = nil, _ pairs: [(Int, Int)] = [],
        bell: BellID? = nil
      ) -> Campus.NewDayType {
        Campus.NewDayType(
          id: id, name: DayTypeName(checked: name), inRotation: true,
          weekday: weekday.map { WeekdayNumber(checked: $0) },
          periods: Campus.PeriodBlocks(
            checked: pairs.map {
              Campus.PeriodBlock(period: PeriodNumber(checked: $0.0), block: BlockNumber(checked: $0.1))
            }), bell: bell)
      }
      let rows: [([Campus.NewDayType], String)] = [
        ([type("A"), type("a")], "day_type_exists items.1.name"),
        ([type("A", id: .random())], "day_type_unknown items.0.id"),
        ([type("A", weekday: 1), type("B", weekday: 1)], "weekday_taken items.1.weekday"),
        ([type("A", [(1, 1), (1, 2)])], "periods_bad items.0.periods"),
        ([type("A", [(1, 9)])], "block_unknown items.0.periods"),
        ([type("A", bell: .random())], "bell_unknown items.0.bell"),
      ]
      let before = try await school.state()
      for (items, refusal) in rows {
        #expect(await outcome { try await school.types(items) }.refusal == refusal)
      }
      #expect(try await school.state() == before)
      let blocks = await outcome {
        try await school.program.ask(Campus.ChangeSchool(blocks: BlockNumber(checked: 7)), as: school.admin)
      }
      #expect(blocks.refusal == "blocks_in_use blocks")
    }
  }

  @Test("bells: names, the usual one, and those in use") func bells() async throws {
    try await DaySchool.with { school in
      #expect(
        await outcome { try await school.bell("regular", NewJersey.early) }.refusal == "bell_exists name")
      let late = try await school.bell("Delayed opening", NewJersey.delayed)
      let exam = try await school.bell("Exam", NewJersey.exam)
      let listed = try await school.program.ask(Campus.ListBells(), as: school.student).items
      #expect(listed.map(\.name.text) == ["Regular", "Delayed opening", "Exam"])
      #expect(listed.map(\.isUsual) == [true, false, false])
      func delete(_ bell: Campus.Bell) async -> String? {
        await outcome { try await school.program.ask(Campus.DeleteBell(id: bell.id), as: school.admin) }
          .refusal
      }
      _ = try await school.except("2026-10-16", .school, bell: late.id)
      #expect(await delete(listed[0]) == "bell_in_use")
      #expect(await delete(late) == "bell_in_use")
      #expect(await delete(exam) == nil)
      #expect(await delete(exam) == nil)
      try school.move(to: "2026-10-17T12:00:00Z")
      #expect(await delete(late) == nil)
      // The day that has passed still shows it.
      #expect(try await school.days("2026-10-16", "2026-10-16")[0].bell?.name.text == "Delayed opening")
      let changes = try school.program.published(Campus.DayChanged.self).count
      let changed = try await school.program.ask(
        Campus.SetBell(
          id: listed[0].id, version: listed[0].version, name: listed[0].name,
          slots: Campus.Slots(checked: NewJersey.early)), as: school.admin)
      #expect(changed.version == listed[0].version + 1 && changed.isUsual)
      let told = try school.program.published(Campus.DayChanged.self).dropFirst(changes)
      #expect(told.map(\.from) == [.on("2026-10-19")] && told.map(\.to) == [.on("2026-11-13")])
      let stale = await outcome {
        try await school.program.ask(
          Campus.SetBell(
            id: listed[0].id, version: listed[0].version, name: listed[0].name,
            slots: Campus.Slots(checked: NewJersey.exam)), as: school.admin)
      }
      #expect(stale.refusal == "changed_elsewhere")
    }
  }

  @Test("weekdays with their own bells, and an offset of the school's clock") func school() async throws {
    try await DaySchool.with { school in
      let late = try await school.bell("Delayed opening", NewJersey.delayed)
      let changed = try await school.program.ask(
        Campus.ChangeSchool(
          clockOffsetMs: ClockOffset(checked: -90_000), policy: .keep,
          weekdays: Campus.SchoolWeekdays(
            checked: [2, 3, 4, 6].map {
              Campus.SchoolWeekday(weekday: WeekdayNumber(checked: $0), bell: $0 == 3 ? late.id : nil)
            })), as: school.admin)
      #expect(changed.clockOffsetMs.count == -90_000 && changed.policy == .keep)
      #expect(try await school.plan("2026-10-12", "2026-10-24") == "13=1 14=2 15=3 17=4 20=1 21=2 22=3 24=4")
      #expect(
        try await school.days("2026-10-20", "2026-10-22").map { $0.bell?.name.text }
          == ["Regular", "Delayed opening", "Regular"])
      #expect(try await school.close("2026-10-20").days.map(\.date) == [.on("2026-10-20")])
      let twice = await outcome {
        try await school.program.ask(
          Campus.ChangeSchool(
            weekdays: Campus.SchoolWeekdays(
              checked: [nil, late.id].map {
                Campus.SchoolWeekday(weekday: WeekdayNumber(checked: 1), bell: $0)
              })), as: school.admin)
      }
      #expect(twice.refusal == "weekdays_bad weekdays")
    }
  }

  @Test("students change nothing") func students() async throws {
    try await DaySchool.with { school in
      let requests: [() async throws -> Void] = [
        { _ = try await school.program.ask(Campus.ChangeSchool(), as: school.student) },
        {
          _ = try await school.program.ask(
            Campus.AddTerm(name: .sample, starts: .sample, ends: .sample), as: school.student)
        },
        { _ = try await school.program.ask(Campus.CloseDay(date: .sample), as: school.student) },
        { _ = try await school.program.ask(Campus.PreviewClosing(date: .sample), as: school.student) },
        { _ = try await school.program.ask(Campus.ListClosings(), as: school.student) },
        {
          _ = try await school.program.ask(
            Campus.SetDayTypes(items: Campus.NewDayTypes(checked: [])), as: school.student)
        },
      ]
      for request in requests { #expect(await outcome(request).refusal == "not_allowed") }
    }
  }
}
