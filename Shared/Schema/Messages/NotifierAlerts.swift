extension Notifier {
  /// The state of an upcoming alert.
  package enum PlannedState: String, Choice {
    /// The alert waits for one of the 64 slots.
    case queued
    /// The alert holds a slot and fires at its time.
    case armed
  }

  /// An upcoming alert as its person sees it.
  package struct PlannedAlert: Codable, Hashable, Sendable {
    package let id: AlertID
    /// The program that planned the alert.
    package let program: ProgramName
    /// The object that it is about: an event, a task.
    package let object: AlertObjectID
    package let lead: LeadTime
    /// The moment at which it fires.
    package let at: Instant
    /// The moment from which it is of no use any more: the start of the event.
    package let until: Instant
    package let state: PlannedState
    /// The position from 1 among the alerts of the same state, soonest first.
    package let position: Int
    /// True if the person keeps a slot for it.
    package let isPinned: Bool
    /// True for a snoozed alert.
    package let isSnoozed: Bool
    package let text: Alerts.AlertText
    package let importance: Alerts.AlertImportance
    /// The reasons why the person gets it, 1 to 5.
    package let because: [Alerts.AlertReason]
    package let recurrence: RecurrenceText?
    /// The text and the reasons in words, in the requested language or the site's. Absent in an export.
    package let rendered: Alerts.RenderedAlert?

    package init(
      id: AlertID, key: Alerts.AlertKey, at: Instant, until: Instant, state: PlannedState, position: Int,
      isPinned: Bool, isSnoozed: Bool, text: Alerts.AlertText, importance: Alerts.AlertImportance,
      because: [Alerts.AlertReason], recurrence: RecurrenceText?, rendered: Alerts.RenderedAlert?
    ) {
      self.id = id
      program = key.program
      object = key.object
      lead = key.lead
      self.at = at
      self.until = until
      self.state = state
      self.position = position
      self.isPinned = isPinned
      self.isSnoozed = isSnoozed
      self.text = text
      self.importance = importance
      self.because = because
      self.recurrence = recurrence
      self.rendered = rendered
    }
  }

  /// Lists the upcoming alerts, soonest first: armed ones, then queued ones.
  package struct ListAlerts: Request {
    package typealias Reply = PlannedAlerts
    package static let subject = "notifier.alert.list"
    package static let version = "1.2"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/alerts")
    package static let faults = [FaultCode.cursorBad]
    package static let summary = "List your upcoming alerts: which have a slot, which wait, and why."
    /// Lists only alerts in this state.
    package let state: PlannedState?
    package let cursor: Cursor?
    package let limit: PageLimit?
    /// The language of `rendered`; the site's unless given.
    package let language: Alerts.Language?

    package init(
      state: PlannedState? = nil, cursor: Cursor? = nil, limit: PageLimit? = nil,
      language: Alerts.Language? = nil
    ) {
      self.language = language
      self.state = state
      self.cursor = cursor
      self.limit = limit
    }
  }

  /// A page of a person's upcoming alerts, with the numbers of slots.
  package struct PlannedAlerts: Codable, Sendable {
    /// The alerts, the soonest first.
    package let items: [PlannedAlert]
    /// The cursor of the next page. Absent on the last page.
    package let next: Cursor?
    package let slots: Slots

    package init(items: [PlannedAlert], next: Cursor?, slots: Slots) {
      self.items = items
      self.next = next
      self.slots = slots
    }
  }

  /// The use of a person's slots.
  package struct Slots: Codable, Hashable, Sendable {
    /// The number of alerts that have a slot, at most 64. They fire at their time.
    package let armed: Int
    /// The number of later alerts without a slot. They move up as slots become free.
    package let queued: Int
    /// The number of alerts whose slot the person keeps.
    package let pinned: Int
    /// The maximum number of armed alerts.
    package let maxArmed: Int
    /// The maximum number of pinned alerts among them.
    package let maxPinned: Int

    package static let maxArmed = 64
    package static let maxPinned = 16

    package init(armed: Int, queued: Int, pinned: Int) {
      self.armed = armed
      self.queued = queued
      self.pinned = pinned
      maxArmed = Slots.maxArmed
      maxPinned = Slots.maxPinned
    }

    private enum CodingKeys: String, CodingKey {
      case armed, queued, pinned
      case maxArmed = "most"
      case maxPinned = "mostPinned"
    }
  }

  /// Returns the armed alerts, the set that a phone would mirror as its own notifications.
  package struct ListArmed: Request {
    package typealias Reply = ArmedAlerts
    package static let subject = "notifier.alert.armed"
    package static let version = "1.2"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/alerts/armed")
    package static let summary = "List the alerts that have a slot, at most 64, soonest first."
    /// The language of `rendered`; the site's unless given.
    package let language: Alerts.Language?

    package init(language: Alerts.Language? = nil) {
      self.language = language
    }
  }

  /// All alerts that have a slot, for a device that arms them itself.
  package struct ArmedAlerts: Codable, Sendable {
    /// The alerts, at most 64, the soonest first.
    package let items: [PlannedAlert]

    package init(items: [PlannedAlert]) {
      self.items = items
    }
  }

  package struct CountAlerts: Request {
    package typealias Reply = AlertCounts
    package static let subject = "notifier.alert.count"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/alerts/counts")
    package static let summary = "Count your alerts by what became of them."

    package init() {}
  }

  /// The counts of a person's alerts. `planned` is always the sum of the others.
  package struct AlertCounts: Codable, Hashable, Sendable {
    /// The number of alerts ever planned.
    package let planned: Int64
    /// The number of alerts that wait for a slot.
    package let queued: Int64
    /// The number of alerts that have a slot.
    package let armed: Int64
    /// The number of alerts that fired.
    package let fired: Int64
    /// The number of alerts that were canceled before they fired.
    package let cancelled: Int64
    /// The number of alerts whose time passed while the site was not running, and that were of no use
    /// afterwards.
    package let missed: Int64

    package init(
      planned: Int64, queued: Int64, armed: Int64, fired: Int64, cancelled: Int64, missed: Int64
    ) {
      self.planned = planned
      self.queued = queued
      self.armed = armed
      self.fired = fired
      self.cancelled = cancelled
      self.missed = missed
    }
  }

  /// Pins an alert, so that it keeps its slot even if others come sooner.
  package struct PinAlert: Request {
    package typealias Reply = PlannedAlert
    package static let subject = "notifier.alert.pin"
    package static let version = "1.2"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.put, "/v1/alerts/{id}/pin")
    package static let faults = [FaultCode.notFound, .tooManyPins]
    package static let summary = "Pin an alert: keep a slot for it."
    package let id: AlertID

    package init(id: AlertID) {
      self.id = id
    }
  }

  package struct UnpinAlert: Request {
    package typealias Reply = PlannedAlert
    package static let subject = "notifier.alert.unpin"
    package static let version = "1.2"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.delete, "/v1/alerts/{id}/pin")
    package static let faults = [FaultCode.notFound]
    package static let summary = "Unpin an alert: its time decides on its slot again."
    package let id: AlertID

    package init(id: AlertID) {
      self.id = id
    }
  }

  /// Cancels this one alert; the object it is about stays unchanged.
  package struct DropAlert: Request {
    package typealias Reply = Empty
    package static let subject = "notifier.alert.drop"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.delete, "/v1/alerts/{id}", status: 204)
    package static let faults = [FaultCode.notFound]
    package static let summary = "Cancel one of your alerts. What it is about stays."
    package let id: AlertID

    package init(id: AlertID) {
      self.id = id
    }
  }

  /// Alerts of a person changed: armed, queued again, or gone. Each list holds at most 64; beyond that the
  /// event only asks to fetch the alerts.
  package struct AlertsChanged: Event {
    package static let topic = "notifier.alert.changed"
    package static let audience = AudienceKind.people
    /// Alerts that got a slot.
    package let armed: [AlertID]
    /// Alerts that wait for a slot.
    package let queued: [AlertID]
    /// Alerts that lost their slot to sooner ones.
    package let demoted: [AlertID]
    /// Alerts that are no longer upcoming.
    package let gone: [AlertID]

    package init(armed: [AlertID], queued: [AlertID], demoted: [AlertID], gone: [AlertID]) {
      self.armed = armed
      self.queued = queued
      self.demoted = demoted
      self.gone = gone
    }
  }

  /// Alerts fired; each is now a notification in the inbox.
  package struct AlertsFired: Event {
    package static let topic = "notifier.alert.fired"
    package static let audience = AudienceKind.people
    /// The alerts that fired.
    package let alerts: [AlertID]
    /// The notifications that came of them, in the same order.
    package let notices: [NoticeID]

    package init(alerts: [AlertID], notices: [NoticeID]) {
      self.alerts = alerts
      self.notices = notices
    }
  }
}

extension FaultCode {
  package static let tooManyPins = FaultCode(
    .failedPrecondition, "too_many_pins", "You've pinned 16 alerts, the maximum. Unpin one first.")
}
