import Schema
import ServiceKit
import Store
import Synchronization
import TestSupport
import Testing

@testable import attendance

/// The accounts that auth has, which a test adds to.
private final class Accounts: Sendable {
  private let all = Mutex<[Auth.FoundAccount]>([])

  func add(_ person: TestPerson, _ email: String) {
    all.withLock { all in
      all.removeAll { $0.person == person.id }
      all.append(
        Auth.FoundAccount(
          person: person.id, email: EmailAddress(checked: email), firstName: "Known", lastName: "Example"))
    }
  }

  var answer: StubbedReply {
    StubbedReply(Auth.FindPeople.self) { request in
      guard request.emails.count <= 200, request.people.count <= 200 else { throw Fault(.tooLong) }
      let emails = Set(request.emails)
      return Auth.FoundPeople(
        items: self.all.withLock { all in
          all.filter { emails.contains($0.email) || request.people.contains($0.person) }
        })
    }
  }
}

@Suite("An import fills a roster, and people without an account join it later")
struct ImportTests {
  typealias Attending = ProgramInProcess<AttendanceService>
  private let accounts = Accounts()
  private let tess = TestPerson([.staff])
  private let ada = TestPerson()
  private let ben = TestPerson()

  private func with(_ body: (Attending, CourseID) async throws -> Void) async throws {
    accounts.add(tess, "tess@x.example")
    accounts.add(ada, "ada@x.example")
    try await Program.with(AttendanceService.self, answers: [accounts.answer]) { program in
      for person in [tess, ada] { try await signUp(program, person) }
      let course = try await program.ask(
        Attendance.AddCourse(name: CourseName(checked: "Statistics")), as: tess)
      try await body(program, course.id)
    }
  }

  private func signUp(_ program: Attending, _ person: TestPerson) async throws {
    try await program.receive(
      Auth.SignedUp(person: person.id, firstName: "Known", lastName: "Example", room: nil), from: .auth)
  }

  private func take(
    _ program: Attending, _ course: CourseID, _ text: String, dryRun: Bool? = nil,
    as person: TestPerson? = nil
  ) async throws -> Attendance.ImportedRoster {
    let files = RosterFiles(checked: [RosterFile(checked: text)])
    return try await program.ask(
      Attendance.ImportRoster(id: course, files: files, dryRun: dryRun), as: person ?? tess)
  }

  private func expected(_ program: Attending, _ course: CourseID) async throws -> [String] {
    try await program.ask(Attendance.ListExpected(id: course), as: tess).items.map(\.email)
  }

  private func entry(
    _ program: Attending, _ course: CourseID, _ person: TestPerson
  ) async throws -> Attendance.RosterEntry? {
    try await program.ask(Attendance.ListRoster(id: course), as: tess).items.first { $0.person == person.id }
  }

  static let list = """
    email,first,last,student_id,role
    ada@x.example,Ada,Okafor,7,
    ben@x.example,Ben,Lind,8,
    cy@x.example,,,,instructor
    TESS@x.example,,,,student
    nothing,,,,
    """

  @Test("a dry run says what the import does, and changes nothing")
  func dryRun() async throws {
    try await with { program, course in
      let before = try program.published(Attendance.RosterJoined.self).count
      let planned = try await take(program, course, Self.list, dryRun: true)
      #expect(planned.added == 1 && planned.expected == 2 && planned.already == 1 && planned.refused == 1)
      #expect(planned.rows == 5 && planned.problems.map(\.code) == ["email_bad"])
      #expect(try await expected(program, course) == [])
      #expect(try await entry(program, course, ada) == nil)
      #expect(try await take(program, course, Self.list) == planned)
      #expect(try await expected(program, course) == ["cy@x.example", "ben@x.example"])
      let row = try await entry(program, course, ada)
      #expect(row?.studentNumber == "7" && row?.role == .student && row?.firstName == "Known")
      #expect(try await entry(program, course, tess)?.role == .instructor)
      #expect(try program.published(Attendance.RosterJoined.self).count == before + 1)
      let again = try await take(program, course, Self.list)
      #expect(again.added + again.expected + again.changed == 0 && again.already == 4)
      #expect(try program.published(Attendance.RosterJoined.self).count == before + 1)
    }
  }

