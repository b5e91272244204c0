import JSON
import Schema
import ServiceKit
import Store

/// The task list of a room.
extension RoomhubService {
  /// A completed task can be reopened for 30 days.
  static let reopenLimit = Duration.seconds(30 * 24 * 3600)
  /// A deleted task can be restored for 30 days; then it is purged.
  static let restoreLimit = Duration.seconds(30 * 24 * 3600)

  func registerTasks(in handlers: inout Handlers) {
    handlers.on(Roomhub.ListTasks.self, recall: recallTasks, otherwise: listTasks)
    handlers.on(Roomhub.AddTask.self, write: prepareTask, otherwise: addTask)
    handlers.on(Roomhub.GetTask.self, getTask)
    handlers.on(Roomhub.SearchTasks.self, searchTasks)
    handlers.on(Roomhub.EditTask.self, write: prepareEdit, otherwise: editTask)
    handlers.on(Roomhub.CompleteTask.self, write: completeTask)
    handlers.on(Roomhub.ReopenTask.self, write: reopenTask)
    handlers.on(Roomhub.DeleteTask.self, write: deleteTask)
    handlers.on(Roomhub.RestoreTask.self, write: restoreTask)
  }

  /// The first page of the open tasks, while nobody changes them.
  func recallTasks(
    _ request: Roomhub.ListTasks, _ call: Call
  ) throws -> EncodedReply<Page<Roomhub.RoommateTask>>? {
    guard request.isFirstPage, !call.store.isShared, let room = lists.room(of: try call.person)
    else { return nil }
    return lists.openTasks(room).0
  }

  func listTasks(
    _ request: Roomhub.ListTasks, _ call: Call
  ) async throws -> EncodedReply<Page<Roomhub.RoommateTask>> {
    if call.store.isShared, request.isFirstPage { return try await versionedTasks(call) }
    let room = try await ownRoom(call)
    switch request.state ?? .open {
    case .open where request.isFirstPage:
      let (kept, ticket) = lists.openTasks(room)
      if let kept { return kept }
      let list = try EncodedReply(try await openTasks(request, room, call))
      lists.keep(list, of: room, ticket)
      return list
    case .open: return try EncodedReply(try await openTasks(request, room, call))
    case .completed:
      let limit = (request.limit ?? .standard).count
      let key = try TimeKey(completed: request.cursor, until: request.until)
      let tasks = try await call.read { db in
        try db.completedTasks(room, by: request.by, from: request.from, after: key, limit: limit + 1)
      }
      return try EncodedReply(
        Page(tasks, limit: limit) {
          TimeKey(time: $0.completed ?? Instant(milliseconds: 0), id: $0.id.raw).cursor
        })
    }
  }

  /// The first page of the open tasks where another process may change them.
  private func versionedTasks(_ call: Call) async throws -> EncodedReply<Page<Roomhub.RoommateTask>> {
    let (person, lists, limit) = (try call.person, lists, PageLimit.standard.count)
    return try await call.read { db in
      let (room, version) = try db.ownRoomVersion(person)
      if let kept = lists.openTasks(room, version: version) { return kept }
      let tasks = try db.openTasks(room, after: .first, limit: limit + 1)
      let list = try EncodedReply(Page(tasks, limit: limit) { OpenTaskKey($0).cursor })
      lists.keep(list, of: room, version: version)
      return list
    }
  }

  private func openTasks(
    _ request: Roomhub.ListTasks, _ room: RoomID, _ call: Call
  ) async throws -> Page<Roomhub.RoommateTask> {
    let limit = (request.limit ?? .standard).count
    let key = try request.cursor.map { try OpenTaskKey($0) } ?? .first
    let tasks = try await call.read { try $0.openTasks(room, after: key, limit: limit + 1) }
    return Page(tasks, limit: limit) { OpenTaskKey($0).cursor }
  }

