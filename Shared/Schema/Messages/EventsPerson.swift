/// Export and erasure of everything stored about one person.
extension Events {
  package struct ExportPerson: Request {
    package typealias Reply = PersonExport
    package static let subject = "events.person.export"
    package static let version = "1.4"
    package static let scope: TokenScope? = nil
    package static let callers = [ProgramName.gateway]
    package static let faults = [FaultCode.cursorBad]
    package static let summary = "Everything events holds on a person."
    package let cursor: Cursor?

    package init(cursor: Cursor? = nil) {
      self.cursor = cursor
    }
  }

  package struct PersonExport: Codable, Sendable {
    /// The time zone in the person's profile.
    package let zone: ZoneName?
    /// The person's own events, sorted by id, with deleted ones that can still be restored.
    package let events: [ExportedEvent]
    /// The answers to other people's events; on the last page.
    package let answers: [GivenAnswer]
    /// The feed, if the person has one; on the last page.
    package let feed: FeedState?
    package let next: Cursor?

    package init(
      zone: ZoneName?, events: [ExportedEvent], answers: [GivenAnswer], feed: FeedState?, next: Cursor?
    ) {
      self.zone = zone
      self.events = events
      self.answers = answers
      self.feed = feed
      self.next = next
    }
  }

  package struct ExportedEvent: Codable, Sendable {
    package let event: CalendarEvent
    package let deleted: Instant?
    package let toDos: [ToDo]
    /// The budget sheet; absent for one that was never used.
    package let budget: Budget?

    package init(event: CalendarEvent, deleted: Instant?, toDos: [ToDo], budget: Budget?) {
      self.event = event
      self.deleted = deleted
      self.toDos = toDos
      self.budget = budget
    }
  }

  package struct GivenAnswer: Codable, Sendable {
    package let event: EventID
    package let answer: Answer
    package let at: Instant

    package init(event: EventID, answer: Answer, at: Instant) {
      self.event = event
      self.answer = answer
      self.at = at
    }
  }

  package struct ErasePerson: PersonErasure {
    package typealias Reply = Empty
    package static let subject = "events.person.erase"
    package static let access = Access.programs
    package static let callers = [ProgramName.auth]
    package static let repeats = Repeats.natural
    package static let deadline = Duration.seconds(10)
    package static let summary = "Forget a person."
    package let person: PersonID

    package init(person: PersonID) {
      self.person = person
    }
  }
}
