/// Accounts, sign-in sessions and profiles.
package enum Auth {
  package static let requests: [any Request.Type] =
    [
      GetSite.self, GetSettings.self, SetUpSite.self, ChangeSite.self, MakeSetupCode.self, TestMail.self,
      SignUp.self, SignIn.self, SignOut.self,
      ListSessions.self, RevokeSession.self,
      RevokeOtherSessions.self, ResolveSession.self, ChangePassword.self, ForgotPassword.self,
      ResetPassword.self, ChangeEmail.self, VerifyEmail.self, ConfirmEmail.self, CreateToken.self,
      ListTokens.self, RevokeToken.self, Me.self, UpdateMe.self, ArrangeToday.self, DeleteMe.self,
      UndeleteMe.self,
      GetPerson.self, ListProfiles.self, FindPerson.self, FindPeople.self, ExportPerson.self, ListPeople.self,
      LookUpPerson.self,
      GetAddress.self, SetRoles.self, SetBlocked.self, SetDeleted.self, EndPersonSessions.self,
      MakeResetCode.self, CreateInvite.self, ListInvites.self,
      RevokeInvite.self, ListAudit.self, GetBackup.self, ReportAlerts.self,
    ] + pictureRequests
  package static let events: [any Event.Type] =
    [
      SignedUp.self, SessionRevoked.self, ProfileChanged.self, TodayArranged.self, PersonErased.self,
      SiteChanged.self,
    ] + pictureEvents
}

extension Auth {
  /// Creates an account. Roomhub opens or joins the room named here, or asks to be let in, once it has
  /// applied the account's event. If the site sends mail, the reply is the same for a new and a known
  /// address, and the account begins when the mailed link is followed.
  package struct SignUp: Request {
    package typealias Reply = SignedUpAccount
    package static let subject = "auth.person.signUp"
    package static let version = "2.3"
    package static let access = Access.anyone
    package static let repeats = Repeats.secretReply
    package static let deadline = Duration.seconds(5)
    package static let guessesSecrets = true
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/signup", status: 201)
    package static let faults = [
      FaultCode.emailTaken, .signUpClosed, .emailDomainRefused, .inviteNeeded, .inviteWrong,
      .passwordCommon, .slowDown, .busy,
    ]
    package static let summary =
      "Create an account, optionally with a session (202: it begins with the mailed link)."
    /// The address to sign in with. Case does not matter.
    package let email: EmailAddress
    /// The password, exactly as typed: 10 to 256 characters, and none of the 10,000 most common ones.
    package let password: Password
    /// The first name, which others on the site see.
    package let firstName: GivenName
    /// The last name, which others on the site see.
    package let lastName: FamilyName
    /// The room to open, to join, or to ask to join. It can be chosen later.
    package let room: RoomAddress?
    /// The code of the named room, which lets the person in without asking.
    package let roomCode: JoinCode?
    /// True also starts a session, unless the account begins only with a mailed link. False unless given.
    package let signIn: Bool?
    /// The invitation code, required if sign-up is by invitation.
    package let invite: JoinCode?
    /// A name for the new session, so that the person recognizes it in the list of their devices.
    package let device: DeviceName?
    /// The language of the mail; the site's unless given.
    package let language: Alerts.Language?

    package init(
      email: EmailAddress, password: Password, firstName: GivenName, lastName: FamilyName,
      room: RoomAddress? = nil, roomCode: JoinCode? = nil, signIn: Bool? = nil, invite: JoinCode? = nil,
      device: DeviceName? = nil, language: Alerts.Language? = nil
    ) {
      self.language = language
      self.email = email
      self.password = password
      self.firstName = firstName
      self.lastName = lastName
      self.room = room
      self.roomCode = roomCode
      self.signIn = signIn
      self.invite = invite
      self.device = device
    }
  }

