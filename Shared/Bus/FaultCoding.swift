internal import FoundationEssentials
package import Schema

/// JSON of faults, the same on the bus everywhere.
package enum FaultCoding {
  package static func encode(_ fault: Fault) -> [UInt8] {
    do { return try JSONByteEncoder.encode(fault) } catch {
      // A Fault is strings and numbers; it always encodes. The bytes below say the same without an encoder.
      return Array(#"{"code":"internal","kind":"internal","message":"","processed":"maybe"}"#.utf8)
    }
  }

  /// Nil for bytes that are no fault.
  package static func decode(_ bytes: [UInt8]) -> Fault? {
    do { return try JSONDecoder().decode(Fault.self, from: Data(bytes)) } catch { return nil }
  }
}
