internal import CSQLite
package import Schema

/// One row of a result, lent to the closure that maps it. Columns count from 0. A column of the wrong type
/// throws `StoreError.column`, where SQLite would silently return 0 or "".
package struct Row: ~Copyable {
  private let statement: OpaquePointer

  init(_ statement: OpaquePointer) {
    self.statement = statement
  }

  package func isNull(_ column: Int) -> Bool { type(column) == SQLITE_NULL }

  package func int(_ column: Int) throws -> Int64 {
    try require(SQLITE_INTEGER, column)
    return sqlite3_column_int64(statement, Int32(column))
  }

  /// Returns a real number. Whole numbers are accepted too.
  package func real(_ column: Int) throws -> Double {
    if type(column) != SQLITE_INTEGER { try require(SQLITE_FLOAT, column) }
    return sqlite3_column_double(statement, Int32(column))
  }

  package func text(_ column: Int) throws -> String {
    try require(SQLITE_TEXT, column)
    guard let bytes = sqlite3_column_text(statement, Int32(column)) else { throw mismatch(column) }
    let length = Int(sqlite3_column_bytes(statement, Int32(column)))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: length), as: UTF8.self)
  }

  package func blob(_ column: Int) throws -> [UInt8] {
    try require(SQLITE_BLOB, column)
    let length = Int(sqlite3_column_bytes(statement, Int32(column)))
    return Array(UnsafeRawBufferPointer(start: sqlite3_column_blob(statement, Int32(column)), count: length))
  }

  /// A blob of 16 bytes.
  package func id(_ column: Int) throws -> RawUUID {
    try require(SQLITE_BLOB, column)
    let length = Int(sqlite3_column_bytes(statement, Int32(column)))
    let bytes = UnsafeRawBufferPointer(start: sqlite3_column_blob(statement, Int32(column)), count: length)
    guard let id = RawUUID(bytes: bytes) else { throw mismatch(column) }
    return id
  }

  /// Unix milliseconds.
  package func instant(_ column: Int) throws -> Instant {
    Instant(milliseconds: try int(column))
  }

  /// 0 or 1.
  package func bool(_ column: Int) throws -> Bool {
    switch try int(column) {
    case 0: false
    case 1: true
    default: throw mismatch(column)
    }
  }

  package func intOrNil(_ column: Int) throws -> Int64? { isNull(column) ? nil : try int(column) }
  package func realOrNil(_ column: Int) throws -> Double? { isNull(column) ? nil : try real(column) }
  package func textOrNil(_ column: Int) throws -> String? { isNull(column) ? nil : try text(column) }
  package func blobOrNil(_ column: Int) throws -> [UInt8]? { isNull(column) ? nil : try blob(column) }
  package func idOrNil(_ column: Int) throws -> RawUUID? { isNull(column) ? nil : try id(column) }
  package func instantOrNil(_ column: Int) throws -> Instant? { isNull(column) ? nil : try instant(column) }
  package func boolOrNil(_ column: Int) throws -> Bool? { isNull(column) ? nil : try bool(column) }

  private func type(_ column: Int) -> Int32 { sqlite3_column_type(statement, Int32(column)) }

  private func require(_ wanted: Int32, _ column: Int) throws {
    guard type(column) == wanted else { throw mismatch(column) }
  }

  private func mismatch(_ column: Int) -> StoreError {
    let name = sqlite3_column_name(statement, Int32(column)).map { String(cString: $0) } ?? "?"
    return .column(detail: "column \(column) (\(name)) holds SQLite type \(type(column))")
  }
}
