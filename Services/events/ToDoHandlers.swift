import Schema
import ServiceKit
import Store

/// The to-do list of an event. Whoever sees the event sees and edits it.
extension EventsService {
  func registerToDos(in handlers: inout Handlers) {
    handlers.on(Events.ListToDos.self, listToDos)
    handlers.on(Events.AddToDo.self, addToDo)
    handlers.on(Events.EditToDo.self, editToDo)
    handlers.on(Events.MoveToDo.self, moveToDo)
    handlers.on(Events.DeleteToDo.self, deleteToDo)
    handlers.on(Events.RestoreToDo.self, restoreToDo)
  }

  func listToDos(_ request: Events.ListToDos, _ call: Call) async throws -> Events.ToDoList {
    let person = try call.person
    return try await call.read { db in
      let event = try db.visibleEvent(request.id, for: person)
      return Events.ToDoList(items: try db.toDos(of: event.id))
    }
  }

  func addToDo(_ request: Events.AddToDo, _ call: Call) async throws -> Events.ToDo {
    let person = try call.person
    let toDo = Events.ToDo(
      id: .timed(call.now), text: request.text.text, isDone: false, doneBy: nil, done: nil, due: request.due,
      assignee: request.assignee, version: 1)
    return try await call.write { db in
      let event = try db.visibleEvent(request.id, for: person)
      try db.requireAssignable(request.assignee, to: event)
      try db.requireToDoPlace(of: event.id)
      let spot = request.after.map { ListSpot.after($0.raw) } ?? .last
      try db.insert(
        toDo, at: try db.place(for: toDo.id.raw, at: spot, in: .toDos, of: event.id), of: event.id)
      try db.toDosChanged(event, call)
      return toDo
    }
  }

  func editToDo(_ request: Events.EditToDo, _ call: Call) async throws -> Events.ToDo {
    let person = try call.person
    return try await call.write { db in
      let event = try db.visibleEvent(request.id, for: person)
      let toDo = try db.toDo(request.toDo, of: event.id)
      let edited = try toDo.applying(request, by: person, at: call.now)
      guard edited != toDo else { return toDo }
      guard toDo.version == request.version else { throw try Fault.changedElsewhere(current: toDo) }
      if edited.assignee != toDo.assignee { try db.requireAssignable(edited.assignee, to: event) }
      try db.update(edited)
      try db.toDosChanged(event, call)
      return edited
    }
  }

  func moveToDo(_ request: Events.MoveToDo, _ call: Call) async throws -> Events.ToDo {
    let person = try call.person
    let spot = request.after.map { ListSpot.after($0.raw) } ?? .first
    return try await call.write { db in
      let event = try db.visibleEvent(request.id, for: person)
      let toDo = try db.toDo(request.toDo, of: event.id)
      guard try !db.isAt(spot, toDo.id.raw, in: .toDos, of: event.id) else { return toDo }
      let place = try db.place(for: toDo.id.raw, at: spot, in: .toDos, of: event.id)
      try db.setPlace(place, of: toDo.id.raw, in: .toDos)
      try db.toDosChanged(event, call)
      return toDo
    }
  }

  func deleteToDo(_ request: Events.DeleteToDo, _ call: Call) async throws -> Empty {
    let person = try call.person
    return try await call.write { db in
      let event = try db.visibleEvent(request.id, for: person)
      let (toDo, deleted) = try db.storedToDo(request.toDo, of: event.id)
      guard deleted == nil else { return Empty() }
      try db.setDeleted(toDo.id.raw, at: call.now, in: .toDos, of: event.id)
      try db.toDosChanged(event, call)
      return Empty()
    }
  }

  func restoreToDo(_ request: Events.RestoreToDo, _ call: Call) async throws -> Events.ToDo {
    let person = try call.person
    return try await call.write { db in
      let event = try db.visibleEvent(request.id, for: person)
      let (toDo, deleted) = try db.storedToDo(request.toDo, of: event.id)
      guard let deleted else { return toDo }
      guard call.now.since(deleted) <= EventsService.restoreLimit else { throw Fault(.notFound) }
      try db.requireToDoPlace(of: event.id)
      try db.setRestored(toDo.id.raw, in: .toDos)
      try db.toDosChanged(event, call)
      return toDo
    }
  }
}
