import Schema
import TestSupport
import Testing

@testable import attendance

@Suite("Files of a class are read row by row, and a bad row never stops the others")
struct RosterReadingTests {
  static func read(
    _ files: String..., fromClass: String? = nil, dryRun: Bool = true
  ) throws -> RosterReading {
    let files = try files.map { text in
      guard let file = RosterFile(text) else { throw TestFailure("too large") }
      return file
    }
    return try RosterReading(
      Attendance.ImportRoster(
        id: .sample, files: RosterFiles(checked: files),
        fromClass: fromClass.map { ClassReference(checked: $0) }, dryRun: dryRun))
  }

  /// `2 email_bad`, a line for each refused row.
  static func refused(_ reading: RosterReading) -> [String] {
    reading.problems.map { "\($0.file == 1 ? "" : "\($0.file):")\($0.line) \($0.code)" }
  }

  static let ada = "ada@hilltop.example"

  @Test(
    "however a list is written",
    arguments: [
      "email,first,last,student_id\n\(ada),Ada,Okafor,4711\n",
      "\u{FEFF}Student ID;Last;FIRST;E-Mail\r\n4711;Okafor;Ada; ADA@hilltop.example \r\n",
      "E-Mail-Adresse\tVorname\tNachname\tMatrikelnummer\tOrt\n\(ada)\tAda\tOkafor\t4711\tTrier\n\t\t\t\t\n",
      "First name,Surname,ID number,Email address\r\"Ada\",\"Okafor\",\"4711\",\"\(ada)\"\r",
    ])
  func forms(text: String) throws {
    let reading = try Self.read(text)
    #expect(reading.rows == 1 && reading.problems == [] && reading.classes == [])
    let person = try #require(reading.people.first)
    #expect(person.email.text == Self.ada && person.first == "Ada" && person.last == "Okafor")
    #expect(person.studentNumber == "4711" && person.role == nil)
  }

  @Test("roles, duplicates in another case, and each kind of a bad row")
  func rows() throws {
    let long = String(repeating: "x", count: 61)
    let reading = try Self.read(
      """
      email,role,first,student_id
      ada@x.example,Student
      ADA@X.example,teacher
      ben@x.example,Teacher,=1+1,-7
      no address,student
      cy@x.example,dean
      dee@x.example,,\(long)
      eve@x.example,,,\(String(repeating: "1", count: 41))
      fay@x.example,,"a\0b"
      gus@x.example;student
      \(String(repeating: "h", count: 300))@x.example
      ida@x.example,,,,more
      ,student,Nobody
      \u{430}\u{434}\u{430}@x.example
      """)
    #expect(reading.people.map(\.email.text) == ["ada@x.example", "ben@x.example"])
    #expect(reading.people.map(\.role) == [.student, .instructor])
    #expect(reading.people[1].first == "=1+1" && reading.people[1].studentNumber == "-7")
    #expect(reading.duplicates == 1 && reading.rows == 13)
    #expect(
      Self.refused(reading) == [
        "5 email_bad", "6 course_role_bad", "7 too_long", "8 too_long", "9 text_bad", "10 email_bad",
        "11 too_long", "12 roster_row_long", "13 email_bad", "14 email_bad",
      ])
  }

  @Test(
    "files that are refused as a whole",
    arguments: [
      ("", "roster_file_bad files.0"), ("name,phone\nAda,1", "roster_file_bad files.0"),
      ("email\nada@x.example,\"Ada\n", "roster_file_quotes files.0"),
      ("e\0m\0a\0i\0l\0\n\0", "roster_file_bad files.0"),
      ("sourcedId,email\n1,ada@x.example", "roster_files_missing files"),
      ("email\n" + String(repeating: "a\n", count: 100_000), "roster_file_long files.0"),
      ("email" + String(repeating: ",", count: 2_000_000), "roster_file_bad files.0"),
    ])
  func whole(text: String, fault: String) async {
    #expect(await outcome { try Self.read(text) }.refusal == fault)
  }

  @Test("5,000 rows are read; more than 2 MiB are no file")
  func large() throws {
    let reading = try Self.read("email\n" + (1...5_000).map { "p\($0)@x.example\n" }.joined())
    #expect(reading.people.count == 5_000)
    #expect(RosterFile(String(repeating: "a", count: RosterFile.maxBytes + 1)) == nil)
  }

  static let users = """
    "sourcedId","status","dateLastModified","enabledUser","orgSourcedIds","role","username","givenName",\
    "familyName","identifier","email"
    u1,,,true,o1,student,ada,Ada,Okafor,4711,ada@x.example
    u2,active,,true,o1,teacher,tess,Tess,Wolfe,,tess@x.example
    u3,tobedeleted,,true,o1,student,ben,Ben,Lind,,ben@x.example
    u4,,,true,o1,student,cy,Cy,Ng,,
    """
  static let enrollments = """
    sourcedId,status,dateLastModified,classSourcedId,schoolSourcedId,userSourcedId,role,primary
    e1,,,c1,o1,u1,student,
    e2,,,c1,o1,u2,teacher,true
    e3,,,c1,o1,u3,student,
    e4,,,c1,o1,u4,student,
    e5,,,c1,o1,u2,proctor,
    e6,tobedeleted,,c1,o1,u1,student,
    e7,,,c2,o1,u1,student,
    """
  static let classes = "sourcedId,status,title,classCode\nc1,,Statistics,S1\nc3,,Other,\n"

  @Test("OneRoster: the class decides, and the role is that of the enrollment")
  func oneRoster() throws {
    let reading = try Self.read(Self.classes, Self.enrollments, Self.users, fromClass: "c1")
    #expect(reading.people.map(\.email.text) == ["ada@x.example", "tess@x.example"])
    #expect(reading.people.map(\.role) == [.student, .instructor])
    #expect(reading.people[0].studentNumber == "4711" && reading.rows == 5)
    #expect(Self.refused(reading) == ["2:4 user_missing", "2:5 email_bad", "2:6 course_role_bad"])
    #expect(reading.classes.map(\.id) == ["c1", "c2"] && reading.classes.map(\.people) == [5, 1])
    #expect(reading.classes.map(\.title) == ["Statistics", "c2"])
  }

  @Test("OneRoster: a dry run lists the classes to choose from, an import needs one, a single one is taken")
  func choosing() async throws {
    let both = try Self.read(Self.users, Self.enrollments)
    #expect(both.people == [] && both.rows == 0 && both.classes.map(\.id) == ["c1", "c2"])
    let asked = await outcome { try Self.read(Self.users, Self.enrollments, dryRun: false) }
    #expect(asked.refusal == "class_needed fromClass")
    let unknown = await outcome { try Self.read(Self.users, Self.enrollments, fromClass: "c9") }
    #expect(unknown.refusal == "class_unknown fromClass")
    let lines = Self.enrollments.split(separator: "\n").prefix(2).joined(separator: "\n")
    #expect(try Self.read(Self.users, lines, dryRun: false).people.count == 1)
    let twice = await outcome { try Self.read(Self.users, Self.users + "\n") }
    #expect(twice.refusal == "roster_files_bad files")
    let mixed = await outcome { try Self.read(Self.users, "email\na@x.example") }
    #expect(mixed.refusal == "roster_files_bad files")
  }
}
