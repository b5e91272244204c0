internal import CSodium

/// A key out of a passphrase: what a person remembers or has written down, for a backup that is opened
/// without the site's key files.
package enum PassphraseKey {
  /// Bytes of the salt, which is random (`Secrets.randomBytes`), no secret, and kept with what the key seals.
  package static let saltBytes = Int(crypto_pwhash_SALTBYTES)

  /// 3 passes over 64 MiB. What was sealed under a key has to open for as long as it is kept, so this never
  /// changes, whatever passwords cost by then.
  private static let cost = PasswordHasher.Cost(passes: 3, memory: 64 << 20)

  /// Argon2id (RFC 9106) on the calling thread: a tenth of a second and 64 MiB, so not on the cooperative
  /// pool of a service.
  /// - Parameter passphrase: taken as it is, byte by byte: never trimmed or normalised.
  /// - Throws: `saltBad`, or `outOfMemory`.
  package static func derive(passphrase: String, salt: [UInt8]) throws(CryptoError) -> SecretKey {
    Sodium.prepare()
    guard salt.count == saltBytes else { throw .saltBad }
    let characters = passphrase.utf8.map { CChar(bitPattern: $0) }
    var bytes = [UInt8](repeating: 0, count: 32)
    let code = crypto_pwhash(
      &bytes, UInt64(bytes.count), characters, UInt64(characters.count), salt, UInt64(cost.passes),
      cost.memory, crypto_pwhash_ALG_ARGON2ID13)
    guard code == 0, let key = SecretKey(bytes: bytes) else { throw .outOfMemory }
    return key
  }
}
