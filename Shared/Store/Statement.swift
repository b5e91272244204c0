internal import CSQLite
internal import Schema

/// A prepared statement, finalized when its last owner releases it.
final class Statement {
  let handle: OpaquePointer
  let sql: String
  let parameterCount: Int
  /// True if it cannot change the file.
  let isReadOnly: Bool
  /// True while a body iterates over its rows: a nested use of the same SQL then gets a statement of its own.
  var isInUse = false
  /// The connection's use count at the last use. The statement with the lowest is dropped first.
  var lastUse: UInt64 = 0
  /// The texts and blobs of the values. They stay here from `bind` to `reset`, so SQLite need not copy them.
  private var buffer = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  private var used = 0
  /// A name is known by its address in the program, because a literal never moves; its text is compared only
  /// once for each statement.
  private var columns = KnownColumns()

  init(_ handle: OpaquePointer, _ sql: String) {
    self.handle = handle
    self.sql = sql
    parameterCount = Int(sqlite3_bind_parameter_count(handle))
    isReadOnly = sqlite3_stmt_readonly(handle) != 0
  }

  deinit {
    sqlite3_finalize(handle)
    buffer.deallocate()
  }

  /// Returns the number of the column with this name.
  /// - Throws: `misuse` if there is no such column, or more than one.
  func column(_ name: StaticString) throws(StoreError) -> Int32 {
    if let number = columns.number(at: name.utf8Start) { return number }
    let number = try number(of: name)
    columns.add(number, at: name.utf8Start)
    return number
  }

  private func number(of name: StaticString) throws(StoreError) -> Int32 {
    let found = (0..<sqlite3_column_count(handle)).filter {
      guard let column = sqlite3_column_name(handle, $0) else { return false }
      return String(cString: column) == name.description
    }
    guard found.count == 1 else {
      throw .misuse(detail: "\(found.isEmpty ? "no" : "more than one") column \(name): \(sql)")
    }
    return found[0]
  }

  /// A larger buffer is freed after use.
  private static let maxKeptBytes = 16_384

  /// Binds the values, which SQLite reads until `reset`.
  /// - Returns: SQLite's code.
  func bind(_ values: [(any SQLBindable)?]) -> Int32 {
    let values = values.map { $0?.sqlValue ?? .null }
    makeRoom(values.reduce(0) { $0 + $1.byteCount })
    for (position, value) in values.enumerated() {
      let code = bind(value, at: Int32(position + 1))
      if code != SQLITE_OK { return code }
    }
    return SQLITE_OK
  }

  private func makeRoom(_ count: Int) {
    // Never empty: a null pointer would store NULL for an empty text.
    guard buffer.count < max(count, 1) else { return }
    buffer.deallocate()
    buffer = .allocate(byteCount: max(count, 256), alignment: 1)
  }

  private func bind(_ value: SQLValue, at index: Int32) -> Int32 {
    switch value {
    case .null: return sqlite3_bind_null(handle, index)
    case .integer(let number): return sqlite3_bind_int64(handle, index, number)
    case .real(let number): return sqlite3_bind_double(handle, index, number)
    case .text(var text):
      let place = text.withUTF8 { copied(UnsafeRawBufferPointer($0)) }
      let characters = place.baseAddress?.assumingMemoryBound(to: CChar.self)
      return sqlite3_bind_text(handle, index, characters, Int32(place.count), nil)
    case .blob(let bytes):
      let place = bytes.withUnsafeBytes { copied($0) }
      return sqlite3_bind_blob(handle, index, place.baseAddress, Int32(place.count), nil)
    case .id(let id):
      let place = withUnsafeBytes(of: (id.high.bigEndian, id.low.bigEndian)) { copied($0) }
      return sqlite3_bind_blob(handle, index, place.baseAddress, Int32(place.count), nil)
    }
  }

  /// The values of the current row, whatever their types.
  func row() -> [SQLValue] {
    (0..<sqlite3_column_count(handle)).map { column in
      let count = Int(sqlite3_column_bytes(handle, column))
      switch sqlite3_column_type(handle, column) {
      case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, column))
      case SQLITE_FLOAT: return .real(sqlite3_column_double(handle, column))
      case SQLITE_TEXT:
        let bytes = UnsafeBufferPointer(start: sqlite3_column_text(handle, column), count: count)
        return .text(String(decoding: bytes, as: UTF8.self))
      case SQLITE_BLOB:
        return .blob(Array(UnsafeRawBufferPointer(start: sqlite3_column_blob(handle, column), count: count)))
      default: return .null
      }
    }
  }

  /// Appends a copy of the bytes to the buffer.
  private func copied(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let place = UnsafeMutableRawBufferPointer(rebasing: buffer[used..<used + bytes.count])
    place.copyMemory(from: bytes)
    used += bytes.count
    return UnsafeRawBufferPointer(place)
  }

  /// Resets the statement for its next use and erases the values, so that they do not stay in memory.
  func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
    UnsafeMutableRawBufferPointer(rebasing: buffer[..<used]).initializeMemory(as: UInt8.self, repeating: 0)
    used = 0
    if buffer.count > Statement.maxKeptBytes {
      buffer.deallocate()
      buffer = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    }
    isInUse = false
  }
}

/// The columns of a statement that were read, in the order of reading. Every row is read in the same order,
/// so the next name is nearly always the expected one.
struct KnownColumns {
  /// Names beyond this number are compared by text at every use. No statement has as many columns.
  private static let maxCount = 100

  private var known: [(name: UnsafePointer<UInt8>, number: Int32)] = []
  private var next = 0

  mutating func number(at name: UnsafePointer<UInt8>) -> Int32? {
    if next >= known.count { next = 0 }
    if next < known.count {
      let expected = known[next]
      if expected.name == name {
        next += 1
        return expected.number
      }
    }
    guard let found = known.firstIndex(where: { $0.name == name }) else { return nil }
    next = found + 1
    return known[found].number
  }

  mutating func add(_ number: Int32, at name: UnsafePointer<UInt8>) {
    if known.count < KnownColumns.maxCount { known.append((name, number)) }
    next = known.count
  }
}

extension SQLValue {
  /// The number of bytes that SQLite reads from memory.
  fileprivate var byteCount: Int {
    switch self {
    case .null, .integer, .real: 0
    case .text(let text): text.utf8.count
    case .blob(let bytes): bytes.count
    case .id: 16
    }
  }
}
