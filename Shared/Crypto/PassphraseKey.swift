internal import CSodium

/// Derives a key from a passphrase that a person remembers or wrote down, for a backup that can be opened
/// without the site's key files.
package enum PassphraseKey {
  /// Bytes of the salt. It is random (`Secrets.randomBytes`), not secret, and stored with the sealed data.
  package static let saltBytes = Int(crypto_pwhash_SALTBYTES)

  /// 3 passes over 64 MiB. Sealed data has to open for as long as it is kept, so this never changes, whatever
  /// the cost of passwords is by then.
  private static let cost = PasswordHasher.Cost(passes: 3, memory: 64 << 20)

  /// Runs Argon2id (RFC 9106) on the calling thread: a tenth of a second and 64 MiB, so not on the
  /// cooperative pool of a service.
  /// - Parameter passphrase: Used byte by byte: never trimmed or normalized.
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
