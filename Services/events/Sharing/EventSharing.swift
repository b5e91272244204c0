import Crypto
import Schema
import ServiceKit
import Store

/// Answers to events, and the links that show an event to anyone.
extension EventsService {
  func registerSharing(in handlers: inout Handlers) {
    handlers.on(Events.SetAnswer.self, setAnswer)
    handlers.on(Events.WithdrawAnswer.self, withdrawAnswer)
    handlers.on(Events.ListAnswers.self, listAnswers)
    handlers.on(Events.MakeLink.self, makeLink)
    handlers.on(Events.EndLink.self, endLink)
    handlers.on(Events.GetSharedEvent.self, getSharedEvent)
    handlers.on(Events.GetSharedEventHead.self, getSharedEventHead)
  }

  func setAnswer(_ request: Events.SetAnswer, _ call: Call) async throws -> EncodedReply<Events.CalendarEvent>
  {
    let person = try call.person
    return try await call.write { db in
      let event = try db.visibleEvent(request.id, for: person)
      if try db.answer(of: person, to: event.id) != request.answer {
        try db.answer(request.answer, by: person, to: event, call)
      }
      return try db.shown(event, to: person, at: call.now)
    }
  }

  func withdrawAnswer(_ request: Events.WithdrawAnswer, _ call: Call) async throws -> EncodedReply<Empty> {
    let person = try call.person
    return try await call.write { db in
      let event = try db.visibleEvent(request.id, for: person)
      if try db.answer(of: person, to: event.id) != nil { try db.answer(nil, by: person, to: event, call) }
      return Empty()
    }
  }

  func listAnswers(
    _ request: Events.ListAnswers, _ call: Call
  ) async throws -> Page<Events.PersonAnswer> {
    let person = try call.person
    let limit = (request.limit ?? .standard).count
    let last = try request.cursor?.parts(RawUUID.self) ?? .min
    let answers = try await call.read { db in
      try db.answers(to: try db.visibleEvent(request.id, for: person).id, after: last, limit: limit + 1)
    }
    return Page(answers, limit: limit) { Cursor(of: $0.person.raw) }
  }

  func makeLink(_ request: Events.MakeLink, _ call: Call) async throws -> EncodedReply<Events.MadeLink> {
    let person = try call.person
    let token = Token.random()
    return try await call.write { db in
      let event = try db.ownEvent(request.id, of: person)
      try db.run(
        """
        INSERT INTO event_link(event, token_hash, made_at) VALUES (?, ?, ?)
        ON CONFLICT(event) DO UPDATE SET token_hash = excluded.token_hash, made_at = excluded.made_at
        """,
        event.id.raw, token.hash, call.now)
      try db.publish(Events.EventChanged(id: event.id), to: .people([person]), call)
      return Events.MadeLink(token: token.text, path: "/shared/\(token.text)")
    }
  }

  func endLink(_ request: Events.EndLink, _ call: Call) async throws -> EncodedReply<Empty> {
    let person = try call.person
    return try await call.write { db in
      let event = try db.ownEvent(request.id, of: person)
      if try db.change("DELETE FROM event_link WHERE event = ?", event.id.raw) > 0 {
        try db.publish(Events.EventChanged(id: event.id), to: .people([person]), call)
      }
      return Empty()
    }
  }

  func getSharedEvent(_ request: Events.GetSharedEvent, _ call: Call) async throws -> Events.SharedEvent {
    try await call.read { db in
      let event = try db.event(of: request.token)
      let next = try event.next(at: call.now)
      return Events.SharedEvent(
        title: event.title, place: event.place, when: event.when, next: next, ends: try event.end(of: next),
        isPast: next <= call.now, recurrence: event.recurrence,
        exceptions: event.shownExceptions, picture: event.picture,
        drawing: event.look.drawing, color: event.look.color)
    }
  }

  func getSharedEventHead(
    _ request: Events.GetSharedEventHead, _ call: Call
  ) async throws -> Events.SharedEventHead {
    try await call.read { db in
      let event = try db.event(of: request.token)
      let head = SharedEventHead(
        event, next: try event.next(at: call.now), try db.site().language ?? language)
      return Events.SharedEventHead(html: head.html)
    }
  }
}

extension Database {
  /// Sets or withdraws an answer, and replans the reminders that depend on it.
  func answer(
    _ answer: Events.Answer?, by person: PersonID, to event: EventRow, _ call: Call
  ) throws {
    let planned = try alerts(of: event, at: call.now)
    if let answer {
      try run(
        """
        INSERT INTO answer(event, person, answer, at) VALUES (?, ?, ?, ?)
        ON CONFLICT(event, person) DO UPDATE SET answer = excluded.answer, at = excluded.at
        """,
        event.id.raw, person.raw, answer.rawValue, call.now)
    } else {
      try run("DELETE FROM answer WHERE event = ? AND person = ?", event.id.raw, person.raw)
    }
    try publish(Events.AnswerChanged(event: event.id), to: try audience(of: event), call)
    try replan(event, instead: planned, call)
  }

  /// Answers by person, starting after `last`.
  fileprivate func answers(
    to event: EventID, after last: RawUUID, limit: Int
  ) throws -> [Events.PersonAnswer] {
    try all(
      "SELECT person, answer, at FROM answer WHERE event = ? AND person > ? ORDER BY person LIMIT ?",
      event.raw,
      last, limit
    ) {
      Events.PersonAnswer(
        person: PersonID(try $0.id("person")), answer: try Events.Answer(stored: $0.text("answer")),
        at: try $0.instant("at"))
    }
  }

  /// Deletes the answers of others, who no longer see the event.
  func forgetAnswers(of event: EventRow) throws {
    try run("DELETE FROM answer WHERE event = ? AND person <> ?", event.id.raw, event.owner.raw)
  }

  /// The event of a public link.
  func event(of link: LinkToken) throws -> EventRow {
    let id = try Token(text: link.text).flatMap { token in
      try one("SELECT event FROM event_link WHERE token_hash = ?", token.hash) { EventID(try $0.id("event")) }
    }
    guard let id, let event = try storedEvent(id), event.deleted == nil else { throw Fault(.linkUnknown) }
    return event
  }
}
