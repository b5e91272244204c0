internal import CSodium

/// Random bytes, and the comparison of secrets.
package enum Secrets {
  /// From the kernel's generator.
  package static func randomBytes(_ count: Int) -> [UInt8] {
    Sodium.prepare()
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      if let start = buffer.baseAddress, count > 0 { randombytes_buf(start, count) }
      filled = count
    }
  }

  /// Takes the same time wherever the bytes differ, so that a guess cannot be improved byte by byte.
  /// Lengths are no secret: different ones answer false at once.
  package static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.count == right.count && sodium_memcmp(left, right, left.count) == 0
  }
}

/// 32 secret bytes that key a hash. Does not show itself in text.
package struct SecretKey: Sendable, CustomStringConvertible, CustomReflectable {
  package let bytes: [UInt8]

  /// Nil unless there are exactly 32 bytes.
  package init?(bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    self.bytes = bytes
  }

  private init(random: Void) {
    bytes = Secrets.randomBytes(32)
  }

  package static func random() -> SecretKey { SecretKey(random: ()) }

  package var description: String { "SecretKey" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
