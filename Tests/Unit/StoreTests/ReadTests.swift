import Glibc
import Schema
import Store
import Testing

@Suite("Reading gives what was stored, or an error")
struct ReadTests {
  @Test("values come back as they were given, empty and missing ones too", arguments: Engine.allCases)
  func roundTrip(_ engine: Engine) async throws {
    try await withPlace(engine) { path in
      let table =
        "CREATE TABLE t(a INTEGER, b REAL, c TEXT, d BLOB, e BLOB, f INTEGER, g INTEGER, h TEXT) STRICT"
      let store = try ProgramStore.open(path, stream: "s", migrations: [Migration(1, "t", table)])
      let id = RawUUID.random()
      let missing: String? = nil
      // PostgreSQL refuses a text with a NUL.
      let text = engine == .sqlite ? "grün\0x" : "grün x"
      try await store.write { db in
        try db.run(
          "INSERT INTO t VALUES (?, ?, ?, ?, ?, ?, ?, ?)", Int64.min, 1.5, "", [UInt8](), id,
          Instant(milliseconds: -5), true, missing)
        try db.run("INSERT INTO t(c, d) VALUES (?, ?)", text, [0, 255] as [UInt8])
      }
      try await store.read { db in
        let isRight = try db.one("SELECT * FROM t WHERE e = ?", id) { row in
          let numbers = try row.int("a") == .min && row.real("b") == 1.5 && row.bool("g")
          let texts = try row.text("c").isEmpty && row.blob("d").isEmpty && row.textOrNil("h") == nil
          return try numbers && texts && row.id("e") == id && row.instant("f").milliseconds == -5
        }
        #expect(isRight == true)
        #expect(try db.one("SELECT c FROM t WHERE d = ?", [0, 255] as [UInt8]) { try $0.text("c") } == text)
        #expect(try db.one("SELECT c FROM t WHERE a = 7") { try $0.text("c") } == nil)
      }
      await store.close()
    }
  }

