internal import CSQLite
package import Schema

/// One row of a result, lent to the closure that maps it. Columns are read by name: that of the table, or the
/// one after AS. A column of the wrong type throws `StoreError.column`, where SQLite would silently return 0
/// or "".
package struct Row: ~Copyable {
  private enum Source {
    case sqlite(Statement)
    case postgres(PostgresRows)
  }

  private let source: Source

  // Inlining this makes the optimizer of Swift 6.3.1 abort, like that of `Database`.
  @inline(never)
  init(_ statement: Statement) {
    source = .sqlite(statement)
  }

  @inline(never)
  init(_ rows: PostgresRows) {
    source = .postgres(rows)
  }

  package func isNull(_ name: StaticString) throws -> Bool { isNull(try column(name)) }

  package func int(_ name: StaticString) throws -> Int64 { try int(column(name)) }

  /// Returns a real number. Whole numbers are accepted too.
  package func real(_ name: StaticString) throws -> Double { try real(column(name)) }

  package func text(_ name: StaticString) throws -> String { try text(column(name)) }

  package func blob(_ name: StaticString) throws -> [UInt8] { try blob(column(name)) }

  /// A blob of 16 bytes.
  package func id(_ name: StaticString) throws -> RawUUID { try id(column(name)) }

  /// Unix milliseconds.
  package func instant(_ name: StaticString) throws -> Instant {
    Instant(milliseconds: try int(column(name)))
  }

  /// 0 or 1.
  package func bool(_ name: StaticString) throws -> Bool { try bool(column(name)) }

  package func intOrNil(_ name: StaticString) throws -> Int64? {
    let column = try column(name)
    return isNull(column) ? nil : try int(column)
  }

  package func realOrNil(_ name: StaticString) throws -> Double? {
    let column = try column(name)
    return isNull(column) ? nil : try real(column)
  }

  package func textOrNil(_ name: StaticString) throws -> String? {
    let column = try column(name)
    return isNull(column) ? nil : try text(column)
  }

  package func blobOrNil(_ name: StaticString) throws -> [UInt8]? {
    let column = try column(name)
    return isNull(column) ? nil : try blob(column)
  }

  package func idOrNil(_ name: StaticString) throws -> RawUUID? {
    let column = try column(name)
    return isNull(column) ? nil : try id(column)
  }

  package func instantOrNil(_ name: StaticString) throws -> Instant? {
    let column = try column(name)
    return isNull(column) ? nil : Instant(milliseconds: try int(column))
  }

  package func boolOrNil(_ name: StaticString) throws -> Bool? {
    let column = try column(name)
    return isNull(column) ? nil : try bool(column)
  }

  private func column(_ name: StaticString) throws(StoreError) -> Int32 {
    switch source {
    case .sqlite(let statement): try statement.column(name)
    case .postgres(let rows): try rows.statement.column(name)
    }
  }

  private func isNull(_ column: Int32) -> Bool {
    switch source {
    case .sqlite(let statement): statement.type(column) == SQLITE_NULL
    case .postgres(let rows): rows.isNull(column)
    }
  }

  private func int(_ column: Int32) throws -> Int64 {
    switch source {
    case .sqlite(let statement):
      try statement.require(SQLITE_INTEGER, column)
      return sqlite3_column_int64(statement.handle, column)
    case .postgres(let rows): return try rows.int(column)
    }
  }

  private func real(_ column: Int32) throws -> Double {
    switch source {
    case .sqlite(let statement):
      if statement.type(column) != SQLITE_INTEGER { try statement.require(SQLITE_FLOAT, column) }
      return sqlite3_column_double(statement.handle, column)
    case .postgres(let rows): return try rows.real(column)
    }
  }

  private func text(_ column: Int32) throws -> String {
    switch source {
    case .sqlite(let statement):
      try statement.require(SQLITE_TEXT, column)
      guard let bytes = sqlite3_column_text(statement.handle, column) else {
        throw statement.mismatch(column)
      }
      let length = Int(sqlite3_column_bytes(statement.handle, column))
      return String(decoding: UnsafeBufferPointer(start: bytes, count: length), as: UTF8.self)
    case .postgres(let rows): return try rows.text(column)
    }
  }

  private func blob(_ column: Int32) throws -> [UInt8] { Array(try bytes(column)) }

  private func id(_ column: Int32) throws -> RawUUID {
    guard let id = RawUUID(bytes: try bytes(column)) else { throw mismatch(column) }
    return id
  }

  private func bool(_ column: Int32) throws -> Bool {
    switch try int(column) {
    case 0: false
    case 1: true
    default: throw mismatch(column)
    }
  }

  private func bytes(_ column: Int32) throws -> UnsafeRawBufferPointer {
    switch source {
    case .sqlite(let statement):
      try statement.require(SQLITE_BLOB, column)
      let length = Int(sqlite3_column_bytes(statement.handle, column))
      return UnsafeRawBufferPointer(start: sqlite3_column_blob(statement.handle, column), count: length)
    case .postgres(let rows): return try rows.blob(column)
    }
  }

  private func mismatch(_ column: Int32) -> StoreError {
    switch source {
    case .sqlite(let statement): statement.mismatch(column)
    case .postgres(let rows): rows.mismatch(column)
    }
  }
}

extension Statement {
  fileprivate func type(_ column: Int32) -> Int32 { sqlite3_column_type(handle, column) }

  fileprivate func require(_ wanted: Int32, _ column: Int32) throws {
    guard type(column) == wanted else { throw mismatch(column) }
  }

  fileprivate func mismatch(_ column: Int32) -> StoreError {
    let name = sqlite3_column_name(handle, column).map { String(cString: $0) } ?? "?"
    return .column(detail: "column \(column) (\(name)) holds SQLite type \(type(column))")
  }
}
