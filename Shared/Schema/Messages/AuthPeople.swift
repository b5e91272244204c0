extension Auth {
  /// Lists all people with an account, for administrators.
  package struct ListPeople: Request {
    package typealias Reply = Page<AdminPerson>
    package static let subject = "auth.person.list"
    package static let version = "1.2"
    package static let access = Access.role(.admin)
    package static let callers = [ProgramName.operator]
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/admin/people")
    package static let faults = [FaultCode.cursorBad]
    package static let summary = "List the people of this site, by last name unless sorted otherwise."
    /// Part of a name or an email address.
    package let query: SearchText?
    /// Lists only people with this role.
    package let role: SiteRole?
    /// The order, by last name unless given. A cursor belongs to the order of its page.
    package let sort: PeopleOrder?
    package let cursor: Cursor?
    package let limit: PageLimit?

    package init(
      query: SearchText? = nil, role: SiteRole? = nil, sort: PeopleOrder? = nil, cursor: Cursor? = nil,
      limit: PageLimit? = nil
    ) {
      self.query = query
      self.role = role
      self.sort = sort
      self.cursor = cursor
      self.limit = limit
    }
  }

  /// An order of accounts. A minus stands for descending; people who were never seen count as seen first.
  package enum PeopleOrder: String, Choice {
    /// Last name, then first name.
    case name
    case nameDescending = "-name"
    case email
    case emailDescending = "-email"
    /// The oldest account first.
    case signedUp
    case signedUpDescending = "-signedUp"
    /// Those who were not seen for the longest time first.
    case lastSeen
    case lastSeenDescending = "-lastSeen"
  }

  /// Returns one account, for administrators.
  package struct LookUpPerson: Request {
    package typealias Reply = AdminPerson
    package static let subject = "auth.person.lookUp"
    package static let version = "1.1"
    package static let access = Access.role(.admin)
    package static let callers = [ProgramName.operator]
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/admin/people/{id}")
    package static let faults = [FaultCode.notFound]
    package static let summary = "Get a person's account (administrators)."
    package let id: PersonID

    package init(id: PersonID) {
      self.id = id
    }
  }

  /// An account as administrators see it.
  package struct AdminPerson: Codable, Hashable, Sendable {
    package let id: PersonID
    /// The email address of the account.
    package let email: String
    /// True once the person has followed a link that was mailed to the address.
    package let isEmailVerified: Bool
    /// The first name.
    package let firstName: String
    /// The last name.
    package let lastName: String
    /// The person's roles on the site, at least one.
    package let roles: [SiteRole]
    /// The moment at which the account was created.
    package let signedUp: Instant
    /// The last use of a sign-in session, to the hour.
    package let lastSeen: Instant?
    /// True while the person cannot sign in.
    package let isBlocked: Bool
    /// The time at which the account is erased, unless the deletion is canceled.
    package let erases: Instant?
    /// The chosen color of the person's initials; absent until one is chosen, and then the id decides.
    package let color: ProfileColor?

    package init(
      id: PersonID, email: String, isEmailVerified: Bool, firstName: String, lastName: String,
      roles: [SiteRole], signedUp: Instant, lastSeen: Instant?, isBlocked: Bool, erases: Instant?,
      color: ProfileColor? = nil
    ) {
      self.id = id
      self.email = email
      self.isEmailVerified = isEmailVerified
      self.firstName = firstName
      self.lastName = lastName
      self.roles = roles
      self.signedUp = signedUp
      self.lastSeen = lastSeen
      self.isBlocked = isBlocked
      self.erases = erases
      self.color = color
    }
  }

  /// Sets a person's roles and ends their sessions, so that they sign in again with the new roles.
  package struct SetRoles: Request {
    package typealias Reply = AdminPerson
    package static let subject = "auth.person.setRoles"
    package static let version = "1.1"
    package static let access = Access.role(.admin)
    package static let callers = [ProgramName.operator, .seed]
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.put, "/v1/admin/people/{id}/roles")
    package static let faults = [FaultCode.notFound, .lastAdmin]
    package static let summary = "Set a person's site roles. Their sessions end."
    package let id: PersonID
    /// The roles from now on; they replace the present ones.
    package let roles: SiteRoles

    package init(id: PersonID, roles: SiteRoles) {
      self.id = id
      self.roles = roles
    }
  }

  /// Blocks a person or lifts the block. A blocked person cannot sign in, and their sessions and tokens end.
  package struct SetBlocked: Request {
    package typealias Reply = AdminPerson
    package static let subject = "auth.person.setBlocked"
    package static let version = "1.1"
    package static let access = Access.role(.admin)
    package static let callers = [ProgramName.operator]
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.put, "/v1/admin/people/{id}/blocked")
    package static let faults = [FaultCode.notFound, .lastAdmin]
    package static let summary = "Block a person's account, or lift the block."
    package let id: PersonID
    /// True blocks the person, false lifts the block.
    package let isBlocked: Bool
    /// The reason, which the audit log keeps.
    package let note: NoteText?

    package init(id: PersonID, isBlocked: Bool, note: NoteText? = nil) {
      self.id = id
      self.isBlocked = isBlocked
      self.note = note
    }
  }

  package struct EndPersonSessions: Request {
    package typealias Reply = EndedSessions
    package static let subject = "auth.person.endSessions"
    package static let access = Access.role(.admin)
    package static let callers = [ProgramName.operator]
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/admin/people/{id}/signout")
    package static let faults = [FaultCode.notFound]
    package static let summary = "End all sign-in sessions and API tokens of a person."
    package let id: PersonID

    package init(id: PersonID) {
      self.id = id
    }
  }

  /// Creates a code for a new password, for sites without mail. The administrator hands it over.
  package struct MakeResetCode: Request {
    package typealias Reply = ResetCode
    package static let subject = "auth.password.makeCode"
    package static let access = Access.role(.admin)
    package static let callers = [ProgramName.operator]
    package static let repeats = Repeats.secretReply
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/admin/people/{id}/reset", status: 201)
    package static let faults = [FaultCode.notFound]
    package static let summary = "Create a code for setting a new password, valid for 10 minutes."
    package let id: PersonID

    package init(id: PersonID) {
      self.id = id
    }
  }

  /// A code with which a person sets a new password, once.
  package struct ResetCode: Codable, Sendable {
    package let code: OneTimeCode
    /// The moment from which the code no longer works.
    package let expires: Instant

    package init(code: OneTimeCode, expires: Instant) {
      self.code = code
      self.expires = expires
    }
  }

  /// Erases the account after 7 days; `isDeleted: false` cancels that.
  package struct SetDeleted: Request {
    package typealias Reply = AdminPerson
    package static let subject = "auth.person.setDeleted"
    package static let version = "1.1"
    package static let access = Access.role(.admin)
    package static let callers = [ProgramName.operator]
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.put, "/v1/admin/people/{id}/deleted")
    package static let faults = [FaultCode.notFound, .lastAdmin]
    package static let summary = "Delete a person's account in 7 days, or cancel the deletion."
    package let id: PersonID
    /// True has the account erased after 7 days, false cancels that.
    package let isDeleted: Bool

    package init(id: PersonID, isDeleted: Bool) {
      self.id = id
      self.isDeleted = isDeleted
    }
  }

  /// Creates an invitation. Its code lets people sign up if sign-up is by invitation.
  package struct CreateInvite: Request {
    package typealias Reply = Invite
    package static let subject = "auth.invite.create"
    package static let access = Access.role(.admin)
    package static let callers = [ProgramName.operator]
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/admin/invites", status: 201)
    package static let faults = [FaultCode.usesBad]
    package static let summary = "Create an invitation code for new accounts."
    /// The number of accounts it is good for: 1 to 10,000, 1 unless given.
    package let uses: Int?
    /// The number of days it is valid; 14 unless given.
    package let days: DayCount?
    /// A note on whom the invitation is for, for administrators.
    package let note: NoteText?

    package init(uses: Int? = nil, days: DayCount? = nil, note: NoteText? = nil) {
      self.uses = uses
      self.days = days
      self.note = note
    }
  }

  /// An invitation to sign up.
  package struct Invite: Codable, Hashable, Sendable {
    package let id: InviteID
    package let code: JoinCode
    /// The link to the sign-up page with the code filled in.
    package let link: String
    /// The number of accounts that the invitation is good for.
    package let uses: Int
    /// The number of accounts that were created with it so far.
    package let used: Int
    /// The moment at which it was created.
    package let created: Instant
    /// The moment from which it no longer works.
    package let expires: Instant
    /// A note on whom the invitation is for.
    package let note: String?

    package init(
      id: InviteID, code: JoinCode, link: String, uses: Int, used: Int, created: Instant, expires: Instant,
      note: String?
    ) {
      self.id = id
      self.code = code
      self.link = link
      self.uses = uses
      self.used = used
      self.created = created
      self.expires = expires
      self.note = note
    }
  }

  package struct ListInvites: Request {
    package typealias Reply = Page<Invite>
    package static let subject = "auth.invite.list"
    package static let version = "1.1"
    package static let access = Access.role(.admin)
    package static let callers = [ProgramName.operator]
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/admin/invites")
    package static let faults = [FaultCode.cursorBad]
    package static let summary = "List valid invitations, newest first unless sorted otherwise."
    /// The order, newest first unless given. A cursor belongs to the order of its page.
    package let sort: InviteOrder?
    package let cursor: Cursor?
    package let limit: PageLimit?

    package init(sort: InviteOrder? = nil, cursor: Cursor? = nil, limit: PageLimit? = nil) {
      self.sort = sort
      self.cursor = cursor
      self.limit = limit
    }
  }

  /// An order of invitations. A minus stands for descending.
  package enum InviteOrder: String, Choice {
    /// The oldest invitation first.
    case created
    case createdDescending = "-created"
    case code
    case codeDescending = "-code"
    /// Those that fewest people have used first.
    case used
    case usedDescending = "-used"
    /// Those that expire next first.
    case expires
    case expiresDescending = "-expires"
  }

  package struct RevokeInvite: Request {
    package typealias Reply = Empty
    package static let subject = "auth.invite.revoke"
    package static let access = Access.role(.admin)
    package static let callers = [ProgramName.operator]
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.delete, "/v1/admin/invites/{id}", status: 204)
    package static let faults = [FaultCode.notFound]
    package static let summary = "Revoke an invitation."
    package let id: InviteID

    package init(id: InviteID) {
      self.id = id
    }
  }
}

extension FaultCode {
  package static let lastAdmin = FaultCode(
    .failedPrecondition, "last_admin",
    "This is the last administrator. Make someone else an administrator first.")
  package static let usesBad = FaultCode(
    .invalidArgument, "uses_bad", "Enter a number of accounts from 1 to 10,000.")
}

extension Auth {
  /// Returns a person's mail address, for the program that sends notifications.
  package struct GetAddress: Request {
    package typealias Reply = PersonAddress
    package static let subject = "auth.person.address"
    package static let access = Access.programs
    package static let callers = [ProgramName.notifier]
    package static let faults = [FaultCode.notFound]
    package static let summary = "The address of a person's account."
    package let person: PersonID

    package init(person: PersonID) {
      self.person = person
    }
  }

  package struct PersonAddress: Codable, Sendable {
    package let email: String
    package let isVerified: Bool
    package let firstName: String

    package init(email: String, isVerified: Bool, firstName: String) {
      self.email = email
      self.isVerified = isVerified
      self.firstName = firstName
    }
  }
}