  /// An important task is told by the name of who adds it, which auth is asked for.
  func prepareTask(_ request: Roomhub.AddTask, _ call: Call) throws -> PreparedWrite<Roomhub.AddedTask>? {
    guard request.isImportant != true else { return nil }
    let task = try EncodedValue(newTask(request, call))
    let words = task.value.words
    let queries: @Sendable (borrowing Database, RoomID) throws -> Void = { db, room in
      try db.ahead { _ = try $0.openTaskCount(in: room) }
      try db.ahead { _ = try $0.hasOpenTask(room, titled: task.value.title) }
    }
    return try prepared(call, knowing: task, ahead: queries) { db, room in
      try db.add(task, words, to: room, named: nil, call)
    }
  }

  func addTask(_ request: Roomhub.AddTask, _ call: Call) async throws -> EncodedReply<Roomhub.AddedTask> {
    let task = try EncodedValue(newTask(request, call))
    let words = task.value.words
    let name = task.value.isImportant ? try await ownName(call) : nil
    return try await change(call) { db, room in try db.add(task, words, to: room, named: name, call) }
  }

  private func newTask(_ request: Roomhub.AddTask, _ call: Call) throws -> Roomhub.RoommateTask {
    try request.due?.checkEntered("due")
    return Roomhub.RoommateTask(
      id: .timed(call.now), title: request.title.text, isImportant: request.isImportant ?? false,
      due: request.due,
      notes: request.notes?.text, addedBy: try call.person, added: call.now, completedBy: nil, completed: nil,
      version: 1)
  }

  func completeTask(
    _ request: Roomhub.CompleteTask, _ call: Call
  ) throws -> PreparedWrite<Roomhub.RoommateTask> {
    let person = try call.person
    return try prepared(call, ahead: storedTask(request.id)) { db, room in
      let task = try db.task(request.id, in: room)
      guard task.completed == nil else { return task }
      let audience = try db.audience(of: room)
      try db.setCompleted(task.id, by: person, at: call.now)
      try db.giveOpenTask(in: room)
      let done = task.completed(by: person, at: call.now)
      try db.publish(Roomhub.TaskCompleted(room: room, task: done), to: audience, call)
      try db.replan(nil, instead: task, in: room, call)
      return done
    }
  }

  func reopenTask(
    _ request: Roomhub.ReopenTask, _ call: Call
  ) throws -> PreparedWrite<Roomhub.RoommateTask> {
    return try prepared(call, ahead: storedTask(request.id, opens: true)) { db, room in
      let task = try db.task(request.id, in: room)
      guard let completed = task.completed else { return task }
      guard call.now.since(completed) <= RoomhubService.reopenLimit else { throw Fault(.reopenTooLate) }
      let audience = try db.audience(of: room)
      try db.takeOpenTask(in: room)
      try db.setCompleted(task.id, by: nil, at: nil)
      let open = task.completed(by: nil, at: nil)
      try db.publish(Roomhub.TaskReopened(room: room, task: open), to: audience, call)
      try db.replan(open, instead: nil, in: room, call)
      return open
    }
  }

  func getTask(_ request: Roomhub.GetTask, _ call: Call) async throws -> Roomhub.RoommateTask {
    let room = try await ownRoom(call)
    return try await call.read { try $0.task(request.id, in: room) }
  }

  /// A completed task is off the list that the edit began from, so the edit fails with `changed_elsewhere`. A
  /// completed task has to be reopened before it can be edited.
  func editTask(
    _ request: Roomhub.EditTask, _ call: Call
  ) async throws -> EncodedReply<Roomhub.RoommateTask> {
    let name = request.isImportant == true ? try await ownName(call) : nil
    return try await change(call) { db, room in try db.edit(request, in: room, named: name, call) }
  }

  /// A task that becomes important is told by the name of who edits it.
  func prepareEdit(
    _ request: Roomhub.EditTask, _ call: Call
  ) throws -> PreparedWrite<Roomhub.RoommateTask>? {
    guard request.isImportant != true else { return nil }
    return try prepared(call, ahead: storedTask(request.id)) { db, room in
      try db.edit(request, in: room, named: nil, call)
    }
  }

