/// 32 random bytes that authorize their holder: a session, an invitation, a link in a mail. Stores keep its
/// hash, never the token. It never appears in a description; `text` is for its holder.
package struct Token: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
  package let bytes: [UInt8]

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  package static func random() -> Token {
    Token(bytes: Secrets.randomBytes(32))
  }

  /// Returns nil for anything but 43 characters of unpadded base64url.
  package init?(text: String) {
    guard text.utf8.count == 43, let bytes = Base64URL.decode(text), bytes.count == 32 else { return nil }
    self.bytes = bytes
  }

  /// 43 characters of unpadded base64url.
  package var text: String { Base64URL.encode(bytes) }

  /// BLAKE2b-256, 32 bytes. The token has 256 random bits, so it needs no salt and no slow hash.
  package var hash: [UInt8] { BLAKE2b.hash(bytes) }

  package static func == (left: Token, right: Token) -> Bool { Secrets.equal(left.bytes, right.bytes) }

  package var description: String { "Token" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
