internal import CSodium

/// Encrypts and authenticates short bytes (libsodium's secretbox, XSalsa20-Poly1305) under a random nonce,
/// which precedes the ciphertext. Nobody without the key can read or change them.
package enum SecretBox {
  /// Bytes that sealing adds.
  package static let overhead = nonceBytes + Int(crypto_secretbox_MACBYTES)
  private static let nonceBytes = Int(crypto_secretbox_NONCEBYTES)

  package static func seal(_ bytes: [UInt8], key: SecretKey) -> [UInt8] {
    let nonce = Secrets.randomBytes(nonceBytes)
    var sealed = [UInt8](repeating: 0, count: bytes.count + Int(crypto_secretbox_MACBYTES))
    // This fails only for lengths out of range.
    crypto_secretbox_easy(&sealed, bytes, UInt64(bytes.count), nonce, key.bytes)
    return nonce + sealed
  }

  /// Returns nil for bytes that were not sealed with this key.
  package static func open(_ sealed: [UInt8], key: SecretKey) -> [UInt8]? {
    guard sealed.count >= overhead else { return nil }
    Sodium.prepare()
    let text = Array(sealed.dropFirst(nonceBytes))
    var bytes = [UInt8](repeating: 0, count: sealed.count - overhead)
    let code = crypto_secretbox_open_easy(
      &bytes, text, UInt64(text.count), Array(sealed.prefix(nonceBytes)), key.bytes)
    return code == 0 ? bytes : nil
  }
}
