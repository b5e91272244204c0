extension Auth {
  /// Changes the password and ends all other sign-in sessions. It needs the present password, so that an open
  /// laptop is not enough.
  package struct ChangePassword: Request {
    package typealias Reply = Empty
    package static let subject = "auth.password.change"
    package static let scope: TokenScope? = nil
    package static let repeats = Repeats.separate
    package static let deadline = Duration.seconds(5)
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/me/password", status: 204)
    package static let faults = [FaultCode.passwordWrong, .passwordCommon, .slowDown, .busy]
    package static let summary = "Change your password. Your other sessions end."
    /// The present password.
    package let current: Password
    /// The new password: 10 to 256 characters, exactly as typed.
    package let password: Password

    package init(current: Password, password: Password) {
      self.current = current
      self.password = password
    }
  }

  /// Mails a link for a new password. The reply is the same for every address; the mail is sent only if there
  /// is an account.
  package struct ForgotPassword: Request {
    package typealias Reply = Accepted
    package static let subject = "auth.password.forgot"
    package static let version = "1.2"
    package static let access = Access.anyone
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/password/forgot", status: 202)
    package static let faults = [FaultCode.mailOff, .slowDown]
    package static let summary = "Mail a link for setting a new password."
    /// The email address of the account.
    package let email: EmailAddress
    /// The language of the mail; the site's unless given.
    package let language: Alerts.Language?

    package init(email: EmailAddress, language: Alerts.Language? = nil) {
      self.email = email
      self.language = language
    }
  }

  /// The request was accepted, and the caller does not wait for its end. `{}`.
  package struct Accepted: Codable, Hashable, Sendable {
    package init() {}
  }

  /// Sets a new password with a code from a mail or an administrator, once. It ends all sessions and starts
  /// none.
  package struct ResetPassword: Request {
    package typealias Reply = Empty
    package static let subject = "auth.password.reset"
    package static let access = Access.anyone
    package static let repeats = Repeats.separate
    package static let deadline = Duration.seconds(5)
    package static let guessesSecrets = true
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/password/reset", status: 204)
    package static let faults = [FaultCode.codeWrong, .passwordCommon, .slowDown, .busy]
    package static let summary = "Set a new password with a code. All sessions end."
    package let code: OneTimeCode
    /// The new password: 10 to 256 characters, exactly as typed.
    package let password: Password

    package init(code: OneTimeCode, password: Password) {
      self.code = code
      self.password = password
    }
  }

  /// Changes the email address. If the site sends mail, the new address gets a link first, and the account
  /// changes when the link is followed.
  package struct ChangeEmail: Request {
    package typealias Reply = ChangedEmail
    package static let subject = "auth.email.change"
    package static let version = "1.2"
    package static let scope: TokenScope? = nil
    package static let repeats = Repeats.separate
    package static let deadline = Duration.seconds(5)
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/me/email")
    package static let faults = [
      FaultCode.passwordWrong, .emailTaken, .emailDomainRefused, .slowDown, .busy,
    ]
    package static let summary = "Change your email address (202: after you follow the link mailed there)."
    /// The new email address.
    package let email: EmailAddress
    /// The present password, as a check.
    package let password: Password
    /// The language of the mails; the site's unless given.
    package let language: Alerts.Language?

    package init(email: EmailAddress, password: Password, language: Alerts.Language? = nil) {
      self.email = email
      self.password = password
      self.language = language
    }
  }

  /// The result of a change of the email address.
  package struct ChangedEmail: Codable, Hashable, Sendable {
    package let state: EmailState

    package init(state: EmailState) {
      self.state = state
    }
  }

  /// The state of a change of the email address.
  package enum EmailState: String, Choice {
    case changed
    /// A mail was sent; the change waits for its link.
    case checkMail = "check_mail"
  }

  /// Mails the link again that verifies the person's own address.
  package struct VerifyEmail: Request {
    package typealias Reply = Accepted
    package static let subject = "auth.email.verify"
    package static let version = "1.2"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/me/email/verify", status: 202)
    package static let faults = [FaultCode.mailOff, .slowDown]
    package static let summary = "Mail a link that confirms your email address."
    /// The language of the mail; the site's unless given.
    package let language: Alerts.Language?

    package init(language: Alerts.Language? = nil) {
      self.language = language
    }
  }

  /// Uses the code of a mail: finishes a sign-up, an email change or a verification.
  package struct ConfirmEmail: Request {
    package typealias Reply = ConfirmedEmail
    package static let subject = "auth.email.confirm"
    package static let access = Access.anyone
    package static let repeats = Repeats.separate
    package static let guessesSecrets = true
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/email/confirm")
    package static let faults = [FaultCode.codeWrong, .emailTaken, .slowDown]
    package static let summary = "Use the code of a mailed link: finish a sign-up or confirm an address."
    package let code: OneTimeCode

    package init(code: OneTimeCode) {
      self.code = code
    }
  }

  /// An account with its confirmed email address.
  package struct ConfirmedEmail: Codable, Hashable, Sendable {
    /// The person to whom the address belongs.
    package let person: PersonID
    /// The confirmed email address.
    package let email: String
    /// True if this finished a sign-up; the next step is to sign in.
    package let isNewAccount: Bool

    package init(person: PersonID, email: String, isNewAccount: Bool) {
      self.person = person
      self.email = email
      self.isNewAccount = isNewAccount
    }
  }
}

extension FaultCode {
  package static let passwordWrong = FaultCode(
    .permissionDenied, "password_wrong", "This isn't your current password.")
  package static let passwordCommon = FaultCode(
    .invalidArgument, "password_common",
    "This password is too easy to guess. Choose another one, such as four random words.")
  package static let mailOff = FaultCode(
    .failedPrecondition, "mail_off", "This site doesn't send email. Ask your administrator for a code.")
  package static let emailDomainRefused = FaultCode(
    .permissionDenied, "email_domain_refused", "Use an email address from your school.")
}
