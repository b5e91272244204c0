extension Auth {
  /// Erases the account in 7 days; until then the person can sign in and cancel that. All sessions and tokens
  /// end now.
  package struct DeleteMe: Request {
    package typealias Reply = DeletedAccount
    package static let subject = "auth.person.deleteMe"
    package static let scope: TokenScope? = nil
    package static let repeats = Repeats.separate
    package static let deadline = Duration.seconds(5)
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/me/delete", status: 202)
    package static let faults = [FaultCode.passwordWrong, .lastAdmin, .slowDown, .busy]
    package static let summary = "Delete your account in 7 days. You're signed out everywhere."
    /// The present password, as a check.
    package let password: Password

    package init(password: Password) {
      self.password = password
    }
  }

  /// An account that is going to be erased.
  package struct DeletedAccount: Codable, Hashable, Sendable {
    /// The moment at which the account and its data are erased. Until then the person can sign in and cancel.
    package let erases: Instant

    package init(erases: Instant) {
      self.erases = erases
    }
  }

  package struct UndeleteMe: Request {
    package typealias Reply = OwnProfile
    package static let subject = "auth.person.undeleteMe"
    package static let version = "1.5"
    package static let scope: TokenScope? = nil
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/me/undelete")
    package static let summary = "Cancel the deletion of your account."

    package init() {}
  }

  /// Returns the data that auth stores about the person who asks; the gateway joins the exports of all
  /// programs.
  package struct ExportPerson: Request {
    package typealias Reply = PersonExport
    package static let subject = "auth.person.export"
    package static let version = "1.9"
    package static let scope: TokenScope? = nil
    package static let callers = [ProgramName.gateway]
    package static let summary = "Everything auth holds on a person."
    package let cursor: Cursor?

    package init(cursor: Cursor? = nil) {
      self.cursor = cursor
    }
  }

  package struct PersonExport: Codable, Sendable {
    package let account: OwnProfile
    package let signedUp: Instant
    package let sessions: [Session]
    package let tokens: [APIToken]
    package let devices: [KnownDevice]
    package let next: Cursor?

    package init(
      account: OwnProfile, signedUp: Instant, sessions: [Session], tokens: [APIToken], devices: [KnownDevice],
      next: Cursor?
    ) {
      self.account = account
      self.signedUp = signedUp
      self.sessions = sessions
      self.tokens = tokens
      self.devices = devices
      self.next = next
    }
  }

  /// A browser or program of an earlier sign-in.
  package struct KnownDevice: Codable, Hashable, Sendable {
    package let first: Instant
    package let last: Instant

    package init(first: Instant, last: Instant) {
      self.first = first
      self.last = last
    }
  }

  /// An account was erased, and the other programs have erased their data about the person.
  package struct PersonErased: Event {
    package static let topic = "auth.person.erased"
    package static let audience = AudienceKind.programs
    /// The person whose account was erased.
    package let person: PersonID

    package init(person: PersonID) {
      self.person = person
    }
  }
}
