/// The file inside one transaction, lent to the body of `ProgramStore.write` or `ProgramStore.read`. Services
/// extend it with the SQL of their domain.
package struct Database: ~Copyable {
  let connection: Connection

  // Inlining this makes the optimizer of Swift 6.3.1 abort while it specializes the generic code around it.
  @inline(never)
  init(_ connection: Connection) {
    self.connection = connection
  }

  /// Runs a statement that returns no rows.
  /// - Returns: The number of rows it inserted, updated or deleted, without those of triggers and foreign
  ///   keys.
  @discardableResult
  package func run(_ sql: String, _ values: (any SQLBindable)?...) throws -> Int {
    try run(sql, values: values)
  }

  /// Runs such a statement with a variable number of values.
  @discardableResult
  package func run(_ sql: String, values: [(any SQLBindable)?]) throws -> Int {
    return try connection.with(sql, values) { statement in
      while try connection.step(statement) {}
      return connection.changeCount
    }
  }

  /// Returns the first row, mapped; nil if there is none.
  package func one<T>(
    _ sql: String, _ values: (any SQLBindable)?..., map: (borrowing Row) throws -> T
  ) throws -> T? {
    return try connection.with(sql, values) { try connection.step($0) ? try map(Row($0)) : nil }
  }

  /// Returns all rows, mapped, in the statement's order. Use a LIMIT: the result is held in memory.
  package func all<T>(
    _ sql: String, _ values: (any SQLBindable)?..., map: (borrowing Row) throws -> T
  ) throws -> [T] {
    try all(sql, values: values, map: map)
  }

  /// Returns all rows for a variable number of values.
  package func all<T>(
    _ sql: String, values: [(any SQLBindable)?], map: (borrowing Row) throws -> T
  ) throws -> [T] {
    return try connection.with(sql, values) { statement in
      var rows: [T] = []
      while try connection.step(statement) { rows.append(try map(Row(statement))) }
      return rows
    }
  }

  /// The number of prepared statements in this connection's cache.
  package var keptStatements: Int { connection.statementCount }
  /// Their texts, for checking SQLite's query plans.
  package var keptTexts: [String] { connection.statementTexts }

  /// The row id of the last insert.
  package var lastRowID: Int64 { connection.lastRowID }
}
