/// One step of a schema. Steps are numbered from 1 without gaps and never change once a file has them: a
/// change is a new step. Tables must be STRICT.
package struct Migration: Sendable {
  let number: Int
  let name: String
  let sql: String

  /// - Parameter sql: One or more statements. They run in one transaction with the record of this step.
  package init(_ number: Int, _ name: String, _ sql: String) {
    self.number = number
    self.name = name
    self.sql = sql
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
    guard wanted.map(\.number) == Array(1..<(wanted.count + 1)) else {
      throw StoreError.migration(detail: "steps of \(owner) must be numbered from 1 without gaps")
    }
    let recorded = try recordedSteps(owner)
    guard recorded.count <= wanted.count else {
      throw StoreError.newer(found: recorded.count, known: wanted.count)
    }
    for (step, sql) in zip(wanted, recorded) where step.sql != sql {
      throw StoreError.migration(
        detail: "step \(step.number) \(step.name) is not the one this file was made with")
    }
    for step in wanted.dropFirst(recorded.count) { try apply(step, owner) }
  }

  /// Returns the SQL of each applied step. The full text is stored because it shows more than a hash if they
  /// differ.
  private func recordedSteps(_ owner: String) throws -> [String] {
    try with("SELECT number, sql FROM migration WHERE owner = ? ORDER BY number", [owner]) { statement in
      var steps: [String] = []
      while try step(statement) {
        let row = Row(statement)
        guard try row.int("number") == Int64(steps.count + 1) else {
          throw StoreError.migration(detail: "the file lacks step \(steps.count + 1) of \(owner)")
        }
        steps.append(try row.text("sql"))
      }
      return steps
    }
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

private let looseTables = """
  SELECT name FROM pragma_table_list
  WHERE schema = 'main' AND type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite!_%' ESCAPE '!'
  """
