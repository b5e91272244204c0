internal import Schema

/// The copy of a schema as a file of SQLite, and back: a backup is the same whatever engine a site has, and
/// is restored to either.
extension StoreCopy {
  /// Reads one snapshot of the schema, whatever is written meanwhile.
  static func make(
    of place: PostgresAddress, beside path: String, _ options: StoreOptions
  ) throws -> StoreCopy {
    let source = try PostgresConnection.open(place, isWriter: false, options, within: .seconds(10))
    return try source.read { database in
      let steps = try database.programSteps()
      let size = try source.first(sizeOfSchema, [place.schema]) { try $0.int("size") } ?? 0
      return try make(of: path, size: size, options) { path in
        let copy = try Connection.filler(path, options)
        defer { copy.close() }
        try copy.migrate(steps)
        try copy.fill(from: source)
      }
    }
  }
}

extension PostgresAddress {
  /// The path beside which a copy is made; nil without a folder for it.
  func copyPath(_ options: StoreOptions) -> String? { options.copyFolder.map { "\($0)/\(schema).sqlite" } }
}

/// Rows that are read at once.
private let maxRows = 500

private let sizeOfSchema = """
  SELECT CAST(
    coalesce(sum(pg_total_relation_size(CAST(format('%I.%I', schemaname, tablename) AS regclass))), 0)
    AS bigint) AS size
  FROM pg_tables WHERE CAST(schemaname AS text) = ?
  """

/// A table of a store, without what it means.
struct CopiedTable {
  let name: String
  let columns: [String]

  var quoted: String { PostgresAddress.quoted(name) }
  private var names: String { columns.map(PostgresAddress.quoted).joined(separator: ", ") }

  var selecting: String { "SELECT \(names) FROM \(quoted)" }

  var inserting: String {
    "INSERT INTO \(quoted)(\(names)) VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))"
  }

  var copying: String { "COPY \(quoted)(\(names)) FROM STDIN (FORMAT BINARY)" }
}

extension Connection {
  /// The tables of the file, SQLite's own aside.
  func copiedTables() throws -> [CopiedTable] {
    let database = Database(self)
    return try database.all(tablesOfSchema) { try $0.text("name") }.map { name in
      let columns = try database.all("SELECT name FROM pragma_table_info(?) ORDER BY cid", name) {
        try $0.text("name")
      }
      return CopiedTable(name: name, columns: columns)
    }
  }

  /// Takes all rows of a schema in place of those that the migrations inserted.
  /// - Parameter progress: Called with the number of rows that were copied since the last time.
  func fill(from source: PostgresConnection, progress: (Int) -> Void = { _ in }) throws {
    let tables = try copiedTables()
    // A trigger would count the rows again.
    let asking = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"
    let triggers = try Database(self).all(asking) { row in
      (name: PostgresAddress.quoted(try row.text("name")), sql: try row.text("sql"))
    }
    try script("PRAGMA foreign_keys = OFF")
    try control("BEGIN IMMEDIATE")
    for trigger in triggers { try script("DROP TRIGGER \(trigger.name)") }
    for table in tables { try script("DELETE FROM \(table.quoted)") }
    for table in tables {
      try source.visit(table, progress: progress) { rows in
        _ = try with(table.inserting, try rows.values()) { try step($0) }
      }
    }
    for trigger in triggers { try script(trigger.sql) }
    try keepHead()
    if let table = try first("PRAGMA foreign_key_check", map: { try $0.text("table") }) {
      throw StoreError.broken(detail: "a row of \(table) refers to nothing")
    }
    try control("COMMIT")
  }

  /// The next event has the number after the newest one, also where that is deleted already.
  private func keepHead() throws {
    let head = try Database(self).streamHead()
    guard head > 0 else { return }
    try script(
      """
      DELETE FROM sqlite_sequence WHERE name = 'outbox';
      INSERT INTO sqlite_sequence(name, seq) VALUES ('outbox', \(head));
      """)
  }
}

extension PostgresConnection {
  /// Bytes of rows that are sent at once, but for the last row of them.
  private static let minSent = 1 << 16

  /// Reads all rows of a table, some at a time.
  /// - Parameter progress: Called with the number of each of these.
  func visit(
    _ table: CopiedTable, progress: (Int) -> Void = { _ in }, _ body: (PostgresRows) throws -> Void
  ) throws {
    // The statement that reads it knows the columns of this table.
    let cursor = PostgresAddress.quoted("copied \(table.name)")
    try script("DECLARE \(cursor) NO SCROLL CURSOR FOR \(table.selecting)")
    var isLast = false
    while !isLast {
      let rows = try rows("FETCH \(maxRows) FROM \(cursor)", [])
      var count = 0
      while rows.next() {
        try body(rows)
        count += 1
      }
      progress(count)
      isLast = count < maxRows
    }
    try script("CLOSE \(cursor)")
  }

  /// Takes all rows of a table of a file.
  /// - Parameter progress: Called with the number of rows that were copied since the last time.
  func fill(
    _ table: CopiedTable, from source: Connection, progress: (Int) -> Void = { _ in }
  ) throws {
    var rows = CopiedRows(for: try prepared(table.inserting))
    var isOver = false
    try source.with(table.selecting, []) { statement in
      try copy(table.copying) {
        guard !isOver else { return nil }
        var count = 0
        while rows.bytes.count < PostgresConnection.minSent {
          isOver = try !source.step(statement)
          guard !isOver else {
            rows.end()
            break
          }
          try rows.add(statement.row())
          count += 1
        }
        progress(count)
        return rows.take()
      }
    }
  }

  /// The name of a schema that a restore moved aside. The time follows.
  private static func replaced(_ schema: String) -> String { "\(schema) replaced-" }

  /// Keeps the data before a restore, for an operator who restored the wrong backup.
  func setAside(_ place: PostgresAddress) throws {
    let stamp = "to_char(now() AT TIME ZONE 'UTC', 'YYYYMMDD\"T\"HH24MISS\"Z\"')"
    let name = try first("SELECT \(stamp) AS stamp", []) { try $0.text("stamp") } ?? ""
    let old = PostgresAddress.quoted(PostgresConnection.replaced(place.schema) + name)
    try script("ALTER SCHEMA \(place.quotedSchema) RENAME TO \(old); CREATE SCHEMA \(place.quotedSchema)")
  }

  /// Drops what restores moved aside a week ago: it holds people who were erased since.
  func dropReplaced(_ place: PostgresAddress) throws {
    let prefix = PostgresConnection.replaced(place.schema)
    let names = try Database(self).all(schemasNamed, prefix, prefix, Int64(StoreOptions.keptDays)) {
      try $0.text("name")
    }
    for name in names { try script("DROP SCHEMA \(PostgresAddress.quoted(name)) CASCADE") }
  }
}

private let schemasNamed = """
  SELECT CAST(nspname AS text) AS name FROM pg_catalog.pg_namespace
  WHERE substr(CAST(nspname AS text), 1, length(?)) = ?
    AND to_timestamp(right(CAST(nspname AS text), 16), 'YYYYMMDD"T"HH24MISS"Z"')
      < (now() AT TIME ZONE 'UTC') - CAST(? AS bigint) * interval '1 day'
  """

private let tablesOfSchema = """
  SELECT name FROM sqlite_schema
  WHERE type = 'table' AND sql IS NOT NULL AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY name
  """
