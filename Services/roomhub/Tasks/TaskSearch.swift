import Schema
import ServiceKit
import Store

/// The search in a room's tasks, open and completed ones.
extension RoomhubService {
  /// The number of results: what a person reads before typing more.
  static let maxFound = 30
  /// The matches that are read, from which open tasks are shown first.
  static let maxMatches = 200

  func searchTasks(_ request: Roomhub.SearchTasks, _ call: Call) async throws -> Roomhub.FoundTasks {
    let room = try await ownRoom(call)
    return try await call.read { db in
      let found = try db.search(.tasks, for: request.q, in: [room.raw], limit: RoomhubService.maxMatches)
      let tasks = try found.rows.map { (task: try db.task(TaskID($0.entry), in: room), rank: $0.rank) }
      let sorted = tasks.enumerated().sorted { one, other in
        func key(_ found: (offset: Int, element: (task: Roomhub.RoommateTask, rank: Int))) -> (Int, Int, Int)
        {
          (found.element.rank, found.element.task.completed == nil ? 0 : 1, found.offset)
        }
        return key(one) < key(other)
      }
      return Roomhub.FoundTasks(
        items: sorted.prefix(RoomhubService.maxFound).map(\.element.task), isNear: found.isNear)
    }
  }
}

extension TextIndex {
  /// The titles and notes of tasks that are not deleted, by room.
  static let tasks = TextIndex("task_word")
}

extension Roomhub.RoommateTask {
  /// The words by which a search finds it.
  var words: TextWords { TextWords([title, notes]) }
}

extension Database {
  func index(_ task: Roomhub.RoommateTask, _ words: TextWords, in room: RoomID) throws {
    try index(.tasks, task.id.raw, scopes: [room.raw], words: words)
  }

  func reindex(_ task: Roomhub.RoommateTask, in room: RoomID) throws {
    try unindex(.tasks, task.id.raw)
    try index(task, task.words, in: room)
  }

  /// Indexes tasks of before the index.
  /// - Returns: False if none is left.
  func indexDueTasks(limit: Int) throws -> Bool {
    let due = try all("SELECT id FROM task_word_due ORDER BY id LIMIT ?", limit) { try $0.id("id") }
    for id in due {
      let room = try one("SELECT room FROM task WHERE id = ? AND deleted_at IS NULL", id) {
        RoomID(try $0.id("room"))
      }
      if let room { try reindex(try task(TaskID(id), in: room), in: room) }
      try run("DELETE FROM task_word_due WHERE id = ?", id)
    }
    return due.count == limit
  }

  func hasDueTask() throws -> Bool {
    try one("SELECT 1 FROM task_word_due LIMIT 1", map: { _ in true }) ?? false
  }
}

extension RoomhubStore {
  static let search = Migration(
    7, "words of tasks",
    """
    CREATE TABLE task_word(
      scope BLOB NOT NULL CHECK (length(scope) = 16), word TEXT NOT NULL,
      entry BLOB NOT NULL REFERENCES task(id) ON DELETE CASCADE,
      place INTEGER NOT NULL CHECK (place IN (0, 1)), PRIMARY KEY (scope, word, entry)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX task_word_entry ON task_word(entry);
    CREATE TABLE task_word_due(
      id BLOB PRIMARY KEY CHECK (length(id) = 16) REFERENCES task(id) ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    INSERT INTO task_word_due(id) SELECT id FROM task;
    """)

  static let searchLines = Migration(
    8, "words of tasks, one line for each",
    """
    DROP TABLE task_word;
    CREATE TABLE task_word(
      scope BLOB NOT NULL CHECK (length(scope) = 16),
      entry BLOB NOT NULL REFERENCES task(id) ON DELETE CASCADE, words TEXT NOT NULL,
      PRIMARY KEY (scope, entry)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX task_word_entry ON task_word(entry);
    DELETE FROM task_word_due;
    INSERT INTO task_word_due(id) SELECT id FROM task;
    """)
}
