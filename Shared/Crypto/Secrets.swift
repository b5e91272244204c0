internal import CSodium

/// Random bytes, and the comparison of secrets.
package enum Secrets {
  /// Returns bytes from the kernel's generator.
  package static func randomBytes(_ count: Int) -> [UInt8] {
    Sodium.prepare()
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      if let start = buffer.baseAddress, count > 0 { randombytes_buf(start, count) }
      filled = count
    }
  }

  /// Compares in constant time, so that a guess cannot be improved byte by byte. Lengths are not secret:
  /// different ones return false at once.
  package static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.count == right.count && sodium_memcmp(left, right, left.count) == 0
  }
}

/// A 32-byte secret key for hashes. It never appears in a description.
package struct SecretKey: Sendable, CustomStringConvertible, CustomReflectable {
  package let bytes: [UInt8]

  /// Returns nil unless there are exactly 32 bytes.
  package init?(bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    self.bytes = bytes
  }

  /// Derives a key from a secret and what it is for.
  package init(parts: [[UInt8]]) {
    bytes = BLAKE2b.hash(parts: parts)
  }

  private init(random: Void) {
    bytes = Secrets.randomBytes(32)
  }

  package static func random() -> SecretKey { SecretKey(random: ()) }

  package var description: String { "SecretKey" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
