internal import Schema

/// Makes 32 bytes of the bytes of a row.
package typealias RowHash = ([UInt8]) -> [UInt8]

/// The rows of a table as one sum of their hashes. It is the same on both engines, in whatever order the rows
/// lie.
package struct TableSum: Sendable, Equatable {
  package let table: String
  package private(set) var rows: Int64 = 0
  private var lanes: [UInt64] = [0, 0, 0, 0]

  init(_ table: String) { self.table = table }

  package var digest: [UInt8] { lanes.flatMap(\.bigEndianBytes) }

  mutating func add(_ row: [SQLValue], _ hash: RowHash) {
    rows += 1
    let bytes = hash(row.flatMap(\.summed))
    for lane in lanes.indices {
      let part = bytes.dropFirst(lane * 8).prefix(8)
      lanes[lane] &+= part.reduce(0) { $0 << 8 | UInt64($1) }
    }
  }
}

extension SQLValue {
  /// The value as bytes that no other value has.
  fileprivate var summed: [UInt8] {
    switch self {
    case .null: [0]
    case .integer(let value): [1] + UInt64(bitPattern: value).bigEndianBytes
    case .real(let value): [2] + value.bitPattern.bigEndianBytes
    case .text(let value): [3] + UInt64(value.utf8.count).bigEndianBytes + value.utf8
    case .blob(let value): [4] + UInt64(value.count).bigEndianBytes + value
    case .id(let value): SQLValue.blob(Array(value.bytes)).summed
    }
  }
}

extension UInt64 {
  fileprivate var bigEndianBytes: [UInt8] {
    stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: self >> UInt64($0)) }
  }
}
