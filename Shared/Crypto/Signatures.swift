internal import CSodium

/// The secret key of an Ed25519 pair (RFC 8032). It never appears in a description.
package struct SigningKey: Sendable, CustomStringConvertible, CustomReflectable {
  /// 32 bytes from which everything else is derived. This is what a key file contains.
  package let seed: [UInt8]
  package let verifyKey: VerifyKey
  private let secret: [UInt8]

  /// Returns nil unless there are exactly 32 bytes.
  package init?(seed: [UInt8]) {
    guard seed.count == 32 else { return nil }
    self.init(checked: seed)
  }

  package static func random() -> SigningKey {
    SigningKey(checked: Secrets.randomBytes(32))
  }

  private init(checked seed: [UInt8]) {
    Sodium.prepare()
    var open = [UInt8](repeating: 0, count: 32)
    var secret = [UInt8](repeating: 0, count: 64)
    crypto_sign_seed_keypair(&open, &secret, seed)
    self.seed = seed
    self.secret = secret
    verifyKey = VerifyKey(checked: open)
  }

  /// - Returns: The signature alone, 64 bytes.
  package func sign(_ message: [UInt8]) -> [UInt8] {
    var signature = [UInt8](repeating: 0, count: 64)
    crypto_sign_detached(&signature, nil, message, UInt64(message.count), secret)
    return signature
  }

  package var description: String { "SigningKey" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The public key of an Ed25519 pair.
package struct VerifyKey: Sendable, Hashable {
  /// 32 bytes.
  package let bytes: [UInt8]

  /// Returns nil unless there are exactly 32 bytes. A key that is not on the curve verifies no signature.
  package init?(bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    self.bytes = bytes
  }

  fileprivate init(checked bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// True if the holder of the signing key signed exactly this message.
  package func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    Sodium.prepare()
    guard signature.count == 64 else { return false }
    return crypto_sign_verify_detached(signature, message, UInt64(message.count), bytes) == 0
  }
}
