package import Schema

/// `$bus.dlq.list|show|retry|drop`: the events that a program could not apply and put aside, so that the
/// stream went on. Only the operator asks.
package enum DeadLetters {
  package static let list = "$bus.dlq.list"
  package static let show = "$bus.dlq.show"
  package static let retry = "$bus.dlq.retry"
  package static let drop = "$bus.dlq.drop"

  package enum State: String, Codable, Sendable, CaseIterable {
    case waiting
    /// Applied after all.
    case retried
    case dropped
  }

  /// Letters in the order they were put aside.
  package struct List: Codable, Sendable {
    /// Most letters of one reply.
    package static let maxCount = 50

    package let state: State
    /// Those after this id; 0 from the first on.
    package let after: Int64

    package init(state: State, after: Int64) {
      self.state = state
      self.after = after
    }
  }

  package struct Listed: Codable, Sendable {
    package let items: [Letter]
    /// All that wait, on whatever page.
    package let waiting: Int64
    /// Nil on the last page.
    package let next: Int64?

    package init(items: [Letter], waiting: Int64, next: Int64?) {
      self.items = items
      self.waiting = waiting
      self.next = next
    }
  }

  package struct One: Codable, Sendable {
    package let id: Int64

    package init(id: Int64) { self.id = id }
  }

  package struct Drop: Codable, Sendable {
    /// Characters of a note.
    package static let maxNoteLength = 500

    package let id: Int64
    /// Why; kept for the operator who looks later.
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

  /// A letter with what the event said. Both are gone once it is retried or dropped.
  package struct Opened: Codable, Sendable {
    package let letter: Letter
    /// The event's body as text; bytes that are none stand as `\u{FFFD}`.
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
    .failedPrecondition, "letter_settled", "This dead letter has been retried or dropped before.")
  package static let eventRefused = FaultCode(
    .failedPrecondition, "event_refused", "The event failed again; the dead letter stays.")
  package static let eventUnheard = FaultCode(
    .failedPrecondition, "event_unheard",
    "The program does not hear such events any more; the dead letter can only be dropped.")
}
