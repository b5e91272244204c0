extension Notifier {
  /// A notification for a person: an alert that fired, or a message from a program.
  package struct Notice: Codable, Hashable, Sendable {
    package let id: NoticeID
    /// The moment at which it came.
    package let at: Instant
    package let kind: NoticeKind
    /// The alert; absent if none was planned.
    package let alert: AlertID?
    /// The program that it is from.
    package let program: ProgramName
    package let object: AlertObjectID?
    package let text: Alerts.AlertText
    package let importance: Alerts.AlertImportance
    /// The reasons why the person got it. Empty for a notification without reasons.
    package let because: [Alerts.AlertReason]
    /// The time of reading; absent while it is unread.
    package let read: Instant?
    /// The next time of a snoozed notification.
    package let snoozedUntil: Instant?
    /// The text and the reasons in words, in the requested language or the site's. Absent in an export.
    package let rendered: Alerts.RenderedAlert?

    package init(
      id: NoticeID, at: Instant, kind: NoticeKind, alert: AlertID?, program: ProgramName,
      object: AlertObjectID?, text: Alerts.AlertText, importance: Alerts.AlertImportance,
      because: [Alerts.AlertReason], read: Instant?, snoozedUntil: Instant?,
      rendered: Alerts.RenderedAlert?
    ) {
      self.id = id
      self.at = at
      self.kind = kind
      self.alert = alert
      self.program = program
      self.object = object
      self.text = text
      self.importance = importance
      self.because = because
      self.read = read
      self.snoozedUntil = snoozedUntil
      self.rendered = rendered
    }
  }

  /// The reason why a notification is in the inbox now.
  package enum NoticeKind: String, Choice {
    /// The alert fired at its time.
    case fired
    /// The alert fired after its time, because the site was not running then.
    case late
    /// The alert was too late to be of use: one notification for all that were missed together.
    case missed
    /// No alert was planned: something has just happened.
    case raised
  }

  /// Lists the inbox, newest first.
  package struct ListInbox: Request {
    package typealias Reply = Inbox
    package static let subject = "notifier.inbox.list"
    package static let version = "1.2"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/inbox")
    package static let faults = [FaultCode.cursorBad]
    package static let summary = "List your inbox, newest first, with the number of unread notifications."
    /// True lists only unread notifications.
    package let unread: Bool?
    package let cursor: Cursor?
    package let limit: PageLimit?
    /// The language of `rendered`; the site's unless given.
    package let language: Alerts.Language?

    package init(
      unread: Bool? = nil, cursor: Cursor? = nil, limit: PageLimit? = nil, language: Alerts.Language? = nil
    ) {
      self.language = language
      self.unread = unread
      self.cursor = cursor
      self.limit = limit
    }
  }

  /// A page of a person's inbox.
  package struct Inbox: Codable, Sendable {
    /// The notifications, the newest first.
    package let items: [Notice]
    /// The cursor of the next page. Absent on the last page.
    package let next: Cursor?
    /// The number of unread notifications in the whole inbox.
    package let unread: Int

    package init(items: [Notice], next: Cursor?, unread: Int) {
      self.items = items
      self.next = next
      self.unread = unread
    }
  }

  /// The number for a badge.
  package struct InboxState: Codable, Hashable, Sendable {
    /// The number of unread notifications.
    package let unread: Int

    package init(unread: Int) {
      self.unread = unread
    }
  }

  package struct ReadNotice: Request {
    package typealias Reply = InboxState
    package static let subject = "notifier.inbox.read"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.put, "/v1/inbox/{id}/read")
    package static let faults = [FaultCode.notFound]
    package static let summary = "Mark a notification as read, on all devices."
    package let id: NoticeID

    package init(id: NoticeID) {
      self.id = id
    }
  }

  package struct UnreadNotice: Request {
    package typealias Reply = InboxState
    package static let subject = "notifier.inbox.unread"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.delete, "/v1/inbox/{id}/read")
    package static let faults = [FaultCode.notFound]
    package static let summary = "Mark a notification as unread."
    package let id: NoticeID

    package init(id: NoticeID) {
      self.id = id
    }
  }

  /// Marks notifications as read: all up to this one, or the whole inbox.
  package struct ReadInbox: Request {
    package typealias Reply = InboxState
    package static let subject = "notifier.inbox.readAll"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/inbox/read")
    package static let faults = [FaultCode.notFound]
    package static let summary = "Mark all notifications up to one as read."
    /// The newest notification to mark as read; all unless given.
    package let upTo: NoticeID?

    package init(upTo: NoticeID? = nil) {
      self.upTo = upTo
    }
  }

  /// Snoozes a notification for this many minutes; it takes a slot like any other alert.
  package struct SnoozeNotice: Request {
    package typealias Reply = PlannedAlert
    package static let subject = "notifier.inbox.snooze"
    package static let version = "1.2"
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/inbox/{id}/snooze", status: 201)
    package static let faults = [FaultCode.notFound, .notToSnooze]
    package static let summary = "Snooze a notification."
    package let id: NoticeID
    package let minutes: SnoozeMinutes

    package init(id: NoticeID, minutes: SnoozeMinutes) {
      self.id = id
      self.minutes = minutes
    }
  }

  /// Empties the inbox. The cleared notifications can be restored for a moment.
  package struct ClearInbox: Request {
    package typealias Reply = ClearedInbox
    package static let subject = "notifier.inbox.clear"
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/inbox/clear")
    package static let summary = "Clear your inbox. It can be restored for a minute."

    package init() {}
  }

  /// The number of cleared notifications.
  package struct ClearedInbox: Codable, Hashable, Sendable {
    /// The number of notifications that were cleared.
    package let cleared: Int
    /// The time until which it can be restored.
    package let until: Instant

    package init(cleared: Int, until: Instant) {
      self.cleared = cleared
      self.until = until
    }
  }

  package struct RestoreInbox: Request {
    package typealias Reply = InboxState
    package static let subject = "notifier.inbox.restore"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/inbox/restore")
    package static let summary = "Restore your inbox after it was cleared."

    package init() {}
  }

  /// A notification that is not an alert came to the inbox. It may be about something untraceable, so the
  /// body is empty.
  package struct NoticeRaised: Event {
    package static let topic = "notifier.notice.raised"
    package static let audience = AudienceKind.people
    package static let isUnlinkable = true

    package init() {}
  }

  /// Notifications were read, marked unread, cleared or restored on one of the person's devices.
  package struct InboxChanged: Event {
    package static let topic = "notifier.inbox.changed"
    package static let audience = AudienceKind.people
    /// The number of unread notifications from now on.
    package let unread: Int

    package init(unread: Int) {
      self.unread = unread
    }
  }

  /// The length of a snooze: 1 minute to 30 days.
  package struct SnoozeMinutes: CheckedNumber {
    package let count: Int
    package init(checked count: Int) { self.count = count }
    package static let limits = 1...(30 * 1440)
    package static let bad = FaultCode.snoozeBad
    package static let sample = SnoozeMinutes(checked: 10)
  }
}

extension FaultCode {
  package static let snoozeBad = FaultCode(
    .invalidArgument, "snooze_bad", "Snooze for 1 minute to 30 days, given in minutes.")
  package static let notToSnooze = FaultCode(
    .failedPrecondition, "not_to_snooze", "Only a reminder that was sent can be snoozed.")
}
