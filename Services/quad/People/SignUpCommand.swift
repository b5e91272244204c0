import Schema

/// `quad signup`: a new account.
enum SignUpCommand: Command {
  static let name = "signup"
  static let summary = "make an account at a site, and sign in"
  static let verbs = [
    Verb(
      "", "EMAIL", summary,
      options: [
        .value("first-name", "NAME", is: "asked for unless it is given"),
        .value("last-name", "NAME", is: "asked for unless it is given"),
        .value("room", "DORM", "NUMBER", is: "the room you live in; it is opened, or asked to let you in"),
        .value("room-code", "CODE", is: "that room's join code: lets you in without asking"),
        .value("invite", "CODE", is: "an invitation, where sign-up needs one"),
      ] + SignInCommand.options, run: signUp)
  ]
  static let notes = SignInCommand.notes

  @Sendable private static func signUp(_ arguments: Arguments) async throws {
    let visit = try SignInCommand.visit(arguments)
    let email: EmailAddress = try Visit.value(try arguments.exactly("EMAIL")[0], "email")
    let firstName: GivenName = try Visit.value(try asked("first-name", "First name: ", visit), "firstName")
    let lastName: FamilyName = try Visit.value(try asked("last-name", "Last name: ", visit), "lastName")
    let room = arguments.list("room")
    if arguments.value("room-code") != nil, room.isEmpty {
      throw UsageError("--room-code belongs to a --room")
    }
    let password = try SignInCommand.password(arguments, isNew: true)
    let request = Auth.SignUp(
      email: email, password: password, firstName: firstName, lastName: lastName,
      room: room.isEmpty ? nil : try Visit.room(room),
      roomCode: try code("room-code", "roomCode", arguments), signIn: true,
      invite: try code("invite", "invite", arguments))
    let account = try await visit.send(request)
    if let token = account.token, let person = account.person {
      try await SignInCommand.keep(token, of: person, email, visit)
      try SignInCommand.keep(account.deviceToken, email, visit)
    }
    try await visit.show(account) {
      switch account.state {
      case .checkMail:
        Output.say("check your mail: follow the link sent to \(email), or: quad confirm 'LINK'")
        Output.say("then: quad signin \(email)")
      case .created:
        Output.say("made an account for \(email) at \(visit.site)")
        if account.token == nil { Output.say("sign in: quad signin \(email)") }
      }
    }
  }

  private static func code(
    _ option: String, _ field: String, _ arguments: Arguments
  ) throws -> JoinCode? {
    try arguments.value(option).map { text throws(Fault) in try Visit.value(text, field) }
  }

  private static func asked(_ option: String, _ question: String, _ visit: Visit) throws -> String {
    if let given = visit.arguments.value(option) { return given }
    guard let answer = try Prompt.line(question) else { throw UsageError("--\(option) is missing") }
    return answer
  }
}
