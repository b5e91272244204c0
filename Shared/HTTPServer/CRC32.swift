internal import CZlib

/// The checksum of the ZIP format (ISO 3309), for bytes that come in parts.
package struct CRC32 {
  package private(set) var value: UInt32 = 0

  package init() {}

  package mutating func update(_ bytes: [UInt8]) {
    value = UInt32(truncatingIfNeeded: crc32_z(UInt(value), bytes, bytes.count))
  }
}
