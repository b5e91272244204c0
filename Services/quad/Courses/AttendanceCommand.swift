import FoundationEssentials
import GatewayClient
import Schema
import SiteCommands
import Terminal

/// `quad attendance`: numbers and records, and the check-ins that a teacher holds.
enum AttendanceCommand: Command {
  static let name = "attendance"
  static let summary = "Attendance in your courses"
  static let verbs =
    [
      Verb.person(
        "list", "", "Show attendance by course: your own, or that of your students in courses you teach",
        options: [
          .value("term", "TERM", is: "Only courses of this term"),
          .flag("every", "Show every course on the site (administrators only)"),
        ] + Paging.options, run: list),
      .person(
        "records", "[COURSE]", "Show what is recorded about you", options: Paging.options, run: records),
      .person(
        "report", "COURSE", "Show the attendance of each student in a course you teach",
        options: Paging.options, run: report),
      .person(
        "advised", "COURSE", "Show the attendance of the students you advise in a course", run: advised),
      .person(
        "export", "COURSE", "Export every record of a course you teach as CSV",
        options: [
          .value("output", "FILE", is: "Write to this file instead of standard output"),
          .flag("force", "Replace FILE if it exists"),
        ], run: export),
    ] + CheckInVerbs.all
  static let notes = """
    COURSE is a row number from quad courses or quad attendance, part of an id, or a name or code, or its
    beginning. PERSON is a row number from quad attendance register, part of an id, or a name, or its
    beginning. Present and late count as attended; excused counts as neither.
    """

  // MARK: - Numbers

  @Sendable private static func list(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    let term: CourseTerm? = try visit.option("term")
    let all = visit.arguments.has("every") ? true : nil
    let request = { Attendance.ListAttendance(term: term, all: all, cursor: $0, limit: $1) }
    try await visit.list(request) { (courses: [Attendance.CourseAttendance]) in
      guard !courses.isEmpty else {
        return Output.say(term == nil && all == nil ? "You are not in any courses." : "No courses.")
      }
      var table = Table(
        [.right("#"), .text("COURSE"), .text("TERM"), .right("CHECK-INS")] + AttendanceRows.tallyTitles)
      for (index, course) in courses.enumerated() {
        table.add(
          [
            "\(index + 1)", StyledText(course.code ?? course.name),
            StyledText((course.term ?? "") + (course.isLocked ? " (locked)" : ""), .dim),
            "\(course.checkIns)",
          ] + AttendanceRows.cells(course.tally, course.percent))
      }
      Output.say(table)
      visit.number(CoursesCommand.kind, courses.map { $0.course.description })
    }
  }

  @Sendable private static func report(_ visit: Visit) async throws {
    let id = try await visit.course(visit.arguments.exactly("COURSE")[0])
    let request = { Attendance.ListCourseAttendance(id: id, cursor: $0, limit: $1) }
    try await visit.list(request) { (students: [Attendance.StudentAttendance]) in
      guard !students.isEmpty else { return Output.say("No students yet.") }
      say(students)
      visit.number(AdminPeople.kind, students.map { $0.person.description })
    }
  }

  /// A course that the adviser neither teaches nor takes is named by its whole id, which their notice links.
  @Sendable private static func advised(_ visit: Visit) async throws {
    let id = try await visit.course(visit.arguments.exactly("COURSE")[0])
    let found = try await visit.send(Attendance.ListAdvised(id: id))
    try await visit.show(found) {
      say(found.students)
      visit.number(AdminPeople.kind, found.students.map { $0.person.description })
    }
  }

  private static func say(_ students: [Attendance.StudentAttendance]) {
    var table = Table([.right("#"), .text("STUDENT")] + AttendanceRows.tallyTitles + [.left("NOTE")])
    for (index, student) in students.enumerated() {
      let row = student.absentInARow > 1 ? "absent \(student.absentInARow) times in a row" : ""
      table.add(
        [
          "\(index + 1)", StyledText(AttendanceRows.name(student.firstName, student.lastName)),
        ] + AttendanceRows.cells(student.tally, student.percent, isLow: student.isLow)
          + [StyledText(student.hasLeft ? "left the course" : row, student.isLow ? .red : .dim)])
    }
    Output.say(table.filled)
  }

  // MARK: - Records

  @Sendable private static func records(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 1)
    var course: CourseID?
    if let word = visit.arguments.words.first { course = try await visit.course(word) }
    let request = { [course] in Attendance.ListMyRecords(course: course, cursor: $0, limit: $1) }
    try await visit.list(request) { (records: [Attendance.MyRecord]) in
      guard !records.isEmpty else { return Output.say("Nothing is recorded yet.") }
      var table = Table([
        .text("COURSE"), .left("CLASS"), .left("STATUS"), .left("HOW"), .left("RECORDED"), .text("REASON"),
        .text("FLAGS"), .left("DISTANCE"),
      ])
      for record in records {
        let distance = record.distanceFeet.map { feet in
          "up to \(feet) ft" + (record.accuracy.map { ", ±\($0) m" } ?? "")
        }
        table.add([
          StyledText(record.courseName), StyledText(ShownTime.exact(record.starts)),
          AttendanceRows.status(record.receipt.status, record.statusNames), StyledText(means(record)),
          StyledText(ShownTime.exact(record.receipt.at)), StyledText(record.reason ?? "", .dim),
          StyledText(AttendanceRows.flags(record.flags), .dim), StyledText(distance ?? "", .dim),
        ])
      }
      Output.say(table.filled)
    }
  }

  private static func means(_ record: Attendance.MyRecord) -> String {
    switch record.receipt.means {
    case .place: "place"
    case .code: "code"
    case .placeAndCode: "place + code"
    case .instructor: record.by.map { "by \($0.firstName) \($0.lastName)" } ?? "by a teacher"
    case .excuse: "excuse"
    case .closing: "at closing"
    case .offline: "sent later"
    }
  }

  // MARK: - Export

  private struct Written: Encodable {
    let file: String
    let bytes: Int
  }

  /// The limit of an export in bytes: 1,000 check-ins of 500 students, with 100 bytes for each.
  private static let maxExportBytes = 64 * 1024 * 1024

  @Sendable private static func export(_ visit: Visit) async throws {
    let path = visit.arguments.value("output")
    if let path, FileManager.default.fileExists(atPath: path), !visit.arguments.has("force") {
      throw Failure("\(path) already exists; use --force to replace it")
    }
    let id = try await visit.course(visit.arguments.exactly("COURSE")[0])
    var text = ""
    var cursor: Cursor?
    repeat {
      let page = try await visit.send(Attendance.ExportRecords(id: id, cursor: cursor))
      text += page.csv
      cursor = page.next
      guard text.utf8.count <= maxExportBytes else {
        throw Failure("this course has more than 64 MiB of records")
      }
    } while cursor != nil
    guard let path else {
      return try await visit.show(Attendance.RecordsPage(csv: text, next: nil)) { Output.say(document: text) }
    }
    let bytes = Array(text.utf8)
    try ByteFile.write(bytes, whole: path)
    try await visit.show(Written(file: path, bytes: bytes.count)) { Output.say("wrote \(path)") }
  }
}
