import Schema
import ServiceKit
import Store

/// Changes to single dates of a person's repeating events.
extension EventsService {
  func registerDates(in handlers: inout Handlers) {
    handlers.on(Events.SkipDate.self, skipDate)
    handlers.on(Events.MoveDate.self, moveDate)
    handlers.on(Events.RestoreDate.self, restoreDate)
  }

  func skipDate(
    _ request: Events.SkipDate, _ call: Call
  ) async throws -> EncodedReply<Events.CalendarEvent> {
    try await changeDate(of: request.id, call) { event throws(Fault) in
      try event.skip(request.date, at: call.now)
    }
  }

  func moveDate(
    _ request: Events.MoveDate, _ call: Call
  ) async throws -> EncodedReply<Events.CalendarEvent> {
    try await changeDate(of: request.id, call) { event throws(Fault) in
      try event.move(request.date, to: request.to, at: call.now)
    }
  }

  func restoreDate(
    _ request: Events.RestoreDate, _ call: Call
  ) async throws -> EncodedReply<Events.CalendarEvent> {
    try await changeDate(of: request.id, call) { event throws(Fault) in
      try event.restore(request.date, at: call.now)
    }
  }

  private func changeDate(
    of id: EventID, _ call: Call, _ change: @escaping @Sendable (inout EventRow) throws(Fault) -> Void
  ) async throws -> EncodedReply<Events.CalendarEvent> {
    let person = try call.person
    return try await call.write { db in
      let event = try db.ownEvent(id, of: person)
      var edited = event
      try change(&edited)
      if edited.exceptions != event.exceptions {
        edited.version += 1
        edited.revise(call.now)
        _ = try db.change(event, to: edited, call)
      }
      return try db.shown(edited, to: person, at: call.now)
    }
  }
}
