import Schema
import Store

/// A write as POST /v1/tasks makes it, of 64 people in 32 rooms, on a file or on PostgreSQL with several
/// connections that write, and reads beside each other.
enum RoomsBench {
  private static let people = (0..<64).map { _ in RawUUID.random() }
  private static let rooms = (0..<32).map { _ in RawUUID.random() }

  static func run(_ path: String, writers: Int, writes total: Int) async throws {
    var options = StoreOptions()
    options.writerCount = writers
    let store = try ProgramStore.open(
      path, stream: "rooms", migrations: [Migration(1, "tasks", TaskBench.tables)], options: options)
    try await store.write { db in
      for room in rooms { try db.run("INSERT INTO room(id, dorm) VALUES (?, 'forbes')", room) }
      for (number, person) in people.enumerated() {
        try db.run(
          "INSERT INTO member(person, room, joined_at) VALUES (?, ?, 1)", person, rooms[number / 2])
      }
    }
    for callers in [1, 16, 64] {
      let before = store.counters
      let each = max(total / callers, 20)
      await StoreBench.measure(
        "\(writers) writing, task+event+reply, \(callers) callers", callers: callers, each: each
      ) {
        caller, number in
        try await TaskBench.write(
          store, "Bring the chairs back, \(callers) \(caller) \(number)", by: people[caller],
          of: rooms[caller / 2])
      }
      let (retries, writes) = (store.counters.retries - before.retries, store.counters.writes - before.writes)
      StoreBench.report("  retries a commit: \(Double(retries * 1000 / max(writes, 1)) / 1000)")
    }
    for callers in [1, 4] {
      await StoreBench.measure("member of a person, \(callers) callers", callers: callers, each: total * 2) {
        caller, number in
        let person = people[(caller + number) % people.count]
        _ = try await store.read { db in
          try db.one("SELECT room FROM member WHERE person = ?", person) { try $0.id("room") }
        }
      }
    }
    await store.close()
  }
}
