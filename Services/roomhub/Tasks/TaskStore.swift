import Schema
import ServiceKit
import Store

/// Tasks of a room. `rank` is 0 for important ones; `due_sort` is the due time, or `noDue`, so that both sort
/// in ascending order. The columns of `Roomhub.RoommateTask` are read in the order of `taskColumns`.
extension Database {
  fileprivate static var noDue: Int64 { Int64.max }

  /// Guards against a runaway client, far above any real list.
  static var maxOpenTasks: Int64 { 100_000 }

  func openTasks(_ room: RoomID, after key: OpenTaskKey, limit: Int) throws -> [Roomhub.RoommateTask] {
    try all(
      """
      SELECT \(taskColumns) FROM task
      WHERE room = ? AND completed_at IS NULL AND deleted_at IS NULL
        AND (rank, due_sort, added_at, id) > (?, ?, ?, ?)
      ORDER BY rank, due_sort, added_at, id LIMIT ?
      """,
      room.raw, key.rank, key.due, key.added, key.id, limit
    ) { try Roomhub.RoommateTask($0, noDue: Self.noDue) }
  }

  /// Open tasks that are due after `now`, in id order.
  func dueTasks(
    _ room: RoomID, after last: RawUUID, dueAfter now: Instant, limit: Int
  ) throws -> [Roomhub.RoommateTask] {
    try all(
      """
      SELECT \(taskColumns) FROM task
      WHERE room = ? AND id > ? AND completed_at IS NULL AND deleted_at IS NULL
        AND due_sort < \(Self.noDue) AND due_sort > ?
      ORDER BY id LIMIT ?
      """,
      room.raw, last, now, limit
    ) { try Roomhub.RoommateTask($0, noDue: Self.noDue) }
  }

  /// Completed tasks after `key`, newest first, not before `from`; of one person or of everyone.
  func completedTasks(
    _ room: RoomID, by person: PersonID?, from: Instant?, after key: TimeKey, limit: Int
  ) throws -> [Roomhub.RoommateTask] {
    var values: [(any SQLBindable)?] = [room.raw]
    if let person { values.append(person.raw) }
    values += [from?.milliseconds ?? .min, key.time, key.id, limit]
    return try all(
      """
      SELECT \(taskColumns) FROM task
      WHERE room = ?\(person == nil ? "" : " AND completed_by = ?")
        AND completed_at IS NOT NULL AND deleted_at IS NULL
        AND completed_at >= ? AND (completed_at, id) < (?, ?)
      ORDER BY completed_at DESC, id DESC LIMIT ?
      """,
      values: values
    ) { try Roomhub.RoommateTask($0, noDue: Self.noDue) }
  }

  /// A task of this room. Another room's task, or a deleted one, throws `not_found`, as if it did not exist.
  func task(_ id: TaskID, in room: RoomID) throws -> Roomhub.RoommateTask {
    let (task, deleted) = try storedTask(id, in: room)
    guard deleted == nil else { throw Fault(.notFound) }
    return task
  }

  /// A task of this room and the time it was deleted.
  func storedTask(_ id: TaskID, in room: RoomID) throws -> (task: Roomhub.RoommateTask, deleted: Instant?) {
    let found = try one(
      "SELECT \(taskColumns), deleted_at FROM task WHERE id = ? AND room = ?", id.raw, room.raw
    ) { (task: try Roomhub.RoommateTask($0, noDue: Self.noDue), deleted: try $0.instantOrNil("deleted_at")) }
    guard let found else { throw Fault(.notFound) }
    return found
  }

