import FoundationEssentials
import Glibc
import Schema
import Store

/// A write as POST /v1/tasks makes it: roomhub's tables, its statements, one event, one stored reply. The
/// processor time of the writer's thread is told beside the rate, since that alone says what a write costs on
/// a machine that does other work too.
enum TaskBench {
  static let tables = """
    CREATE TABLE room(
      id BLOB PRIMARY KEY CHECK (length(id) = 16), dorm TEXT NOT NULL,
      open_tasks INTEGER NOT NULL DEFAULT 0 CHECK (open_tasks >= 0)
    ) STRICT;
    CREATE TABLE member(
      person BLOB PRIMARY KEY CHECK (length(person) = 16), room BLOB NOT NULL REFERENCES room(id),
      joined_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX member_room ON member(room, joined_at);
    CREATE TABLE task(
      id BLOB PRIMARY KEY CHECK (length(id) = 16), room BLOB NOT NULL REFERENCES room(id),
      title TEXT NOT NULL, rank INTEGER NOT NULL CHECK (rank IN (0, 1)), due_sort INTEGER NOT NULL,
      notes TEXT, added_by BLOB NOT NULL, added_at INTEGER NOT NULL, completed_at INTEGER
    ) STRICT;
    CREATE INDEX task_open ON task(room, rank, due_sort, added_at, id) WHERE completed_at IS NULL;
    CREATE INDEX task_title ON task(room, title) WHERE completed_at IS NULL;
    """

  static let room = RawUUID.random()
  static let person = RawUUID.random()
  static let body = [UInt8](repeating: 120, count: 330)

  static func run(_ folder: String) async throws {
    let store = try ProgramStore.open(
      folder + "/tasks.db", stream: "tasks", migrations: [Migration(1, "tasks", tables)])
    try await store.write { db in
      try db.run("INSERT INTO room(id, dorm) VALUES (?, 'forbes')", room)
      try db.run("INSERT INTO member(person, room, joined_at) VALUES (?, ?, 1)", person, room)
    }
    let before = try writerNanoseconds()
    await StoreBench.measure("task+event+reply, 64 callers", callers: 64, each: 500) { caller, number in
      try await write(store, "Bring the chairs back, load \(caller % 2).\(number * 64 + caller)")
    }
    let counters = store.counters
    let spent = try writerNanoseconds() - before
    StoreBench.report(
      "  writer's thread: \(spent / counters.writes) ns a write,"
        + " \(counters.writes / max(counters.groups, 1)) writes a commit, \(counters.checkpoints) checkpoints"
    )
    await store.close()
  }

  static func write(
    _ store: ProgramStore, _ title: String, by person: RawUUID = person, of home: RawUUID = room
  ) async throws {
    let now = Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
    let task = RawUUID.timed(now)
    let scope = task.bytes + [UInt8](repeating: 1, count: 22)
    try await store.write(about: person) { db in
      try db.ahead { _ = try $0.remembered(scope, now: now) }
      try db.ahead { _ = try $0.room(of: person) }
      try db.ahead { _ = try $0.isFull(home) }
      try db.ahead { _ = try $0.hasTask(home, title) }
      try db.ahead { _ = try $0.members(of: home) }
      guard try db.remembered(scope, now: now) == nil else { return }
      let room = try db.room(of: person) ?? room
      guard try !db.isFull(room) else { return }
      _ = try db.hasTask(room, title)
      _ = try db.members(of: room)
      try db.run("UPDATE room SET open_tasks = open_tasks + 1 WHERE id = ?", room)
      try db.run(
        """
        INSERT INTO task(id, room, title, rank, due_sort, notes, added_by, added_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """, task, room, title, 1, Int64.max, nil, person, now)
      try db.append(
        OutboxEvent(
          id: .timed(now), type: "roomhub.task.added", schema: "roomhub.task.added@1.0", at: now,
          trace: Array(body.prefix(26)), audience: Array(body.prefix(17)), body: body))
      try db.remember(
        scope, requestHash: Array(body.prefix(32)), reply: body, expires: now.advanced(by: .seconds(600_000)))
    }
  }

  /// Processor time of the thread that writes, as Linux counts it.
  static func writerNanoseconds() throws -> Int {
    var total = 0
    for thread in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task") {
      let place = "/proc/self/task/\(thread)/"
      guard try String(contentsOf: URL(filePath: place + "comm"), encoding: .utf8).hasPrefix("store-tasks")
      else { continue }
      let text = try String(contentsOf: URL(filePath: place + "schedstat"), encoding: .utf8)
      total += text.split(separator: " ").first.flatMap { Int($0) } ?? 0
    }
    return total
  }
}

extension Database {
  fileprivate func room(of person: RawUUID) throws -> RawUUID? {
    try one("SELECT room FROM member WHERE person = ?", person) { try $0.id("room") }
  }

  fileprivate func isFull(_ room: RawUUID) throws -> Bool {
    try one("SELECT open_tasks FROM room WHERE id = ?", room) { try $0.int("open_tasks") } ?? 0 >= 100_000
  }

  fileprivate func hasTask(_ room: RawUUID, _ title: String) throws -> Bool {
    let sql = "SELECT 1 FROM task WHERE room = ? AND title = ? AND completed_at IS NULL"
    return try one(sql, room, title) { _ in true } ?? false
  }

  fileprivate func members(of room: RawUUID) throws -> [RawUUID] {
    try all("SELECT person FROM member WHERE room = ? ORDER BY joined_at, person LIMIT 100", room) {
      try $0.id("person")
    }
  }
}
