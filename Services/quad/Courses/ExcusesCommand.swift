import GatewayClient
import Schema
import SiteCommands
import Terminal

/// `quad excuses`: a student asks to be excused on a day, a teacher answers.
enum ExcusesCommand: Command {
  static let name = "excuses"
  static let summary = "Excuses for days you miss class"
  static let verbs = [
    Verb.person(
      "list", "", "List excuses: yours, and those in courses you teach",
      options: [
        .value("course", "COURSE", is: "Only those in this course"),
        .value(
          "state", "STATE", is: "Only those in this state",
          choices: Attendance.ExcuseState.allCases.map(\.rawValue)),
      ], run: list),
    .person("file", "COURSE DAY NOTE…", "Ask to be excused, up to 7 days before or after the day", run: file),
    .person("accept", "N", "Accept an excuse", options: [note], run: { try await answer($0, true) }),
    .person("decline", "N", "Decline an excuse", options: [note], run: { try await answer($0, false) }),
    .person("withdraw", "N", "Withdraw an excuse that hasn't been answered", run: withdraw),
  ]
  static let notes = """
    N is a row number from the list shown last, or part of an id. COURSE is a name or code, or its beginning,
    or a row number from quad courses. DAY is a date such as 2026-11-24, fri, or tomorrow.
    """

  private static let kind = "excuse"
  private static let note = Option.value("note", "TEXT", is: "Note for the student")
  /// The limit of listed excuses in a course, the newest first.
  private static let maxRows = 200
  /// The limit of courses that are read.
  private static let maxCourses = 50

  @Sendable private static func list(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    let state: Attendance.ExcuseState? = try visit.choice("state")
    var excuses: [Attendance.Excuse] = []
    for course in try await courses(visit) {
      excuses += try await visit.all(upTo: maxRows) {
        Attendance.ListExcuses(id: course, state: state, cursor: $0, limit: $1)
      }.rows
    }
    excuses.sort { $0.filed > $1.filed }
    try await visit.show(Page(items: excuses, next: nil)) { say(excuses, visit) }
  }

  private static func courses(_ visit: Visit) async throws -> [CourseID] {
    if let word = visit.arguments.value("course") { return [try await visit.course(word)] }
    return try await visit.all(upTo: maxCourses) { Attendance.ListCourses(cursor: $0, limit: $1) }.rows
      .map(\.id)
  }

  private static func say(_ excuses: [Attendance.Excuse], _ visit: Visit) {
    guard !excuses.isEmpty else { return Output.say("No excuses.") }
    var table = Table([
      .right("#"), .text("STUDENT"), .text("COURSE"), .left("DAY"), .left("STATE"), .text("NOTE"),
      .text("ANSWER"),
    ])
    for (index, excuse) in excuses.enumerated() {
      table.add([
        "\(index + 1)", StyledText(AttendanceRows.name(excuse.firstName, excuse.lastName)),
        StyledText(excuse.courseName), StyledText(Phrases.date(excuse.day)),
        StyledText(excuse.state.rawValue, excuse.state == .waiting ? .bold : .plain),
        StyledText(excuse.note.text), StyledText(excuse.answer ?? ""),
      ])
    }
    Output.say(table.filled)
    visit.number(kind, excuses.map { $0.id.description })
  }

  @Sendable private static func file(_ visit: Visit) async throws {
    let words = visit.arguments.words
    guard words.count >= 3 else { throw UsageError("missing COURSE, DAY or NOTE") }
    let course = try await visit.course(words[0])
    let day = try EventTyping.day(words[1])
    let note: ExcuseNote = try Typed.value(words.dropFirst(2).joined(separator: " "), "note")
    let filed = try await visit.send(Attendance.FileExcuse(id: course, day: day, note: note))
    try await visit.show(filed) {
      visit.number(kind, [filed.id.description])
      Output.say("sent to your teacher, for \(Phrases.date(filed.day))")
    }
  }

  @Sendable private static func answer(_ visit: Visit, _ accept: Bool) async throws {
    let id: ExcuseID = try await visit.id(visit.arguments.exactly("N")[0], of: kind)
    let answered = try await visit.send(
      Attendance.AnswerExcuse(id: id, accept: accept, note: try visit.option("note")))
    try await visit.show(answered) {
      let name = AttendanceRows.name(answered.firstName, answered.lastName)
      Output.say("\(answered.state.rawValue): \(name), \(Phrases.date(answered.day))")
    }
  }

  @Sendable private static func withdraw(_ visit: Visit) async throws {
    let id: ExcuseID = try await visit.id(visit.arguments.exactly("N")[0], of: kind)
    let reply = try await visit.send(Attendance.WithdrawExcuse(id: id))
    try await visit.show(reply) { Output.say("withdrawn") }
  }
}
