import Schema
import ServiceKit
import Store

/// The to-do list of an event. Everyone who sees the event sees it; roommates edit it together.
extension EventsService {
  func registerToDos(in handlers: inout Handlers) {
    handlers.on(Events.ListToDos.self, listToDos)
    handlers.on(Events.AddToDo.self, addToDo)
    handlers.on(Events.EditToDo.self, editToDo)
    handlers.on(Events.MoveToDo.self) { try await move($0.toDo, of: $0.id, after: $0.after, $1) }
    handlers.on(Events.DeleteToDo.self) { try await delete(Events.ToDo.self, $0.toDo, of: $0.id, $1) }
    handlers.on(Events.RestoreToDo.self) { try await restore($0.toDo, of: $0.id, $1) }
  }

  func listToDos(_ request: Events.ListToDos, _ call: Call) async throws -> Events.ToDoList {
    let person = try call.person
    return try await call.read { db in
      let event = try db.visibleEvent(request.id, for: person)
      return Events.ToDoList(items: try db.lines(of: event.id))
    }
  }

  func addToDo(_ request: Events.AddToDo, _ call: Call) async throws -> EncodedReply<Events.ToDo> {
    let person = try call.person
    try request.due?.checkEntered("due")
    let toDo = Events.ToDo(
      id: .timed(call.now), text: request.text.text, isDone: false, doneBy: nil, done: nil, due: request.due,
      assignee: request.assignee, version: 1)
    return try await call.write { db in
      let event = try db.workedOnEvent(request.id, by: person)
      try db.requireAssignable(request.assignee, to: event)
      try db.requireSpace(in: .toDos, of: event.id)
      return try db.add(toDo, after: request.after, to: event, call)
    }
  }

  func editToDo(_ request: Events.EditToDo, _ call: Call) async throws -> EncodedReply<Events.ToDo> {
    let person = try call.person
    return try await call.write { db in
      let event = try db.workedOnEvent(request.id, by: person)
      let toDo: Events.ToDo = try db.line(request.toDo, of: event.id)
      let edited = try toDo.applying(request, by: person, at: call.now)
      let stored = try db.replace(toDo, with: edited, from: request.version, of: event, call)
      if stored.assignee != toDo.assignee { try db.requireAssignable(stored.assignee, to: event) }
      return stored
    }
  }
}