  /// - Parameter words: The task's own, if they were made before the write.
  func insert(_ task: Roomhub.RoommateTask, _ words: TextWords? = nil, in room: RoomID) throws {
    try run(
      """
      INSERT INTO task(id, room, title, rank, due_sort, notes, added_by, added_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      task.id.raw, room.raw, task.title, task.isImportant ? 0 : 1, task.due?.milliseconds ?? Self.noDue,
      task.notes,
      task.addedBy?.raw, task.added)
    try index(task, words ?? task.words, in: room)
  }

  /// Stores the columns that an edit may change.
  func update(_ task: Roomhub.RoommateTask) throws {
    try run(
      "UPDATE task SET title = ?, rank = ?, due_sort = ?, notes = ?, version = ? WHERE id = ?", task.title,
      task.isImportant ? 0 : 1, task.due?.milliseconds ?? Self.noDue, task.notes, task.version, task.id.raw)
  }

  func setCompleted(_ id: TaskID, by person: PersonID?, at time: Instant?) throws {
    try run("UPDATE task SET completed_by = ?, completed_at = ? WHERE id = ?", person?.raw, time, id.raw)
  }

  func setDeleted(_ id: TaskID, at time: Instant?) throws {
    try run("UPDATE task SET deleted_at = ? WHERE id = ?", time, id.raw)
  }

  /// Permanently deletes tasks that were deleted before `cutoff`.
  /// - Returns: the number of deleted rows, at most `limit`.
  func purgeTasks(deletedBefore cutoff: Instant, limit: Int) throws -> Int {
    try change(
      """
      DELETE FROM task WHERE id IN
        (SELECT id FROM task WHERE deleted_at IS NOT NULL AND deleted_at < ? ORDER BY deleted_at LIMIT ?)
      """,
      cutoff, limit)
  }

  func hasTask(deletedBefore cutoff: Instant) throws -> Bool {
    try one(
      "SELECT 1 FROM task WHERE deleted_at IS NOT NULL AND deleted_at < ? LIMIT 1", cutoff, map: { _ in true }
    )
      ?? false
  }

  func hasOpenTask(_ room: RoomID, titled title: String) throws -> Bool {
    try one(
      """
      SELECT 1 FROM task WHERE room = ? AND title = ? AND completed_at IS NULL AND deleted_at IS NULL LIMIT 1
      """,
      room.raw, title, map: { _ in true }) ?? false
  }

  /// Removes one task from the count of open ones, at the same cost for any number.
  func giveOpenTask(in room: RoomID) throws {
    try run("UPDATE room SET open_tasks = open_tasks - 1 WHERE id = ?", room.raw)
  }

  /// Adds one task to the count of open ones, unless the list is full.
  func takeOpenTask(in room: RoomID) throws {
    guard try openTaskCount(in: room) < Database.maxOpenTasks else { throw Fault(.tooManyTasks) }
    try run("UPDATE room SET open_tasks = open_tasks + 1 WHERE id = ?", room.raw)
  }

  func openTaskCount(in room: RoomID) throws -> Int64 {
    try one("SELECT open_tasks FROM room WHERE id = ?", room.raw) { try $0.int("open_tasks") } ?? 0
  }
}

/// The sort key in the list of open tasks: important first, then by due date, then oldest first.
struct OpenTaskKey: PageKey {
  let rank: Int64
  let due: Int64
  let added: Instant
  let id: RawUUID

  static let first = OpenTaskKey(rank: -1, due: 0, added: Instant(milliseconds: 0), id: .min)

  private init(rank: Int64, due: Int64, added: Instant, id: RawUUID) {
    self.rank = rank
    self.due = due
    self.added = added
    self.id = id
  }

  init(_ task: Roomhub.RoommateTask) {
    self.init(
      rank: task.isImportant ? 0 : 1, due: task.due?.milliseconds ?? Database.noDue, added: task.added,
      id: task.id.raw)
  }

  init(_ cursor: Cursor) throws(Fault) {
    (rank, due, added, id) = try cursor.parts(Int64.self, Int64.self, Instant.self, RawUUID.self)
  }

  var cursor: Cursor { Cursor(of: rank, due, added, id) }
}

private let taskColumns = """
  id, title, rank, due_sort, notes, added_by, added_at, completed_by, completed_at, version
  """

extension Roomhub.RoommateTask {
  fileprivate init(_ row: borrowing Row, noDue: Int64) throws {
    let due = try row.int("due_sort")
    self.init(
      id: TaskID(try row.id("id")), title: try row.text("title"), isImportant: try row.int("rank") == 0,
      due: due == noDue ? nil : Instant(milliseconds: due), notes: try row.textOrNil("notes"),
      addedBy: PersonID(stored: try row.id("added_by")), added: try row.instant("added_at"),
      completedBy: try row.idOrNil("completed_by").flatMap { PersonID(stored: $0) },
      completed: try row.instantOrNil("completed_at"), version: try row.int("version"))
  }

  /// The task with a different completion.
  func completed(by person: PersonID?, at time: Instant?) -> Roomhub.RoommateTask {
    Roomhub.RoommateTask(
      id: id, title: title, isImportant: isImportant, due: due, notes: notes, addedBy: addedBy, added: added,
      completedBy: person, completed: time, version: version)
  }

  /// The task after an edit. The version increases only if the edit changes something.
  /// - Throws: `title_blank` if the edit clears the title, `date_bad` for a due time that nobody means.
  func applying(_ edit: Roomhub.EditTask) throws(Fault) -> Roomhub.RoommateTask {
    guard let title = edit.title.map(\.text).applied(to: title) else {
      throw Fault(.titleBlank, field: "title")
    }
    if case .set(let due) = edit.due { try due.checkEntered("due") }
    func edited(version: Int64) -> Roomhub.RoommateTask {
      Roomhub.RoommateTask(
        id: id, title: title, isImportant: edit.isImportant ?? isImportant, due: edit.due.applied(to: due),
        notes: edit.notes.map(\.text).applied(to: notes), addedBy: addedBy, added: added,
        completedBy: completedBy, completed: completed, version: version)
    }
    return edited(version: version) == self ? self : edited(version: version + 1)
  }
}

extension PersonID {
  /// Nil for 16 zero bytes, which stand for a person whose account is gone.
  init?(stored raw: RawUUID) {
    guard raw != RawUUID(high: 0, low: 0) else { return nil }
    self.init(raw)
  }
}