  @Test("whoever signs up with an expected address joins with the role and number of the file")
  func joins() async throws {
    try await with { program, course in
      _ = try await take(program, course, Self.list)
      let upkeep = ExpectedUpkeep(context: program.context)
      try await upkeep.step()
      #expect(try await expected(program, course).count == 2)
      // An account whose address is a claim is none that auth returns.
      try await signUp(program, ben)
      try await upkeep.step()
      #expect(try await entry(program, course, ben) == nil)
      accounts.add(ben, "ben@x.example")
      try await program.receive(
        Auth.ProfileChanged(person: ben.id, firstName: "Known", lastName: "Example", zone: nil), from: .auth)
      #expect(try await program.context.store.read { try $0.nextExpectedWork(at: Program.start) } != nil)
      try await upkeep.step()
      let row = try await entry(program, course, ben)
      #expect(row?.studentNumber == "8" && row?.role == .student)
      #expect(try await expected(program, course) == ["cy@x.example"])
      #expect(try program.published(Attendance.RosterJoined.self).last?.person == ben.id)
      #expect(try await program.context.store.read { try $0.newcomers(limit: 9) }.isEmpty)
    }
  }

  @Test("a file names advisers; those who have yet to join have them once they do")
  func advisers() async throws {
    try await with { program, course in
      let file = """
        email,role,Adviser
        ada@x.example,,TESS@x.example
        ben@x.example,,tess@x.example
        cy@x.example,,nobody@x.example
        di@x.example,,di@x.example
        ed@x.example,instructor,tess@x.example
        fay@x.example,,tess
        """
      let planned = try await take(program, course, file, dryRun: true)
      #expect(
        planned.problems.map { "\($0.line) \($0.code)" } == [
          "4 adviser_unknown", "5 adviser_bad", "6 adviser_of_instructor", "7 adviser_email_bad",
        ])
      #expect(planned.added == 1 && planned.expected == 1)
      #expect(try await take(program, course, file) == planned)
      #expect(try await entry(program, course, ada)?.adviser?.firstName == "Known")
      let waiting = try await program.ask(Attendance.ListExpected(id: course), as: tess).items
      #expect(waiting.map(\.adviser) == ["tess@x.example"])
      // A file without the column keeps them.
      _ = try await take(program, course, "email\nada@x.example\nben@x.example")
      accounts.add(ben, "ben@x.example")
      try await signUp(program, ben)
      try await ExpectedUpkeep(context: program.context).step()
      for person in [ada, ben] { #expect(try await entry(program, course, person)?.adviser != nil) }
      _ = try await take(program, course, "email,adviser\ngus@x.example,ada@x.example")
      try await program.receive(Auth.PersonErased(person: ada.id), from: .auth)
      let left = try await program.ask(Attendance.ListExpected(id: course), as: tess).items
      #expect(left.map(\.email) == ["gus@x.example"] && left.allSatisfy { $0.adviser == nil })
    }
  }

  @Test("whoever signed up during the import joins, too, although no event follows")
  func race() async throws {
    try await with { program, course in
      try await signUp(program, ben)
      _ = try await take(program, course, "email\nben@x.example")
      accounts.add(ben, "ben@x.example")
      try await ExpectedUpkeep(context: program.context).step()
      #expect(try await entry(program, course, ben) != nil)
    }
  }

  @Test("a change during the request to auth is looked at again")
  func changing() async throws {
    try await with { program, course in
      _ = try await take(program, course, Self.list)
      try await signUp(program, ben)
      let store = program.context.store
      let seen = try await store.read { try $0.newcomers(limit: 9) }
      try await signUp(program, ben)
      try await store.write { db in for one in seen { try db.deleteNewcomer(one) } }
      #expect(try await store.read { try $0.newcomers(limit: 9).map(\.person) } == [ben.id])
    }
  }

  @Test("roles change only if the file has them, and the last instructor stays one")
  func roles() async throws {
    try await with { program, course in
      _ = try await take(program, course, "email,role\nada@x.example,instructor\ncy@x.example,")
      #expect(try await take(program, course, "email\nada@x.example\ncy@x.example").already == 2)
      let changed = try await take(program, course, "email,role\nada@x.example,student\ncy@x.example,teacher")
      #expect(changed.changed == 2)
      #expect(try await entry(program, course, ada)?.role == .student)
      let admin = TestPerson([.admin])
      let last = try await take(program, course, "email,role\ntess@x.example,student", as: admin)
      #expect(last.problems.map(\.code) == ["last_instructor"])
      #expect(try program.published(Attendance.Audited.self).isEmpty)
      _ = try await take(program, course, "email\ndi@x.example", as: admin)
      let log = try program.published(Attendance.Audited.self)
      #expect(log.map(\.entry.action) == [.rosterImported])
    }
  }

