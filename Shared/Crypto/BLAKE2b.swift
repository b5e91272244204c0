internal import CSodium

/// BLAKE2b (RFC 7693) with 32 bytes of output.
package enum BLAKE2b {
  package static func hash(_ bytes: [UInt8]) -> [UInt8] {
    hash(bytes, key: [])
  }

  /// Computes a keyed hash. Only the holder of the key can create or verify it.
  package static func hash(_ bytes: [UInt8], key: SecretKey) -> [UInt8] {
    hash(bytes, key: key.bytes)
  }

  /// Computes the hash of several parts, each after its length (8 bytes, most significant first): ["ab", "c"]
  /// and ["a", "bc"] differ.
  package static func hash(parts: [[UInt8]]) -> [UInt8] {
    hash(joined(parts), key: [])
  }

  package static func hash(parts: [[UInt8]], key: SecretKey) -> [UInt8] {
    hash(joined(parts), key: key.bytes)
  }

  private static func joined(_ parts: [[UInt8]]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(parts.reduce(0) { $0 + 8 + $1.count })
    for part in parts {
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: UInt64(part.count) >> UInt64(shift)))
      }
      bytes += part
    }
    return bytes
  }

  /// This fails only for lengths out of range, and both are in range.
  private static func hash(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    Sodium.prepare()
    var output = [UInt8](repeating: 0, count: 32)
    crypto_generichash(&output, output.count, bytes, UInt64(bytes.count), key.isEmpty ? nil : key, key.count)
    return output
  }
}
