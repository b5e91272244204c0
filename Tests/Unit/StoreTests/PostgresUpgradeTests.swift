import Schema
import TestSupport
import Testing

@testable import Store

@Suite("A newer program brings its schema on PostgreSQL up to date")
struct PostgresUpgradeTests {
  private static let cap = """
    CREATE TRIGGER cap AFTER INSERT ON child WHEN NEW.place > 9 BEGIN
      SELECT RAISE(ABORT, 'too much; really');
    END;
    """
  private static let twin = """
    CREATE FUNCTION cap() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'too much; really'; END $$;
    CREATE TRIGGER cap AFTER INSERT ON child FOR EACH ROW WHEN (NEW.place > 9) EXECUTE FUNCTION cap();
    """
  private static let steps = [
    Migration(
      1, "tables",
      """
      CREATE TABLE parent(id BLOB PRIMARY KEY CHECK (length(id) = 1), name TEXT NOT NULL) STRICT;
      INSERT INTO parent VALUES (x'01', 'a;b'), (x'02', 'it''s');
      """),
    Migration(
      2, "a column, a table, its index",
      """
      ALTER TABLE parent ADD COLUMN note BLOB NOT NULL DEFAULT x'';
      CREATE TABLE child(
        parent BLOB NOT NULL REFERENCES parent(id) ON DELETE CASCADE, place INTEGER, part REAL, word TEXT
      ) STRICT;
      CREATE INDEX child_place ON child(place) WHERE word IS NOT NULL;
      INSERT INTO child SELECT id, length(name), 0.5, name FROM parent;
      """),
    Migration(3, "a trigger", cap, twins: ["cap": twin]),
    Migration(
      4, "another table in the place of one",
      """
      CREATE TABLE new_parent(id BLOB PRIMARY KEY CHECK (length(id) = 1), name TEXT NOT NULL) STRICT;
      INSERT INTO new_parent SELECT id, name FROM parent;
      DROP TABLE parent;
      ALTER TABLE new_parent RENAME TO parent;
      """,
      postgres: "ALTER TABLE parent DROP COLUMN note"),
  ]

  @Test("from every earlier version to what a new schema is")
  func same() async throws {
    let found = try await PostgresUpgrades.differences("s", Self.steps, from: 1)
    #expect(found.isEmpty)
  }

  @Test("from a schema without the newest of the tables that every store has")
  func ownTables() async throws {
    let older = "DROP TABLE cache_version; DELETE FROM migration WHERE owner = 'store' AND number = 6"
    #expect(try await PostgresUpgrades.differences("s", Self.steps, without: older).isEmpty)
  }

  @Test("a difference is seen: a step's own text that does less")
  func control() async throws {
    let short =
      Self.steps.dropLast() + [
        Migration(4, "another table in the place of one", Self.steps[3].sql, postgres: "SELECT 1")
      ]
    let found = try await PostgresUpgrades.differences("s", Array(short), from: 1)
    #expect(found.count == 3 && found.allSatisfy { $0.contains("left over: parent note bytea") })
  }

  @Test("rows stay, the new trigger works, and the stream goes on", arguments: Engine.allCases)
  func kept(_ engine: Engine) async throws {
    try await withPlace(engine) { path in
      let older = try ProgramStore.open(path, stream: "s", migrations: Array(Self.steps.prefix(1)))
      try await older.write { db in
        try db.run("INSERT INTO parent(id, name) VALUES (?, ?)", [3] as [UInt8], "later")
        try db.append(event("first"))
      }
      let epoch = older.epoch
      await older.close()
      let newer = try ProgramStore.open(path, stream: "s", migrations: Self.steps)
      #expect(newer.epoch == epoch && newer.head == 1)
      let places = try await newer.read { db in
        try db.all("SELECT word, place FROM child ORDER BY place") { row in
          (try row.text("word"), try row.int("place"))
        }
      }
      #expect(places.map(\.0) == ["a;b", "it's", "later"] && places.map(\.1) == [3, 4, 5])
      await #expect(throws: StoreError.constraint(kind: .trigger, detail: "too much; really")) {
        try await newer.write { db in
          try db.run("INSERT INTO child(parent, place) VALUES (?, 10)", [1] as [UInt8])
        }
      }
      await newer.close()
    }
  }

  @Test("a step that fails leaves the schema as it was", arguments: Engine.allCases)
  func undone(_ engine: Engine) async throws {
    try await withPlace(engine) { path in
      await (try ProgramStore.open(path, stream: "s", migrations: Array(Self.steps.prefix(1)))).close()
      let broken = Self.steps.prefix(2) + [Migration(3, "wrong", "UPDATE parent SET missing = 1;")]
      let error = #expect(throws: StoreError.self) {
        try ProgramStore.open(path, stream: "s", migrations: Array(broken))
      }
      guard case .migration = error, engine == .postgres else { return }
      #expect(error?.description.contains("step 3 wrong of program") == true)
      let again = try ProgramStore.open(path, stream: "s", migrations: Array(Self.steps.prefix(1)))
      let count = "SELECT count(*) AS count FROM parent"
      #expect(try await again.read { try $0.one(count) { try $0.int("count") } } == 2)
      await again.close()
    }
  }
}