  /// An account after sign-up, with a session if the request asked for one.
  package struct SignedUpAccount: Codable, Sendable {
    package let state: SignUpState
    /// The new account; absent until the mailed link has been followed.
    package let person: PersonID?
    /// The bearer token, if the request asked for a sign-in, too.
    package let token: String?
    /// The id of the new session. Absent if none was started.
    package let session: SessionID?
    /// The token for a device that was not known before; absent otherwise.
    package let deviceToken: DeviceToken?
    /// The latest end of the session; absent if none was started.
    package let expires: Instant?

    package init(
      state: SignUpState, person: PersonID?, token: String?, session: SessionID?, deviceToken: DeviceToken?,
      expires: Instant? = nil
    ) {
      self.state = state
      self.person = person
      self.token = token
      self.session = session
      self.deviceToken = deviceToken
      self.expires = expires
    }
  }

  /// The state of an account after sign-up.
  package enum SignUpState: String, Choice {
    case created
    case checkMail = "check_mail"
  }

  /// Starts a sign-in session. A wrong email address and a wrong password return the same fault. From the
  /// sixth failure on, an account waits 1, 2, 4 … 900 s, except for requests with the token of a device that
  /// signed in before.
  package struct SignIn: Request {
    package typealias Reply = SignedIn
    package static let subject = "auth.session.signIn"
    package static let version = "1.1"
    package static let access = Access.anyone
    package static let repeats = Repeats.separate
    package static let deadline = Duration.seconds(5)
    package static let guessesSecrets = true
    package static let guessedMember: String? = "email"
    package static let deviceMember: String? = "deviceToken"
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/signin")
    package static let faults = [
      FaultCode.badCredentials, .slowDown, .accountBlocked, .busy, .notInRoom,
    ]
    package static let summary = "Start a sign-in session."
    /// The email address of the account. Case does not matter.
    package let email: EmailAddress
    /// The password, exactly as typed.
    package let password: Password
    /// The expected room, a check and not a key: the fault for a wrong room is returned only after the
    /// password was right.
    package let room: RoomAddress?
    /// The token from an earlier sign-in; a browser sends it as a cookie.
    package let deviceToken: DeviceToken?
    /// A name for the session, so that the person recognizes it in the list of their devices.
    package let device: DeviceName?

    package init(
      email: EmailAddress, password: Password, room: RoomAddress? = nil, deviceToken: DeviceToken? = nil,
      device: DeviceName? = nil
    ) {
      self.email = email
      self.password = password
      self.room = room
      self.deviceToken = deviceToken
      self.device = device
    }
  }

  /// A new sign-in session.
  package struct SignedIn: Codable, Sendable {
    /// The person who signed in.
    package let person: PersonID
    package let session: SessionID
    /// The token for the header `Authorization: Bearer`; shown once.
    package let token: String
    /// The latest end of the session.
    package let expires: Instant
    /// The token for a device that was not known before; absent otherwise.
    package let deviceToken: DeviceToken?

    package init(
      person: PersonID, session: SessionID, token: String, expires: Instant, deviceToken: DeviceToken?
    ) {
      self.person = person
      self.session = session
      self.token = token
      self.expires = expires
      self.deviceToken = deviceToken
    }
  }

  /// Ends the session of the request itself.
  package struct SignOut: Request {
    package typealias Reply = SignedOut
    package static let subject = "auth.session.signOut"
    package static let scope: TokenScope? = nil
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/signout", status: 204)
    package static let summary = "End this sign-in session."

    package init() {}
  }

  /// `{}`; over HTTP status 204 without a body, and the session cookie is cleared.
  package struct SignedOut: Codable, Hashable, Sendable {
    package init() {}
  }

  package struct ListSessions: Request {
    package typealias Reply = Page<Session>
    package static let subject = "auth.session.list"
    package static let version = "1.1"
    package static let scope: TokenScope? = nil
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/sessions")
    package static let summary = "List your own sign-in sessions, newest first."
    package let cursor: Cursor?
    package let limit: PageLimit?

    package init(cursor: Cursor? = nil, limit: PageLimit? = nil) {
      self.cursor = cursor
      self.limit = limit
    }
  }

