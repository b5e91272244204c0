import Schema

/// `quad courses`: the courses that a person teaches or takes.
enum CoursesCommand: Command {
  static let name = "courses"
  static let summary = "the courses that you teach or take, and who is in them"
  static let verbs = [
    Verb.person(
      "list", "", "your courses, by name",
      options: [.flag("every", "every course of the site, for administrators")] + Paging.options, run: list),
    Verb.person("add", "NAME…", "make a course that you teach, for staff", options: words, run: add),
    Verb.person("show", "N", "a course; whoever teaches it sees its roster", run: show),
    Verb.person(
      "edit", "N", "change what a course is called",
      options: [.value("name", "NAME", is: "its name")] + words, run: edit),
    Verb.person(
      "enroll", "N EMAIL", "put somebody on the roster",
      options: [.flag("instructor", "as somebody who teaches it; also changes a role")],
      run: CourseRoster.enroll),
    Verb.person("remove", "N WHO", "take somebody off the roster", run: CourseRoster.remove),
    Verb.person(
      "delete", "N", "delete a course with its roster, for good",
      options: [.flag("yes", "delete without asking")], run: delete),
  ]
  static let notes = """
    N is a row of quad courses, or a part of an id. WHO is a row of quad courses show, an id, or a name.
    An event is shared with a course by whoever is on its roster.
    """

  static let kind = "course"

  private static let words = [
    Option.value("code", "CODE", is: "what it is called for short, such as STAT 101"),
    .value("term", "TERM", is: "when it is taught"),
  ]

  @Sendable private static func list(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    let all = visit.arguments.has("every") ? true : nil
    try await visit.list({ Attendance.ListCourses(all: all, cursor: $0, limit: $1) }) { courses in
      guard !courses.isEmpty else {
        return Output.say(all == nil ? "You are in no course." : "There is no course.")
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
        name: try visit.text("name"), code: try visit.option("code"), term: try visit.option("term")))
    try await visit.show(course) {
      visit.number(kind, [course.id.description])
      Output.say("added as row 1; put people on its roster: quad courses enroll 1 EMAIL")
    }
  }

  @Sendable private static func show(_ visit: Visit) async throws {
    let id: CourseID = try visit.id(try visit.arguments.exactly("N")[0], of: kind)
    let course = try await visit.send(Attendance.GetCourse(id: id))
    try await visit.show(course) {
      Output.say(
        Facts([
          ("Course", course.name), ("Code", course.code), ("Term", course.term),
          ("You are", course.role.map { $0 == .student ? "a student" : "an instructor" }),
          ("Id", course.id.description),
        ]))
      // The number of students is present only for people who may see the roster.
      if course.students != nil { try await CourseRoster.say(of: id, visit) }
    }
  }

  @Sendable private static func edit(_ visit: Visit) async throws {
    let id: CourseID = try visit.id(try visit.arguments.exactly("N")[0], of: kind)
    let name: CourseName? = try visit.option("name")
    let code: CourseCode? = try visit.option("code")
    let term: CourseTerm? = try visit.option("term")
    guard name != nil || code != nil || term != nil else {
      throw UsageError("say what to change: --name, --code or --term")
    }
    let course = try await visit.send(Attendance.GetCourse(id: id))
    let edited = try await visit.send(
      Attendance.EditCourse(
        id: id, version: course.version, name: name.map { .set($0) } ?? .keep,
        code: code.map { .set($0) } ?? .keep, term: term.map { .set($0) } ?? .keep))
    try await visit.show(edited) { Output.say("changed") }
  }

  @Sendable private static func delete(_ visit: Visit) async throws {
    let id: CourseID = try visit.id(try visit.arguments.exactly("N")[0], of: kind)
    if !visit.arguments.has("yes") {
      let course = try await visit.send(Attendance.GetCourse(id: id))
      Output.note("\(course.name) goes for good, with its roster; what was shared with it becomes private.")
      switch try Prompt.agrees("Delete?") {
      case true?: break
      case false?: throw Failure("the course stays")
      case nil: throw UsageError("the course stays; --yes deletes without asking")
      }
    }
    let reply = try await visit.send(Attendance.DeleteCourse(id: id))
    try await visit.show(reply) { Output.say("deleted") }
  }
}
