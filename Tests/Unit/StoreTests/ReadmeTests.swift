import Schema
import Store
import Testing

@Suite("The example of the README works")
struct ReadmeTests {
  @Test("a write with its event, and a read of it")
  func example() async throws {
    try await withTemporaryFolder { folder in
      let (id, now) = (RawUUID.random(), Instant(milliseconds: 1_780_000_000_000))
      let store = try ProgramStore.open(
        folder + "/tasks.db", stream: "tasks",
        migrations: [
          Migration(1, "tasks", "CREATE TABLE task(id BLOB PRIMARY KEY, title TEXT NOT NULL) STRICT")
        ])
      let seq = try await store.write { db in
        try db.run("INSERT INTO task(id, title) VALUES (?, ?)", id, "Buy milk")
        return try db.append(
          OutboxEvent(id: .timed(now), type: "task.added", schema: "1", at: now, body: [1]))
      }
      let title = try await store.read { db in
        try db.one("SELECT title FROM task WHERE id = ?", id) { try $0.text("title") }
      }
      await store.close()
      #expect(seq == 1)
      #expect(title == "Buy milk")
    }
  }
}
