extension Events {
  package struct AddEvent: Request {
    package typealias Reply = AddedEvent
    package static let subject = "events.event.add"
    package static let version = "1.1"
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/events", status: 201)
    package static let faults = [
      FaultCode.titleUnchanged, .dateNotFuture, .tooManyEvents, .rruleBad, .rruleUnsupported, .noRoom,
      .noCourse, .zoneUnusable,
    ]
    package static let summary = "Add an event."
    package let title: EventTitle
    /// An all-day event is a date where your profile says that you are, whatever zone is told here.
    package let when: EventTime
    package let notes: EventNotes?
    package let place: EventPlace?
    /// Two hours unless given; of an all-day event whole days, one unless given.
    package let minutes: EventMinutes?
    package let recurrence: RecurrenceText?
    /// At its time unless given; `null` is no reminder.
    package let leads: Patch<LeadTimes>
    package let picture: EventPicture?
    /// Private unless given.
    package let visibility: Visibility?
    /// Which course sees it; read and needed only with `visibility: course`.
    package let course: CourseID?

    package init(
      title: EventTitle, when: EventTime, notes: EventNotes? = nil, place: EventPlace? = nil,
      minutes: EventMinutes? = nil, recurrence: RecurrenceText? = nil, leads: Patch<LeadTimes> = .keep,
      picture: EventPicture? = nil, visibility: Visibility? = nil, course: CourseID? = nil
    ) {
      self.title = title
      self.when = when
      self.notes = notes
      self.place = place
      self.minutes = minutes
      self.recurrence = recurrence
      self.leads = leads
      self.picture = picture
      self.visibility = visibility
      self.course = course
    }
  }

  package enum ReminderState: String, Choice {
    case planned, none
  }

  package struct AddedEvent: Codable, Hashable, Sendable {
    package let event: CalendarEvent
    /// True when a change of the clocks skips the time that was asked for; it was moved to the one after it.
    package let isAdjusted: Bool
    /// Whether it is armed or waits comes by the live stream.
    package let reminder: ReminderState

    package init(event: CalendarEvent, isAdjusted: Bool, reminder: ReminderState) {
      self.event = event
      self.isAdjusted = isAdjusted
      self.reminder = reminder
    }
  }

  package struct GetEvent: Request {
    package typealias Reply = CalendarEvent
    package static let subject = "events.event.get"
    package static let version = "1.1"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/events/{id}")
    package static let faults = [FaultCode.notFound]
    package static let summary = "An event."
    package let id: EventID

    package init(id: EventID) {
      self.id = id
    }
  }

  /// Changes what is named and keeps the rest; `null` clears.
  package struct EditEvent: Request {
    package typealias Reply = AddedEvent
    package static let subject = "events.event.edit"
    package static let version = "1.1"
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.patch, "/v1/events/{id}")
    package static let faults = [
      FaultCode.notFound, .changedElsewhere, .titleBlank, .dateBad, .dateNotFuture, .rruleBad,
      .rruleUnsupported, .noRoom, .noCourse, .zoneUnusable,
    ]
    package static let summary = "Change an event of yours."
    package let id: EventID
    /// The version that was edited.
    package let version: Int64
    package let title: Patch<EventTitle>
    package let when: Patch<EventTime>
    package let notes: Patch<EventNotes>
    package let place: Patch<EventPlace>
    /// `null` is the length that a new event has.
    package let minutes: Patch<EventMinutes>
    package let recurrence: Patch<RecurrenceText>
    /// `null` is no reminder.
    package let leads: Patch<LeadTimes>
    package let picture: Patch<EventPicture>
    package let visibility: Patch<Visibility>
    /// Which course sees it; read only where `visibility` is `course` afterwards.
    package let course: Patch<CourseID>

    package init(
      id: EventID, version: Int64, title: Patch<EventTitle> = .keep, when: Patch<EventTime> = .keep,
      notes: Patch<EventNotes> = .keep, place: Patch<EventPlace> = .keep,
      minutes: Patch<EventMinutes> = .keep, recurrence: Patch<RecurrenceText> = .keep,
      leads: Patch<LeadTimes> = .keep, picture: Patch<EventPicture> = .keep,
      visibility: Patch<Visibility> = .keep, course: Patch<CourseID> = .keep
    ) {
      self.id = id
      self.version = version
      self.title = title
      self.when = when
      self.notes = notes
      self.place = place
      self.minutes = minutes
      self.recurrence = recurrence
      self.leads = leads
      self.picture = picture
      self.visibility = visibility
      self.course = course
    }
  }

  /// With its to-dos, its budget, its reminders and its place in calendars. It can be restored for 30 days.
  package struct DeleteEvent: Request {
    package typealias Reply = Empty
    package static let subject = "events.event.delete"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.delete, "/v1/events/{id}", status: 204)
    package static let faults = [FaultCode.notFound]
    package static let summary = "Delete an event of yours."
    package let id: EventID

    package init(id: EventID) {
      self.id = id
    }
  }

  package struct RestoreEvent: Request {
    package typealias Reply = CalendarEvent
    package static let subject = "events.event.restore"
    package static let version = "1.1"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/events/{id}/restore")
    package static let faults = [FaultCode.notFound, .tooManyEvents]
    package static let summary = "Bring back an event that was deleted."
    package let id: EventID

    package init(id: EventID) {
      self.id = id
    }
  }
}
