import Schema
import ServiceKit
import Store
import TestSupport
import Testing

@testable import roomhub

@Suite("A search finds the tasks of one's own room by words")
struct SearchTests {
  private func found(_ campus: Campus, _ words: String, as person: TestPerson) async throws -> [String] {
    try await campus.ask(Roomhub.SearchTasks(q: SearchWords(checked: words)), as: person).items.map(\.title)
  }

  @discardableResult
  private func add(
    _ campus: Campus, _ title: String, notes: String? = nil, as person: TestPerson
  ) async throws -> Roomhub.RoommateTask {
    try await campus.ask(
      Roomhub.AddTask(title: TaskTitle(checked: title), notes: notes.map { TaskNotes(checked: $0) }),
      as: person
    ).task
  }

  private func words(_ campus: Campus) async throws -> [String] {
    try await campus.program.context.store.read { db in
      try db.all("SELECT words FROM task_word ORDER BY entry LIMIT 100") { try $0.text("words") }
    }
  }

  @Test("by whole words, beginnings, without accents, and with one typing error")
  func finds() async throws {
    try await Campus.with { campus in
      let (ada, eve) = (TestPerson(), TestPerson())
      try await campus.join(ada)
      try await campus.join(eve, "202B")
      try await add(campus, "Crème brûlée for Zoë", as: ada)
      try await add(campus, "Buy oat milk", notes: "From the crèmerie", as: ada)
      try await add(campus, "Milkshake", as: ada)
      try await add(campus, "Milk of another room", as: eve)
      #expect(try await found(campus, "creme", as: ada) == ["Crème brûlée for Zoë", "Buy oat milk"])
      #expect(try await found(campus, "MILK", as: ada) == ["Buy oat milk", "Milkshake"])
      #expect(try await found(campus, "mlik oat", as: ada) == ["Buy oat milk"])
      #expect(try await found(campus, "milk zoe", as: ada) == [])
      #expect(try await found(campus, "anohter", as: ada) == [], "not even typing errors see another room")
      #expect(try await found(campus, "milk", as: eve) == ["Milk of another room"])
      #expect(
        await campus.refusal(Roomhub.SearchTasks(q: SearchWords(checked: "milk")), as: TestPerson())
          == "no_room")
      #expect(
        await campus.refusal(Roomhub.SearchTasks.self, #"{"q":"m"}"#, as: ada)?.contains("query_bad") == true)
    }
  }

  @Test("open tasks come first, edits and deletions are followed, and nothing deleted is left in the index")
  func follows() async throws {
    try await Campus.with { campus in
      let ada = TestPerson()
      try await campus.join(ada)
      let first = try await add(campus, "Wash the towels", as: ada)
      let second = try await add(campus, "Fold the towels", as: ada)
      _ = try await campus.ask(Roomhub.CompleteTask(id: second.id), as: ada)
      #expect(try await found(campus, "towels", as: ada) == ["Wash the towels", "Fold the towels"])
      _ = try await campus.ask(
        Roomhub.EditTask(id: first.id, version: 1, title: .set(TaskTitle(checked: "Wash the sheets"))),
        as: ada)
      #expect(try await found(campus, "towels", as: ada) == ["Fold the towels"])
      _ = try await campus.ask(Roomhub.DeleteTask(id: first.id), as: ada)
      #expect(try await found(campus, "sheets", as: ada) == [])
      #expect(try await words(campus) == [" fold the towels\n"])
      _ = try await campus.ask(Roomhub.RestoreTask(id: first.id), as: ada)
      #expect(try await found(campus, "sheets", as: ada) == ["Wash the sheets"])
    }
  }

  @Test("tasks of before the index are found once upkeep has been there, deleted ones never")
  func due() async throws {
    try await Campus.with { campus in
      let ada = TestPerson()
      try await campus.join(ada)
      let old = try await add(campus, "Old towels", as: ada)
      let gone = try await add(campus, "Gone towels", as: ada)
      _ = try await campus.ask(Roomhub.DeleteTask(id: gone.id), as: ada)
      try await campus.program.context.store.write { db in
        try db.run("DELETE FROM task_word")
        try db.run("INSERT INTO task_word_due(id) VALUES (?), (?)", old.id.raw, gone.id.raw)
      }
      #expect(try await found(campus, "towels", as: ada) == [])
      var check = ChainCheck()
      try await Upkeep(context: campus.program.context).step(&check)
      #expect(try await found(campus, "towels", as: ada) == ["Old towels"])
      #expect(try await campus.program.context.store.read { try $0.hasDueTask() } == false)
    }
  }

  @Test("a file of before the lines gives its tasks to upkeep, which makes them anew")
  func upgrade() async throws {
    try await withTemporaryFolder { folder in
      let path = "\(folder)/roomhub.sqlite"
      let (room, task) = (RawUUID(high: 5, low: 1), RawUUID(high: 7, low: 1))
      let before = try ProgramStore.open(
        path, stream: "roomhub", migrations: RoomhubStore.migrations.dropLast())
      try await before.write { db in
        try db.run("INSERT INTO dorm(id, name, room_capacity) VALUES ('forbes', 'Forbes Hall', 4)")
        try db.run(
          "INSERT INTO room(id, dorm, number, join_code, opened_at) VALUES (?, 'forbes', '1', '00000000', 5)",
          room)
        try db.run(
          """
          INSERT INTO task(id, room, title, rank, due_sort, added_by, added_at)
          VALUES (?, ?, 'Old towels', 1, 1, ?, 1)
          """,
          task, room, task)
        try db.run(
          "INSERT INTO task_word(scope, word, entry, place) VALUES (?, 'old', ?, 0)", room, task)
      }
      await before.close()
      let now = try ProgramStore.open(path, stream: "roomhub", migrations: RoomhubStore.migrations)
      let (isDue, isDone) = try await now.write { db in
        (try db.hasDueTask(), try db.indexDueTasks(limit: 10) == false)
      }
      #expect(isDue && isDone)
      let found = try await now.read { db in
        try db.search(.tasks, for: SearchWords(checked: "towels"), in: [room], limit: 10).rows.map(\.entry)
      }
      #expect(found == [task])
      await now.close()
    }
  }
}
