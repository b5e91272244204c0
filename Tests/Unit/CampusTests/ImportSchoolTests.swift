import FoundationEssentials
import Schema
import ServiceKit
import Store
import TestSupport
import Testing

@testable import campus

@Suite("A school's data loads from files, all or nothing, and comes out the same")
struct ImportSchoolTests {
  typealias Campusing = ProgramInProcess<CampusService>
  private static let admin = TestPerson([.admin, .staff])
  private static let ada = TestPerson()

  private static let accounts = StubbedReply(Auth.FindPeople.self) { request in
    let all = [
      Auth.FoundAccount(
        person: ada.id, email: EmailAddress(checked: "student@school.example"), firstName: "Ada",
        lastName: "Okafor")
    ]
    return Auth.FoundPeople(
      items: all.filter { request.emails.contains($0.email) || request.people.contains($0.person) })
  }

  private func with(_ body: (Campusing) async throws -> Void) async throws {
    try await Program.with(CampusService.self, answers: [Self.accounts]) { program in
      for person in [Self.admin, Self.ada] {
        try await program.receive(
          Auth.SignedUp(person: person.id, firstName: "Ada", lastName: "Okafor", room: nil), from: .auth)
      }
      try await body(program)
    }
  }

  private func take(
    _ program: Campusing, _ text: String, _ kind: Campus.ImportKind, _ format: Campus.ImportFormat = .csv,
    dry: Bool? = nil, as person: TestPerson = Self.admin
  ) async throws -> Campus.ImportedSchool {
    try await program.ask(
      Campus.ImportSchool(kind: kind, format: format, text: ImportText(checked: text), isDryRun: dry),
      as: person)
  }

  private func export(
    _ program: Campusing, _ kind: Campus.ImportKind, _ format: Campus.ImportFormat = .csv
  ) async throws -> Campus.ExportedSchool {
    try await program.ask(Campus.ExportSchool(kind: kind, format: format), as: Self.admin)
  }

