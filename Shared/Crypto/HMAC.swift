internal import CSodium

/// HMAC-SHA-256 (RFC 2104, RFC 4231).
package enum HMAC {
  /// - Parameter key: Of any length; below 32 bytes it is the weak part.
  /// - Returns: 32 bytes.
  package static func sha256(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
    Sodium.prepare()
    var state = crypto_auth_hmacsha256_state()
    var output = [UInt8](repeating: 0, count: 32)
    crypto_auth_hmacsha256_init(&state, key, key.count)
    crypto_auth_hmacsha256_update(&state, message, UInt64(message.count))
    crypto_auth_hmacsha256_final(&state, &output)
    return output
  }
}
