import Bus
import JSON
import Schema
import ServiceKit
import TestSupport
import Testing

@testable import campus

@Suite("Rosters of classes") struct RosterTests {
  @Test("stay between terms, and become those of the next term on its first day")
  func terms() async throws {
    try await SampleSchool.with { school in
      let biology = try await school.add("Biology", blocks: [1])
      let english = try await school.add("English", blocks: [2])
      try await school.save([(1, biology.id)], of: school.ada)
      try await school.save([(2, english.id)], of: school.ada, term: school.spring)
      func changes() throws -> [Campus.RosterChanged] {
        try school.program.published(Campus.RosterChanged.self)
      }
      try await school.plan()
      try school.move(to: try #require(SampleSchool.friday.adding(days: 75)), hour: 8)
      try await school.plan()
      #expect(try changes().map(\.id) == [biology.id])
      try school.move(to: try #require(SampleSchool.friday.adding(days: 90)), hour: 0)
      try await school.plan()
      let later = try changes().dropFirst()
      #expect(Set(later.filter { $0.added == [school.ada.id] }.map(\.id)) == [english.id])
      #expect(Set(later.filter { $0.removed == [school.ada.id] }.map(\.id)) == [biology.id])
      #expect(later.count == 2)
    }
  }

  @Test("name a row of the snapshot only where one student is concerned")
  func rows() {
    let (ada, bo) = (PersonID.random(), PersonID.random())
    func name(_ added: [PersonID], _ removed: [PersonID]) -> RowName {
      Campus.RosterChanged(id: .sample, added: added, removed: removed).row
    }
    #expect(name([ada], []) == name([], [ada]) && name([ada], []) != name([bo], []))
    #expect(name([ada, bo], []) == name([ada], [bo]) && name([ada, bo], []) != name([ada], []))
  }
}

@Suite("Plans of the school day") struct PlanningTests {
  @Test("follow the zone of the site")
  func zone() async throws {
    try await SampleSchool.with { school in
      let biology = try await school.add("Biology", blocks: [5])
      try await school.save([(5, biology.id)], of: school.ada)
      _ = try await school.program.ask(
        Campus.ChangeMySchool(reminder: .set(ReminderMinutes(checked: 0))), as: school.ada)
      try await school.plan()
      func last() throws -> [Instant] {
        let meetings = try school.program.published(Campus.MeetingsChanged.self)
        let alerts = try school.program.published(Alerts.AlertPlanned.self)
        return meetings.suffix(1).compactMap { $0.meetings.first?.starts }
          + alerts.suffix(1).map(\.at)
      }
      let before = try last()
      try await school.program.receive(
        Auth.SiteChanged(name: nil, zone: ZoneName(checked: "America/Chicago"), language: nil), from: .auth)
      try await school.plan()
      #expect(try last() == before.map { $0.advanced(by: .seconds(3600)) })
    }
  }

  @Test("keep the alerts about notices in the snapshot until the class is over")
  func notices() async throws {
    try await SampleSchool.with { school in
      let chemistry = try await school.add("Chemistry", blocks: [5])
      for person in [school.ada, school.bo] { try await school.save([(5, chemistry.id)], of: person) }
      _ = try await school.program.ask(
        Campus.SetNotice(id: chemistry.id, date: SampleSchool.friday, isCancelled: true), as: school.admin)
      func people() async throws -> Set<PersonID> {
        let rows = try await school.program.snapshot(maxEvents: 1).rows
        return try Set(
          rows.filter { $0.header.subject == Alerts.AlertPlanned.topic }
            .map { try JSONCoding.decode(Alerts.AlertPlanned.self, from: $0.body).person })
      }
      #expect(try await people() == [school.ada.id, school.bo.id])
      try school.move(to: SampleSchool.friday, hour: 10)
      #expect(try await people() == [])
    }
  }
}
