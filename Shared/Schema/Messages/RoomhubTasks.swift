extension Roomhub {
  package enum TaskState: String, Choice {
    case open, completed
  }

  /// Lists open tasks: important first, then by due date, then oldest. Completed ones: newest first.
  package struct ListTasks: Request {
    package typealias Reply = Page<RoommateTask>
    package static let subject = "roomhub.task.list"
    package static let version = "2.0"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/tasks")
    package static let faults = [FaultCode.noRoom, .cursorBad]
    package static let summary = "List the tasks of your room: open ones, or the completed ones."
    package let state: TaskState?
    /// Filters for completed tasks: by this person, not before `from`, before `until`.
    package let by: PersonID?
    package let from: Instant?
    package let until: Instant?
    package let cursor: Cursor?
    package let limit: PageLimit?

    package init(
      state: TaskState? = nil, by: PersonID? = nil, from: Instant? = nil, until: Instant? = nil,
      cursor: Cursor? = nil, limit: PageLimit? = nil
    ) {
      self.state = state
      self.by = by
      self.from = from
      self.until = until
      self.cursor = cursor
      self.limit = limit
    }
  }

  package struct RoommateTask: Codable, Hashable, Sendable {
    package let id: TaskID
    package let title: String
    package let isImportant: Bool
    package let due: Instant?
    package let notes: String?
    /// The person who added it; absent once that person's account is gone.
    package let addedBy: PersonID?
    package let added: Instant
    /// The person who completed it; absent while the task is open, and once that person's account is gone.
    package let completedBy: PersonID?
    package let completed: Instant?
    /// The number of edits; an edit names the version that it began from.
    package let version: Int64

    package init(
      id: TaskID, title: String, isImportant: Bool, due: Instant?, notes: String?, addedBy: PersonID?,
      added: Instant, completedBy: PersonID?, completed: Instant?, version: Int64
    ) {
      self.id = id
      self.title = title
      self.isImportant = isImportant
      self.due = due
      self.notes = notes
      self.addedBy = addedBy
      self.added = added
      self.completedBy = completedBy
      self.completed = completed
      self.version = version
    }
  }

  package struct AddTask: Request {
    package typealias Reply = AddedTask
    package static let subject = "roomhub.task.add"
    package static let version = "2.0"
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/tasks", status: 201)
    package static let faults = [FaultCode.noRoom, .tooManyTasks]
    package static let summary = "Add a task to the list of your room."
    package let title: TaskTitle
    package let isImportant: Bool?
    package let due: Instant?
    package let notes: TaskNotes?

    package init(title: TaskTitle, isImportant: Bool? = nil, due: Instant? = nil, notes: TaskNotes? = nil) {
      self.title = title
      self.isImportant = isImportant
      self.due = due
      self.notes = notes
    }
  }

  package enum TaskWarning: String, Choice {
    case alreadyOnList = "already_on_list"
  }

  package struct AddedTask: Codable, Hashable, Sendable {
    package let task: RoommateTask
    /// Warnings for the person, which do not reject the request.
    package let warnings: [TaskWarning]

    package init(task: RoommateTask, warnings: [TaskWarning]) {
      self.task = task
      self.warnings = warnings
    }
  }

  /// Completes a task. The second person to complete it gets the name of the first, not an error.
  package struct CompleteTask: Request {
    package typealias Reply = RoommateTask
    package static let subject = "roomhub.task.complete"
    package static let version = "2.0"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/tasks/{id}/complete")
    package static let faults = [FaultCode.notFound, .noRoom]
    package static let summary = "Mark a task as done."
    package let id: TaskID

    package init(id: TaskID) {
      self.id = id
    }
  }

  package struct GetTask: Request {
    package typealias Reply = RoommateTask
    package static let subject = "roomhub.task.get"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/tasks/{id}")
    package static let faults = [FaultCode.notFound, .noRoom]
    package static let summary = "One task of your room."
    package let id: TaskID

    package init(id: TaskID) {
      self.id = id
    }
  }

  /// Changes the given members and keeps the others; `null` clears a member.
  package struct EditTask: Request {
    package typealias Reply = RoommateTask
    package static let subject = "roomhub.task.edit"
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.patch, "/v1/tasks/{id}")
    package static let faults = [FaultCode.notFound, .noRoom, .changedElsewhere, .titleBlank]
    package static let summary = "Change a task: title, importance, due time, notes."
    package let id: TaskID
    /// The version that the edit began from.
    package let version: Int64
    package let title: Patch<TaskTitle>
    package let isImportant: Bool?
    package let due: Patch<Instant>
    package let notes: Patch<TaskNotes>

    package init(
      id: TaskID, version: Int64, title: Patch<TaskTitle> = .keep, isImportant: Bool? = nil,
      due: Patch<Instant> = .keep, notes: Patch<TaskNotes> = .keep
    ) {
      self.id = id
      self.version = version
      self.title = title
      self.isImportant = isImportant
      self.due = due
      self.notes = notes
    }
  }

  /// Deletes a task from both lists; it can be restored for 30 days.
  package struct DeleteTask: Request {
    package typealias Reply = Empty
    package static let subject = "roomhub.task.delete"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.delete, "/v1/tasks/{id}", status: 204)
    package static let faults = [FaultCode.notFound, .noRoom]
    package static let summary = "Delete a task."
    package let id: TaskID

    package init(id: TaskID) {
      self.id = id
    }
  }

  package struct RestoreTask: Request {
    package typealias Reply = RoommateTask
    package static let subject = "roomhub.task.restore"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/tasks/{id}/restore")
    package static let faults = [FaultCode.notFound, .noRoom, .tooManyTasks]
    package static let summary = "Take the deletion of a task back, up to 30 days later."
    package let id: TaskID

    package init(id: TaskID) {
      self.id = id
    }
  }

  package struct ReopenTask: Request {
    package typealias Reply = RoommateTask
    package static let subject = "roomhub.task.reopen"
    package static let version = "2.0"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/tasks/{id}/reopen")
    package static let faults = [FaultCode.notFound, .noRoom, .reopenTooLate, .tooManyTasks]
    package static let summary = "Put a completed task back on the list, up to 30 days later."
    package let id: TaskID

    package init(id: TaskID) {
      self.id = id
    }
  }

  package struct TaskAdded: Event {
    package static let topic = "roomhub.task.added"
    package static let version = "2.0"
    package static let audience = AudienceKind.people
    package let room: RoomID
    package let task: RoommateTask

    package init(room: RoomID, task: RoommateTask) {
      self.room = room
      self.task = task
    }
  }

  package struct TaskCompleted: Event {
    package static let topic = "roomhub.task.completed"
    package static let version = "2.0"
    package static let audience = AudienceKind.people
    package let room: RoomID
    package let task: RoommateTask

    package init(room: RoomID, task: RoommateTask) {
      self.room = room
      self.task = task
    }
  }

  package struct TaskReopened: Event {
    package static let topic = "roomhub.task.reopened"
    package static let version = "2.0"
    package static let audience = AudienceKind.people
    package let room: RoomID
    package let task: RoommateTask

    package init(room: RoomID, task: RoommateTask) {
      self.room = room
      self.task = task
    }
  }

  package struct TaskChanged: Event {
    package static let topic = "roomhub.task.changed"
    package static let audience = AudienceKind.people
    package let room: RoomID
    package let task: RoommateTask

    package init(room: RoomID, task: RoommateTask) {
      self.room = room
      self.task = task
    }
  }

  package struct TaskDeleted: Event {
    package static let topic = "roomhub.task.deleted"
    package static let audience = AudienceKind.people
    package let room: RoomID
    package let id: TaskID

    package init(room: RoomID, id: TaskID) {
      self.room = room
      self.id = id
    }
  }

  package struct TaskRestored: Event {
    package static let topic = "roomhub.task.restored"
    package static let audience = AudienceKind.people
    package let room: RoomID
    package let task: RoommateTask

    package init(room: RoomID, task: RoommateTask) {
      self.room = room
      self.task = task
    }
  }
}
