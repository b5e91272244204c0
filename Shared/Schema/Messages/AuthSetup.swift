extension Auth {
  /// Makes the first administrator of a site and sets its name, zone, language and sign-up. It takes the
  /// setup code that auth logs at each start of a site without an administrator. An account that exists
  /// becomes administrator with its own password; otherwise it is created.
  package struct SetUpSite: Request {
    package typealias Reply = SiteSetUp
    package static let subject = "auth.site.setUp"
    package static let version = "1.1"
    package static let access = Access.anyone
    package static let repeats = Repeats.secretReply
    package static let deadline = Duration.seconds(5)
    package static let guessesSecrets = true
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/setup", status: 201)
    package static let faults = [
      FaultCode.setupDone, .setupCodeWrong, .zoneUnknown, .zoneUnusable, .passwordCommon, .passwordWrong,
      .emailTaken, .accountBlocked, .slowDown, .busy,
    ]
    package static let summary = "Become the first administrator, with the setup code from the site's log."
    /// The setup code of the last start, or of `quadctl setup`.
    package let code: TypedCode
    /// The address of the administrator's account. Case does not matter.
    package let email: EmailAddress
    /// The password of the account, exactly as typed: a new one, or the present one of an existing account.
    package let password: Password
    /// The first name. An existing account keeps its own.
    package let firstName: GivenName
    /// The last name. An existing account keeps its own.
    package let lastName: FamilyName
    /// The site's name, in mails and on pages.
    package let name: SiteName
    /// The zone of people who have set none.
    package let zone: ZoneName
    /// The language of mails.
    package let language: Alerts.Language
    package let signUp: SignUpMode
    /// The email domains that may sign up: required if `signUp` is `domains`, ignored otherwise.
    package let domains: EmailDomains?

    package init(
      code: TypedCode, email: EmailAddress, password: Password, firstName: GivenName, lastName: FamilyName,
      name: SiteName, zone: ZoneName, language: Alerts.Language, signUp: SignUpMode,
      domains: EmailDomains? = nil
    ) {
      self.code = code
      self.email = email
      self.password = password
      self.firstName = firstName
      self.lastName = lastName
      self.name = name
      self.zone = zone
      self.language = language
      self.signUp = signUp
      self.domains = domains
    }
  }

  /// A site that has its first administrator. The account signs in like any other.
  package struct SiteSetUp: Codable, Hashable, Sendable {
    /// The administrator.
    package let person: PersonID
    /// True if the account was created, false if it existed.
    package let isNewAccount: Bool

    package init(person: PersonID, isNewAccount: Bool) {
      self.person = person
      self.isNewAccount = isNewAccount
    }
  }

  /// Changes the given settings of the site and keeps the others. What is stored takes precedence over the
  /// operator's file; `null` deletes what is stored, so that the file counts again.
  package struct ChangeSite: Request {
    package typealias Reply = SiteInfo
    package static let subject = "auth.site.change"
    package static let version = "1.3"
    package static let access = Access.role(.admin)
    package static let callers = [ProgramName.operator]
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.patch, "/v1/admin/site")
    package static let faults = [FaultCode.zoneUnknown, .zoneUnusable]
    package static let summary = "Change the site's name, zone, language of mails, and who may sign up."
    /// The site's name, in mails and on pages.
    package let name: Patch<SiteName>
    /// The zone of people who have set none.
    package let zone: Patch<ZoneName>
    /// The language of mails.
    package let language: Patch<Alerts.Language>
    package let signUp: Patch<SignUpMode>
    /// The email domains that may sign up: required if `signUp` is `domains`, ignored otherwise.
    package let domains: EmailDomains?

    package init(
      name: Patch<SiteName> = .keep, zone: Patch<ZoneName> = .keep,
      language: Patch<Alerts.Language> = .keep, signUp: Patch<SignUpMode> = .keep,
      domains: EmailDomains? = nil
    ) {
      self.name = name
      self.zone = zone
      self.language = language
      self.signUp = signUp
      self.domains = domains
    }
  }

  /// Makes a new setup code; the one before stops working.
  package struct MakeSetupCode: Request {
    package typealias Reply = SetupCode
    package static let subject = "auth.site.makeSetupCode"
    package static let access = Access.programs
    package static let callers = [ProgramName.operator]
    package static let repeats = Repeats.secretReply
    package static let faults = [FaultCode.setupDone]
    package static let summary = "Make a new code for setting up a site without an administrator."

    package init() {}
  }

  /// A code with which one person sets up the site.
  package struct SetupCode: Codable, Sendable {
    package let code: TypedCode
    /// The address of the page that takes the code, with the code.
    package let link: String

    package init(code: TypedCode, link: String) {
      self.code = code
      self.link = link
    }
  }

  /// Sends a mail to the administrator who asks, and returns the mail server's answer. Nothing is retried.
  package struct TestMail: Request {
    package typealias Reply = TestedMail
    package static let subject = "auth.mail.test"
    package static let access = Access.role(.admin)
    package static let scope: TokenScope? = nil
    package static let repeats = Repeats.separate
    package static let deadline = Duration.seconds(12)
    package static let maxPerHour: Int? = 20
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/admin/mail/test")
    package static let faults = [FaultCode.noMailServer, .slowDown]
    package static let summary = "Send yourself a test mail and get the mail server's answer."

    package init() {}
  }

  /// The outcome of a test mail.
  package struct TestedMail: Codable, Hashable, Sendable {
    package let outcome: MailOutcome
    /// The address the mail was for.
    package let email: String
    /// The reply code of the mail server, such as 550; absent without a reply.
    package let code: Int?
    /// The mail server's own words, or what kept the mail from it; absent if it accepted the mail.
    package let text: String?

    package init(outcome: MailOutcome, email: String, code: Int? = nil, text: String? = nil) {
      self.outcome = outcome
      self.email = email
      self.code = code
      self.text = text
    }
  }

  /// The answer of a mail server: accepted, refused for good, refused for now or at sign-in, or none.
  package enum MailOutcome: String, Choice {
    case accepted, refused, deferred, silent
  }

  /// The site's settings changed. Each member is the stored value; without one, the operator's file decides.
  package struct SiteChanged: Event {
    package static let topic = "auth.site.changed"
    package static let version = "1.1"
    package static let audience = AudienceKind.everyone
    package let name: SiteName?
    /// The zone of people who have set none.
    package let zone: ZoneName?
    /// The language of mails.
    package let language: Alerts.Language?

    package init(name: SiteName?, zone: ZoneName?, language: Alerts.Language?) {
      self.name = name
      self.zone = zone
      self.language = language
    }
  }
}

