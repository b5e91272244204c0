extension Auth {
  /// What a sign-up page needs to know.
  package struct GetSite: Request {
    package typealias Reply = SiteInfo
    package static let subject = "auth.site.get"
    package static let access = Access.anyone
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/site")
    package static let summary = "What this site is called, who may sign up and whether it sends mail."

    package init() {}
  }

  package struct SiteInfo: Codable, Hashable, Sendable {
    package let name: String
    package let signUp: SignUpMode
    /// Domains of addresses that may sign up, where `signUp` is `domains`.
    package let domains: [String]
    /// Without mail nothing is verified, and an administrator hands out codes for forgotten passwords.
    package let sendsMail: Bool

    package init(name: String, signUp: SignUpMode, domains: [String], sendsMail: Bool) {
      self.name = name
      self.signUp = signUp
      self.domains = domains
      self.sendsMail = sendsMail
    }
  }

  package enum SignUpMode: String, Choice {
    case open, domains, invite, off
  }

  /// What administrators did, all programs together, newest first. Nothing is ever changed or taken out
  /// before two years have passed.
  package struct ListAudit: Request {
    package typealias Reply = Page<AuditEntry>
    package static let subject = "auth.audit.list"
    package static let version = "1.1"
    package static let access = Access.role(.admin)
    package static let callers = [ProgramName.operator]
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/admin/audit")
    package static let faults = [FaultCode.cursorBad]
    package static let summary = "What administrators did, newest first."
    /// Only what this person did.
    package let actor: PersonID?
    package let cursor: Cursor?
    package let limit: PageLimit?

    package init(actor: PersonID? = nil, cursor: Cursor? = nil, limit: PageLimit? = nil) {
      self.actor = actor
      self.cursor = cursor
      self.limit = limit
    }
  }

  /// One act of an administrator.
  package struct AuditEntry: Codable, Hashable, Sendable {
    package let id: AuditID
    package let at: Instant
    /// Absent when the operator did it on the command line.
    package let actor: PersonID?
    package let action: AuditAction
    /// What it was done to: an id, a dorm, an address.
    package let object: String
    package let detail: String?

    package init(
      id: AuditID, at: Instant, actor: PersonID?, action: AuditAction, object: String, detail: String?
    ) {
      self.id = id
      self.at = at
      self.actor = actor
      self.action = action
      self.object = object
      self.detail = detail
    }
  }

  package enum AuditAction: String, Choice {
    case rolesSet = "roles_set"
    case personBlocked = "person_blocked"
    case personUnblocked = "person_unblocked"
    case personDeleted = "person_deleted"
    case personUndeleted = "person_undeleted"
    case sessionsEnded = "sessions_ended"
    case resetCodeMade = "reset_code_made"
    case inviteCreated = "invite_created"
    case inviteRevoked = "invite_revoked"
    case dormDefined = "dorm_defined"
    case dormRemoved = "dorm_removed"
    case roomChanged = "room_changed"
    case memberRemoved = "member_removed"
    case messageHidden = "message_hidden"
    case messageShown = "message_shown"
    case reportsDismissed = "reports_dismissed"
    case courseChanged = "course_changed"
    case courseDeleted = "course_deleted"
    case rosterChanged = "roster_changed"
  }
}
