extension Events {
  /// The events to list by their time: upcoming ones or past ones.
  package enum ListState: String, Choice {
    case upcoming, past
  }

  /// The events that change the events a person sees; when one begins, the time does.
  static let eventChanges: [any Event.Type] = [
    EventAdded.self, EventChanged.self, EventDeleted.self, EventRestored.self, AnswerChanged.self,
    ToDosChanged.self, BudgetChanged.self, ListsChanged.self,
  ]

  /// Lists your events and those shared with you: the next one first; past ones newest first. With a course
  /// only the events shared with it, and none for somebody who is not on its roster.
  package struct ListEvents: Request {
    package typealias Reply = Page<CalendarEvent>
    package static let subject = "events.event.list"
    package static let version = "1.4"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/events")
    package static let faults = [FaultCode.cursorBad]
    package static let summary = "List your events and those shared with you."
    package static let changedBy: [any Event.Type]? = eventChanges
    /// The listed events; upcoming ones unless given.
    package let state: ListState?
    /// The course whose events are listed, your own and those of others.
    package let course: CourseID?
    package let cursor: Cursor?
    package let limit: PageLimit?

    package init(
      state: ListState? = nil, course: CourseID? = nil, cursor: Cursor? = nil, limit: PageLimit? = nil
    ) {
      self.state = state
      self.course = course
      self.cursor = cursor
      self.limit = limit
    }
  }

  /// Finds the events that a person sees, past ones too, and their to-dos, by words of titles, places, notes
  /// and texts, without regard to case and accents.
  package struct SearchEvents: Request {
    package typealias Reply = FoundEvents
    package static let subject = "events.event.search"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/search/events")
    package static let faults = [FaultCode.queryBad]
    package static let summary = "Find events and to-dos by words."
    /// The words, 2 to 100 characters. The last one may be the beginning of a word.
    package let q: SearchWords

    package init(q: SearchWords) { self.q = q }
  }

  /// The events and to-dos that a search found.
  package struct FoundEvents: Codable, Hashable, Sendable {
    /// At most 30: the best matches first, among equal ones those that are not over.
    package let items: [FoundEvent]
    /// True if nothing has the words as they were typed, and these have them with one typing error.
    package let isNear: Bool

    package init(items: [FoundEvent], isNear: Bool) {
      self.items = items
      self.isNear = isNear
    }
  }

  /// An event, or a to-do of an event, that a search found.
  package struct FoundEvent: Codable, Hashable, Sendable {
    package let id: EventID
    /// The title of the event.
    package let title: String
    /// The start. For a recurring event this is the next time, or the last one if all are past.
    package let next: Instant
    /// True if it has no time of day.
    package let isAllDay: Bool
    /// True if its last start has passed.
    package let isPast: Bool
    /// The to-do that was found. Absent if the event itself was.
    package let toDo: ToDo?

    package init(id: EventID, title: String, next: Instant, isAllDay: Bool, isPast: Bool, toDo: ToDo?) {
      self.id = id
      self.title = title
      self.next = next
      self.isAllDay = isAllDay
      self.isPast = isPast
      self.toDo = toDo
    }
  }

  /// An event as seen by a person who may see it.
  package struct CalendarEvent: Codable, Hashable, Sendable {
    package let id: EventID
    /// The title of the event.
    package let title: String
    /// The notes on the event. Absent if there are none.
    package let notes: String?
    /// The place of the event. Absent if none was given.
    package let place: String?
    /// The time as entered: the first time of a recurring event.
    package let when: EventTime
    /// The start. For a recurring event this is the next time, or the last one if all are past. An all-day
    /// event begins with its date in its zone.
    package let next: Instant
    /// The end: `next` plus the length.
    package let ends: Instant
    /// True if `next` had come when this was read.
    package let isPast: Bool
    package let minutes: EventMinutes
    package let recurrence: RecurrenceText?
    /// The dates that differ from `recurrence`, by date; absent without any. `next` follows them.
    package let exceptions: [DateException]?
    /// The lead times of its reminders; absent without reminders.
    package let leads: LeadTimes?
    package let picture: EventPicture?
    /// The drawing of the event. Absent on a site of a release without drawings.
    package let drawing: EventDrawing?
    /// The color behind the drawing. Absent on a site of a release without drawings.
    package let color: EventColor?
    package let visibility: Visibility
    /// The course that sees it; absent unless `visibility` is `course`.
    package let course: CourseID?
    /// The person who added the event.
    package let owner: PersonID
    /// True if the caller owns the event.
    package let isMine: Bool
    /// The answer of the person who asks.
    package let answer: Answer?
    package let answers: AnswerCounts
    /// The counts of its to-do list; the list itself is a separate request.
    package let toDos: ToDoCounts
    /// The sums of the budget sheet; absent while it is empty.
    package let budget: BudgetSums?
    /// True if a public link shows the event; always false for people other than the owner.
    package let hasLink: Bool
    /// The moment at which the event was added.
    package let added: Instant
    /// The number of edits; an edit names the version that it began from.
    package let version: Int64

    package init(
      id: EventID, title: String, notes: String?, place: String?, when: EventTime, next: Instant,
      ends: Instant, isPast: Bool, minutes: EventMinutes, recurrence: RecurrenceText?,
      exceptions: [DateException]?, leads: LeadTimes?, picture: EventPicture?, drawing: EventDrawing?,
      color: EventColor?, visibility: Visibility, course: CourseID?, owner: PersonID, isMine: Bool,
      answer: Answer?, answers: AnswerCounts, toDos: ToDoCounts, budget: BudgetSums?, hasLink: Bool,
      added: Instant, version: Int64
    ) {
      self.id = id
      self.title = title
      self.notes = notes
      self.place = place
      self.when = when
      self.next = next
      self.ends = ends
      self.isPast = isPast
      self.minutes = minutes
      self.recurrence = recurrence
      self.exceptions = exceptions
      self.leads = leads
      self.picture = picture
      self.drawing = drawing
      self.color = color
      self.visibility = visibility
      self.course = course
      self.owner = owner
      self.isMine = isMine
      self.answer = answer
      self.answers = answers
      self.toDos = toDos
      self.budget = budget
      self.hasLink = hasLink
      self.added = added
      self.version = version
    }
  }

