internal import CSQLite

/// A prepared statement; finalized when its last owner lets go of it.
final class Statement {
  let handle: OpaquePointer
  let parameterCount: Int
  /// Set while a body walks its rows: a nested use of the same SQL then gets a statement of its own.
  var isInUse = false
  /// The connection's use number at the last use; the lowest is dropped first.
  var lastUse: UInt64 = 0

  init(_ handle: OpaquePointer) {
    self.handle = handle
    parameterCount = Int(sqlite3_bind_parameter_count(handle))
  }

  deinit {
    sqlite3_finalize(handle)
  }

  /// Copies the value into SQLite. Parameters count from 1.
  func bind(_ value: SQLValue, at index: Int32) -> Int32 {
    switch value {
    case .null:
      return sqlite3_bind_null(handle, index)
    case .integer(let number):
      return sqlite3_bind_int64(handle, index, number)
    case .real(let number):
      return sqlite3_bind_double(handle, index, number)
    case .text(var text):
      return text.withUTF8 { utf8 in
        utf8.withMemoryRebound(to: CChar.self) { characters in
          // A null pointer would store NULL for the empty text.
          guard let start = characters.baseAddress else { return quad_sqlite_bind_text(handle, index, "", 0) }
          return quad_sqlite_bind_text(handle, index, start, Int32(characters.count))
        }
      }
    case .blob(let bytes):
      guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(handle, index, 0) }
      return bytes.withUnsafeBytes { quad_sqlite_bind_blob(handle, index, $0.baseAddress, Int32($0.count)) }
    }
  }

  /// Makes it ready for its next use and forgets the values, so that they do not stay in memory.
  func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
    isInUse = false
  }
}
