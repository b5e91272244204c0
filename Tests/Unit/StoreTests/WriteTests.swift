import Schema
import Store
import Synchronization
import Testing

@Suite("A group commit keeps each write whole and apart")
struct WriteTests {
  @Test("one that throws leaves nothing, the others of its group stay")
  func isolation() async throws {
    let told = Recorder<[StoredEvent]>()
    try await withStore(onCommit: { told.add($0) }) { store in
      let results = await together(
        store,
        [
          {
            try $0.addNote("one"); try $0.append(event("one"))
          },
          {
            try $0.addNote("two"); try $0.append(event("two")); throw Refused()
          },
          {
            try $0.addNote("three"); try $0.append(event("three"))
          },
        ])
      #expect(results.map(\.isSuccess) == [true, false, true])
      #expect(throws: Refused.self) { try results[1].get() }
      let notes = try await store.notes()
      #expect(notes == ["one", "three"])
      #expect(told.all.count == 1, "one commit for the group")
      #expect(told.all.first?.map(\.seq) == [1, 2], "the number of the undone event is used again")
      #expect(told.all.first?.map { String(decoding: $0.event.body, as: UTF8.self) } == ["one", "three"])
      #expect(store.head == 2)
      #expect(store.counters.writes == 3)
      #expect(store.counters.groups == 2)
      #expect(store.counters.rolledBack == 1)
    }
  }

  @Test("a refusal that may rest on a write of a lost group is a loss too")
  func refusedInLostGroup() async throws {
    try await withStore { store in
      let results = await together(
        store,
        [
          { _ in throw Refused() },
          { try $0.addNote("one") },
          // "It is there already", as a repeated request is told.
          { if try $0.notes() == ["one"] { throw Refused() } },
          { try $0.run("INSERT OR ROLLBACK INTO note(text) VALUES ('forbidden')") },
        ])
      #expect(throws: Refused.self, "it came before") { try results[0].get() }
      #expect(results.dropFirst().allSatisfy { $0.storeError != nil })
      let notes = try await store.notes()
      #expect(notes.isEmpty)
    }
  }

  @Test(
    "a write that has to be undone alone makes its group begin again, a refusal before any change does not",
    arguments: [(true, 2), (false, 1)])
  func runsAgain(_ changesFirst: Bool, _ runs: Int) async throws {
    let ran = Atomic(0)
    try await withStore { store in
      let results = await together(
        store,
        [
          {
            ran.add(1, ordering: .relaxed)
            try $0.addNote("one")
          },
          {
            if changesFirst { try $0.addNote("two") }
            throw Refused()
          },
          { try $0.addNote("three") },
        ])
      #expect(results.map(\.isSuccess) == [true, false, true])
      let notes = try await store.notes()
      #expect(notes == ["one", "three"])
    }
    #expect(ran.load(ordering: .relaxed) == runs)
  }

  @Test(
    "texts, blobs and ids come back as they were, empty ones too, from a statement used again",
    arguments: Engine.allCases)
  func values(_ engine: Engine) async throws {
    try await withPlace(engine) { path in
      let tables = "CREATE TABLE value(number INTEGER PRIMARY KEY, text TEXT, blob BLOB) STRICT"
      let store = try ProgramStore.open(
        path, stream: "s", migrations: [Migration(1, "v", tables)])
      let long = String(repeating: "ö", count: 20_000)
      let texts = ["", "a", long, "short again", ""]
      let id = RawUUID.random()
      try await store.write { db in
        for (number, text) in texts.enumerated() {
          try db.run("INSERT INTO value VALUES (?, ?, ?)", number, text, Array(text.utf8))
        }
        try db.run("INSERT INTO value VALUES (?, ?, ?)", texts.count, nil, id)
      }
      let rows = try await store.read { db in
        try db.all("SELECT text, blob FROM value ORDER BY number") {
          (try $0.textOrNil("text"), try $0.blob("blob"))
        }
      }
      #expect(rows.map(\.0) == texts + [nil])
      #expect(rows.map(\.1) == texts.map { Array($0.utf8) } + [id.bytes])
      await store.close()
    }
  }

