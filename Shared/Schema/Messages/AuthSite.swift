extension Auth {
  /// Returns the information for a sign-up page.
  package struct GetSite: Request {
    package typealias Reply = SiteInfo
    package static let subject = "auth.site.get"
    package static let version = "1.4"
    package static let access = Access.anyone
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/site")
    package static let summary = "Get the site's name, who may sign up, and which apps it runs."

    package init() {}
  }

  /// The public facts about a site.
  package struct SiteInfo: Codable, Hashable, Sendable {
    /// The name of the site, as its administrator or operator set it.
    package let name: String
    /// The zone of people who have set none. Absent from sites of version 0.1.
    package let zone: ZoneName?
    /// The language of mails. Absent from sites of version 0.1.
    package let language: Alerts.Language?
    package let signUp: SignUpMode
    /// The email domains that may sign up, if `signUp` is `domains`.
    package let domains: [String]
    /// True if the site sends mail. Without mail no address is verified, and an administrator hands out codes
    /// for forgotten passwords.
    package let sendsMail: Bool
    /// True while the site has no administrator: whoever has the setup code may become one.
    package let needsSetup: Bool?
    /// The apps that the site runs, sorted. The operations of the others answer 404. Absent from sites of
    /// version 0.1.
    package let apps: [App]?
    /// True if the site's data are those of the demo campus, whose people anybody may sign in as. Absent from
    /// sites of version 0.1.
    package let isDemo: Bool?

    package init(
      name: String, zone: ZoneName, language: Alerts.Language, signUp: SignUpMode, domains: [String],
      sendsMail: Bool, needsSetup: Bool, apps: [App], isDemo: Bool
    ) {
      self.name = name
      self.zone = zone
      self.language = language
      self.signUp = signUp
      self.domains = domains
      self.sendsMail = sendsMail
      self.needsSetup = needsSetup
      self.apps = apps
      self.isDemo = isDemo
    }
  }

  /// Returns the settings of the site that may change while it runs: what counts, what the operator's file
  /// says, and which of them administrators have stored.
  package struct GetSettings: Request {
    package typealias Reply = SiteSettings
    package static let subject = "auth.site.settings"
    package static let version = "1.1"
    package static let access = Access.role(.admin)
    package static let callers = [ProgramName.operator]
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/admin/site")
    package static let summary = "Get the site's settings, those of its file, and which are stored."

    package init() {}
  }

  /// The settings of the site that may change while it runs.
  package struct SiteSettings: Codable, Hashable, Sendable {
    /// The values that count.
    package let now: SiteValues
    /// The values of the operator's file, from the start of the program. They count where nothing is stored.
    package let file: SiteValues
    /// The settings that administrators have stored.
    package let stored: [SiteSetting]
    /// True if the site sends mail, which only the file and a restart change.
    package let sendsMail: Bool

    package init(now: SiteValues, file: SiteValues, stored: [SiteSetting], sendsMail: Bool) {
      self.now = now
      self.file = file
      self.stored = stored
      self.sendsMail = sendsMail
    }
  }

  /// A value for each setting that may change while the site runs.
  package struct SiteValues: Codable, Hashable, Sendable {
    /// The site's name, in mails and on pages.
    package let name: String
    /// The zone of people who have set none.
    package let zone: ZoneName
    /// The language of mails.
    package let language: Alerts.Language
    package let signUp: SignUpMode
    /// The email domains that may sign up, if `signUp` is `domains`.
    package let domains: [String]

    package init(
      name: String, zone: ZoneName, language: Alerts.Language, signUp: SignUpMode, domains: [String]
    ) {
      self.name = name
      self.zone = zone
      self.language = language
      self.signUp = signUp
      self.domains = domains
    }
  }

  /// A setting of the site that may change while it runs.
  package enum SiteSetting: String, Choice {
    case name, zone, language, signUp
  }

  /// The way to an account: open to everyone, to addresses of certain domains, by invitation, or off.
  package enum SignUpMode: String, Choice {
    case open, domains, invite, off
  }

  /// Lists the actions of administrators in all programs, newest first. An entry is never changed, and not
  /// deleted before two years have passed.
  package struct ListAudit: Request {
    package typealias Reply = Page<AuditEntry>
    package static let subject = "auth.audit.list"
    package static let version = "1.7"
    package static let access = Access.role(.admin)
    package static let callers = [ProgramName.operator]
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/admin/audit")
    package static let faults = [FaultCode.cursorBad]
    package static let summary = "List administrators' actions, newest first."
    /// The administrator whose actions are listed; all unless given.
    package let actor: PersonID?
    package let cursor: Cursor?
    package let limit: PageLimit?

    package init(actor: PersonID? = nil, cursor: Cursor? = nil, limit: PageLimit? = nil) {
      self.actor = actor
      self.cursor = cursor
      self.limit = limit
    }
  }

  /// One action of an administrator.
  package struct AuditEntry: Codable, Hashable, Sendable {
    package let id: AuditID
    /// The moment of the action.
    package let at: Instant
    /// The administrator; absent for the operator on the command line.
    package let actor: PersonID?
    package let action: AuditAction
    /// The object of the action: an id, a dorm, an address.
    package let object: String
    /// Details of the action, such as the roles set or the reason given.
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

  /// An action in the audit log.
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
    case rosterImported = "roster_imported"
    case attendanceChanged = "attendance_changed"
    case termLocked = "term_locked"
    case termUnlocked = "term_unlocked"
    case siteChanged = "site_changed"
    case pictureAdded = "picture_added"
    case pictureRemoved = "picture_removed"
    case guideChanged = "guide_changed"
    case topicReviewed = "topic_reviewed"
    case reviewRemoved = "review_removed"
    case aedsChanged = "aeds_changed"
    case crisisAlerted = "crisis_alerted"
    case crisisCalledOff = "crisis_called_off"
    case schoolChanged = "school_changed"
    case dayClosed = "day_closed"
    case dayReopened = "day_reopened"
  }
}
