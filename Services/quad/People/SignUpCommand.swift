import Schema
import SiteCommands
import Terminal

/// `quad signup`: a new account.
enum SignUpCommand: Command {
  static let name = "signup"
  static let summary = "Create an account and sign in"
  static let verbs = [
    Verb(
      "", "EMAIL", summary,
      options: [
        .value("first-name", "NAME", is: "First name (asked for if missing)"),
        .value("last-name", "NAME", is: "Last name (asked for if missing)"),
        .value("room", "DORM", "NUMBER", is: "Room to join; without a code, its members have to approve you"),
        .value("room-code", "CODE", is: "Join code of the room, to join without approval"),
        .value("invite", "CODE", is: "Invitation code, if the site requires one"),
      ] + SignInCommand.options, run: signUp)
  ]
  static let notes = SignInCommand.notes

  @Sendable private static func signUp(_ arguments: Arguments) async throws {
    let visit = try SignInCommand.visit(arguments)
    let email: EmailAddress = try Typed.value(try arguments.exactly("EMAIL")[0], "email")
    let firstName: GivenName = try Typed.value(try asked("first-name", "First name: ", visit), "firstName")
    let lastName: FamilyName = try Typed.value(try asked("last-name", "Last name: ", visit), "lastName")
    let room = arguments.list("room")
    if arguments.value("room-code") != nil, room.isEmpty {
      throw UsageError("--room-code needs --room")
    }
    let password = try SignInCommand.password(arguments, isNew: true)
    let request = Auth.SignUp(
      email: email, password: password, firstName: firstName, lastName: lastName,
      room: room.isEmpty ? nil : try Typed.room(room),
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
        Output.say("check your email: open the link sent to \(email), or run: quad confirm 'LINK'")
        Output.say("then sign in with: quad signin \(email)")
      case .created:
        Output.say("created an account for \(email) at \(visit.site)")
        if account.token == nil { Output.say("sign in with: quad signin \(email)") }
      }
    }
  }

  private static func code(
    _ option: String, _ field: String, _ arguments: Arguments
  ) throws -> JoinCode? {
    try arguments.value(option).map { text throws(Fault) in try Typed.value(text, field) }
  }

  private static func asked(_ option: String, _ question: String, _ visit: Visit) throws -> String {
    if let given = visit.arguments.value(option) { return given }
    guard let answer = try Prompt.line(question) else { throw UsageError("--\(option) is required") }
    return answer
  }
}
