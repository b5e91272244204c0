internal import CPostgreSQL
internal import Schema

/// A statement that a connection to PostgreSQL prepared.
final class PostgresStatement {
  let name: String
  let sql: String
  /// The types of the values, as the server understood the statement.
  let types: [Oid]
  /// The names of the columns.
  let columns: [String]
  /// True if it certainly changes nothing.
  let isReadOnly: Bool
  /// The connection's use count at the last use. The statement with the lowest is dropped first.
  var lastUse: UInt64 = 0
  private var known = KnownColumns()

  /// - Parameter description: The server's answer to a question about the statement.
  init(_ name: String, _ sql: String, _ description: OpaquePointer) {
    self.name = name
    self.sql = sql
    isReadOnly = sql.drop { $0.isWhitespace }.prefix(7).uppercased() == "SELECT "
    types = (0..<PQnparams(description)).map { PQparamtype(description, $0) }
    columns = (0..<PQnfields(description)).map { PQfname(description, $0).map { String(cString: $0) } ?? "" }
  }

  /// Returns the number of the column with this name.
  /// - Throws: `misuse` if there is no such column, or more than one.
  func column(_ name: StaticString) throws(StoreError) -> Int32 {
    if let number = known.number(at: name.utf8Start) { return number }
    let found = columns.indices.filter { columns[$0] == name.description }
    guard found.count == 1 else {
      throw .misuse(detail: "\(found.isEmpty ? "no" : "more than one") column \(name): \(sql)")
    }
    known.add(Int32(found[0]), at: name.utf8Start)
    return Int32(found[0])
  }
}

/// The values of one execution, in PostgreSQL's binary form.
struct PostgresValues {
  /// Never empty: an empty value needs an address as well, or it would be NULL.
  private var bytes: [UInt8] = [0]
  private var parts: [Range<Int>?] = []

  init(_ values: [(any SQLBindable)?], for statement: PostgresStatement) throws(StoreError) {
    guard values.count == statement.types.count else {
      throw .misuse(
        detail: "\(statement.types.count) values wanted, \(values.count) given: \(statement.sql)")
    }
    for (position, value) in values.enumerated() {
      try add(value?.sqlValue ?? .null, as: PostgresType(rawValue: statement.types[position]))
    }
  }

  private mutating func add(_ value: SQLValue, as type: PostgresType?) throws(StoreError) {
    let start = bytes.count
    parts.append(try value.append(to: &bytes, as: type) ? start..<bytes.count : nil)
  }

  /// Lends the pointers and lengths that libpq reads.
  func lend<T>(_ body: ([UnsafePointer<CChar>?], [Int32]) -> T) -> T {
    bytes.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { characters in
        let pointers = parts.map { part in
          part.flatMap { range in characters.baseAddress.map { $0 + range.lowerBound } }
        }
        return body(pointers, parts.map { Int32($0?.count ?? 0) })
      }
    }
  }
}

extension SQLValue {
  /// Appends the value in PostgreSQL's binary form.
  /// - Returns: False for NULL, which has none.
  fileprivate func append(to bytes: inout [UInt8], as type: PostgresType?) throws(StoreError) -> Bool {
    switch (self, type) {
    case (.null, _): return false
    case (.integer(let number), .bigint): bytes.append(number)
    case (.integer(let number), .integer):
      guard let short = Int32(exactly: number) else { throw .dataType("\(number) is too large") }
      bytes.append(short)
    case (.integer(let number), .double): bytes.append(Int64(bitPattern: Double(number).bitPattern))
    case (.real(let number), .double): bytes.append(Int64(bitPattern: number.bitPattern))
    case (.real(let number), .bigint):
      guard let whole = Int64(exactly: number) else { throw .dataType("\(number) is not whole") }
      bytes.append(whole)
    case (.text(let text), .text): bytes += text.utf8
    case (.blob(let blob), .bytea): bytes += blob
    case (.id(let id), .bytea): bytes += id.bytes
    default:
      throw .dataType("\(kind) is given where \(type.map { "\($0)" } ?? "another type") is stored")
    }
    return true
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.bigEndian) { self += $0 }
  }
}

/// Rows for `COPY … FROM STDIN (FORMAT BINARY)`: a signature, then each row as the number of its values and
/// their lengths and bytes (PostgreSQL 15, "COPY", "Binary Format").
struct CopiedRows {
  private(set) var bytes: [UInt8] = signature
  private let types: [PostgresType?]

