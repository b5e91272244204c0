extension Events {
  /// Adds an event, which only its owner sees unless a visibility is given.
  package struct AddEvent: Request {
    package typealias Reply = AddedEvent
    package static let subject = "events.event.add"
    package static let version = "1.3"
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/events", status: 201)
    package static let faults = [
      FaultCode.titleUnchanged, .dateNotFuture, .tooManyEvents, .rruleBad, .rruleUnsupported, .noRoom,
      .noCourse, .zoneUnusable, .pictureBad,
    ]
    package static let summary = "Add an event."
    package let title: EventTitle
    /// The start. An all-day event is a date in the zone of your profile, whatever zone is given here.
    package let when: EventTime
    package let notes: EventNotes?
    package let place: EventPlace?
    /// The length: two hours unless given; for an all-day event whole days, one unless given.
    package let minutes: EventMinutes?
    package let recurrence: RecurrenceText?
    /// The reminders; one at the event's time unless given; `null` is no reminder.
    package let leads: Patch<LeadTimes>
    package let picture: EventPicture?
    /// The drawing; unless given, one that suits the title.
    package let drawing: EventDrawing?
    /// The color behind the drawing; unless given, the site picks one.
    package let color: EventColor?
    /// The visibility; private unless given.
    package let visibility: Visibility?
    /// The course that sees it; required with `visibility: course`, ignored otherwise.
    package let course: CourseID?

    package init(
      title: EventTitle, when: EventTime, notes: EventNotes? = nil, place: EventPlace? = nil,
      minutes: EventMinutes? = nil, recurrence: RecurrenceText? = nil, leads: Patch<LeadTimes> = .keep,
      picture: EventPicture? = nil, drawing: EventDrawing? = nil, color: EventColor? = nil,
      visibility: Visibility? = nil, course: CourseID? = nil
    ) {
      self.title = title
      self.when = when
      self.notes = notes
      self.place = place
      self.minutes = minutes
      self.recurrence = recurrence
      self.leads = leads
      self.picture = picture
      self.drawing = drawing
      self.color = color
      self.visibility = visibility
      self.course = course
    }
  }

  /// The state of an event's reminders after a write.
  package enum ReminderState: String, Choice {
    case planned, none
  }

  /// An event after it was added.
  package struct AddedEvent: Codable, Hashable, Sendable {
    package let event: CalendarEvent
    /// True if a change of the clocks skips the requested time; the event was moved to the time after the
    /// change.
    package let isAdjusted: Bool
    /// The state of the reminder. The live stream publishes whether it is armed or queued.
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
    package static let version = "1.3"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/events/{id}")
    package static let faults = [FaultCode.notFound]
    package static let summary = "Get an event that you can see."
    package let id: EventID

    package init(id: EventID) {
      self.id = id
    }
  }

  /// Changes the given members and keeps the others; `null` clears a member.
  package struct EditEvent: Request {
    package typealias Reply = AddedEvent
    package static let subject = "events.event.edit"
    package static let version = "1.3"
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.patch, "/v1/events/{id}")
    package static let faults = [
      FaultCode.notFound, .changedElsewhere, .titleBlank, .dateBad, .dateNotFuture, .rruleBad,
      .rruleUnsupported, .noRoom, .noCourse, .zoneUnusable, .pictureBad,
    ]
    package static let summary = "Edit one of your events."
    package let id: EventID
    /// The version that the edit began from.
    package let version: Int64
    package let title: Patch<EventTitle>
    package let when: Patch<EventTime>
    package let notes: Patch<EventNotes>
    package let place: Patch<EventPlace>
    /// The length; `null` resets it to the default.
    package let minutes: Patch<EventMinutes>
    package let recurrence: Patch<RecurrenceText>
    /// The reminders; `null` is no reminder.
    package let leads: Patch<LeadTimes>
    package let picture: Patch<EventPicture>
    /// The drawing; `null` chooses one that suits the title.
    package let drawing: Patch<EventDrawing>
    /// The color behind the drawing; `null` leaves it to the site.
    package let color: Patch<EventColor>
    package let visibility: Patch<Visibility>
    /// The course that sees it; used only if the edited `visibility` is `course`.
    package let course: Patch<CourseID>

    package init(
      id: EventID, version: Int64, title: Patch<EventTitle> = .keep, when: Patch<EventTime> = .keep,
      notes: Patch<EventNotes> = .keep, place: Patch<EventPlace> = .keep,
      minutes: Patch<EventMinutes> = .keep, recurrence: Patch<RecurrenceText> = .keep,
      leads: Patch<LeadTimes> = .keep, picture: Patch<EventPicture> = .keep,
      drawing: Patch<EventDrawing> = .keep, color: Patch<EventColor> = .keep,
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
      self.drawing = drawing
      self.color = color
      self.visibility = visibility
      self.course = course
    }
  }

  /// Deletes an event with its to-dos, budget, reminders and calendar entries. It can be restored for 30
  /// days.
  package struct DeleteEvent: Request {
    package typealias Reply = Empty
    package static let subject = "events.event.delete"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.delete, "/v1/events/{id}", status: 204)
    package static let faults = [FaultCode.notFound]
    package static let summary = "Delete one of your events."
    package let id: EventID

    package init(id: EventID) {
      self.id = id
    }
  }

  package struct RestoreEvent: Request {
    package typealias Reply = CalendarEvent
    package static let subject = "events.event.restore"
    package static let version = "1.3"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/events/{id}/restore")
    package static let faults = [FaultCode.notFound, .tooManyEvents]
    package static let summary = "Restore a deleted event, up to 30 days later."
    package let id: EventID

    package init(id: EventID) {
      self.id = id
    }
  }
}
