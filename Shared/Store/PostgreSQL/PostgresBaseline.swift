internal import Schema

/// A program's schema as its migrations make it in SQLite, for a schema on PostgreSQL that is still empty.
struct PostgresBaseline {
  struct Table {
    let name: String
    let sql: String
    /// The tables that its rows refer to.
    let parents: Set<String>
    let columns: [String]
    /// The rows that the migrations inserted.
    let rows: [[SQLValue]]
  }

  /// A trigger with its function.
  struct Trigger {
    let name: String
    let sql: String
  }

  /// Those that others refer to come first.
  private(set) var tables: [Table] = []
  let indexes: [String]
  let triggers: [Trigger]

  /// - Parameter withTriggers: False for migrations without their twins.
  init(_ migrations: [Migration], withTriggers: Bool = true) throws {
    let source = try Connection.memory()
    defer { source.close() }
    try source.migrate(migrations)
    let entries = try Database(source).all(entriesOfSchema) { row in
      (kind: try row.text("type"), name: try row.text("name"), sql: try row.text("sql"))
    }
    indexes = entries.filter { $0.kind == "index" }.map(\.sql)
    let twins = (storeTables + migrations).reduce(into: [:]) { $0.merge($1.twins) { _, newer in newer } }
    triggers = try entries.filter { withTriggers && $0.kind == "trigger" }.map { trigger in
      guard let twin = twins[trigger.name] else {
        throw StoreError.migration(detail: "the trigger \(trigger.name) has no form for PostgreSQL")
      }
      return Trigger(name: trigger.name, sql: twin)
    }
    guard !entries.contains(where: { $0.kind == "view" }) else {
      throw StoreError.migration(detail: "a view has no form for PostgreSQL")
    }
    var left = try entries.filter { $0.kind == "table" }.map { try source.table($0.name, $0.sql) }
    while !left.isEmpty {
      let missing = Set(left.map(\.name))
      let next = left.filter { $0.parents.subtracting([$0.name]).isDisjoint(with: missing) }
      guard !next.isEmpty else {
        throw StoreError.migration(detail: "tables refer to each other: \(missing.sorted())")
      }
      tables += next
      left.removeAll { table in next.contains { $0.name == table.name } }
    }
  }
}

private let entriesOfSchema = """
  SELECT type, name, sql FROM sqlite_schema
  WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY rowid
  """

extension Connection {
  fileprivate func table(_ name: String, _ sql: String) throws -> PostgresBaseline.Table {
    let database = Database(self)
    let parents = try database.all("SELECT \"table\" AS parent FROM pragma_foreign_key_list(?)", name) {
      try $0.text("parent")
    }
    let columns = try database.all("SELECT name FROM pragma_table_info(?) ORDER BY cid", name) {
      try $0.text("name")
    }
    let names = columns.map(PostgresAddress.quoted).joined(separator: ", ")
    let rows = try with("SELECT \(names) FROM \(PostgresAddress.quoted(name))", []) { statement in
      var rows: [[SQLValue]] = []
      while try step(statement) { rows.append(statement.row()) }
      return rows
    }
    return PostgresBaseline.Table(
      name: name, sql: sql, parents: Set(parents), columns: columns, rows: rows)
  }
}

extension PostgresConnection {
  /// Creates the tables in an empty schema, or brings those of an older program up to date.
  /// - Parameter file: A file of SQLite whose rows take the place of what is in the schema.
  func migrate(
    _ program: [Migration], in place: PostgresAddress, adopting file: String? = nil, _ options: StoreOptions
  ) throws {
    let isMade = try first(tableNamed, [place.schema, "migration"]) { _ in true } ?? false
    if let file {
      if isMade { try setAside(place) }
      let source = try Connection.writer(file, options)
      defer { source.close() }
      try source.migrate(program)
      return try create(PostgresBaseline(program), in: place, from: source)
    }
    if options.beginsAnew, isMade {
      try setAside(place)
      return try create(PostgresBaseline(program), in: place)
    }
    guard isMade else { return try create(PostgresBaseline(program), in: place) }
    try upgrade(place, "store", to: storeTables)
    try upgrade(place, "program", to: program)
    if program.contains(where: { !$0.twins.isEmpty }) {
      try addTriggers(PostgresBaseline(program).triggers, in: place)
    }
  }

  /// Makes those that are not there: `quadctl move` does not know them.
  private func addTriggers(_ triggers: [PostgresBaseline.Trigger], in place: PostgresAddress) throws {
    let there = Set(try Database(self).all(triggersOfSchema, place.schema) { try $0.text("name") })
    for trigger in triggers where !there.contains(trigger.name) { try script(trigger.sql) }
  }

  /// True if there is any table, a store's or another's.
  func holdsTables(_ place: PostgresAddress) throws -> Bool {
    try first(anyTable, [place.schema]) { _ in true } ?? false
  }

  /// Makes the tables in a schema without any.
  /// - Parameter source: A file of SQLite that has the rows.
  /// - Parameter progress: Called with the number of rows that were copied since the last time.
  func create(
    _ baseline: PostgresBaseline, in place: PostgresAddress, from source: Connection? = nil,
    progress: (Int) -> Void = { _ in }
  ) throws {
    let occupied = try first(anyTable, [place.schema]) { try $0.text("name") }
    if let occupied {
      throw StoreError.migration(detail: "schema \(place.schema) holds \(occupied), but no store")
    }
    for table in baseline.tables { try script(PostgresSQL.definition(table.sql)) }
    for table in baseline.tables {
      let copied = CopiedTable(name: table.name, columns: table.columns)
      if let source {
        try fill(copied, from: source, progress: progress)
      } else {
        for row in table.rows { _ = try rows(copied.inserting, row) }
      }
    }
    // An index is made of all rows faster than of one after the other.
    for index in baseline.indexes { try script(PostgresSQL.definition(index)) }
    // Rows that were copied have their numbers already.
    for table in baseline.tables where source != nil || !table.rows.isEmpty {
      let columns = try Database(self).all(identities, place.schema, table.name) { try $0.text("name") }
      for column in columns {
        let quoted = PostgresAddress.quoted(table.name)
        let sequence = """
          pg_get_serial_sequence(\(PostgresAddress.literal("\(place.quotedSchema).\(quoted)")), \
          \(PostgresAddress.literal(column)))
          """
        try script("SELECT setval(\(sequence), max(\(PostgresAddress.quoted(column)))) FROM \(quoted)")
      }
    }
    // A trigger would count the copied rows again.
    for trigger in baseline.triggers { try script(trigger.sql) }
  }
}

// The server's own names are of a type of their own.
private let tableNamed = """
  SELECT 1 AS found FROM pg_tables WHERE CAST(schemaname AS text) = ? AND CAST(tablename AS text) = ?
  """
private let anyTable = """
  SELECT CAST(tablename AS text) AS name FROM pg_tables WHERE CAST(schemaname AS text) = ? LIMIT 1
  """
private let triggersOfSchema = """
  SELECT CAST(tgname AS text) AS name FROM pg_trigger
  JOIN pg_class ON pg_class.oid = tgrelid JOIN pg_namespace ON pg_namespace.oid = relnamespace
  WHERE CAST(nspname AS text) = ? AND NOT tgisinternal
  """
private let identities = """
  SELECT CAST(column_name AS text) AS name FROM information_schema.columns
  WHERE CAST(table_schema AS text) = ? AND CAST(table_name AS text) = ? AND is_identity = 'YES'
  """
