extension Events {
  static let toDoRequests: [any Request.Type] = [
    ListToDos.self, AddToDo.self, EditToDo.self, MoveToDo.self, DeleteToDo.self, RestoreToDo.self,
  ]
  static let toDoEvents: [any Event.Type] = [ToDosChanged.self]

  /// The maximum number of to-dos of an event, and of lines of its budget.
  package static let maxListed = 200

  /// Returns the whole list in its order.
  package struct ListToDos: Request {
    package typealias Reply = ToDoList
    package static let subject = "events.toDo.list"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/events/{id}/to-dos")
    package static let faults = [FaultCode.notFound]
    package static let summary = "Get the to-do list of an event."
    /// The event.
    package let id: EventID

    package init(id: EventID) {
      self.id = id
    }
  }

  /// The to-dos in their order, at most 200.
  package struct ToDoList: Codable, Hashable, Sendable {
    /// The to-dos in the order of the list.
    package let items: [ToDo]

    package init(items: [ToDo]) {
      self.items = items
    }
  }

  /// A to-do of an event.
  package struct ToDo: Codable, Hashable, Sendable {
    package let id: ToDoID
    /// The text of the to-do.
    package let text: String
    /// True once it is ticked.
    package let isDone: Bool
    /// The person who did it; absent while the to-do is open, and once that person's account is gone.
    package let doneBy: PersonID?
    /// The moment at which it was ticked. Absent while it is open.
    package let done: Instant?
    /// The date by which it should be done.
    package let due: CivilDate?
    /// The person who is to do it and who sees the event.
    package let assignee: PersonID?
    /// The number of edits; an edit names the version that it began from.
    package let version: Int64

    package init(
      id: ToDoID, text: String, isDone: Bool, doneBy: PersonID?, done: Instant?, due: CivilDate?,
      assignee: PersonID?, version: Int64
    ) {
      self.id = id
      self.text = text
      self.isDone = isDone
      self.doneBy = doneBy
      self.done = done
      self.due = due
      self.assignee = assignee
      self.version = version
    }
  }

  /// Adds a to-do to an event, at the end unless `after` is given.
  package struct AddToDo: Request {
    package typealias Reply = ToDo
    package static let subject = "events.toDo.add"
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/events/{id}/to-dos", status: 201)
    package static let faults = [FaultCode.notFound, .notAllowed, .listFull, .assigneeUnknown, .afterUnknown]
    package static let summary = "Add a to-do to an event."
    /// The event.
    package let id: EventID
    package let text: ToDoText
    /// The date by which it should be done.
    package let due: CivilDate?
    /// The person who should do it. They must be able to see the event.
    package let assignee: PersonID?
    /// The to-do before the new one; the last to-do unless given.
    package let after: ToDoID?

    package init(
      id: EventID, text: ToDoText, due: CivilDate? = nil, assignee: PersonID? = nil, after: ToDoID? = nil
    ) {
      self.id = id
      self.text = text
      self.due = due
      self.assignee = assignee
      self.after = after
    }
  }

  /// Changes the given members and keeps the others; `null` clears a member. An edit that changes nothing is
  /// not a conflict, whichever version it began from: two people who tick the same to-do both succeed.
  package struct EditToDo: Request {
    package typealias Reply = ToDo
    package static let subject = "events.toDo.edit"
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.patch, "/v1/events/{id}/to-dos/{toDo}")
    package static let faults = [
      FaultCode.notFound, .notAllowed, .changedElsewhere, .titleBlank, .assigneeUnknown,
    ]
    package static let summary = "Edit a to-do: text, done or not, due date, assignee."
    /// The event.
    package let id: EventID
    package let toDo: ToDoID
    /// The version that the edit began from.
    package let version: Int64
    package let text: Patch<ToDoText>
    /// True ticks the to-do, false opens it again.
    package let isDone: Bool?
    /// The date by which it should be done; `null` clears it.
    package let due: Patch<CivilDate>
    /// The person who should do it; `null` clears it.
    package let assignee: Patch<PersonID>

    package init(
      id: EventID, toDo: ToDoID, version: Int64, text: Patch<ToDoText> = .keep, isDone: Bool? = nil,
      due: Patch<CivilDate> = .keep, assignee: Patch<PersonID> = .keep
    ) {
      self.id = id
      self.toDo = toDo
      self.version = version
      self.text = text
      self.isDone = isDone
      self.due = due
      self.assignee = assignee
    }
  }

  /// Moves a to-do to another position on the list.
  package struct MoveToDo: Request {
    package typealias Reply = ToDo
    package static let subject = "events.toDo.move"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/events/{id}/to-dos/{toDo}/move")
    package static let faults = [FaultCode.notFound, .notAllowed, .afterUnknown]
    package static let summary = "Move a to-do to another position on its list."
    /// The event.
    package let id: EventID
    package let toDo: ToDoID
    /// The to-do before the new position; the first position unless given.
    package let after: ToDoID?

    package init(id: EventID, toDo: ToDoID, after: ToDoID? = nil) {
      self.id = id
      self.toDo = toDo
      self.after = after
    }
  }

  /// Deletes a to-do from the list; it can be restored for 30 days.
  package struct DeleteToDo: Request {
    package typealias Reply = Empty
    package static let subject = "events.toDo.delete"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.delete, "/v1/events/{id}/to-dos/{toDo}", status: 204)
    package static let faults = [FaultCode.notFound, .notAllowed]
    package static let summary = "Delete a to-do."
    /// The event.
    package let id: EventID
    package let toDo: ToDoID

    package init(id: EventID, toDo: ToDoID) {
      self.id = id
      self.toDo = toDo
    }
  }

  /// Restores a deleted to-do at its old position in the list.
  package struct RestoreToDo: Request {
    package typealias Reply = ToDo
    package static let subject = "events.toDo.restore"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/events/{id}/to-dos/{toDo}/restore")
    package static let faults = [FaultCode.notFound, .notAllowed, .listFull]
    package static let summary = "Restore a deleted to-do, up to 30 days later."
    /// The event.
    package let id: EventID
    package let toDo: ToDoID

    package init(id: EventID, toDo: ToDoID) {
      self.id = id
      self.toDo = toDo
    }
  }

  /// The event's to-do list changed: fetch it again.
  package struct ToDosChanged: Event {
    package static let topic = "events.toDos.changed"
    package static let audience = AudienceKind.people
    package let event: EventID

    package init(event: EventID) {
      self.event = event
    }
  }

  /// The counts of a to-do list, shown on the event itself.
  package struct ToDoCounts: Codable, Hashable, Sendable {
    /// The number of ticked to-dos.
    package let done: Int
    /// The number of all to-dos, ticked or not.
    package let all: Int

    package init(done: Int, all: Int) {
      self.done = done
      self.all = all
    }
  }
}

/// The text of a to-do.
package struct ToDoText: LimitedText {
  package let text: String
  package init(checked text: String) { self.text = text }
  package static let maxLength = 200
  /// The maximum size, so that a whole list or a whole sheet fits into one reply.
  package static let maxBytes = 200 * 32
  package static let blank = FaultCode.titleBlank
  package static let sampleText = "Order the cake"
}

extension FaultCode {
  package static let listFull = FaultCode(
    .failedPrecondition, "list_full", "This list is full (200 items). Delete some first.")
  package static let assigneeUnknown = FaultCode(
    .notFound, "assignee_unknown", "This person can't see the event. Choose someone else.")
  package static let afterUnknown = FaultCode(
    .notFound, "after_unknown", "The item to put this after is no longer on the list.")
}
