extension Events {
  package enum ListState: String, Choice {
    case upcoming, past
  }

  /// Your events and those shared with you: the next first; past ones newest first.
  package struct ListEvents: Request {
    package typealias Reply = Page<CalendarEvent>
    package static let subject = "events.event.list"
    package static let version = "1.1"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/events")
    package static let faults = [FaultCode.cursorBad]
    package static let summary = "List your events, and those that are shared with you."
    /// Upcoming ones unless given.
    package let state: ListState?
    package let cursor: Cursor?
    package let limit: PageLimit?

    package init(state: ListState? = nil, cursor: Cursor? = nil, limit: PageLimit? = nil) {
      self.state = state
      self.cursor = cursor
      self.limit = limit
    }
  }

  /// An event as a person who may see it sees it.
  package struct CalendarEvent: Codable, Hashable, Sendable {
    package let id: EventID
    package let title: String
    package let notes: String?
    package let place: String?
    /// As it was entered: the first time of one that repeats.
    package let when: EventTime
    /// When it begins; of one that repeats the next time, or the last one when all are past. An all-day
    /// event begins with its date in its zone.
    package let next: Instant
    /// `next` and its length.
    package let ends: Instant
    /// Whether `next` had come when this was read.
    package let isPast: Bool
    package let minutes: EventMinutes
    package let recurrence: RecurrenceText?
    /// How long before it its reminders come; absent without reminders.
    package let leads: LeadTimes?
    package let picture: EventPicture?
    package let visibility: Visibility
    /// Which course sees it; absent unless `visibility` is `course`.
    package let course: CourseID?
    package let owner: PersonID
    package let isMine: Bool
    /// Whether the person who asks comes.
    package let answer: Answer?
    package let answers: AnswerCounts
    /// What stands on its to-do list; the list itself is fetched for itself.
    package let toDos: ToDoCounts
    /// Absent while the sheet is empty.
    package let budget: BudgetSums?
    /// Whether a public link shows it; only its owner learns.
    package let hasLink: Bool
    package let added: Instant
    /// Counts edits; an edit names the one it began from.
    package let version: Int64

    package init(
      id: EventID, title: String, notes: String?, place: String?, when: EventTime, next: Instant,
      ends: Instant, isPast: Bool, minutes: EventMinutes, recurrence: RecurrenceText?, leads: LeadTimes?,
      picture: EventPicture?, visibility: Visibility, course: CourseID?, owner: PersonID, isMine: Bool,
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
      self.leads = leads
      self.picture = picture
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

  package struct AnswerCounts: Codable, Hashable, Sendable {
    package let yes: Int
    package let maybe: Int
    package let no: Int

    package init(yes: Int, maybe: Int, no: Int) {
      self.yes = yes
      self.maybe = maybe
      self.no = no
    }
  }

  /// Whether a person comes.
  package enum Answer: String, Choice {
    case yes, maybe, no
  }

  /// Who sees an event besides its owner. A public link is made for itself.
  package enum Visibility: String, Choice {
    case `private`, room, course
  }

  /// What is left of the time to an event, as this server counts it.
  package struct GetCountdown: Request {
    package typealias Reply = CountdownReading
    package static let subject = "events.event.countdown"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/events/{id}/countdown")
    package static let faults = [FaultCode.notFound, .magicTooClose]
    package static let summary = "The time left to an event."
    package let id: EventID
    /// The wand: a day less at the front and one at the end.
    package let magic: Bool?

    package init(id: EventID, magic: Bool? = nil) {
      self.id = id
      self.magic = magic
    }
  }

  package struct CountdownReading: Codable, Hashable, Sendable {
    /// The clock of this server.
    package let now: Instant
    package let target: Instant
    /// The event has begun; then the counters say for how long.
    package let isOver: Bool
    package let isMagic: Bool
    /// Whether two days are left to take.
    package let mayBeMagic: Bool
    package let days: Int64
    package let hours: Int64
    package let minutes: Int64
    package let seconds: Int64
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

  /// The same time in each unit alone, in whole units.
  package struct UntilValues: Codable, Hashable, Sendable {
    package let weeks: Int64
    package let days: Int64
    package let hours: Int64
    package let minutes: Int64
    package let seconds: Int64

    package init(weeks: Int64, days: Int64, hours: Int64, minutes: Int64, seconds: Int64) {
      self.weeks = weeks
      self.days = days
      self.hours = hours
      self.minutes = minutes
      self.seconds = seconds
    }
  }

  /// As its owner sees it without what only they learn: fetch it for the rest.
  package struct EventAdded: Event {
    package static let topic = "events.event.added"
    package static let audience = AudienceKind.people
    package let id: EventID

    package init(id: EventID) {
      self.id = id
    }
  }

  package struct EventChanged: Event {
    package static let topic = "events.event.changed"
    package static let audience = AudienceKind.people
    package let id: EventID

    package init(id: EventID) {
      self.id = id
    }
  }

  /// Also told to those it is no longer shared with.
  package struct EventDeleted: Event {
    package static let topic = "events.event.deleted"
    package static let audience = AudienceKind.people
    package let id: EventID

    package init(id: EventID) {
      self.id = id
    }
  }

  package struct EventRestored: Event {
    package static let topic = "events.event.restored"
    package static let audience = AudienceKind.people
    package let id: EventID

    package init(id: EventID) {
      self.id = id
    }
  }
}
