import GatewayClient
import Schema

/// `quad signin`: begins a session and stores it.
enum SignInCommand: Command {
  static let name = "signin"
  static let summary = "sign in at a site"
  static let verbs = [
    Verb(
      "", "EMAIL", summary,
      options: [
        .value("room", "DORM", "NUMBER", is: "only if you are a member of this room")
      ] + options, run: signIn)
  ]
  static let notes = """
    The password is asked for on the terminal and not shown. It is never taken from the command line, which
    other people on the machine can see. The session is kept in $XDG_CONFIG_HOME/quad (~/.config/quad), for
    your eyes only. Environment: QUAD_SITE and QUAD_TOKEN take the place of a kept session.
    """
  static let site = Option.value(
    "site", "URL", is: "where; QUAD_SITE, then the last site, then \(SiteAddress.standard)")
  static let passwordFromInput = Option.flag(
    "password-stdin", "read the password from the first line of standard input")
  static let options = [
    site, passwordFromInput,
    .flag("json", "the site's reply as one line of JSON; it holds the token"),
  ]

  @Sendable private static func signIn(_ arguments: Arguments) async throws {
    let visit = try visit(arguments)
    let email: EmailAddress = try Visit.value(try arguments.exactly("EMAIL")[0], "email")
    let room = arguments.list("room")
    let request = Auth.SignIn(
      email: email, password: try password(arguments, isNew: false),
      room: room.isEmpty ? nil : try Visit.room(room),
      deviceToken: try visit.home.devices()[visit.site, email])
    let signedIn = try await visit.send(request)
    try await keep(signedIn.token, of: signedIn.person, email, visit)
    try keep(signedIn.deviceToken, email, visit)
    try await visit.show(signedIn) { Output.say("signed in as \(email) at \(visit.site)") }
  }

  /// Stores the device token, with which the site recognizes this machine.
  static func keep(_ device: DeviceToken?, _ email: EmailAddress, _ visit: Visit) throws {
    guard let device else { return }
    var devices = try visit.home.devices()
    devices.keep(device, visit.site, email)
    try visit.home.keep(devices)
  }

  static func visit(_ arguments: Arguments) throws -> Visit {
    try Visit(
      arguments,
      site: try arguments.value("site").map { text throws(UsageError) in
        try SiteAddress(text)
      })
  }

  /// Reads a password.
  /// - Parameter isNew: true asks twice, so that a typo does not become the password.
  static func password(
    _ arguments: Arguments, isNew: Bool, _ question: String? = nil
  ) throws -> Password {
    let text: String
    if arguments.has("password-stdin") {
      text = try Prompt.standardInputLine()
    } else {
      text = try Prompt.password(question ?? (isNew ? "New password: " : "Password: "))
      if isNew, try Prompt.password("The same again: ") != text {
        throw Failure("the two passwords differ")
      }
    }
    guard let password = Password(text) else { throw Fault(.passwordBad, field: "password") }
    return password
  }

  /// Stores the new session and ends the one it replaces.
  static func keep(
    _ token: String, of person: PersonID, _ email: EmailAddress, _ visit: Visit
  ) async throws {
    let old = try visit.home.session()
    try visit.home.forget()
    try visit.home.keep(
      SiteSession(site: visit.site.text, email: email.text, person: person, token: token))
    guard let old, old.site == visit.site.text else { return }
    do { _ = try await visit.client.with(token: old.token).send(Auth.SignOut()) } catch {
      if case .refused(let fault) = error, fault.kind == .unauthenticated { return }
      Output.note("the earlier session of \(old.email) could not be ended: \(error)")
    }
  }
}