  /// The numbers of answers to an event.
  package struct AnswerCounts: Codable, Hashable, Sendable {
    /// The number of people who are coming.
    package let yes: Int
    /// The number of people who may come.
    package let maybe: Int
    /// The number of people who are not coming.
    package let no: Int

    package init(yes: Int, maybe: Int, no: Int) {
      self.yes = yes
      self.maybe = maybe
      self.no = no
    }
  }

  /// A person's answer to an event.
  package enum Answer: String, Choice {
    case yes, maybe, no
  }

  /// The audience of an event besides its owner. A public link is created separately.
  package enum Visibility: String, Choice {
    case `private`, room, course
  }

  /// Returns the time left until an event by the server's clock.
  package struct GetCountdown: Request {
    package typealias Reply = CountdownReading
    package static let subject = "events.event.countdown"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/events/{id}/countdown")
    package static let faults = [FaultCode.notFound, .magicTooClose]
    package static let summary = "Get the time left until an event."
    package let id: EventID
    /// True applies the wand: one day less at the front and one at the end.
    package let magic: Bool?

    package init(id: EventID, magic: Bool? = nil) {
      self.id = id
      self.magic = magic
    }
  }

  /// The time until an event, or since it began, split into days, hours, minutes and seconds.
  package struct CountdownReading: Codable, Hashable, Sendable {
    /// The time of the server's clock.
    package let now: Instant
    /// The moment that is counted to: the start of the event, or of its next date.
    package let target: Instant
    /// True if the event has begun; then the counters hold the time since.
    package let isOver: Bool
    /// True if the wand was applied.
    package let isMagic: Bool
    /// True if at least two days are left to subtract.
    package let mayBeMagic: Bool
    /// Whole days.
    package let days: Int64
    /// Hours beside the whole days, 0 to 23.
    package let hours: Int64
    /// Minutes beside the whole hours, 0 to 59.
    package let minutes: Int64
    /// Seconds beside the whole minutes, 0 to 59.
    package let seconds: Int64
    /// The time left in whole units of each kind alone; 0 once the event has begun.
    package let until: UntilValues

    package init(
      now: Instant, target: Instant, isOver: Bool, isMagic: Bool, mayBeMagic: Bool, days: Int64, hours: Int64,
      minutes: Int64, seconds: Int64, until: UntilValues
    ) {
      self.now = now
      self.target = target
      self.isOver = isOver
      self.isMagic = isMagic
      self.mayBeMagic = mayBeMagic
      self.days = days
      self.hours = hours
      self.minutes = minutes
      self.seconds = seconds
      self.until = until
    }
  }

  /// The time left in whole units of each kind alone; 0 once the event has begun.
  package struct UntilValues: Codable, Hashable, Sendable {
    /// The whole time in weeks, rounded down.
    package let weeks: Int64
    /// The whole time in days, rounded down.
    package let days: Int64
    /// The whole time in hours, rounded down.
    package let hours: Int64
    /// The whole time in minutes, rounded down.
    package let minutes: Int64
    /// The whole time in seconds, rounded down.
    package let seconds: Int64

    package init(weeks: Int64, days: Int64, hours: Int64, minutes: Int64, seconds: Int64) {
      self.weeks = weeks
      self.days = days
      self.hours = hours
      self.minutes = minutes
      self.seconds = seconds
    }
  }

  /// An event was added. The body has only its id: fetch the event for the rest.
  package struct EventAdded: Event {
    package static let topic = "events.event.added"
    package static let audience = AudienceKind.people
    package let id: EventID

    package init(id: EventID) {
      self.id = id
    }
  }

  /// An event was changed. The body has only its id: fetch the event for the rest.
  package struct EventChanged: Event {
    package static let topic = "events.event.changed"
    package static let audience = AudienceKind.people
    package let id: EventID

    package init(id: EventID) {
      self.id = id
    }
  }

  /// An event was deleted, or is no longer shared with the people who receive this.
  package struct EventDeleted: Event {
    package static let topic = "events.event.deleted"
    package static let audience = AudienceKind.people
    package let id: EventID

    package init(id: EventID) {
      self.id = id
    }
  }

  /// A deleted event is back: fetch it again.
  package struct EventRestored: Event {
    package static let topic = "events.event.restored"
    package static let audience = AudienceKind.people
    package let id: EventID

    package init(id: EventID) {
      self.id = id
    }
  }
}
