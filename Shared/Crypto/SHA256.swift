internal import CSodium

/// SHA-256 (FIPS 180-4), the name of stored content.
package enum SHA256 {
  /// Returns 32 bytes.
  package static func hash(_ bytes: [UInt8]) -> [UInt8] {
    Sodium.prepare()
    var output = [UInt8](repeating: 0, count: 32)
    crypto_hash_sha256(&output, bytes, UInt64(bytes.count))
    return output
  }
}
