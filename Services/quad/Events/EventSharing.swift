import Schema
import SiteCommands
import Terminal

extension Visit {
  /// The visibility and the course that the options name.
  func shared() async throws -> (visibility: Events.Visibility?, course: CourseID?) {
    let all = Events.Visibility.allCases.map(\.rawValue).joined(separator: ", ")
    let visibility = try arguments.value("share").map { text throws(UsageError) in
      guard let visibility = Events.Visibility(rawValue: text) else {
        throw UsageError("unknown value \"\(text)\" for --share; choose one of \(all)")
      }
      return visibility
    }
    guard let name = arguments.value("course") else {
      if visibility == .course { throw UsageError("--course is required") }
      return (visibility, nil)
    }
    guard visibility == nil || visibility == .course else {
      throw UsageError("--course cannot be used with --share \(visibility?.rawValue ?? "")")
    }
    return (.course, try await course(name))
  }

  /// One of the person's own courses.
  func course(_ word: String) async throws -> CourseID {
    try await id(
      word, of: CoursesCommand.kind,
      titles({ Attendance.ListCourses(cursor: $0, limit: $1) }) { course in
        TitledObject(course.id, course.name, course.code)
      })
  }
}

/// Answers to events, and public links.
extension EventVerbs {
  static let people = [
    Verb.event(
      "answer", "EVENT yes|maybe|no|none", "Answer an invitation; none withdraws your answer", run: answer),
    .event("answers", "EVENT", "List who is coming", options: Paging.options, run: answers),
    .event("link make", "EVENT", "Create a public link; the previous one stops working", run: makeLink),
    .event("link end", "EVENT", "Remove the public link", run: endLink),
  ]

  @Sendable private static func answer(_ visit: Visit) async throws {
    let words = try visit.arguments.exactly("EVENT", "yes|maybe|no|none")
    let id = try await id(visit)
    if words[1] == "none" {
      let reply = try await visit.send(Events.WithdrawAnswer(id: id))
      return try await visit.show(reply) { Output.say("answer withdrawn") }
    }
    guard let answer = Events.Answer(rawValue: words[1]) else {
      throw UsageError("\"\(words[1])\": answer yes, maybe, no, or none")
    }
    let event = try await visit.send(Events.SetAnswer(id: id, answer: answer))
    try await visit.show(event) {
      let counts = event.answers
      Output.say(
        "\(Plain.line(event.title)): you said \(answer.rawValue) "
          + "(\(counts.yes) yes, \(counts.maybe) maybe, \(counts.no) no)")
    }
  }

  @Sendable private static func answers(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 1)
    let id = try await id(visit)
    try await visit.list({ Events.ListAnswers(id: id, cursor: $0, limit: $1) }) { answers in
      guard !answers.isEmpty else { return Output.say("Nobody has answered yet.") }
      let names = try await EventPeople(visit)
      var table = Table([.text("NAME"), .left("ANSWER"), .left("ANSWERED")])
      for answer in answers {
        table.add([
          StyledText(names[answer.person]), StyledText(answer.answer.rawValue),
          StyledText(ShownTime.text(answer.at)),
        ])
      }
      Output.say(table)
    }
  }

  @Sendable private static func makeLink(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 1)
    let link = try await visit.send(Events.MakeLink(id: try await id(visit)))
    try await visit.show(link) {
      Output.say("\(visit.site)\(link.path)")
      Output.note(
        "Anyone who has it can see the event without an account, but not its to-dos, budget, or answers.\n"
          + "It is shown only once. To turn it off: quad events link end EVENT")
    }
  }

  @Sendable private static func endLink(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 1)
    let reply = try await visit.send(Events.EndLink(id: try await id(visit)))
    try await visit.show(reply) { Output.say("the link no longer works") }
  }
}
