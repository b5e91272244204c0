import Schema
import Synchronization
import TestSupport
import Testing

@testable import Store

@Suite("A store on PostgreSQL")
struct PostgresTests {
  @Test("writes that wait share a commit, also with one that is refused before it has changed anything")
  func shared() async throws {
    let told = Recorder<[StoredEvent]>()
    try await withStore(on: .postgres, onCommit: { told.add($0) }) { store in
      let before = store.counters
      let results = await together(
        store,
        [
          {
            try $0.addNote("one"); try $0.append(event("one"))
          },
          { if try $0.notes().contains("one") { throw Refused() } },
          {
            try $0.addNote("two"); try $0.append(event("two"))
          },
        ])
      #expect(results.map(\.isSuccess) == [true, false, true])
      let notes = try await store.notes()
      #expect(notes == ["one", "two"])
      #expect(told.all.map { $0.map(\.seq) } == [[1, 2]])
      let (groups, writes) = (store.counters.groups - before.groups, store.counters.writes - before.writes)
      #expect(groups == 2 && writes == 3 && store.counters.rolledBack == 1)
    }
  }

  @Test("a write that has to be rolled back leaves the others, and the number of its event goes to the next")
  func apart() async throws {
    let told = Recorder<[StoredEvent]>()
    try await withStore(on: .postgres, onCommit: { told.add($0) }) { store in
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
          { try $0.addNote("forbidden") },
        ])
      #expect(results.map(\.isSuccess) == [true, false, true, false])
      guard case .constraint(.check, _) = results[3].storeError else {
        Issue.record("\(results[3])")
        return
      }
      let notes = try await store.notes()
      #expect(notes == ["one", "three"])
      #expect(told.all.map { $0.map(\.seq) } == [[1], [2]])
      #expect(store.counters.rolledBack == 2 && store.counters.groups == 3)
    }
  }

  @Test("a failure shows with the next answer that is waited for, and many statements wait for none")
  func sent() async throws {
    try await withStore(on: .postgres) { store in
      let went = Atomic(0)
      await #expect(throws: StoreError.self) {
        try await store.write { db in
          try db.addNote("a")
          try db.addNote("forbidden")
          went.store(1, ordering: .relaxed)
          _ = try db.notes()
          went.store(2, ordering: .relaxed)
        }
      }
      #expect(went.load(ordering: .relaxed) == 1)
      try await store.write { db in for number in 0..<1000 { try db.addNote("\(number)") } }
      let count = try await store.notes().count
      #expect(count == 1000)
    }
  }

  @Test(
    "a write that loses against another transaction runs again, and is busy in the end", arguments: [1, 9])
  func conflict(_ times: Int) async throws {
    let place = try PostgresServer.newPlace()
    let schema = try #require(place.split(separator: "=").last)
    let store = try ProgramStore.open(place, stream: "notes", migrations: noteTable)
    try await store.write { try $0.addNote("a") }
    let runs = Atomic(0)
    let writing = Task {
      try await store.write { db in
        _ = try db.notes()
        if runs.add(1, ordering: .relaxed).newValue <= times {
          try PostgresServer.run("UPDATE \(schema).note SET text = text || 'b'")
        }
        try db.run("UPDATE note SET text = text || ?", "c")
        try db.append(event("x"))
      }
    }
    let result = await writing.result
    #expect(runs.load(ordering: .relaxed) == min(times, 5) + 1)
    #expect(try await store.notes() == [times == 1 ? "abc" : "abbbbbb"])
    #expect(result.storeError == (times == 1 ? nil : .busy))
    #expect(store.head == (times == 1 ? 1 : 0))
    await store.close()
  }

  @Test("only one store at a time writes to a schema")
  func owner() async throws {
    let place = try PostgresServer.newPlace()
    let first = try ProgramStore.open(place, stream: "notes", migrations: noteTable)
    let error = #expect(throws: StoreError.self) {
      try ProgramStore.open(place, stream: "notes", migrations: noteTable)
    }
    guard case .inUse = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    await first.close()
    await (try ProgramStore.open(place, stream: "notes", migrations: noteTable)).close()
  }

  @Test("a write that goes on after a failed statement is not committed")
  func swallowed() async throws {
    try await withStore(on: .postgres) { store in
      let error = await #expect(throws: StoreError.self) {
        try await store.write { db in
          try db.addNote("a")
          do { try db.addNote("forbidden") } catch {}
        }
      }
      guard case .constraint(.check, _) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      let notes = try await store.notes()
      #expect(notes.isEmpty)
    }
  }

  @Test("a text with a NUL is refused")
  func nul() async throws {
    try await withStore(on: .postgres) { store in
      await #expect(throws: StoreError.self) { try await store.write { try $0.addNote("a\0b") } }
      let notes = try await store.notes()
      #expect(notes.isEmpty)
    }
  }

  @Test("what concerns files is refused or left out")
  func files() async throws {
    try await withStore(on: .postgres) { store in
      #expect(throws: StoreError.self) { try store.copy() }
      try store.checkTables()
      try await store.noteHead()
      try await store.tryForRoom()
      #expect(store.logBytes == 0 && !store.wasChecked && store.health == .intact)
    }
  }

  @Test("a server that takes fewer connections than the site may hold is refused at the start")
  func connections() throws {
    var options = StoreOptions()
    options.programCount = 18
    let place = try PostgresServer.newPlace()
    #expect(throws: StoreError.tooFewConnections(there: 297, needed: 324)) {
      try ProgramStore.open(place, stream: "notes", migrations: noteTable, options: options)
    }
  }

  @Test("a server or database that is not there is named")
  func nowhere() throws {
    let error = #expect(throws: StoreError.self) {
      try ProgramStore.open("postgres:///quad?host=/nowhere", stream: "s", migrations: [])
    }
    guard case .unreachable(let detail) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(detail.contains("/nowhere"))
  }
}

