import Schema
import ServiceKit
import Store
import TestSupport

@testable import campus

/// A school in New York on Friday, October 16, 2026, at eight in the morning, with the rotation of New Jersey
/// from Monday, October 12 to Friday, November 13. Without changes:
///
///     12=1 13=2 14=3 15=4 16=1 19=2 20=3 21=4 22=1 23=2 26=3 27=4 28=1 29=2 30=3
///     2=4 3=1 4=2 5=3 6=4 9=1 10=2 11=3 12=4 13=1
struct DaySchool {
  let program: ProgramInProcess<CampusService>
  let admin = TestPerson([.admin])
  let student = TestPerson()

  static let october = "12=1 13=2 14=3 15=4 16=1 19=2 20=3 21=4 22=1 23=2 26=3 27=4 28=1 29=2 30=3"
  static let november = "2=4 3=1 4=2 5=3 6=4 9=1 10=2 11=3 12=4 13=1"

  static func with(_ body: (DaySchool) async throws -> Void) async throws {
    try await Program.with(CampusService.self) { program in
      let school = DaySchool(program: program)
      try await program.receive(
        Auth.SiteChanged(name: nil, zone: ZoneName(checked: "America/New_York"), language: nil),
        from: .auth)
      _ = try await school.bell("Regular", NewJersey.regular)
      _ = try await school.types(try NewJersey.dayTypes())
      _ = try await school.term("Fall", "2026-10-12", "2026-11-13")
      try await body(school)
    }
  }

  func bell(_ name: String, _ slots: [Campus.Slot], usual: Bool? = nil) async throws -> Campus.Bell {
    try await program.ask(
      Campus.AddBell(
        name: BellName(checked: name), slots: Campus.Slots(checked: slots), isUsual: usual), as: admin)
  }

  func types(_ items: [Campus.NewDayType], version: Int64? = nil) async throws -> Campus.DayTypes {
    try await program.ask(
      Campus.SetDayTypes(version: version, items: Campus.NewDayTypes(checked: items)), as: admin)
  }

  func term(_ name: String, _ starts: String, _ ends: String) async throws -> Campus.Term {
    try await program.ask(
      Campus.AddTerm(name: TermName(checked: name), starts: .on(starts), ends: .on(ends)), as: admin)
  }

  func except(
    _ date: String, _ kind: Campus.ExceptionKind, dayType: DayTypeID? = nil, bell: BellID? = nil,
    keeps: Bool? = nil
  ) async throws -> Campus.Day {
    try await program.ask(
      Campus.SetException(
        date: .on(date), kind: kind, dayType: dayType, bell: bell, keepsNumber: keeps), as: admin)
  }

  func close(
    _ date: String, _ policy: Campus.ClosingPolicy? = nil, key: String? = nil
  ) async throws -> Campus.Closing {
    try await program.ask(
      Campus.CloseDay(date: .on(date), policy: policy, note: DayNote(checked: "Snow")), as: admin, key: key)
  }

  func undo(_ closing: Campus.Closing) async throws -> Campus.Closing {
    try await program.ask(Campus.UndoClosing(id: closing.id), as: admin)
  }

  func days(_ from: String = "2026-10-12", _ to: String = "2026-11-13") async throws -> [Campus.Day] {
    try await program.ask(Campus.ListDays(from: .on(from), to: .on(to)), as: student).items
  }

  /// The days in short words, as those of `DayPlan`.
  func plan(_ from: String = "2026-10-12", _ to: String = "2026-11-13") async throws -> String {
    try await days(from, to).filter { $0.state != .noSchool }.map { day in
      let name = day.dayType?.name.text ?? "-"
      return "\(day.date.day)=\(name.hasPrefix("Day ") ? String(name.dropFirst(4)) : name)"
    }.joined(separator: " ")
  }

  func move(to moment: String) throws {
    guard let moment = Instant(moment) else { return }
    try program.move(to: moment)
  }

  func know(_ count: Int) async throws -> [PersonID] {
    let people = (0..<count).map { _ in PersonID.random() }
    try await program.context.store.write { db in
      for person in people {
        try db.run(
          "INSERT INTO person(id, first_name, last_name) VALUES (?, 'Ada', 'Okafor')", person.raw)
      }
    }
    return people
  }

  /// The people of each notification, by its sentence.
  func told() throws -> [String: [[PersonID]]] {
    Dictionary(grouping: try program.published(Alerts.AlertRaised.self), by: \.text.key)
      .mapValues { $0.map(\.people) }
  }

  /// Everything that decides or shows the days, except for closings themselves.
  func state() async throws -> [String] {
    try await program.context.store.read { db in
      try db.all("SELECT * FROM school_day ORDER BY date") { row in
        let dayType = try row.idOrNil("day_type").map(\.description) ?? ""
        let bell = try row.idOrNil("bell").map(\.description) ?? ""
        let counted = try row.idOrNil("counted").map(\.description) ?? ""
        return "\(try row.int("date")) \(try row.text("state")) \(dayType) \(bell) \(counted)"
      }
    }
  }
}
