internal import Glibc

/// The file of a program that does not run, while its rows are moved to or from PostgreSQL. The caller holds
/// the program's lock.
package final class StoreFile {
  let connection: Connection

  private init(_ connection: Connection) { self.connection = connection }

  deinit { connection.close() }

  /// Opens the file to read it, if it is whole.
  /// - Throws: `UnfinishedStore` if the program did not stop in order, `lost` as an opening of the store.
  package static func open(_ path: String) throws -> StoreFile {
    guard try LockFile.isClean(path) else { throw UnfinishedStore() }
    let mark = try MarkFile.load(path, isIgnored: false)
    try StoreFiles(path: path).compare(with: mark.mark, wasClean: true, StoreOptions())
    let file = StoreFile(try Connection.reader(path, StoreOptions()))
    if let mark = mark.mark { try file.connection.compare(with: mark, path) }
    try file.connection.control("BEGIN")
    try Database(file.connection).refuseOlderTables()
    return file
  }

  /// Makes the file of all rows of a schema, the stream's among them, and checks each page of it.
  /// - Parameter path: An empty file.
  /// - Parameter progress: Called with the number of rows that were copied since the last time.
  package static func make(
    at path: String, from schema: StoreSchema, progress: (Int) -> Void
  ) throws -> StoreFile {
    let steps = try schema.read { try $0.programSteps() }
    do {
      let filler = try Connection.filler(path, StoreOptions())
      defer { filler.close() }
      try filler.migrate(steps)
      try filler.fill(from: schema.connection, progress: progress)
    }
    let file = StoreFile(try Connection.copier(path, StoreOptions()))
    try file.connection.checkIntegrity()
    return file
  }

  /// Sums up each table, in the order of their names.
  package func sums(_ hash: RowHash) throws -> [TableSum] {
    try connection.copiedTables().map { table in
      var sum = TableSum(table.name)
      try connection.with(table.selecting, []) { statement in
        while try connection.step(statement) { sum.add(statement.row(), hash) }
      }
      return sum
    }
  }
}

/// A program that was killed has not noted that its file is whole. Its next start and stop do so.
package struct UnfinishedStore: Error {}

extension Database {
  /// The steps that the program's tables were made of.
  func programSteps() throws -> [Migration] {
    try all("SELECT number, name, sql FROM migration WHERE owner = 'program' ORDER BY number") { row in
      Migration(Int(try row.int("number")), try row.text("name"), try row.text("sql"))
    }
  }

  /// - Throws: `migration` if another version made the tables that every store has.
  func refuseOlderTables() throws {
    let recorded = try recordedSteps("store")
    try Migration.compare(recorded, with: storeTables, of: "store")
    guard recorded.count == storeTables.count else {
      throw StoreError.migration(
        detail: "an earlier version wrote it: start and stop the site once with this one")
    }
  }
}
