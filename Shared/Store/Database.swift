/// The file as seen inside one transaction, lent to the body of `ProgramStore.write` or `ProgramStore.read`.
/// Services extend it with the SQL of their domain.
package struct Database: ~Copyable {
  let connection: Connection

  // Inlined, it makes the optimiser of Swift 6.3.1 abort when it specializes the generic code around it.
  @inline(never)
  init(_ connection: Connection) {
    self.connection = connection
  }

  /// Runs a statement that returns no rows.
  /// - Returns: rows inserted, updated or deleted by it, without those of triggers and foreign keys.
  @discardableResult
  package func run(_ sql: String, _ values: (any SQLBindable)?...) throws -> Int {
    try run(sql, values: values)
  }

  /// The same for values that are counted at run time.
  @discardableResult
  package func run(_ sql: String, values: [(any SQLBindable)?]) throws -> Int {
    return try connection.with(sql, values) { statement in
      while try connection.step(statement) {}
      return connection.changeCount
    }
  }

  /// The first row, mapped; nil when there is none.
  package func one<T>(
    _ sql: String, _ values: (any SQLBindable)?..., map: (borrowing Row) throws -> T
  ) throws -> T? {
    return try connection.with(sql, values) { try connection.step($0) ? try map(Row($0)) : nil }
  }

  /// Every row, mapped, in the statement's order. Give it a LIMIT: all of it is held in memory.
  package func all<T>(
    _ sql: String, _ values: (any SQLBindable)?..., map: (borrowing Row) throws -> T
  ) throws -> [T] {
    try all(sql, values: values, map: map)
  }

  /// The same for values that are counted at run time.
  package func all<T>(
    _ sql: String, values: [(any SQLBindable)?], map: (borrowing Row) throws -> T
  ) throws -> [T] {
    return try connection.with(sql, values) { statement in
      var rows: [T] = []
      while try connection.step(statement) { rows.append(try map(Row(statement))) }
      return rows
    }
  }

  /// Prepared statements this connection keeps.
  package var keptStatements: Int { connection.statementCount }
  /// Their texts, for who looks at how SQLite will carry them out.
  package var keptTexts: [String] { connection.statementTexts }

  /// The row id of the last insert.
  package var lastRowID: Int64 { connection.lastRowID }
}
