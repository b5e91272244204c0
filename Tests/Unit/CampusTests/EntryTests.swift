import Schema
import Testing
import TestSupport

@testable import campus

@Suite("The calendar lists what touches a range of days")
struct EntryTests {
  private func date(_ text: String) throws -> CivilDate { try #require(CivilDate(text)) }

  private func add(
    _ title: String, _ starts: String, _ ends: String? = nil, time: String? = nil, until: String? = nil
  ) throws -> Campus.AddEntry {
    Campus.AddEntry(
      title: try Campus.EntryTitle(title), starts: try date(starts), ends: try ends.map { try date($0) },
      time: time.flatMap { TimeOfDay($0) }, until: until.flatMap { TimeOfDay($0) })
  }

  private func code(_ body: () async throws -> Void) async -> String? {
    do {
      try await body()
      return nil
    } catch { return (error as? Fault)?.code ?? "\(error)" }
  }

  @Test("an entry shows in every range that it touches, and in no other")
  func ranges() async throws {
    try await CampusProgram.with { campus in
      let ruth = TestPerson([.admin])
      _ = try await campus.program.ask(try add("Winter break", "2026-12-23", "2027-01-02"), as: ruth)
      _ = try await campus.program.ask(
        try add("Concert", "2026-12-20", time: "19:00", until: "21:00"), as: ruth)
      func titles(_ from: String, _ to: String) async throws -> [String] {
        try await campus.program.ask(Campus.GetCalendar(from: try date(from), to: try date(to)), as: ruth)
          .entries.map(\.title.text)
      }
      #expect(try await titles("2026-12-01", "2026-12-19") == [])
      #expect(try await titles("2026-12-20", "2026-12-23") == ["Concert", "Winter break"])
      #expect(try await titles("2027-01-02", "2027-01-31") == ["Winter break"])
      #expect(try await titles("2027-01-03", "2027-01-31") == [])
    }
  }

  @Test("a range has 1 to 400 days")
  func rangeLimit() async throws {
    try await CampusProgram.with { campus in
      let first = try date("2026-08-01")
      for (days, expected) in [(0, nil), (399, nil), (400, "calendar_range_bad"), (-1, "calendar_range_bad")]
      {
        let last = try #require(first.adding(days: Int64(days)))
        #expect(
          await code {
            _ = try await campus.program.ask(Campus.GetCalendar(from: first, to: last), as: TestPerson())
          } == expected, "\(days)")
      }
    }
  }

  @Test(
    "an entry ends on or after its first day, and after its beginning",
    arguments: [
      ("2026-12-20", "2026-12-19", nil, nil, "entry_times_bad"),
      ("2026-12-20", "2028-01-24", nil, nil, "entry_times_bad"),
      ("2026-12-20", "2028-01-23", nil, nil, nil), ("2026-12-20", nil, nil, "10:00", "entry_times_bad"),
      ("2026-12-20", nil, "10:00", "10:00", "entry_times_bad"), ("2026-12-20", nil, "10:00", "10:01", nil),
      ("2026-12-20", "2026-12-21", "22:00", "01:00", nil), ("0026-12-20", nil, nil, nil, "date_bad"),
    ] as [(String, String?, String?, String?, String?)])
  func times(starts: String, ends: String?, time: String?, until: String?, expected: String?) async throws {
    try await CampusProgram.with { campus in
      #expect(
        await code {
          _ = try await campus.program.ask(
            try add("Event", starts, ends, time: time, until: until), as: TestPerson([.admin]))
        } == expected)
    }
  }

  @Test("a first day alone moves the last one with it, and null takes grades away")
  func change() async throws {
    try await CampusProgram.with { campus in
      let ruth = TestPerson([.admin])
      let trip = try await campus.program.ask(try add("Trip", "2026-10-05", "2026-10-07"), as: ruth)
      let grades = Campus.EntryGrades(checked: [Grade(checked: 12), Grade(checked: 11)])
      let moved = try await campus.program.ask(
        Campus.ChangeEntry(id: trip.id, starts: try date("2026-10-12"), grades: .set(grades)), as: ruth)
      #expect(moved.ends == (try date("2026-10-14")) && moved.grades.map(\.count) == [11, 12])
      let all = try await campus.program.ask(Campus.ChangeEntry(id: trip.id, grades: .clear), as: ruth)
      #expect(all.grades == [] && all.version == 3)
      #expect(
        await code {
          _ = try await campus.program.ask(Campus.ChangeEntry(id: trip.id, version: 1), as: ruth)
        } == "changed_elsewhere")
      #expect(
        await code { _ = try await campus.program.ask(try add("Trip", "2026-10-12"), as: ruth) }
          == "entry_twice")
      _ = try await campus.program.ask(Campus.DeleteEntry(id: trip.id), as: ruth)
      #expect(
        await code { _ = try await campus.program.ask(Campus.ChangeEntry(id: trip.id), as: ruth) }
          == "not_found")
    }
  }
}
