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

  /// Returns the hash as 64 hexadecimal digits in lower case.
  package static func digits(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: hash(bytes).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