  private static func template(_ kind: Campus.ImportKind) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let path = root.appending(path: "Services/campus/Templates/\(kind.rawValue).csv")
    return String(decoding: try Data(contentsOf: path), as: UTF8.self)
  }

  private func loadTemplates(_ program: Campusing) async throws {
    for kind in Campus.ImportKind.tables {
      let reply = try await take(program, try Self.template(kind), kind)
      #expect(reply.errors.isEmpty && reply.isApplied && reply.added > 0, "\(kind): \(reply)")
      #expect(reply.ignored.isEmpty && reply.changed == 0 && reply.unchanged == 0, "\(kind)")
    }
  }

  @Test("each template is imported, and a second time changes nothing")
  func templates() async throws {
    try await with { program in
      try await loadTemplates(program)
      for kind in Campus.ImportKind.tables {
        let reply = try await take(program, try Self.template(kind), kind)
        #expect(reply.added + reply.changed == 0 && reply.unchanged > 0, "\(kind): \(reply)")
        #expect(reply.errors.isEmpty && reply.preview.isEmpty, "\(kind)")
      }
    }
  }

  @Test("an export is the import that changes nothing, in every form, and builds the same school elsewhere")
  func roundTrip() async throws {
    var exported = ""
    try await with { program in
      try await loadTemplates(program)
      for kind in Campus.ImportKind.tables {
        for format in [Campus.ImportFormat.csv, .json] {
          let file = try await export(program, kind, format)
          #expect(file.rows > 0 && file.name == "\(kind.rawValue).\(format.rawValue)")
          let reply = try await take(program, file.text, kind, format)
          #expect(reply.added + reply.changed == 0 && reply.errors.isEmpty, "\(kind) \(format): \(reply)")
        }
      }
      let ics = try await take(program, try await export(program, .calendar, .ics).text, .calendar, .ics)
      #expect(ics.unchanged == 4 && ics.added + ics.changed == 0, "\(ics)")
      exported = try await export(program, .all, .json).text
    }
    try await with { program in
      let reply = try await take(program, exported, .all, .json)
      #expect(reply.isApplied && reply.errors.isEmpty && reply.changed == 0, "\(reply)")
      #expect(try await export(program, .all, .json).text == exported)
    }
  }

  @Test("a dry run says what the import does, and changes nothing")
  func dryRun() async throws {
    try await with { program in
      let text = try Self.template(.terms)
      let before = try program.published(Campus.SchoolChanged.self).count
      let planned = try await take(program, text, .terms, dry: true)
      #expect(!planned.isApplied && planned.added == 2)
      #expect(planned.preview.map(\.name) == ["Fall term", "Spring term"])
      #expect(try await export(program, .terms).rows == 0)
      #expect(try program.published(Campus.SchoolChanged.self).count == before)
      #expect(try await take(program, text, .terms).added == 2)
    }
  }

  @Test("one bad row, and nothing of the file is stored")
  func allOrNothing() async throws {
    try await with { program in
      let reply = try await take(
        program,
        """
        name,code,grades,blocks,teacher,lunch
        Biology,BIO,9,3 7,Dr. Okoye,A
        Art,ART,9,4 99,Ms. Rossi,Z
        Music,,14,1,,
        """, .classes)
      #expect(!reply.isApplied && reply.added == 1)
      let errors = reply.errors.map { "\($0.row) \($0.column ?? "-") \($0.code)" }
      #expect(errors.contains("3 blocks block_bad") && errors.contains("4 grades grade_bad"), "\(errors)")
      #expect(try await export(program, .classes).rows == 0)
      #expect(try program.published(Campus.ClassChanged.self).isEmpty)
    }
  }

  @Test("a file without a column keeps it, an empty cell clears it")
  func columns() async throws {
    try await with { program in
      _ = try await take(program, try Self.template(.contacts), .contacts)
      let kept = try await take(program, "name,role,room\nMain office,Front desk,A-1\n", .contacts)
      #expect(kept.changed == 1 && kept.preview.first?.columns == ["room"])
      let text = try await export(program, .contacts).text
      #expect(text.contains("Main office,Front desk,Administration,(202) 555-0150"))
      let cleared = try await take(program, "name,role,hours\nMain office,Front desk,\n", .contacts)
      #expect(cleared.changed == 1 && cleared.preview.first?.columns == ["hours"])
    }
  }

  @Test("rows that need what the school lacks name it")
  func unknown() async throws {
    try await with { program in
      let dates = try await take(program, "date,kind,bell\n2026-12-02,school,Late\n", .days)
      #expect(dates.errors.map(\.code) == ["import_bell_unknown"] && dates.errors[0].column == "bell")
      let who = try await take(
        program, "account,term,grade\nnobody@school.example,Fall,9\nno address,Fall,9\n", .schedules)
      #expect(who.errors.map(\.code) == ["import_person_unknown", "email_bad"])
      let term = try await take(program, "account,term,grade\nstudent@school.example,Fall,9\n", .schedules)
      #expect(term.errors.map(\.code) == ["import_term_unknown"])
    }
  }

  @Test("a schedule is checked as the student's own save is")
  func schedules() async throws {
    try await with { program in
      for kind in [Campus.ImportKind.terms, .classes] {
        _ = try await take(program, try Self.template(kind), kind)
      }
      let header = "account,term,grade,block1,block2\nstudent@school.example,Fall term,"
      let wrong = try await take(program, header + "11,ENG 9,Unheard of\n", .schedules)
      #expect(wrong.errors.map(\.code) == ["import_class_unknown"] && wrong.errors[0].column == "block2")
      let grade = try await take(program, header + "11,ENG 9,\n", .schedules)
      #expect(grade.errors.map(\.code) == ["class_not_in_grade"] && grade.errors[0].column == "block1")
      let right = try await take(program, header + "9,english 9,\n", .schedules)
      #expect(right.isApplied && right.preview.first?.name == "student@school.example · Fall term")
    }
  }

  @Test("two rows of one class are one too many, two of one bell schedule are its slots")
  func twice() async throws {
    try await with { program in
      let reply = try await take(
        program, "name,code,grades,blocks\nArt,A,9,1\nart,a,10,1\n", .classes)
      #expect(reply.errors.map(\.code) == ["import_row_twice"] && reply.errors[0].row == 3)
      let bells = try await take(
        program, "bell,usual,kind,period,starts,ends\nX,yes,class,1,08:00,09:00\nX,no,class,2,08:30,10:00\n",
        .bells)
      #expect(bells.errors.map(\.code) == ["import_rows_differ"])
      let overlap = try await take(
        program, "bell,kind,period,starts,ends\nX,class,2,10:00,11:00\nX,class,1,10:30,11:30\n", .bells)
      #expect(overlap.errors.map(\.code) == ["slots_overlap"] && overlap.errors[0].row == 3, "\(overlap)")
    }
  }

  @Test("a sugar above the carbohydrates names its dish")
  func sugar() async throws {
    try await with { program in
      let reply = try await take(
        program,
        """
        date,station,dish,carbohydrates,sugar
        2026-11-30,Grill,Burger,40,5
        2026-11-30,Soup,Broth,3,1
        2026-11-30,Grill,Shake,20,30
        """, .lunch)
      #expect(reply.errors.map { "\($0.row) \($0.column ?? "-") \($0.code)" } == ["4 sugar sugar_too_high"])
    }
  }

  @Test("only administrators import and export")
  func access() async throws {
    try await with { program in
      await #expect(throws: Fault.self) {
        _ = try await take(program, try Self.template(.terms), .terms, as: Self.ada)
      }
      await #expect(throws: Fault.self) {
        _ = try await program.ask(Campus.ExportSchool(kind: .terms), as: Self.ada)
      }
    }
  }
}
