/// The address of the site, as people type it: `https://quad.example`. Links begin with it. It comes from a
/// setting alone: the Host header of a request must not decide where links lead.
package struct SiteOrigin: Hashable, Sendable {
  package let text: String

  /// The limit in bytes. A link with the longest room number still fits a QR code that a phone can read.
  package static let maxLength = 100

  private static let schemes = [(text: "https://", port: ":443"), (text: "http://", port: ":80")]

  /// Accepts `http` or `https`, a host and an optional port. A trailing slash is dropped, and the port that
  /// the scheme has anyway, as browsers do in `Origin`; nothing else may follow.
  package init?(_ text: String) {
    let trimmed = text.hasSuffix("/") ? String(text.dropLast()) : text
    guard trimmed.utf8.count <= SiteOrigin.maxLength,
      let (scheme, port) = SiteOrigin.schemes.first(where: { trimmed.hasPrefix($0.text) })
    else { return nil }
    var host = trimmed.dropFirst(scheme.count)
    if host.hasSuffix(port) { host = host.dropLast(port.count) }
    guard !host.isEmpty, host.utf8.allSatisfy({ SiteOrigin.isInHost($0) }) else { return nil }
    self.text = scheme + host
  }

  /// Reads the setting of this name.
  package init(_ settings: Settings, from name: String) throws(SettingError) {
    let text = settings.text(name) ?? "http://127.0.0.1:8080"
    guard let origin = SiteOrigin(text) else {
      throw SettingError(
        name: name, problem: "\(text) is not an address such as https://quad.school.example")
    }
    self = origin
  }

  /// RFC 3986: the unreserved characters, and those of a port and of an IPv6 address.
  private static func isInHost(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"):
      true
    default: false
    }
  }
}
