/// The schema of a program that does not run, while its rows are moved to or from a file. Nothing of it
/// changes before `keep`. No program opens it meanwhile.
package final class StoreSchema {
  let connection: PostgresConnection
  private let place: PostgresAddress

  private init(_ connection: PostgresConnection, _ place: PostgresAddress) {
    (self.connection, self.place) = (connection, place)
  }

  /// Whole tables are copied.
  private static let deadline = Duration.seconds(600)
  private static let connectLimit = Duration.seconds(10)

  /// Begins the transaction in which the rows are moved.
  /// - Throws: `inUse` if the program runs.
  package static func open(_ url: String, of program: String, password: String?) throws -> StoreSchema {
    let (connection, place) = try connect(url, program, password)
    guard !connection.isReadOnly else {
      throw StoreError.unreachable(detail: "\(place.url) takes no writes")
    }
    try connection.own(place)
    connection.deadline = deadline
    // The rows as they are now, until the end.
    try connection.begin("SERIALIZABLE")
    return StoreSchema(connection, place)
  }

  /// The programs of `names` that have a store in the database.
  /// - Parameter program: The one as which the server is asked.
  package static func stores(
    at url: String, among names: [String], as program: String, password: String?
  ) throws -> [String] {
    let (connection, _) = try connect(url, program, password)
    let asking = "SELECT CAST(schemaname AS text) AS name FROM pg_tables WHERE tablename = 'migration'"
    let found = Set(try Database(connection).all(asking) { try $0.text("name") })
    return names.filter { found.contains($0) }
  }

  private static func connect(
    _ url: String, _ program: String, _ password: String?
  ) throws -> (PostgresConnection, PostgresAddress) {
    guard let place = PostgresAddress(url, stream: program, password: password) else {
      throw StoreError.cannotOpen(detail: "\(url): it is no address of PostgreSQL")
    }
    let connection = try PostgresConnection.open(
      place, isWriter: true, StoreOptions(), within: connectLimit)
    return (connection, place)
  }

  /// Takes all rows of the file, the stream's among them. What the schema held is moved to another one, as by
  /// a restore.
  /// - Parameter progress: Called with the number of rows that were copied since the last time.
  package func fill(from file: StoreFile, progress: (Int) -> Void) throws {
    try setAside()
    try connection.script("CREATE SCHEMA IF NOT EXISTS \(place.quotedSchema)")
    let steps = try Database(file.connection).programSteps()
    // The program brings its triggers at its next start.
    let baseline = try PostgresBaseline(steps, withTriggers: false)
    try connection.create(baseline, in: place, from: file.connection, progress: progress)
  }

  /// Moves what the schema holds to another one, which a start of the program drops a week later.
  package func setAside() throws {
    guard try connection.holdsTables(place) else { return }
    try connection.setAside(place)
  }

  /// Sums up each table, in the order of their names.
  package func sums(_ hash: RowHash) throws -> [TableSum] {
    let tables = try Database(connection).all(tablesAndColumns, place.schema) { row in
      (name: try row.text("name"), column: try row.text("part"))
    }
    let names = Set(tables.map(\.name)).sorted()
    return try names.map { name in
      let columns = tables.filter { $0.name == name }.map(\.column)
      var sum = TableSum(name)
      try connection.visit(CopiedTable(name: name, columns: columns)) { sum.add(try $0.values(), hash) }
      return sum
    }
  }

  /// Commits what was moved.
  package func keep() throws { try connection.commit() }

  func read<T>(_ body: (borrowing Database) throws -> T) throws -> T { try body(Database(connection)) }
}

private let tablesAndColumns = """
  SELECT CAST(table_name AS text) AS name, CAST(column_name AS text) AS part
  FROM information_schema.columns WHERE CAST(table_schema AS text) = ?
  ORDER BY table_name, ordinal_position
  """
