/// The file inside one transaction, lent to the body of `ProgramStore.write` or `ProgramStore.read`. Services
/// extend it with the SQL of their domain.
package struct Database: ~Copyable {
  let backing: Backing

  // Inlining this makes the optimizer of Swift 6.3.1 abort while it specializes the generic code around it.
  @inline(never)
  init(_ connection: Connection) {
    backing = .sqlite(connection)
  }

  @inline(never)
  init(_ connection: PostgresConnection) {
    backing = .postgres(connection)
  }

  /// Runs a statement that returns no rows. On PostgreSQL it is sent with those that follow: the next answer
  /// that is waited for throws its failure, that of the commit at the latest.
  package func run(_ sql: String, _ values: (any SQLBindable)?...) throws {
    try run(sql, values: values)
  }

  /// Runs such a statement with a variable number of values.
  package func run(_ sql: String, values: [(any SQLBindable)?]) throws {
    switch backing {
    case .sqlite: _ = try change(sql, values: values)
    case .postgres(let connection): try connection.send(sql, values)
    }
  }

  /// Runs a statement that returns no rows, and waits for it.
  /// - Returns: The number of rows it inserted, updated or deleted, without those of triggers and foreign
  ///   keys.
  package func change(_ sql: String, _ values: (any SQLBindable)?...) throws -> Int {
    try change(sql, values: values)
  }

  /// Runs such a statement with a variable number of values.
  package func change(_ sql: String, values: [(any SQLBindable)?]) throws -> Int {
    switch backing {
    case .sqlite(let connection):
      return try connection.with(sql, values) { statement in
        while try connection.step(statement) {}
        return connection.changeCount
      }
    case .postgres(let connection): return try connection.rows(sql, values).changeCount
    }
  }

  /// Sends queries of the body to a server together, before their answers are wanted: where the body asks
  /// the same with the same values, and has changed nothing in between, it gets the answer that has come.
  /// In a file it does nothing. `queries` gets no rows, so a service's error ends it without being thrown.
  package func ahead(_ queries: (borrowing Database) throws -> Void) throws {
    guard case .postgres(let connection) = backing else { return }
    try connection.sendAhead { try queries(self) }
  }

  /// Returns the first row, mapped; nil if there is none.
  package func one<T>(
    _ sql: String, _ values: (any SQLBindable)?..., map: (borrowing Row) throws -> T
  ) throws -> T? {
    switch backing {
    case .sqlite(let connection):
      return try connection.with(sql, values) { try connection.step($0) ? try map(Row($0)) : nil }
    case .postgres(let connection): return try connection.first(sql, values, map: map)
    }
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
    var found: [T] = []
    switch backing {
    case .sqlite(let connection):
      try connection.with(sql, values) { statement in
        while try connection.step(statement) { found.append(try map(Row(statement))) }
      }
    case .postgres(let connection):
      let rows = try connection.rows(sql, values)
      while rows.next() { found.append(try map(Row(rows))) }
    }
    return found
  }

  /// Reads rows until `body` returns false.
  func visit(
    _ sql: String, _ values: (any SQLBindable)?..., body: (borrowing Row) throws -> Bool
  ) throws {
    switch backing {
    case .sqlite(let connection):
      try connection.with(sql, values) { statement in
        while try connection.step(statement), try body(Row(statement)) {}
      }
    case .postgres(let connection):
      let rows = try connection.rows(sql, values)
      while rows.next(), try body(Row(rows)) {}
    }
  }

  /// The number of prepared statements in this connection's cache.
  package var keptStatements: Int { keptTexts.count }
  /// Their texts, for checking query plans.
  package var keptTexts: [String] {
    switch backing {
    case .sqlite(let connection): connection.statementTexts
    case .postgres(let connection): connection.statementTexts
    }
  }
}

/// The engine behind a `Database`.
enum Backing {
  case sqlite(Connection)
  case postgres(PostgresConnection)
}
