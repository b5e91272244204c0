/// The part of a password that PostgreSQL stores for SCRAM-SHA-256 (RFC 5802, RFC 7677). It checks the
/// password, and cannot be used in its place.
package enum ScramVerifier {
  private static let rounds = 4096
  private static let saltLength = 16

  /// Returns the text that `ALTER ROLE … PASSWORD` takes: `SCRAM-SHA-256$4096:salt$stored:server`.
  /// - Parameter password: Printable ASCII, which needs no preparation (SASLprep).
  package static func text(of password: String, salt: [UInt8] = Secrets.randomBytes(saltLength)) -> String {
    let salted = salted(Array(password.utf8), salt)
    let client = HMAC.sha256(Array("Client Key".utf8), key: salted)
    let server = HMAC.sha256(Array("Server Key".utf8), key: salted)
    return "SCRAM-SHA-256$\(rounds):\(base64(salt))$\(base64(SHA256.hash(client))):\(base64(server))"
  }

  /// PBKDF2 with HMAC-SHA-256 and one block (RFC 8018).
  private static func salted(_ password: [UInt8], _ salt: [UInt8]) -> [UInt8] {
    var block = HMAC.sha256(salt + [0, 0, 0, 1], key: password)
    var result = block
    for _ in 1..<rounds {
      block = HMAC.sha256(block, key: password)
      for index in result.indices { result[index] ^= block[index] }
    }
    return result
  }

  /// Base64 of RFC 4648 section 4, with padding.
  private static func base64(_ bytes: [UInt8]) -> String {
    let text = Base64URL.encode(bytes).replacing("-", with: "+").replacing("_", with: "/")
    return text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
  }
}
