import GatewayClient
import Glibc
import Schema
import SiteCommands
import Terminal

/// `quad signin`: begins a session and stores it.
enum SignInCommand: Command {
  static let name = "signin"
  static let summary = "Sign in to a site"
  static let verbs = [
    Verb(
      "", "EMAIL", summary,
      options: [
        .value("room", "DORM", "NUMBER", is: "Require membership in this room")
      ] + options, run: signIn)
  ]
  static let notes = """
    You enter the password at a prompt, never on the command line, where other people on this machine could
    see it. The session is kept in $XDG_CONFIG_HOME/quad (~/.config/quad), readable only by you. The
    environment variables QUAD_SITE and QUAD_TOKEN override it.
    """
  static let site = Option.value(
    "site", "URL", is: "Address of the site (default QUAD_SITE, the last site, or \(SiteAddress.standard))")
  static let passwordFromInput = Option.flag(
    "password-stdin", "Read the password from the first line of standard input")
  static let options = [
    site, passwordFromInput,
    .flag("json", "Print the reply as one line of JSON, including the token"),
  ]

  @Sendable private static func signIn(_ arguments: Arguments) async throws {
    let visit = try visit(arguments)
    let email: EmailAddress = try Typed.value(try arguments.exactly("EMAIL")[0], "email")
    let room = arguments.list("room")
    let request = Auth.SignIn(
      email: email, password: try password(arguments, isNew: false),
      room: room.isEmpty ? nil : try Typed.room(room),
      deviceToken: try visit.home.devices()[visit.site, email], device: thisMachine)
    let signedIn = try await visit.send(request)
    try await keep(signedIn.token, of: signedIn.person, email, visit)
    try keep(signedIn.deviceToken, email, visit)
    try await visit.show(signedIn) { Output.say("signed in as \(email) at \(visit.site)") }
  }

  /// The session's name in the list of devices; nil on a machine without a name.
  private static var thisMachine: DeviceName? {
    var name = [CChar](repeating: 0, count: 256)
    guard unsafe gethostname(&name, name.count - 1) == 0 else { return nil }
    let host = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    do { return try DeviceName("quad on \(host)") } catch {
      // A name that is too long for the list, or not one of letters: the session begins without one.
      return nil
    }
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
      if isNew, try Prompt.password("Enter it again: ") != text {
        throw Failure("the passwords do not match")
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
      Output.note("could not end the previous session of \(old.email): \(error)")
    }
  }
}