  /// "PGCOPY", bytes that a change of line ends or of the character set would damage, and no options.
  private static let signature =
    Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0x00] + [UInt8](repeating: 0, count: 8)

  /// - Parameter statement: One that inserts a row of the table.
  init(for statement: PostgresStatement) { types = statement.types.map(PostgresType.init) }

  mutating func add(_ row: [SQLValue]) throws(StoreError) {
    bytes.append(Int16(types.count))
    for (value, type) in zip(row, types) {
      let start = bytes.count
      bytes.append(Int32(-1))
      guard try value.append(to: &bytes, as: type) else { continue }
      let length = Int32(bytes.count - start - 4).bigEndian
      withUnsafeBytes(of: length) { bytes.replaceSubrange(start..<start + 4, with: $0) }
    }
  }

  mutating func end() { bytes.append(Int16(-1)) }

  /// Returns what was added since the last time.
  mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }
}

/// The types that the programs' statements have, by their numbers in pg_type.
enum PostgresType: Oid {
  case bytea = 17
  case bigint = 20
  case integer = 23
  case text = 25
  case double = 701
}

/// The rows of one execution, all in memory, and the one that is read.
final class PostgresRows {
  let statement: PostgresStatement
  /// Nil if there are no rows yet.
  private let result: OpaquePointer?
  private let count: Int32
  private var row: Int32 = -1
  /// Rows changed by an insert, update or delete.
  let changeCount: Int

  init(_ statement: PostgresStatement, _ result: OpaquePointer?) {
    self.statement = statement
    self.result = result
    count = result.map { PQntuples($0) } ?? 0
    changeCount = result.flatMap { PQcmdTuples($0) }.map { Int(String(cString: $0)) ?? 0 } ?? 0
  }

  deinit { PQclear(result) }

  /// Returns true while there is a row.
  func next() -> Bool {
    row += 1
    return row < count
  }

  func isNull(_ column: Int32) -> Bool { PQgetisnull(result, row, column) != 0 }

  func int(_ column: Int32) throws -> Int64 {
    let bytes = try bytes(column)
    switch PostgresType(rawValue: PQftype(result, column)) {
    case .bigint: return Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
    case .integer: return Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
    default: throw mismatch(column)
    }
  }

  func real(_ column: Int32) throws -> Double {
    guard PostgresType(rawValue: PQftype(result, column)) == .double else {
      return Double(try int(column))
    }
    return Double(bitPattern: UInt64(bigEndian: try bytes(column).loadUnaligned(as: UInt64.self)))
  }

  func text(_ column: Int32) throws -> String {
    try require(.text, column)
    return String(decoding: try bytes(column), as: UTF8.self)
  }

  func blob(_ column: Int32) throws -> UnsafeRawBufferPointer {
    try require(.bytea, column)
    return try bytes(column)
  }

  /// Returns all values of the row, in the types of SQLite.
  func values() throws -> [SQLValue] {
    try statement.columns.indices.map { index in
      let column = Int32(index)
      guard !isNull(column) else { return .null }
      switch PostgresType(rawValue: PQftype(result, column)) {
      case .bytea: return .blob(Array(try blob(column)))
      case .bigint, .integer: return .integer(try int(column))
      case .text: return .text(try text(column))
      case .double: return .real(try real(column))
      case nil: throw mismatch(column)
      }
    }
  }

  private func require(_ type: PostgresType, _ column: Int32) throws {
    guard PostgresType(rawValue: PQftype(result, column)) == type else { throw mismatch(column) }
  }

  private func bytes(_ column: Int32) throws -> UnsafeRawBufferPointer {
    guard !isNull(column), let value = PQgetvalue(result, row, column) else { throw mismatch(column) }
    return UnsafeRawBufferPointer(start: value, count: Int(PQgetlength(result, row, column)))
  }

  func mismatch(_ column: Int32) -> StoreError {
    let type = isNull(column) ? "NULL" : "\(PQftype(result, column))"
    return .column(
      detail: "column \(column) (\(statement.columns[Int(column)])) holds PostgreSQL's type \(type)")
  }
}

extension StoreError {
  fileprivate static func dataType(_ detail: String) -> StoreError {
    .constraint(kind: .dataType, detail: detail)
  }
}

extension SQLValue {
  /// The type in words, never the value.
  fileprivate var kind: String {
    switch self {
    case .null: "NULL"
    case .integer: "an integer"
    case .real: "a real number"
    case .text: "a text"
    case .blob, .id: "a blob"
    }
  }
}
