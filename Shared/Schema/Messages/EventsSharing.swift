/// Answers to events, and public links.
extension Events {
  /// Sets your answer to an event. Everyone who sees the event may answer, including its owner.
  package struct SetAnswer: Request {
    package typealias Reply = CalendarEvent
    package static let subject = "events.answer.set"
    package static let version = "1.3"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.put, "/v1/events/{id}/answer")
    package static let faults = [FaultCode.notFound]
    package static let summary = "Answer whether you're coming to an event."
    package let id: EventID
    package let answer: Answer

    package init(id: EventID, answer: Answer) {
      self.id = id
      self.answer = answer
    }
  }

  package struct WithdrawAnswer: Request {
    package typealias Reply = Empty
    package static let subject = "events.answer.withdraw"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.delete, "/v1/events/{id}/answer", status: 204)
    package static let faults = [FaultCode.notFound]
    package static let summary = "Withdraw your answer to an event."
    package let id: EventID

    package init(id: EventID) {
      self.id = id
    }
  }

  /// Lists the answers by person. Everyone who sees the event sees them.
  package struct ListAnswers: Request {
    package typealias Reply = Page<PersonAnswer>
    package static let subject = "events.answer.list"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/events/{id}/answers")
    package static let faults = [FaultCode.notFound, .cursorBad]
    package static let summary = "List the answers to an event."
    package let id: EventID
    package let cursor: Cursor?
    package let limit: PageLimit?

    package init(id: EventID, cursor: Cursor? = nil, limit: PageLimit? = nil) {
      self.id = id
      self.cursor = cursor
      self.limit = limit
    }
  }

  /// A person's answer to an event.
  package struct PersonAnswer: Codable, Hashable, Sendable {
    /// The person who answered.
    package let person: PersonID
    package let answer: Answer
    /// The moment of the latest answer.
    package let at: Instant

    package init(person: PersonID, answer: Answer, at: Instant) {
      self.person = person
      self.answer = answer
      self.at = at
    }
  }

  /// Creates the public link of your event; an earlier link stops working.
  package struct MakeLink: Request {
    package typealias Reply = MadeLink
    package static let subject = "events.link.make"
    package static let repeats = Repeats.secretReply
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/events/{id}/link", status: 201)
    package static let faults = [FaultCode.notFound]
    package static let summary = "Create a public link to an event."
    package let id: EventID

    package init(id: EventID) {
      self.id = id
    }
  }

  /// The new public link of an event.
  package struct MadeLink: Codable, Hashable, Sendable {
    /// The secret, shown once: only its hash is stored.
    package let token: String
    /// The path of the page that shows the event.
    package let path: String

    package init(token: String, path: String) {
      self.token = token
      self.path = path
    }
  }

  package struct EndLink: Request {
    package typealias Reply = Empty
    package static let subject = "events.link.end"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.delete, "/v1/events/{id}/link", status: 204)
    package static let faults = [FaultCode.notFound]
    package static let summary = "End the public link of an event."
    package let id: EventID

    package init(id: EventID) {
      self.id = id
    }
  }

  /// Returns an event to everyone who has its link, signed in or not. The reply omits the owner, the answers,
  /// the to-dos and the budget.
  package struct GetSharedEvent: Request {
    package typealias Reply = SharedEvent
    package static let subject = "events.link.open"
    package static let version = "1.2"
    package static let access = Access.anyone
    package static let guessesSecrets = true
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/shared-events/{token}")
    package static let faults = [FaultCode.linkUnknown]
    package static let summary = "Get an event by its public link."
    package let token: LinkToken

    package init(token: LinkToken) {
      self.token = token
    }
  }

  /// An event as everyone with its public link sees it.
  package struct SharedEvent: Codable, Hashable, Sendable {
    /// The title of the event.
    package let title: String
    /// The place of the event. Absent if none was given.
    package let place: String?
    package let when: EventTime
    /// The next start of the event, or the last one if it is past.
    package let next: Instant
    /// The end of that date.
    package let ends: Instant
    /// True once the last date of the event has ended.
    package let isPast: Bool
    package let recurrence: RecurrenceText?
    /// The dates that differ from `recurrence`, by date; absent without any.
    package let exceptions: [DateException]?
    package let picture: EventPicture?
    /// The drawing of the event. Absent on a site of a release without drawings.
    package let drawing: EventDrawing?
    /// The color behind the drawing. Absent on a site of a release without drawings.
    package let color: EventColor?

    package init(
      title: String, place: String?, when: EventTime, next: Instant, ends: Instant, isPast: Bool,
      recurrence: RecurrenceText?, exceptions: [DateException]?, picture: EventPicture?,
      drawing: EventDrawing?, color: EventColor?
    ) {
      self.title = title
      self.place = place
      self.when = when
      self.next = next
      self.ends = ends
      self.isPast = isPast
      self.recurrence = recurrence
      self.exceptions = exceptions
      self.picture = picture
      self.drawing = drawing
      self.color = color
    }
  }

  /// Returns what the head of the page at `/shared/{token}` says of the event to programs that show a preview
  /// of a link and run no scripts: title, description and the properties of the Open Graph protocol (ogp.me).
  package struct GetSharedEventHead: Request {
    package typealias Reply = SharedEventHead
    package static let subject = "events.link.head"
    package static let access = Access.programs
    package static let callers = [ProgramName.gateway]
    package static let guessesSecrets = true
    /// A page without a preview is better than one that is late.
    package static let deadline = Duration.seconds(1)
    package static let faults = [FaultCode.linkUnknown]
    package static let summary = "The head of the page of a public link."
    package let token: LinkToken

    package init(token: LinkToken) {
      self.token = token
    }
  }

  package struct SharedEventHead: Codable, Hashable, Sendable {
    /// HTML for the `head` element, every value escaped: a `title` and `meta` elements.
    package let html: String

    package init(html: String) {
      self.html = html
    }
  }

  /// A person changed or removed their answer: fetch the event again.
  package struct AnswerChanged: Event {
    package static let topic = "events.answer.changed"
    package static let audience = AudienceKind.people
    package let event: EventID

    package init(event: EventID) {
      self.event = event
    }
  }

  /// Too many of a person's events changed for separate messages: fetch the lists again.
  package struct ListsChanged: Event {
    package static let topic = "events.lists.changed"
    package static let audience = AudienceKind.people
    /// The person whose events changed.
    package let person: PersonID

    package init(person: PersonID) {
      self.person = person
    }
  }
}

/// The last part of a public link: 43 characters of unpadded base64url.
package struct LinkToken: CheckedText {
  package let text: String
  package static let bad = FaultCode.linkUnknown
  package static let sampleText = "dGhlIHF1aWNrIGJyb3duIGZveCBqdW1wcyBvdmVyIGE"
  package init(checked text: String) { self.text = text }

  package init?(_ input: String) {
    guard input.utf8.count == 43 else { return nil }
    text = input
  }

  package static var schema: JSONValue { ["type": "string", "minLength": 43, "maxLength": 43] }
}

extension FaultCode {
  package static let linkUnknown = FaultCode(
    .notFound, "link_unknown", "This link doesn't work. Ask for a new one.")
}