  @Test("a roster has 500 places for people and expected ones together; a person has 50 courses")
  func full() async throws {
    try await with { program, course in
      let rows = (1...502).map { "p\($0)@x.example\n" }.joined()
      let taken = try await take(program, course, "email\n" + rows)
      #expect(taken.expected == 499 && taken.problems.map(\.line) == [501, 502, 503])
      #expect(Set(taken.problems.map(\.code)) == ["roster_full"])
      let more = Attendance.SetRosterRole(id: course, person: ada.id, role: .student)
      #expect(await outcome { try await program.ask(more, as: tess) }.refusal == "roster_full")
      for number in 1...50 {
        let course = CourseRow(
          Attendance.AddCourse(name: CourseName(checked: "Course \(number)")), now: Program.start)
        try await program.context.store.write { db in
          try db.insert(course)
          try db.set(.student, of: ada.id, in: course.id, at: Program.start)
        }
      }
      accounts.add(ada, "p1@x.example")
      try await ExpectedUpkeep(context: program.context).step()
      #expect(try await entry(program, course, ada) == nil)
      let export = try await program.ask(Attendance.ExportPerson(), as: ada)
      #expect(export.expected?.map(\.email) == ["p1@x.example"])
      // A place gets free.
      let left = try await program.ask(Attendance.ListCourses(), as: ada).items[0]
      try await program.context.store.write { try $0.leave(ada.id, left.id, program.call(nil)) }
      try await ExpectedUpkeep(context: program.context).step()
      #expect(try await entry(program, course, ada) != nil)
    }
  }

  @Test("expected people are removed, enrolled by hand, deleted with the course and after a year")
  func endings() async throws {
    try await with { program, course in
      _ = try await take(program, course, Self.list)
      let rows = try await program.ask(Attendance.ListExpected(id: course), as: tess).items
      for id in [rows[0].id, rows[0].id] {
        _ = try await program.ask(Attendance.RemoveExpected(id: course, expected: id), as: tess)
      }
      #expect(try await expected(program, course) == ["ben@x.example"])
      let year = Program.start.advanced(by: .seconds(365 * 24 * 3600))
      try program.move(to: year)
      try await ExpectedUpkeep(context: program.context).step()
      #expect(try await expected(program, course) == ["ben@x.example"])
      let due = try await program.context.store.read { try $0.nextExpectedWork(at: year) }
      try program.move(to: try #require(due))
      try await ExpectedUpkeep(context: program.context).step()
      #expect(try await expected(program, course) == [])
      _ = try await take(program, course, Self.list)
      _ = try await program.ask(Attendance.DeleteCourse(id: course), as: tess)
      #expect(try await program.context.store.read { try $0.countExpected(on: course) } == 0)
    }
  }

  @Test("only its instructors import and see who is expected, and 2,000 addresses an hour are the limit")
  func access() async throws {
    try await with { program, course in
      let text = "email\n" + (1...500).map { "p\($0)@x.example\n" }.joined()
      for person in [ada, ben] {
        let refused = person.id == ada.id ? "not_allowed" : "not_found"
        if person.id == ada.id { _ = try await take(program, course, "email\nada@x.example") }
        #expect(
          await outcome { try await take(program, course, text, as: person) }.refusal == refused)
        let list = Attendance.ListExpected(id: course)
        #expect(await outcome { try await program.ask(list, as: person) }.refusal == refused)
        let remove = Attendance.RemoveExpected(id: course, expected: .random())
        #expect(await outcome { try await program.ask(remove, as: person) }.refusal == refused)
      }
      for _ in 1...3 { _ = try await take(program, course, text, dryRun: true) }
      #expect(await outcome { try await take(program, course, text) }.refusal == "slow_down")
      let admin = TestPerson([.admin])
      #expect(try await take(program, course, text, dryRun: true, as: admin).refused == 2)
    }
  }

  @Test("the limit of looked-up addresses ends with the hour")
  func hour() throws {
    let limit = LookUpLimit()
    let now = ContinuousClock.now
    try limit.count(2_000, by: ada.id, at: now)
    #expect(throws: Fault.self) { try limit.count(1, by: ada.id, at: now + .seconds(3599)) }
    try limit.count(2_000, by: ada.id, at: now + .seconds(3600))
  }
}
