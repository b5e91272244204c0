import Schema
import ServiceKit
import Store

/// The task list of a room.
extension RoomhubService {
  /// A completed task can be put back for 30 days.
  static let reopenLimit = Duration.seconds(30 * 24 * 3600)

  func listTasks(
    _ request: Roomhub.ListTasks, _ call: Call
  ) async throws -> EncodedReply<Page<Roomhub.RoommateTask>> {
    let room = try await ownRoom(call)
    switch request.state ?? .open {
    case .open where request.cursor == nil && request.limit == nil:
      let (kept, ticket) = lists.openTasks(room)
      if let kept { return kept }
      let list = try EncodedReply(try await openTasks(request, room, call))
      lists.keep(list, of: room, ticket)
      return list
    case .open: return try EncodedReply(try await openTasks(request, room, call))
    case .completed:
      let limit = (request.limit ?? .standard).count
      let (time, id) = try CompletedCursor.place(request.cursor)
      let tasks = try await call.read { try $0.completedTasks(room, before: time, id, limit: limit + 1) }
      return try EncodedReply(Page(tasks, limit: limit) { CompletedCursor.cursor($0) })
    }
  }

  private func openTasks(
    _ request: Roomhub.ListTasks, _ room: RoomID, _ call: Call
  ) async throws -> Page<Roomhub.RoommateTask> {
    let limit = (request.limit ?? .standard).count
    let place = try OpenCursor.place(request.cursor)
    let tasks = try await call.read { try $0.openTasks(room, after: place, limit: limit + 1) }
    return Page(tasks, limit: limit) { OpenCursor.cursor($0) }
  }

  func addTask(_ request: Roomhub.AddTask, _ call: Call) async throws -> Roomhub.AddedTask {
    let person = try call.person
    let task = Roomhub.RoommateTask(
      id: .timed(call.now), title: request.title.text, isImportant: request.isImportant ?? false,
      due: request.due,
      notes: request.notes?.text, addedBy: person, added: call.now, completedBy: nil, completed: nil,
      version: 1)
    return try await change(call) { db, room in
      guard try db.countOpenTask(1, in: room) <= Database.mostOpenTasks else { throw Fault(.tooManyTasks) }
      let isDouble = try db.hasOpenTask(room, titled: task.title)
      try db.insert(task, in: room)
      try db.tell(Roomhub.TaskAdded(room: room, task: task), to: try db.audience(of: room), call)
      return Roomhub.AddedTask(task: task, warnings: isDouble ? [.alreadyOnList] : [])
    }
  }

  func completeTask(_ request: Roomhub.CompleteTask, _ call: Call) async throws -> Roomhub.RoommateTask {
    let person = try call.person
    return try await change(call) { db, room in
      let task = try db.task(request.id, in: room)
      guard task.completed == nil else { return task }
      try db.setCompleted(task.id, by: person, at: call.now)
      _ = try db.countOpenTask(-1, in: room)
      let done = task.completed(by: person, at: call.now)
      try db.tell(Roomhub.TaskCompleted(room: room, task: done), to: try db.audience(of: room), call)
      return done
    }
  }

  func reopenTask(_ request: Roomhub.ReopenTask, _ call: Call) async throws -> Roomhub.RoommateTask {
    return try await change(call) { db, room in
      let task = try db.task(request.id, in: room)
      guard let completed = task.completed else { return task }
      guard call.now.since(completed) <= RoomhubService.reopenLimit else { throw Fault(.reopenTooLate) }
      try db.setCompleted(task.id, by: nil, at: nil)
      _ = try db.countOpenTask(1, in: room)
      let open = task.completed(by: nil, at: nil)
      try db.tell(Roomhub.TaskReopened(room: room, task: open), to: try db.audience(of: room), call)
      return open
    }
  }
}

/// Where the next page of open tasks starts: rank, due, added, id.
private enum OpenCursor {
  static func place(_ cursor: Cursor?) throws(Fault) -> Database.OpenPlace {
    guard let cursor else { return Database.OpenPlace() }
    let parts = CursorText.parts(cursor)
    guard parts.count == 4, let rank = Int64(parts[0]), let due = Int64(parts[1]),
      let added = Int64(parts[2]),
      let id = RawUUID(parts[3])
    else { throw Fault(.cursorBad, field: "cursor") }
    return Database.OpenPlace(rank: rank, due: due, added: added, id: id)
  }

  static func cursor(_ task: Roomhub.RoommateTask) -> Cursor {
    CursorText.cursor([
      task.isImportant ? "0" : "1", "\(task.due?.milliseconds ?? .max)", "\(task.added.milliseconds)",
      task.id.description,
    ])
  }
}

/// Where the next page of completed tasks starts: completed, id.
private enum CompletedCursor {
  static func place(_ cursor: Cursor?) throws(Fault) -> (Int64, RawUUID) {
    guard let cursor else { return (.max, RawUUID(high: .max, low: .max)) }
    let parts = CursorText.parts(cursor)
    guard parts.count == 2, let time = Int64(parts[0]), let id = RawUUID(parts[1]) else {
      throw Fault(.cursorBad, field: "cursor")
    }
    return (time, id)
  }

  static func cursor(_ task: Roomhub.RoommateTask) -> Cursor {
    CursorText.cursor(["\(task.completed?.milliseconds ?? 0)", task.id.description])
  }
}