  /// The queries that a write of a task begins with.
  private func storedTask(
    _ id: TaskID, opens: Bool = false
  ) -> @Sendable (borrowing Database, RoomID) throws -> Void {
    { db, room in
      try db.ahead { _ = try $0.storedTask(id, in: room) }
      if opens { try db.ahead { _ = try $0.openTaskCount(in: room) } }
    }
  }

  func deleteTask(_ request: Roomhub.DeleteTask, _ call: Call) throws -> PreparedWrite<Empty> {
    return try prepared(call, ahead: storedTask(request.id)) { db, room in
      let (task, deleted) = try db.storedTask(request.id, in: room)
      guard deleted == nil else { return Empty() }
      let audience = try db.audience(of: room)
      try db.setDeleted(task.id, at: call.now)
      try db.unindex(.tasks, task.id.raw)
      if task.completed == nil { try db.giveOpenTask(in: room) }
      try db.publish(Roomhub.TaskDeleted(room: room, id: task.id), to: audience, call)
      try db.replan(nil, instead: task, in: room, call)
      return Empty()
    }
  }

  func restoreTask(
    _ request: Roomhub.RestoreTask, _ call: Call
  ) throws -> PreparedWrite<Roomhub.RoommateTask> {
    return try prepared(call, ahead: storedTask(request.id, opens: true)) { db, room in
      let (task, deleted) = try db.storedTask(request.id, in: room)
      guard let deleted else { return task }
      guard call.now.since(deleted) <= RoomhubService.restoreLimit else { throw Fault(.notFound) }
      let audience = try db.audience(of: room)
      if task.completed == nil { try db.takeOpenTask(in: room) }
      try db.setDeleted(task.id, at: nil)
      try db.reindex(task, in: room)
      try db.publish(Roomhub.TaskRestored(room: room, task: task), to: audience, call)
      try db.replan(task, instead: nil, in: room, call)
      return task
    }
  }
}

extension Database {
  fileprivate func add(
    _ encoded: EncodedValue<Roomhub.RoommateTask>, _ words: TextWords, to room: RoomID, named name: String?,
    _ call: Call
  ) throws -> Roomhub.AddedTask {
    let task = encoded.value
    let isDouble = try hasOpenTask(room, titled: task.title)
    let audience = try audience(of: room)
    try takeOpenTask(in: room)
    try insert(task, words, in: room)
    try publish(
      Roomhub.TaskAdded(room: room, task: task), knowing: encoded, to: audience, call)
    try replan(task, instead: nil, in: room, call)
    if task.isImportant {
      try publishImportance(of: task, by: try call.person, named: name, in: room, call)
    }
    return Roomhub.AddedTask(task: task, warnings: isDouble ? [.alreadyOnList] : [])
  }

  fileprivate func edit(
    _ request: Roomhub.EditTask, in room: RoomID, named name: String?, _ call: Call
  ) throws -> Roomhub.RoommateTask {
    let task = try task(request.id, in: room)
    guard task.version == request.version, task.completed == nil else {
      throw try Fault.changedElsewhere(current: task)
    }
    let edited = try task.applying(request)
    guard edited != task else { return task }
    let audience = try audience(of: room)
    try update(edited)
    if edited.title != task.title || edited.notes != task.notes { try reindex(edited, in: room) }
    try publish(Roomhub.TaskChanged(room: room, task: edited), to: audience, call)
    try replan(edited, instead: task, in: room, call)
    if edited.isImportant, !task.isImportant {
      try publishImportance(of: edited, by: try call.person, named: name, in: room, call)
    }
    return edited
  }
}

extension TimeKey {
  /// The key in the list of completed tasks, newest first, that starts at `until` at the latest.
  fileprivate init(completed cursor: Cursor?, until: Instant?) throws(Fault) {
    let first = until.map { TimeKey(time: $0, id: .min) } ?? .last
    guard let cursor else {
      self = first
      return
    }
    let key = try TimeKey(cursor)
    self = key.time < first.time ? key : first
  }
}

extension Roomhub.ListTasks {
  /// True for what every page of tasks begins with.
  fileprivate var isFirstPage: Bool { state ?? .open == .open && cursor == nil && limit == nil }
}
