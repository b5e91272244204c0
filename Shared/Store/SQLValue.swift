package import Schema

/// A value as SQLite stores it.
package enum SQLValue: Sendable, Equatable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
  /// A blob of 16 bytes, most significant first.
  case id(RawUUID)
}

/// A type that can be bound to a `?` of a statement. Ids and other value types of a service conform in one
/// line.
package protocol SQLBindable {
  var sqlValue: SQLValue { get }
}

extension SQLValue: SQLBindable {
  package var sqlValue: SQLValue { self }
}

extension Int: SQLBindable {
  package var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension Int64: SQLBindable {
  package var sqlValue: SQLValue { .integer(self) }
}

extension UInt8: SQLBindable {
  package var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension Double: SQLBindable {
  package var sqlValue: SQLValue { .real(self) }
}

extension Bool: SQLBindable {
  /// 0 or 1.
  package var sqlValue: SQLValue { .integer(self ? 1 : 0) }
}

extension String: SQLBindable {
  package var sqlValue: SQLValue { .text(self) }
}

extension [UInt8]: SQLBindable {
  package var sqlValue: SQLValue { .blob(self) }
}

extension RawUUID: SQLBindable {
  /// In this byte order, version 7 ids sort by time.
  package var sqlValue: SQLValue { .id(self) }
}

extension Instant: SQLBindable {
  /// Unix milliseconds.
  package var sqlValue: SQLValue { .integer(milliseconds) }
}
