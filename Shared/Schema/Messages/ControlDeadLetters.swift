/// `$bus.dlq.list|show|retry|drop`: dead letters are events that a program could not apply and set aside, so
/// that the stream could continue. Only an operator sends these requests.
package enum DeadLetters {
  package enum State: String, Choice {
    case waiting
    /// Applied successfully by a retry.
    case retried
    case dropped
  }

  /// A request for dead letters, in the order they were set aside.
  package struct List: ControlRequest {
    package typealias Reply = Listed
    package static let subject = "$bus.dlq.list"
    package static let callers = ControlCallers.operatorOnly
    /// The maximum number of dead letters in one reply.
    package static let maxCount = 50

    package let state: State
    /// The cursor: letters after this id. 0 starts at the first.
    package let after: Int64

    package init(state: State, after: Int64) {
      self.state = state
      self.after = after
    }
  }

  package struct Listed: Codable, Sendable {
    package let items: [Letter]
    /// The number of waiting letters on all pages.
    package let waiting: Int64
    /// Nil on the last page.
    package let next: Int64?

    package init(items: [Letter], waiting: Int64, next: Int64?) {
      self.items = items
      self.waiting = waiting
      self.next = next
    }
  }

  /// A request for a letter with the event's content.
  package struct Show: ControlRequest {
    package typealias Reply = Opened
    package static let subject = "$bus.dlq.show"
    package static let callers = ControlCallers.operatorOnly

    package let id: Int64

    package init(id: Int64) { self.id = id }
  }

  /// A request to apply a letter's event again.
  package struct Retry: ControlRequest {
    package typealias Reply = Letter
    package static let subject = "$bus.dlq.retry"
    package static let callers = ControlCallers.operatorOnly

    package let id: Int64

    package init(id: Int64) { self.id = id }
  }

  package struct Drop: ControlRequest {
    package typealias Reply = Letter
    package static let subject = "$bus.dlq.drop"
    package static let callers = ControlCallers.operatorOnly
    /// The maximum number of characters in a note.
    package static let maxNoteLength = 500

    package let id: Int64
    /// The reason, for an operator who looks at it later.
    package let note: String

    package init(id: Int64, note: String) {
      self.id = id
      self.note = note
    }
  }

  package struct Letter: Codable, Sendable {
    package let id: Int64
    package let producer: String
    package let sequence: Int64
    package let type: String
    package let state: State
    package let error: String
    package let attempts: Int
    package let firstAt: Instant
    package let lastAt: Instant
    package let note: String?

    package init(
      id: Int64, producer: String, sequence: Int64, type: String, state: State, error: String, attempts: Int,
      firstAt: Instant, lastAt: Instant, note: String?
    ) {
      self.id = id
      self.producer = producer
      self.sequence = sequence
      self.type = type
      self.state = state
      self.error = error
      self.attempts = attempts
      self.firstAt = firstAt
      self.lastAt = lastAt
      self.note = note
    }
  }

  /// A dead letter with the event's content. The content is deleted when the letter is retried or dropped.
  package struct Opened: Codable, Sendable {
    package let letter: Letter
    /// The event's body as text. Invalid UTF-8 becomes `\u{FFFD}`.
    package let body: String?
    package let eventID: String?

    package init(letter: Letter, body: String?, eventID: String?) {
      self.letter = letter
      self.body = body
      self.eventID = eventID
    }
  }
}

extension FaultCode {
  package static let letterSettled = FaultCode(
    .failedPrecondition, "letter_settled", "This dead letter was already retried or dropped.")
  package static let eventRefused = FaultCode(
    .failedPrecondition, "event_refused", "The event failed again. The dead letter stays.")
  package static let eventUnheard = FaultCode(
    .failedPrecondition, "event_unheard",
    "The program no longer subscribes to these events. You can only drop the dead letter.")
}
