import Schema
import Store

/// Tasks of a room. `rank` is 0 for important ones; `due_sort` is the due time, or `noDue`, so that both sort
/// upwards.
extension Database {
  private static var noDue: Int64 { Int64.max }

  /// A guard against a runaway client, far above any real list.
  static var mostOpenTasks: Int64 { 100_000 }

  /// The place of an open task in the list: important first, then due date, then oldest.
  struct OpenPlace {
    var rank: Int64 = -1
    var due: Int64 = 0
    var added: Int64 = 0
    var id = RawUUID(high: 0, low: 0)
  }

  func openTasks(_ room: RoomID, after place: OpenPlace, limit: Int) throws -> [Roomhub.RoommateTask] {
    try all(
      """
      SELECT id, title, rank, due_sort, notes, added_by, added_at, completed_by, completed_at FROM task
      WHERE room = ? AND completed_at IS NULL AND (rank, due_sort, added_at, id) > (?, ?, ?, ?)
      ORDER BY rank, due_sort, added_at, id LIMIT ?
      """,
      room.raw, place.rank, place.due, place.added, place.id, limit
    ) { try Roomhub.RoommateTask($0, noDue: Self.noDue) }
  }

  /// Newest first.
  func completedTasks(
    _ room: RoomID, before time: Int64, _ id: RawUUID, limit: Int
  ) throws -> [Roomhub.RoommateTask] {
    try all(
      """
      SELECT id, title, rank, due_sort, notes, added_by, added_at, completed_by, completed_at FROM task
      WHERE room = ? AND completed_at IS NOT NULL AND (completed_at, id) < (?, ?)
      ORDER BY completed_at DESC, id DESC LIMIT ?
      """,
      room.raw, time, id, limit
    ) { try Roomhub.RoommateTask($0, noDue: Self.noDue) }
  }

  /// A task of this room; another room's answers as if it did not exist.
  func task(_ id: TaskID, in room: RoomID) throws -> Roomhub.RoommateTask {
    let task = try one(
      """
      SELECT id, title, rank, due_sort, notes, added_by, added_at, completed_by, completed_at FROM task
      WHERE id = ? AND room = ?
      """,
      id.raw, room.raw
    ) { try Roomhub.RoommateTask($0, noDue: Self.noDue) }
    guard let task else { throw Fault(.notFound) }
    return task
  }

  func insert(_ task: Roomhub.RoommateTask, in room: RoomID) throws {
    try run(
      """
      INSERT INTO task(id, room, title, rank, due_sort, notes, added_by, added_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      task.id.raw, room.raw, task.title, task.isImportant ? 0 : 1, task.due?.milliseconds ?? Self.noDue,
      task.notes,
      task.addedBy?.raw, task.added)
  }

  func setCompleted(_ id: TaskID, by person: PersonID?, at time: Instant?) throws {
    try run("UPDATE task SET completed_by = ?, completed_at = ? WHERE id = ?", person?.raw, time, id.raw)
  }

  func hasOpenTask(_ room: RoomID, titled title: String) throws -> Bool {
    try one(
      "SELECT 1 FROM task WHERE room = ? AND title = ? AND completed_at IS NULL LIMIT 1", room.raw, title,
      map: { _ in true }) ?? false
  }

  /// Counts an open task more or less and returns how many there are now, at the same cost for any number.
  func countOpenTask(_ change: Int64, in room: RoomID) throws -> Int64 {
    try run("UPDATE room SET open_tasks = open_tasks + ? WHERE id = ?", change, room.raw)
    return try one("SELECT open_tasks FROM room WHERE id = ?", room.raw, map: { try $0.int(0) }) ?? 0
  }
}

extension Roomhub.RoommateTask {
  fileprivate init(_ row: borrowing Row, noDue: Int64) throws {
    let due = try row.int(3)
    self.init(
      id: TaskID(try row.id(0)), title: try row.text(1), isImportant: try row.int(2) == 0,
      due: due == noDue ? nil : Instant(milliseconds: due), notes: try row.textOrNil(4),
      addedBy: PersonID(try row.id(5)), added: try row.instant(6),
      completedBy: try row.idOrNil(7).map { PersonID($0) },
      completed: try row.instantOrNil(8), version: 1)
  }

  /// With other completion.
  func completed(by person: PersonID?, at time: Instant?) -> Roomhub.RoommateTask {
    Roomhub.RoommateTask(
      id: id, title: title, isImportant: isImportant, due: due, notes: notes, addedBy: addedBy, added: added,
      completedBy: person, completed: time, version: version)
  }
}
