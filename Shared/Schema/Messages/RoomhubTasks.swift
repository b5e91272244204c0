extension Roomhub {
  /// The state of a task.
  package enum TaskState: String, Choice {
    case open, completed
  }

  /// The events that change the tasks a person sees: of the tasks, a move, a roommate's erasure.
  static let taskChanges: [any Event.Type] = [
    TaskAdded.self, TaskChanged.self, TaskCompleted.self, TaskReopened.self, TaskDeleted.self,
    TaskRestored.self, MemberJoined.self, MemberLeft.self, RoommateChanged.self,
  ]

  /// Lists open tasks: important first, then by due date, then oldest. Completed ones: newest first.
  package struct ListTasks: Request {
    package typealias Reply = Page<RoommateTask>
    package static let subject = "roomhub.task.list"
    package static let version = "2.0"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/tasks")
    package static let faults = [FaultCode.noRoom, .cursorBad]
    package static let summary = "List your room's open or completed tasks."
    package static let changedBy: [any Event.Type]? = taskChanges
    /// Lists open or completed tasks; open ones unless given.
    package let state: TaskState?
    /// Filters for completed tasks: by this person, not before `from`, before `until`.
    package let by: PersonID?
    /// Lists only tasks that were completed at this moment or later.
    package let from: Instant?
    /// Lists only tasks that were completed before this moment.
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

  /// Finds open and completed tasks by words of their titles and notes, without regard to case and accents.
  package struct SearchTasks: Request {
    package typealias Reply = FoundTasks
    package static let subject = "roomhub.task.search"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/search/tasks")
    package static let faults = [FaultCode.noRoom, .queryBad]
    package static let summary = "Find tasks of your room by words."
    /// The words, 2 to 100 characters. The last one may be the beginning of a word.
    package let q: SearchWords

    package init(q: SearchWords) { self.q = q }
  }

  /// The tasks that a search found.
  package struct FoundTasks: Codable, Hashable, Sendable {
    /// At most 30: the best matches first, among equal ones open tasks.
    package let items: [RoommateTask]
    /// True if nothing has the words as they were typed, and these have them with one typing error.
    package let isNear: Bool

    package init(items: [RoommateTask], isNear: Bool) {
      self.items = items
      self.isNear = isNear
    }
  }

  /// A task of a room.
  package struct RoommateTask: Codable, Hashable, Sendable {
    package let id: TaskID
    /// The title of the task.
    package let title: String
    /// True if the task stands above the others on the list.
    package let isImportant: Bool
    /// The moment by which it should be done. Absent without a due date.
    package let due: Instant?
    /// The notes on the task. Absent if there are none.
    package let notes: String?
    /// The person who added it; absent once that person's account is gone.
    package let addedBy: PersonID?
    /// The moment at which it was added.
    package let added: Instant
    /// The person who completed it; absent while the task is open, and once that person's account is gone.
    package let completedBy: PersonID?
    /// The moment at which it was completed. Absent while it is open.
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

  /// Adds a task. A title that is on the list already is added all the same, with a warning.
  package struct AddTask: Request {
    package typealias Reply = AddedTask
    package static let subject = "roomhub.task.add"
    package static let version = "2.0"
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/tasks", status: 201)
    package static let faults = [FaultCode.noRoom, .tooManyTasks]
    package static let summary = "Add a task to your room's list."
    package let title: TaskTitle
    /// True puts the task above the others and notifies the roommates; false unless given.
    package let isImportant: Bool?
    /// The moment by which it should be done; without one, nobody is reminded.
    package let due: Instant?
    package let notes: TaskNotes?

    package init(title: TaskTitle, isImportant: Bool? = nil, due: Instant? = nil, notes: TaskNotes? = nil) {
      self.title = title
      self.isImportant = isImportant
      self.due = due
      self.notes = notes
    }
  }

  /// A warning about a task that was added all the same.
  package enum TaskWarning: String, Choice {
    case alreadyOnList = "already_on_list"
  }

  /// A task after it was added, with warnings.
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
    package static let summary = "Complete a task."
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
    package static let summary = "Get a task of your room."
    package static let changedBy: [any Event.Type]? = taskChanges
    package let id: TaskID

    package init(id: TaskID) {
      self.id = id
    }
  }

  /// Changes the given members and keeps the others; `null` clears a member. If the stored version differs or
  /// the task is completed, `changed_elsewhere` has the stored task in `details.current`.
  package struct EditTask: Request {
    package typealias Reply = RoommateTask
    package static let subject = "roomhub.task.edit"
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.patch, "/v1/tasks/{id}")
    package static let faults = [FaultCode.notFound, .noRoom, .changedElsewhere, .titleBlank]
    package static let summary = "Edit a task: title, importance, due time, notes."
    package let id: TaskID
    /// The version that the edit began from.
    package let version: Int64
    package let title: Patch<TaskTitle>
    /// True puts the task above others, false takes that back.
    package let isImportant: Bool?
    /// The moment by which it should be done; `null` clears it.
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
    package static let summary = "Restore a deleted task, up to 30 days later."
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
    package static let summary = "Reopen a completed task, up to 30 days later."
    package let id: TaskID

    package init(id: TaskID) {
      self.id = id
    }
  }

  /// A task was added to the room's list.
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

  /// A task was completed.
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

  /// A completed task is open again.
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

  /// A task was edited.
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

  /// A task was deleted.
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

  /// A deleted task is back on the list.
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