/// The name of a site.
package struct SiteName: LimitedText {
  package let text: String
  package init(checked text: String) { self.text = text }
  package static let maxLength = 60
  package static let blank = FaultCode.nameBlank
  package static let sampleText = "Hilltop College"
}

/// An email domain, in lower case, as in `name@hilltop.example`.
package struct EmailDomain: CheckedText {
  package let text: String
  package static let bad = FaultCode(
    .invalidArgument, "domain_bad", "Enter a domain like school.example, without the @.")
  package static let sampleText = "hilltop.example"
  package init(checked text: String) { self.text = text }

  /// A domain is valid if an address can end with it after the @.
  package init?(_ input: String) {
    let domain = Text.trim(input)
    guard let address = EmailAddress("a@\(domain)") else { return nil }
    text = String(address.text.dropFirst("a@".count))
  }

  package static var schema: JSONValue { ["type": "string", "minLength": 3, "maxLength": 252] }
}

/// Email domains: 1 to 20, each once.
package struct EmailDomains: DistinctList {
  package let all: [EmailDomain]
  package init(checked all: [EmailDomain]) { self.all = all }
  package static let maxCount = 20
  package static let bad = FaultCode(
    .invalidArgument, "domains_bad", "Enter 1 to 20 different domains.")
  package static let sample = EmailDomains(checked: [EmailDomain(checked: EmailDomain.sampleText)])
}

extension FaultCode {
  package static let setupDone = FaultCode(
    .notFound, "setup_done", "This site is already set up. Sign in, or ask an administrator.")
  package static let setupCodeWrong = FaultCode(
    .permissionDenied, "setup_code_wrong",
    "This isn't the current setup code. Use the last one in the site's log.")
  package static let noMailServer = FaultCode(
    .failedPrecondition, "no_mail_server",
    "No mail server is set. Set QUAD_SMTP and QUAD_SMTP_FROM, and restart the site.")
}