  @Test("a group of writes that all throw is not committed", arguments: Engine.allCases)
  func allThrow(_ engine: Engine) async throws {
    try await withStore(on: engine) { store in
      await #expect(throws: Refused.self) {
        try await store.write {
          try $0.addNote("x"); throw Refused()
        }
      }
      let notes = try await store.notes()
      #expect(notes.isEmpty)
      #expect(store.counters.groups == 0)
    }
  }

  @Test(
    "a constraint tells its kind", arguments: Engine.allCases,
    [
      ("INSERT INTO note(text) VALUES ('a')", ConstraintKind.unique),
      ("INSERT INTO note(text) VALUES ('forbidden')", .check),
      ("INSERT INTO note(text) VALUES (NULL)", .notNull),
      ("INSERT INTO note(id, text) VALUES (1, 'b')", .primaryKey),
    ])
  func constraints(_ engine: Engine, _ refused: (sql: String, kind: ConstraintKind)) async throws {
    try await withStore(on: engine) { store in
      try await store.write { try $0.addNote("a") }
      let error = await #expect(throws: StoreError.self) {
        try await store.write { try $0.run(refused.sql) }
      }
      guard case .constraint(let found, _) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(found == refused.kind)
    }
  }

  @Test("a value of another type is refused", arguments: Engine.allCases)
  func otherType(_ engine: Engine) async throws {
    try await withStore(on: engine) { store in
      for bytes in [[0], []] as [[UInt8]] {
        let error = await #expect(throws: StoreError.self) {
          try await store.write { try $0.run("INSERT INTO note(text) VALUES (?)", bytes) }
        }
        guard case .constraint(.dataType, _) = error else {
          Issue.record("\(String(describing: error))")
          return
        }
      }
    }
  }

  @Test("a deferred foreign key that is not met fails its own write, not the commit of the group")
  func deferredForeignKey() async throws {
    try await withTemporaryFolder { folder in
      let tables = """
        CREATE TABLE parent(id INTEGER PRIMARY KEY) STRICT;
        CREATE TABLE child(parent INTEGER REFERENCES parent(id) DEFERRABLE INITIALLY DEFERRED) STRICT
        """
      let store = try ProgramStore.open(
        folder + "/a.db", stream: "s", migrations: [Migration(1, "family", tables)])
      let results = await together(
        store,
        [
          { try $0.run("INSERT INTO parent VALUES (1)") },
          { try $0.run("INSERT INTO child VALUES (2)") },
          {
            try $0.run("INSERT INTO child VALUES (3)"); try $0.run("INSERT INTO parent VALUES (3)")
          },
        ])
      #expect(results.map(\.isSuccess) == [true, false, true])
      await store.close()
    }
  }

  @Test(
    "a body can neither end the transaction nor change the connection", arguments: Engine.allCases,
    [
      "COMMIT", " rollback", "PRAGMA synchronous = OFF", "ATTACH 'x' AS y", "SAVEPOINT a", "Vacuum",
    ])
  func control(_ engine: Engine, _ sql: String) async throws {
    try await withStore(on: engine) { store in
      let error = await #expect(throws: StoreError.self) { try await store.write { try $0.run(sql) } }
      guard case .misuse = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }

  @Test("two statements in one text, or a missing value, are refused", arguments: Engine.allCases)
  func misuse(_ engine: Engine) async throws {
    try await withStore(on: engine) { store in
      await #expect(throws: StoreError.self) {
        try await store.write { try $0.run("DELETE FROM note; DELETE FROM note") }
      }
      await #expect(throws: StoreError.self) {
        try await store.write { try $0.run("INSERT INTO note(text) VALUES (?)") }
      }
    }
  }

  @Test("writes beyond the queue's limit are refused at once", arguments: Engine.allCases)
  func queueLimit(_ engine: Engine) async throws {
    var options = StoreOptions()
    options.queueLimit = 2
    try await withStore(on: engine, options: options) { store in
      let gate = Gate()
      let holder = Task { try await store.write { _ in gate.hold() } }
      while !gate.isHeld { await Task.yield() }
      let waiting = (0..<2).map { number in Task { try await store.write { try $0.addNote("\(number)") } } }
      while store.waitingWrites < 2 { await Task.yield() }
      await #expect(throws: StoreError.busy) { try await store.write { try $0.addNote("late") } }
      gate.open()
      for task in waiting + [holder] { try await task.value }
      #expect(try await store.notes().count == 2)
    }
  }

  @Test("closing finishes what waits and refuses what comes later", arguments: Engine.allCases)
  func closeDrains(_ engine: Engine) async throws {
    try await withPlace(engine) { path in
      let store = try ProgramStore.open(path, stream: "notes", migrations: noteTable)
      let gate = Gate()
      let holder = Task { try await store.write { _ in gate.hold() } }
      while !gate.isHeld { await Task.yield() }
      let waiting = (0..<20).map { number in Task { try await store.write { try $0.addNote("\(number)") } } }
      while store.waitingWrites < 20 { await Task.yield() }
      store.refuseWrites()
      await #expect(throws: StoreError.closed) { try await store.write { try $0.addNote("late") } }
      gate.open()
      for task in waiting + [holder] { try await task.value }
      await store.close()
      await #expect(throws: StoreError.closed) { try await store.notes() }
      let next = try ProgramStore.open(path, stream: "notes", migrations: noteTable)
      #expect(try await next.notes().count == 20)
      #expect(!next.wasChecked, "the stop was clean")
      await next.close()
    }
  }

  @Test("concurrent writers and readers see whole writes only", arguments: Engine.allCases)
  func concurrency(_ engine: Engine) async throws {
    try await withStore(on: engine) { store in
      try await withThrowingTaskGroup { group in
        for writer in 0..<16 {
          group.addTask {
            for number in 0..<50 {
              try await store.write { db in
                try db.addNote("\(writer)-\(number)-a")
                try db.addNote("\(writer)-\(number)-b")
                try db.append(event("x"))
              }
            }
          }
        }
        for _ in 0..<4 {
          group.addTask {
            for _ in 0..<200 {
              let (rows, head) = try await store.read { db in
                (
                  try db.one("SELECT count(*) AS count FROM note") { try $0.int("count") } ?? -1,
                  try db.streamHead()
                )
              }
              #expect(rows == 2 * head, "rows and events of one moment")
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(store.head == 800)
      let events = try store.replay(from: 1, limit: 1000, maxBytes: .max).events
      #expect(events.map(\.seq) == Array(1...800))
    }
  }
}
