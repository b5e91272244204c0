extension Roomhub {
  package enum TaskState: String, Choice {
    case open, completed
  }

  /// Open tasks: important first, then by due date, then oldest. Completed ones: newest first.
  package struct ListTasks: Request {
    package typealias Reply = Page<RoommateTask>
    package static let subject = "roomhub.task.list"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/tasks")
    package static let faults = [FaultCode.noRoom, .cursorBad]
    package static let summary = "List the tasks of your room: open ones, or the completed ones."
    package let state: TaskState?
    package let cursor: Cursor?
    package let limit: PageLimit?

    package init(state: TaskState? = nil, cursor: Cursor? = nil, limit: PageLimit? = nil) {
      self.state = state
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
    package let addedBy: PersonID
    package let added: Instant
    package let completedBy: PersonID?
    package let completed: Instant?

    package init(
      id: TaskID, title: String, isImportant: Bool, due: Instant?, notes: String?, addedBy: PersonID,
      added: Instant,
      completedBy: PersonID?, completed: Instant?
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
    }
  }

  package struct AddTask: Request {
    package typealias Reply = AddedTask
    package static let subject = "roomhub.task.add"
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
    /// Worth a word to the person, but no reason to refuse.
    package let warnings: [TaskWarning]

    package init(task: RoommateTask, warnings: [TaskWarning]) {
      self.task = task
      self.warnings = warnings
    }
  }

  /// The second one to complete a task learns who did it first: no error.
  package struct CompleteTask: Request {
    package typealias Reply = RoommateTask
    package static let subject = "roomhub.task.complete"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/tasks/{id}/complete")
    package static let faults = [FaultCode.notFound, .noRoom]
    package static let summary = "Mark a task as done."
    package let id: TaskID

    package init(id: TaskID) {
      self.id = id
    }
  }

  package struct ReopenTask: Request {
    package typealias Reply = RoommateTask
    package static let subject = "roomhub.task.reopen"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/tasks/{id}/reopen")
    package static let faults = [FaultCode.notFound, .noRoom, .reopenTooLate]
    package static let summary = "Put a completed task back on the list, up to 30 days later."
    package let id: TaskID

    package init(id: TaskID) {
      self.id = id
    }
  }

  package struct TaskAdded: Event {
    package static let topic = "roomhub.task.added"
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
    package static let audience = AudienceKind.people
    package let room: RoomID
    package let task: RoommateTask

    package init(room: RoomID, task: RoommateTask) {
      self.room = room
      self.task = task
    }
  }
}
