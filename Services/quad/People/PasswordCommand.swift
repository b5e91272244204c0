import Schema
import SiteCommands
import Terminal

/// `quad password`: changes the password of the signed-in account.
enum PasswordCommand: Command {
  static let name = "password"
  static let summary = "Change your password and end your other sessions"
  static let verbs = [
    Verb.person(
      "", "", summary,
      options: [
        .flag("password-stdin", "Read the current and the new password from two lines of standard input")
      ],
      run: change)
  ]

  @Sendable private static func change(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    try visit.needSession()
    let current = try SignInCommand.password(visit.arguments, isNew: false, "Current password: ")
    let password = try SignInCommand.password(visit.arguments, isNew: true)
    let reply = try await visit.send(Auth.ChangePassword(current: current, password: password))
    try await visit.show(reply) { Output.say("password changed; your other sessions have ended") }
  }
}

/// `quad forgot`: mails a code for a new password.
enum ForgotCommand: Command {
  static let name = "forgot"
  static let summary = "Get a password reset code by email"
  static let verbs = [
    Verb("", "EMAIL", summary, options: [SignInCommand.site, .json]) { arguments in
      let visit = try SignInCommand.visit(arguments)
      let email: EmailAddress = try Typed.value(try arguments.exactly("EMAIL")[0], "email")
      let reply = try await visit.send(Auth.ForgotPassword(email: email))
      try await visit.show(reply) {
        Output.say(
          "if \(email) has an account at \(visit.site), a code is on its way; then run: quad reset CODE")
      }
    }
  ]
  static let notes = "If the site doesn't send email, ask an administrator for a code (quad admin reset)."
}

extension OneTimeCode {
  static let forms = "CODE is the code from an administrator, or the link from an email, in quotes."

  /// The argument CODE; only the part after the `#` of a link counts. The code is sent to the configured
  /// site, never to the address in a mail.
  fileprivate static func typed(_ arguments: Arguments) throws -> OneTimeCode {
    let word = try arguments.exactly("CODE")[0]
    let secret = word.lastIndex(of: "#").map { String(word[$0...].dropFirst()) }
    return try Typed.value(secret ?? word, "code")
  }
}

/// `quad reset`: sets a new password with a code from a mail or an administrator.
enum ResetCommand: Command {
  static let name = "reset"
  static let summary = "Set a new password with a reset code"
  static let verbs = [
    Verb("", "CODE", summary, options: [SignInCommand.site, SignInCommand.passwordFromInput, .json]) {
      arguments in
      let visit = try SignInCommand.visit(arguments)
      let code = try OneTimeCode.typed(arguments)
      let password = try SignInCommand.password(arguments, isNew: true)
      let reply = try await visit.send(Auth.ResetPassword(code: code, password: password))
      try await visit.show(reply) {
        Output.say("password changed; all sessions have ended. Sign in with: quad signin EMAIL")
      }
    }
  ]
  static let notes = OneTimeCode.forms
}

/// `quad email`: changes the account's email address.
enum EmailCommand: Command {
  static let name = "email"
  static let summary = "Change your email address"
  static let verbs = [
    Verb.person("", "NEW", summary, options: [SignInCommand.passwordFromInput], run: change)
  ]

  @Sendable private static func change(_ visit: Visit) async throws {
    let email: EmailAddress = try Typed.value(try visit.arguments.exactly("NEW")[0], "email")
    try visit.needSession()
    let password = try SignInCommand.password(visit.arguments, isNew: false)
    let changed = try await visit.send(Auth.ChangeEmail(email: email, password: password))
    if changed.state == .changed, let session = visit.session, session.token == visit.token {
      try visit.home.keep(
        SiteSession(site: session.site, email: email.text, person: session.person, token: session.token))
    }
    try await visit.show(changed) {
      switch changed.state {
      case .changed: Output.say("your email address is now \(email)")
      case .checkMail: Output.say("check your email: open the link sent to \(email) to confirm the change")
      }
    }
  }
}

/// `quad confirm`: uses the code of a mail, or has the mail sent again.
enum ConfirmCommand: Command {
  static let name = "confirm"
  static let summary = "Confirm your email address with the code from an email"
  static let verbs = [
    Verb(
      "", "CODE", summary,
      options: [
        .flag("send", "Send the email again instead; you have to be signed in"), SignInCommand.site, .json,
      ], run: confirm)
  ]
  static let notes = OneTimeCode.forms

  @Sendable private static func confirm(_ arguments: Arguments) async throws {
    let visit = try SignInCommand.visit(arguments)
    if arguments.has("send") {
      try arguments.refuseMore(than: 0)
      let reply = try await visit.send(Auth.VerifyEmail())
      return try await visit.show(reply) { Output.say("an email is on its way") }
    }
    let code = try OneTimeCode.typed(arguments)
    let confirmed = try await visit.send(Auth.ConfirmEmail(code: code))
    try await visit.show(confirmed) {
      Output.say("\(confirmed.email) is confirmed")
      if confirmed.isNewAccount { Output.say("sign in with: quad signin \(confirmed.email)") }
    }
  }
}
