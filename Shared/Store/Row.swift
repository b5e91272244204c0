internal import CSQLite
package import Schema

/// One row of a result, lent to the closure that maps it. Columns are read by name: that of the table, or the
/// one after AS. A column of the wrong type throws `StoreError.column`, where SQLite would silently return 0
/// or "".
package struct Row: ~Copyable {
  private let statement: Statement

  // Inlining this makes the optimizer of Swift 6.3.1 abort, like that of `Database`.
  @inline(never)
  init(_ statement: Statement) {
    self.statement = statement
  }

  package func isNull(_ name: StaticString) throws -> Bool { isNull(try statement.column(name)) }

  package func int(_ name: StaticString) throws -> Int64 { try int(statement.column(name)) }

  /// Returns a real number. Whole numbers are accepted too.
  package func real(_ name: StaticString) throws -> Double { try real(statement.column(name)) }

  package func text(_ name: StaticString) throws -> String { try text(statement.column(name)) }

  package func blob(_ name: StaticString) throws -> [UInt8] { try blob(statement.column(name)) }

  /// A blob of 16 bytes.
  package func id(_ name: StaticString) throws -> RawUUID { try id(statement.column(name)) }

  /// Unix milliseconds.
  package func instant(_ name: StaticString) throws -> Instant {
    Instant(milliseconds: try int(statement.column(name)))
  }

  /// 0 or 1.
  package func bool(_ name: StaticString) throws -> Bool { try bool(statement.column(name)) }

  package func intOrNil(_ name: StaticString) throws -> Int64? {
    let column = try statement.column(name)
    return isNull(column) ? nil : try int(column)
  }

  package func realOrNil(_ name: StaticString) throws -> Double? {
    let column = try statement.column(name)
    return isNull(column) ? nil : try real(column)
  }

  package func textOrNil(_ name: StaticString) throws -> String? {
    let column = try statement.column(name)
    return isNull(column) ? nil : try text(column)
  }

  package func blobOrNil(_ name: StaticString) throws -> [UInt8]? {
    let column = try statement.column(name)
    return isNull(column) ? nil : try blob(column)
  }

  package func idOrNil(_ name: StaticString) throws -> RawUUID? {
    let column = try statement.column(name)
    return isNull(column) ? nil : try id(column)
  }

  package func instantOrNil(_ name: StaticString) throws -> Instant? {
    let column = try statement.column(name)
    return isNull(column) ? nil : Instant(milliseconds: try int(column))
  }

  package func boolOrNil(_ name: StaticString) throws -> Bool? {
    let column = try statement.column(name)
    return isNull(column) ? nil : try bool(column)
  }

  private func isNull(_ column: Int32) -> Bool { type(column) == SQLITE_NULL }

  private func int(_ column: Int32) throws -> Int64 {
    try require(SQLITE_INTEGER, column)
    return sqlite3_column_int64(statement.handle, column)
  }

  private func real(_ column: Int32) throws -> Double {
    if type(column) != SQLITE_INTEGER { try require(SQLITE_FLOAT, column) }
    return sqlite3_column_double(statement.handle, column)
  }

  private func text(_ column: Int32) throws -> String {
    try require(SQLITE_TEXT, column)
    guard let bytes = sqlite3_column_text(statement.handle, column) else { throw mismatch(column) }
    let length = Int(sqlite3_column_bytes(statement.handle, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: length), as: UTF8.self)
  }

  private func blob(_ column: Int32) throws -> [UInt8] {
    try require(SQLITE_BLOB, column)
    return Array(bytes(column))
  }

  private func id(_ column: Int32) throws -> RawUUID {
    try require(SQLITE_BLOB, column)
    guard let id = RawUUID(bytes: bytes(column)) else { throw mismatch(column) }
    return id
  }

  private func bool(_ column: Int32) throws -> Bool {
    switch try int(column) {
    case 0: false
    case 1: true
    default: throw mismatch(column)
    }
  }

  private func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
    let length = Int(sqlite3_column_bytes(statement.handle, column))
    return UnsafeRawBufferPointer(start: sqlite3_column_blob(statement.handle, column), count: length)
  }

  private func type(_ column: Int32) -> Int32 { sqlite3_column_type(statement.handle, column) }

  private func require(_ wanted: Int32, _ column: Int32) throws {
    guard type(column) == wanted else { throw mismatch(column) }
  }

  private func mismatch(_ column: Int32) -> StoreError {
    let name = sqlite3_column_name(statement.handle, column).map { String(cString: $0) } ?? "?"
    return .column(detail: "column \(column) (\(name)) holds SQLite type \(type(column))")
  }
}
