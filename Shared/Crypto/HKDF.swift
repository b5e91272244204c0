/// HKDF with SHA-256 (RFC 5869): keys out of a secret that is not uniform, such as that of ECDH.
package enum HKDF {
  /// Most bytes of `expand`.
  package static let maxOutputBytes = 255 * 32

  /// - Returns: 32 bytes, uniform if the secret has enough to give.
  package static func extract(_ secret: [UInt8], salt: [UInt8]) -> [UInt8] {
    HMAC.sha256(secret, key: salt)
  }

  /// - Parameters:
  ///   - key: what `extract` gave.
  ///   - info: what the bytes are for; different ones give unrelated bytes.
  ///   - count: at most `longest`; a larger one gives that many.
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
