/// Who a push comes from (RFC 8292): a signed token with the site's key, which a subscription is bound to.
package struct VAPID: Sendable {
  package let key: P256KeyPair
  /// Whom a push service may write to; nil says nobody.
  package let contact: String?

  /// Longest life of a token (RFC 8292, section 2).
  package static let maxLifetime = Duration.seconds(24 * 3600)

  /// - Parameter contact: `mailto:` or `https:`, printable ASCII without quotation marks and backslashes, at
  ///   most 200 bytes.
  /// - Throws: `contactBad`.
  package init(key: P256KeyPair, contact: String?) throws(CryptoError) {
    if let contact, !VAPID.isContact(contact) { throw .contactBad }
    self.key = key
    self.contact = contact
  }

  /// Whether the text can stand as a contact.
  package static func isContact(_ text: String) -> Bool {
    ["mailto:", "https://"].contains { text.hasPrefix($0) && text != $0 } && text.utf8.count <= 200
      && text.utf8.allSatisfy(standsInJSON)
  }

  /// What browsers are given to subscribe with, and the `k` of each push: 87 characters.
  package var applicationServerKey: String { Base64URL.encode(key.publicKey.bytes) }

  /// The value of `Authorization` for a push to the endpoint. The same value may be used for each push to
  /// that origin until it expires.
  ///
  /// - Parameters:
  ///   - now: seconds since 1970, by the system's clock.
  ///   - life: 1 s to `maxLifetime`.
  /// - Throws: `endpointBad`, `lifeBad`, `failed`.
  package func authorization(
    endpoint: String, now: Int64, life: Duration = .seconds(12 * 3600)
  ) throws(CryptoError) -> String {
    guard life >= .seconds(1), life <= VAPID.maxLifetime else { throw .lifeBad }
    guard let audience = VAPID.origin(of: endpoint) else { throw .endpointBad }
    let contact = contact.map { ",\"sub\":\"\($0)\"" } ?? ""
    let claims = "{\"aud\":\"\(audience)\",\"exp\":\(now + life.components.seconds)\(contact)}"
    let signed = "\(VAPID.header).\(Base64URL.encode(Array(claims.utf8)))"
    let signature = Base64URL.encode(try key.sign(Array(signed.utf8)))
    return "vapid t=\(signed).\(signature), k=\(applicationServerKey)"
  }

  private static let header = Base64URL.encode(Array(#"{"typ":"JWT","alg":"ES256"}"#.utf8))

  /// Scheme, host and a port that is not the scheme's (RFC 6454), in lower case. Nil for what is no `https:`
  /// or `http:` URL, holds credentials, or has a host of other characters than a host is written with.
  package static func origin(of url: String) -> String? {
    guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = url[..<colon].lowercased()
    guard scheme == "https" || scheme == "http" else { return nil }
    let rest = url[colon...].dropFirst()
    guard rest.hasPrefix("//") else { return nil }
    let host = rest.dropFirst(2).prefix { !"/?#".contains($0) }.lowercased()
    guard !host.isEmpty, host.utf8.allSatisfy(standsInHost), !host.hasPrefix(":") else { return nil }
    let usual = scheme == "https" ? ":443" : ":80"
    return "\(scheme)://\(host.hasSuffix(usual) ? String(host.dropLast(usual.count)) : host)"
  }

  private static func standsInHost(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."),
      UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"):
      true
    default: false
    }
  }

  private static func standsInJSON(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }
}