@Suite("A schema on PostgreSQL begins as SQLite's migrations leave theirs")
struct PostgresBaselineTests {
  private static let steps = [
    Migration(
      1, "tables",
      """
      CREATE TABLE child(parent BLOB NOT NULL REFERENCES parent(id) ON DELETE CASCADE, place INTEGER) STRICT;
      CREATE TABLE parent(
        id BLOB PRIMARY KEY CHECK (length(id) = 1), name TEXT NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE made(id INTEGER PRIMARY KEY AUTOINCREMENT, note TEXT DEFAULT 'it''s ?') STRICT;
      INSERT INTO parent VALUES (x'01', 'Z'), (x'02', 'a');
      INSERT INTO child VALUES (x'01', 7);
      INSERT INTO made(id) VALUES (5);
      CREATE UNIQUE INDEX by_name ON parent(name) WHERE name <> 'a';
      """)
  ]

  @Test("tables, indexes, rows and the numbers of the next ones", arguments: Engine.allCases)
  func baseline(_ engine: Engine) async throws {
    try await withPlace(engine) { path in
      let store = try ProgramStore.open(path, stream: "s", migrations: PostgresBaselineTests.steps)
      try await store.write { db in
        #expect(try db.all("SELECT name FROM parent ORDER BY name") { try $0.text("name") } == ["Z", "a"])
        #expect(try db.one("SELECT place FROM child") { try $0.int("place") } == 7)
        try db.run("INSERT INTO made(note) VALUES (?)", nil)
        #expect(try db.all("SELECT id FROM made ORDER BY id") { try $0.int("id") } == [5, 6])
        #expect(try db.one("SELECT note FROM made WHERE id = 5") { try $0.text("note") } == "it's ?")
        #expect(try db.change("DELETE FROM parent WHERE id = ?", [1] as [UInt8]) == 1)
        #expect(try db.one("SELECT 1 AS found FROM child") { _ in true } == nil)
      }
      await store.close()
      await (try ProgramStore.open(path, stream: "s", migrations: PostgresBaselineTests.steps)).close()
    }
  }

  @Test("a schema of another version, of another program or of something else is refused")
  func others() async throws {
    let place = try PostgresServer.newPlace()
    let (one, two) = (noteTable, noteTable + [Migration(2, "more", "CREATE TABLE more(a TEXT) STRICT")])
    await (try ProgramStore.open(place, stream: "notes", migrations: one)).close()
    #expect(throws: StoreError.otherStream(found: "notes")) {
      try ProgramStore.open(place, stream: "other", migrations: one)
    }
    let next = try PostgresServer.newPlace()
    await (try ProgramStore.open(next, stream: "notes", migrations: two)).close()
    #expect(throws: StoreError.newer(found: 2, known: 1)) {
      try ProgramStore.open(next, stream: "notes", migrations: one)
    }
    let taken = try PostgresServer.newPlace()
    let schema = try #require(taken.split(separator: "=").last)
    try PostgresServer.run("CREATE SCHEMA \(schema); CREATE TABLE \(schema).own(a text)")
    let occupied = #expect(throws: StoreError.self) {
      try ProgramStore.open(taken, stream: "notes", migrations: one)
    }
    #expect(occupied?.description.contains("holds own") == true)
  }

  @Test("a trigger needs its form for PostgreSQL")
  func triggers() async throws {
    let sql = """
      CREATE TABLE t(a INTEGER NOT NULL) STRICT;
      CREATE TRIGGER cap AFTER INSERT ON t WHEN NEW.a > 9 BEGIN SELECT RAISE(ABORT, 'too much'); END;
      """
    let twin = """
      CREATE FUNCTION cap() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'too much'; END $$;
      CREATE TRIGGER cap AFTER INSERT ON t FOR EACH ROW WHEN (NEW.a > 9) EXECUTE FUNCTION cap();
      """
    let place = try PostgresServer.newPlace()
    let missing = #expect(throws: StoreError.self) {
      try ProgramStore.open(place, stream: "s", migrations: [Migration(1, "t", sql)])
    }
    #expect(missing?.description.contains("the trigger cap has no form") == true)
    let steps = [Migration(1, "t", sql, twins: ["cap": twin])]
    for engine in Engine.allCases {
      try await withPlace(engine) { path in
        let store = try ProgramStore.open(path, stream: "s", migrations: steps)
        try await store.write { try $0.run("INSERT INTO t VALUES (9)") }
        await #expect(throws: StoreError.constraint(kind: .trigger, detail: "too much")) {
          try await store.write { try $0.run("INSERT INTO t VALUES (10)") }
        }
        await store.close()
      }
    }
  }

  @Test("what is rewritten, and what is left")
  func rewriting() {
    #expect(
      PostgresSQL.statement("INSERT OR IGNORE INTO a(b) VALUES (?, x'0A', '? x''', ?)")
        == "INSERT INTO a(b) VALUES ($1, '\\x0A'::bytea, '? x''', $2) ON CONFLICT DO NOTHING")
    #expect(
      PostgresSQL.definition("CREATE TABLE \"a\"(b BLOB DEFAULT x'', c INTEGER, d REAL) STRICT")
        == "CREATE TABLE \"a\"(b bytea DEFAULT '\\x'::bytea, c bigint, d double precision)")
    #expect(
      PostgresSQL.definition("CREATE TABLE a(b INTEGER PRIMARY KEY AUTOINCREMENT, c TEXT) STRICT")
        == "CREATE TABLE a(b bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, c text COLLATE \"C\")")
  }
}
