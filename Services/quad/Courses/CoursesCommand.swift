import Schema
import SiteCommands
import Terminal

/// `quad courses`: the courses that a person teaches or takes.
enum CoursesCommand: Command {
  static let name = "courses"
  static let summary = "Courses you teach or take"
  static let verbs = [
    Verb.person(
      "list", "", "List your courses by name",
      options: [.flag("every", "List every course on the site (administrators only)")] + Paging.options,
      run: list),
    Verb.person("add", "NAME…", "Create a course that you teach (staff only)", options: words, run: add),
    Verb.person("show", "N", "Show a course, and its roster if you teach it", run: show),
    Verb.person(
      "edit", "N", "Change a course: its name, code, term, or words",
      options: [.value("name", "NAME", is: "New name")] + words, run: edit),
    Verb.person(
      "enroll", "N EMAIL", "Add a person to the roster",
      options: [.flag("instructor", "Add them as an instructor, or make them one")],
      run: CourseRoster.enroll),
    Verb.person(
      "import", "N FILE…", "Add the people of a CSV file, or of OneRoster files, to the roster",
      options: [
        .flag("dry-run", "Show what would happen, and change nothing"),
        .value("class", "ID", is: "The class to import, if OneRoster files have several"),
      ], run: RosterImport.take),
    Verb.person("remove", "N WHO", "Remove a person from the roster", run: CourseRoster.remove),
    Verb.person(
      "adviser", "N WHO [EMAIL]", "Set who is warned beside a student; without EMAIL, nobody",
      run: CourseRoster.adviser),
    Verb.person(
      "delete", "N", "Delete a course and its roster permanently",
      options: [.flag("yes", "Delete without confirmation")], run: delete),
  ]
  static let notes = """
    N is a row number from quad courses, part of an id, or a name or code, or its beginning. WHO is a row
    number from quad courses show, part of an id, or a name, or its beginning. Anyone on a course's
    roster can share events with it.

    A CSV file for import has a first line with email, and first, last, student_id, role and adviser (an
    email address) if you like; other columns are ignored. From OneRoster, give users.csv and
    enrollments.csv, and classes.csv for the titles of classes. People without an account join the roster
    once they sign up with that address.
    """

  static let kind = "course"

  private static let words = [
    Option.value("code", "CODE", is: "Course code, such as STAT 101"),
    .value("term", "TERM", is: "Term"), StatusWords.option,
  ]

  @Sendable private static func list(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    let all = visit.arguments.has("every") ? true : nil
    try await visit.list({ Attendance.ListCourses(all: all, cursor: $0, limit: $1) }) { courses in
      guard !courses.isEmpty else {
        return Output.say(all == nil ? "You are not in any courses." : "No courses.")
      }
      var table = Table([
        .right("#"), .text("COURSE"), .text("CODE"), .text("TERM"), .left("YOU"), .right("STUDENTS"),
      ])
      for (index, course) in courses.enumerated() {
        table.add([
          "\(index + 1)", StyledText(course.name), StyledText(course.code ?? ""),
          StyledText(course.term ?? "", .dim), StyledText(course.role?.rawValue ?? ""),
          StyledText(course.students.map { "\($0)" } ?? ""),
        ])
      }
      Output.say(table)
      visit.number(kind, courses.map { $0.id.description })
    }
  }

  @Sendable private static func add(_ visit: Visit) async throws {
    let course = try await visit.send(
      Attendance.AddCourse(
        name: try visit.text("name"), code: try visit.option("code"), term: try visit.option("term"),
        statusNames: try visit.patch("words", StatusWords.read).applied(to: nil)))
    try await visit.show(course) {
      visit.number(kind, [course.id.description])
      Output.say(
        "added as row 1: \(Plain.line(course.name)). To add people, run: quad courses enroll 1 EMAIL")
    }
  }

  @Sendable private static func show(_ visit: Visit) async throws {
    let id = try await visit.course(visit.arguments.exactly("N")[0])
    let course = try await visit.send(Attendance.GetCourse(id: id))
    try await visit.show(course) {
      Output.say(
        Facts([
          ("Course", course.name), ("Code", course.code), ("Term", course.term),
          ("You are", course.role.map { $0 == .student ? "a student" : "an instructor" }),
          ("Taught by", names(of: course.instructors)), ("Words", StatusWords.shown(course.statusNames)),
          ("Id", course.id.description),
        ]))
      // The number of students is present only for people who may see the roster.
      if course.students != nil { try await CourseRoster.say(of: id, visit) }
    }
  }

  private static func names(of instructors: [Attendance.KnownName]?) -> String? {
    guard let instructors, !instructors.isEmpty else { return nil }
    return instructors.map { "\($0.firstName) \($0.lastName)" }.joined(separator: ", ")
  }

  @Sendable private static func edit(_ visit: Visit) async throws {
    let id = try await visit.course(visit.arguments.exactly("N")[0])
    let name: CourseName? = try visit.option("name")
    let code: CourseCode? = try visit.option("code")
    let term: CourseTerm? = try visit.option("term")
    let statusNames = try visit.patch("words", StatusWords.read)
    guard name != nil || code != nil || term != nil || statusNames != .keep else {
      throw UsageError("nothing to change: use --name, --code, --term, or --words")
    }
    let course = try await visit.send(Attendance.GetCourse(id: id))
    let edited = try await visit.send(
      Attendance.EditCourse(
        id: id, version: course.version, name: name.map { .set($0) } ?? .keep,
        code: code.map { .set($0) } ?? .keep, term: term.map { .set($0) } ?? .keep,
        statusNames: statusNames))
    try await visit.show(edited) { Output.say("changed") }
  }

  @Sendable private static func delete(_ visit: Visit) async throws {
    let id = try await visit.course(visit.arguments.exactly("N")[0])
    if !visit.arguments.has("yes") {
      let course = try await visit.send(Attendance.GetCourse(id: id))
      Output.note(
        "This deletes \(course.name) and its roster permanently. Events shared with it become private.")
      switch try Prompt.agrees("Delete?") {
      case true?: break
      case false?: throw Failure("the course was not deleted")
      case nil: throw UsageError("the course was not deleted; to delete without confirmation, use --yes")
      }
    }
    let reply = try await visit.send(Attendance.DeleteCourse(id: id))
    try await visit.show(reply) { Output.say("deleted") }
  }
}
