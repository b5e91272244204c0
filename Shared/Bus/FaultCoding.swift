internal import JSON
package import Schema

/// JSON of faults, the same everywhere on the bus.
package enum FaultCoding {
  package static func encode(_ fault: Fault) -> [UInt8] {
    do { return try JSONCoding.encode(fault) } catch {
      // A Fault holds strings and numbers, so it always encodes. These bytes are the same fault without an
      // encoder.
      return Array(#"{"code":"internal","kind":"internal","message":"","processed":"maybe"}"#.utf8)
    }
  }

  /// Returns nil for bytes that are not a fault.
  package static func decode(_ bytes: [UInt8]) -> Fault? {
    do { return try JSONCoding.decode(Fault.self, from: bytes) } catch { return nil }
  }
}
