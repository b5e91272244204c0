/// HKDF with SHA-256 (RFC 5869): derives keys from a secret that is not uniform, such as that of ECDH.
package enum HKDF {
  /// The maximum number of bytes from `expand`.
  package static let maxOutputBytes = 255 * 32

  /// - Returns: 32 bytes, uniform if the secret has enough entropy.
  package static func extract(_ secret: [UInt8], salt: [UInt8]) -> [UInt8] {
    HMAC.sha256(secret, key: salt)
  }

  /// - Parameters:
  ///   - key: The result of `extract`.
  ///   - info: The purpose of the bytes. Different purposes yield unrelated bytes.
  ///   - count: At most `maxOutputBytes`; a larger one yields that many.
  package static func expand(_ key: [UInt8], info: [UInt8], count: Int) -> [UInt8] {
    var output: [UInt8] = []
    var block: [UInt8] = []
    for number in 1...255 where output.count < count {
      block = HMAC.sha256(block + info + [UInt8(number)], key: key)
      output += block
    }
    return Array(output.prefix(count))
  }
}