  /// A sign-in session: one browser or program of the person.
  package struct Session: Codable, Hashable, Sendable {
    package let id: SessionID
    /// The name of the device from the sign-in. Absent if none is known.
    package let device: String?
    /// The moment of the sign-in.
    package let started: Instant
    /// The moment of a recent request of this session. It is updated from time to time, not at each request.
    package let lastSeen: Instant
    /// The latest end of the session, however much it is used.
    package let expires: Instant
    /// True for the session of the request itself.
    package let isCurrent: Bool

    package init(
      id: SessionID, device: String?, started: Instant, lastSeen: Instant, expires: Instant, isCurrent: Bool
    ) {
      self.id = id
      self.device = device
      self.started = started
      self.lastSeen = lastSeen
      self.expires = expires
      self.isCurrent = isCurrent
    }
  }

  /// Ends one of the person's own sessions; another person's session returns 404.
  package struct RevokeSession: Request {
    package typealias Reply = Empty
    package static let subject = "auth.session.revoke"
    package static let scope: TokenScope? = nil
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.delete, "/v1/sessions/{id}", status: 204)
    package static let faults = [FaultCode.notFound]
    package static let summary = "End one of your own sign-in sessions."
    package let id: SessionID

    package init(id: SessionID) {
      self.id = id
    }
  }

  package struct RevokeOtherSessions: Request {
    package typealias Reply = EndedSessions
    package static let subject = "auth.session.revokeOthers"
    package static let scope: TokenScope? = nil
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.delete, "/v1/sessions")
    package static let summary = "End all your other sign-in sessions."

    package init() {}
  }

  /// The number of sessions that ended.
  package struct EndedSessions: Codable, Hashable, Sendable {
    /// The number of sessions that ended; 0 if there were none.
    package let ended: Int

    package init(ended: Int) {
      self.ended = ended
    }
  }

  /// Returns the owner of a token. The gateway sends it, and so does the seed loader for the people it
  /// creates. The reply has the signed assertion that accompanies every request.
  package struct ResolveSession: Request {
    package typealias Reply = ResolvedSession
    package static let subject = "auth.session.resolve"
    package static let access = Access.programs
    package static let callers = [ProgramName.gateway, .seed]
    package static let faults = [FaultCode.signInRequired]
    package static let summary = "Return the person a token belongs to."
    /// BLAKE2b-256 of the token, base64url: the token itself is never sent over the bus.
    package let tokenHash: String

    package init(tokenHash: String) {
      self.tokenHash = tokenHash
    }
  }

  package struct ResolvedSession: Codable, Sendable {
    package let person: PersonID
    package let session: SessionID
    /// The signed assertion, base64url (Crypto's README specifies its bytes).
    package let assertion: String

    package init(person: PersonID, session: SessionID, assertion: String) {
      self.person = person
      self.session = session
      self.assertion = assertion
    }
  }
}

extension FaultCode {
  package static let emailTaken = FaultCode(
    .alreadyExists, "email_taken", "There's already an account with this email address. Sign in instead.")
  package static let signUpClosed = FaultCode(
    .permissionDenied, "signup_closed", "This site isn't accepting new accounts. Ask your administrator.")
  package static let badCredentials = FaultCode(
    .unauthenticated, "bad_credentials", "Wrong email address or password.")
  package static let notInRoom = FaultCode(
    .permissionDenied, "not_in_room", "You aren't a member of this room.")
  package static let emailBad = FaultCode(
    .invalidArgument, "email_bad", "Enter an email address like name@example.edu.")
  package static let accountBlocked = FaultCode(
    .permissionDenied, "account_blocked", "This account is blocked. Ask your administrator.")
  package static let inviteNeeded = FaultCode(
    .permissionDenied, "invite_needed", "Enter an invitation code to sign up.")
  package static let inviteWrong = FaultCode(
    .permissionDenied, "invite_wrong", "This invitation is wrong, used up or expired. Ask for a new one.")
  package static let passwordBad = FaultCode(
    .invalidArgument, "password_bad", "Use 10 to 256 characters.")
  package static let nameBlank = FaultCode(.invalidArgument, "name_blank", "Enter a name.")
  package static let valueBlank = FaultCode(.invalidArgument, "value_blank", "Enter some text.")
}
