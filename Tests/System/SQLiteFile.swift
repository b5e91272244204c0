import FoundationEssentials
import Schema
import TestSupport

@testable import Store

/// A program's database past the program's own code: for looking at it, and for damaging it.
struct SQLiteFile: ~Copyable {
  private let connection: Connection

  /// Opens an existing file, whoever has it open. The log stays as it is: after a kill, a program refuses a
  /// file without it.
  init(_ path: String) throws {
    let connection = try Connection.writer(path, StoreOptions())
    try connection.leaveLogOnClose()
    self.connection = connection
  }

  /// Opens what a program of the site has; where that is on PostgreSQL, a copy of it, as for a backup.
  init(of program: ProgramName, on site: Site) throws {
    guard let server = site.environment["QUAD_STORE"],
      let place = PostgresAddress("\(server)&schema=\(program)", stream: program.text, password: nil)
    else {
      try self.init(site.database(program))
      return
    }
    let path = "\(site.folder)/looked-at-\(RawUUID.random())"
    let copy = try StoreCopy.make(of: place, beside: path, StoreOptions())
    let bytes = try copy.read(at: 0, length: Int(copy.size))
    try Data(bytes).write(to: URL(filePath: path))
    try self.init(path)
  }

  deinit { connection.close() }

  /// Changes rows.
  func run(_ sql: String) throws { try connection.script(sql) }

  /// The first column, which is text.
  func texts(_ sql: String) throws -> [String] {
    try Database(connection).all(SQLiteFile.single(sql)) { try $0.text("value") }
  }

  func number(_ sql: String) throws -> Int64 {
    guard let number = try connection.first(SQLiteFile.single(sql), map: { try $0.int("value") }) else {
      throw TestFailure("no row: \(sql)")
    }
    return number
  }

  /// Names the only column.
  private static func single(_ sql: String) -> String {
    "WITH found(value) AS (\(sql)) SELECT value FROM found"
  }

  /// Each value of the first column, and how often it is there.
  func counts(_ sql: String) throws -> [String: Int] {
    try texts(sql).reduce(into: [:]) { counts, text in counts[text, default: 0] += 1 }
  }

  /// The whole file is read; `ok` alone is well.
  func checkIntegrity() throws -> String {
    try connection.first("PRAGMA integrity_check(1)") { try $0.text("integrity_check") } ?? "no answer"
  }
}
