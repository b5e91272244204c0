/// The sender of a push (RFC 8292): a token signed with the site's key, to which a subscription is bound.
package struct VAPID: Sendable {
  package let key: P256KeyPair
  /// The contact for a push service, in each token: some services reject a token without one.
  package let contact: String

  /// The limit on a contact in bytes: a host name has at most 253.
  private static let maxContactLength = 300

  /// The maximum lifetime of a token (RFC 8292, section 2).
  package static let maxLifetime = Duration.seconds(24 * 3600)

  /// - Parameter contact: `mailto:` or `https:`, printable ASCII without quotation marks and backslashes, at
  ///   most 300 bytes.
  /// - Throws: `contactBad`.
  package init(key: P256KeyPair, contact: String) throws(CryptoError) {
    guard VAPID.isContact(contact) else { throw .contactBad }
    self.key = key
    self.contact = contact
  }

  /// True if the text is a valid contact.
  package static func isContact(_ text: String) -> Bool {
    ["mailto:", "https://"].contains { text.hasPrefix($0) && text != $0 }
      && text.utf8.count <= maxContactLength
      && text.utf8.allSatisfy(standsInJSON)
  }

  /// The key with which browsers subscribe, and the `k` of each push: 87 characters.
  package var applicationServerKey: String { Base64URL.encode(key.publicKey.bytes) }

  /// Returns the value of `Authorization` for a push to the endpoint. It may be reused for every push to that
  /// origin until it expires.
  ///
  /// - Parameters:
  ///   - now: Seconds since 1970, by the system's clock.
  ///   - life: 1 s to `maxLifetime`.
  /// - Throws: `endpointBad`, `lifeBad`, `failed`.
  package func authorization(
    endpoint: String, now: Int64, life: Duration = .seconds(12 * 3600)
  ) throws(CryptoError) -> String {
    guard life >= .seconds(1), life <= VAPID.maxLifetime else { throw .lifeBad }
    guard let audience = VAPID.origin(of: endpoint) else { throw .endpointBad }
    let end = now + life.components.seconds
    let claims = "{\"aud\":\"\(audience)\",\"exp\":\(end),\"sub\":\"\(contact)\"}"
    let signed = "\(VAPID.header).\(Base64URL.encode(Array(claims.utf8)))"
    let signature = Base64URL.encode(try key.sign(Array(signed.utf8)))
    return "vapid t=\(signed).\(signature), k=\(applicationServerKey)"
  }

  private static let header = Base64URL.encode(Array(#"{"typ":"JWT","alg":"ES256"}"#.utf8))

  /// Returns scheme, host and a port other than the scheme's (RFC 6454), in lower case. Nil for text that is
  /// not an `https:` or `http:` URL, or that contains credentials or invalid characters in its host.
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