  @Test("a column of another type throws instead of becoming 0 or empty", arguments: Engine.allCases)
  func wrongType(_ engine: Engine) async throws {
    try await withStore(on: engine) { store in
      try await store.write { try $0.addNote("a") }
      await #expect(throws: StoreError.self) {
        try await store.read { try $0.one("SELECT text FROM note") { try $0.int("text") } }
      }
      await #expect(throws: StoreError.self) {
        try await store.read { try $0.one("SELECT NULL AS a") { try $0.text("a") } }
      }
      await #expect(throws: StoreError.self) {
        try await store.read { try $0.one("SELECT 1 AS a") { try $0.int("b") } }
      }
      await #expect(throws: StoreError.self) {
        try await store.read { try $0.one("SELECT x'00' AS a") { try $0.id("a") } }
      }
      await #expect(throws: StoreError.self) {
        try await store.read { try $0.one("SELECT 2 AS a") { try $0.bool("a") } }
      }
    }
  }

  @Test(
    "a column is found by its name, in any order and on every row; a name must be there once",
    arguments: Engine.allCases)
  func names(_ engine: Engine) async throws {
    try await withStore(on: engine) { store in
      let sql = "SELECT 1 AS a, 2 AS b UNION ALL SELECT 3, 4"
      let rows = try await store.read { db in
        try db.all(sql) { row in
          let first = try row.int("a")
          return first == 1 ? [first, try row.int("b")] : [try row.int("b"), try row.int("a"), first]
        }
      }
      #expect(rows == [[1, 2], [4, 3, 3]])
      for (name, wrong) in [("no", "SELECT 1 AS b"), ("more than one", "SELECT 1 AS a, 2 AS a")] {
        await #expect(throws: StoreError.misuse(detail: "\(name) column a: \(wrong)")) {
          try await store.read { try $0.one(wrong) { try $0.int("a") } }
        }
      }
    }
  }

  @Test("a read cannot write", arguments: Engine.allCases)
  func readOnly(_ engine: Engine) async throws {
    try await withStore(on: engine) { store in
      await #expect(throws: StoreError.readOnly) { try await store.read { try $0.addNote("a") } }
      await #expect(throws: StoreError.readOnly) { try await store.read { _ = try $0.append(event("a")) } }
      let notes = try await store.notes()
      #expect(notes.isEmpty)
      #expect(store.health == .intact)
    }
  }

  @Test("the same SQL inside its own rows gets a statement of its own", arguments: Engine.allCases)
  func nested(_ engine: Engine) async throws {
    try await withStore(on: engine) { store in
      try await store.write { db in for text in ["a", "b", "c"] { try db.addNote(text) } }
      let pairs = try await store.read { db in
        try db.all("SELECT text FROM note ORDER BY id") { row in
          try row.text("text") + db.notes().joined()
        }
      }
      #expect(pairs == ["aabc", "babc", "cabc"])
    }
  }

  @Test(
    "many different statements stay within the cache's limit and go on working", arguments: Engine.allCases)
  func statementLimit(_ engine: Engine) async throws {
    var options = StoreOptions()
    options.statementLimit = 4
    try await withStore(on: engine, options: options) { store in
      for number in 0..<50 {
        let value = try await store.read { try $0.one("SELECT \(number) AS a") { try $0.int("a") } }
        #expect(value == Int64(number))
        try await store.write { try $0.run("INSERT INTO note(text) VALUES ('\(number)')") }
      }
      // A statement is dearer to prepare there.
      let limit = engine == .sqlite ? 4 : 16
      #expect(try await store.write { $0.keptStatements } == limit)
      #expect(try await store.read { $0.keptStatements } == limit)
    }
  }

  @Test("readers are opened up to their limit, then reads are refused", arguments: Engine.allCases)
  func readerLimit(_ engine: Engine) async throws {
    var options = StoreOptions()
    options.readerLimit = 1
    try await withStore(on: engine, options: options) { store in
      _ = try await store.read { _ in
        #expect(throws: StoreError.busy) { try store.replay(from: 1, limit: 1, maxBytes: 1) }
      }
      #expect(store.openReaders == 1)
      #expect(try store.replay(from: 1, limit: 1, maxBytes: 1).events.isEmpty)
    }
  }

  @Test("a read sees one moment, whatever is committed meanwhile", arguments: Engine.allCases)
  func oneMoment(_ engine: Engine) async throws {
    try await withStore(on: engine) { store in
      let gate = Gate()
      let writing = Task {
        try await store.write { db in
          gate.hold()
          try db.addNote("meanwhile")
          try db.append(event("meanwhile"))
        }
      }
      while !gate.isHeld { await Task.yield() }
      let counts = try await store.read { db in
        let before = try db.notes().count
        gate.open()
        while store.head == 0 { sched_yield() }
        return [before, try db.notes().count]
      }
      #expect(counts == [0, 0])
      try await writing.value
      let notes = try await store.notes()
      #expect(notes == ["meanwhile"])
    }
  }

  @Test("a long read neither holds up writes nor makes each of them copy the log")
  func longRead() async throws {
    var options = StoreOptions()
    options.checkpointPages = 10
    options.synchronous = .normal  // faster, and nothing here is about power cuts
    try await withTemporaryFolder { folder in
      let path = folder + "/a.db"
      let store = try ProgramStore.open(path, stream: "notes", migrations: noteTable, options: options)
      func write(_ count: Int) async throws {
        for _ in 0..<count {
          let text = RawUUID.random().description + String(repeating: "x", count: 4000)
          try await store.write { try $0.addNote(text) }
        }
      }
      let held = try HeldRead(path)
      try await write(100)
      let (logBytes, copies) = (store.logBytes, store.counters.checkpoints)
      #expect(logBytes > 100 * 4096, "the log cannot start anew")
      #expect(copies < 75, "\(copies)")
      held.end()
      try await write(100)
      #expect(store.logBytes < logBytes, "it starts anew without readers")
      await store.close()
    }
  }
}
