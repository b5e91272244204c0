/// One step of a schema. Steps are numbered from 1 without gaps and never change once a file has them: a
/// change is a new step. Tables must be STRICT.
package struct Migration: Sendable {
  let number: Int
  let name: String
  let sql: String
  /// The form of each of its triggers for PostgreSQL, by name: a function and a trigger.
  let twins: [String: String]
  /// The step for a schema on PostgreSQL, if its SQL is not what both engines take.
  let postgres: String?

  /// - Parameter sql: One or more statements. They run in one transaction with the record of this step.
  package init(
    _ number: Int, _ name: String, _ sql: String, twins: [String: String] = [:], postgres: String? = nil
  ) {
    self.number = number
    self.name = name
    self.sql = sql
    self.twins = twins
    self.postgres = postgres
  }

  /// Refuses steps that are not numbered from 1, or that are not those which the store was made with.
  static func compare(_ recorded: [String], with wanted: [Migration], of owner: String) throws {
    guard wanted.map(\.number) == Array(1..<(wanted.count + 1)) else {
      throw StoreError.migration(detail: "steps of \(owner) must be numbered from 1 without gaps")
    }
    guard recorded.count <= wanted.count else {
      throw StoreError.newer(found: recorded.count, known: wanted.count)
    }
    for (step, sql) in zip(wanted, recorded) where step.sql != sql {
      throw StoreError.migration(
        detail: "step \(step.number) \(step.name) is not the one this store was made with")
    }
  }
}

extension Connection {
  /// Migrates the file to the newest step of the store's own tables, then of the program's.
  func migrate(_ program: [Migration]) throws {
    try script(
      """
      CREATE TABLE IF NOT EXISTS migration(
        owner TEXT NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL, sql TEXT NOT NULL,
        PRIMARY KEY (owner, number)) STRICT, WITHOUT ROWID;
      """)
    // A step may rebuild a table that others reference. The references are checked before the commit.
    try script("PRAGMA foreign_keys = OFF")
    try bring("store", to: storeTables)
    try bring("program", to: program)
    try script("PRAGMA foreign_keys = ON")
  }

  private func bring(_ owner: String, to wanted: [Migration]) throws {
    let recorded = try Database(self).recordedSteps(owner)
    try Migration.compare(recorded, with: wanted, of: owner)
    for step in wanted.dropFirst(recorded.count) { try apply(step, owner) }
  }

  private func apply(_ migration: Migration, _ owner: String) throws {
    try control("BEGIN IMMEDIATE")
    do {
      try script(migration.sql)
      guard isInTransaction else { throw StoreError.migration(detail: "it ends the transaction") }
      _ = try with(
        "INSERT INTO migration(owner, number, name, sql) VALUES (?, ?, ?, ?)",
        [owner, migration.number, migration.name, migration.sql]
      ) { try step($0) }
      if let table = try first(looseTables, map: { try $0.text("name") }) {
        throw StoreError.migration(detail: "table \(table) is not STRICT")
      }
      if let table = try first("PRAGMA foreign_key_check", map: { try $0.text("table") }) {
        throw StoreError.migration(detail: "a row of \(table) refers to nothing")
      }
      try control("COMMIT")
    } catch {
      rollBack()
      if let known = error as? StoreError, known == .full || damage != nil { throw known }
      throw StoreError.migration(detail: "step \(migration.number) \(migration.name): \(error)")
    }
  }
}

extension Database {
  /// Returns the SQL of each applied step. The full text is stored because it shows more than a hash if they
  /// differ.
  func recordedSteps(_ owner: String) throws -> [String] {
    let steps = try all("SELECT number, sql FROM migration WHERE owner = ? ORDER BY number", owner) { row in
      (number: try row.int("number"), sql: try row.text("sql"))
    }
    for (index, step) in steps.enumerated() where step.number != Int64(index + 1) {
      throw StoreError.migration(detail: "the store lacks step \(index + 1) of \(owner)")
    }
    return steps.map(\.sql)
  }
}

private let looseTables = """
  SELECT name FROM pragma_table_list
  WHERE schema = 'main' AND type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite!_%' ESCAPE '!'
  """
