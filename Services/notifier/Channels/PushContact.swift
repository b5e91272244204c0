import Crypto
import Fetch
import Schema
import ServiceKit

/// The contact in the token of each push: RFC 8292, section 2.1, leaves it out, but push services reject a
/// token without one, or limit its sender.
struct PushContact: Sendable, Equatable {
  /// A `mailto:` or `https:` URL.
  let text: String
  /// True if the operator has named no address that may be a contact.
  let isGuessed: Bool

  /// The operator's setting, else the sender of mails, else the site's address if that is `https`, else the
  /// webmaster of its host, whom RFC 2142 reserves for this.
  init(_ settings: Settings, origin: String, mail: SMTPServer?) throws(SettingError) {
    if let text = settings.text("QUAD_PUSH_CONTACT") {
      guard VAPID.isContact(text) else {
        throw SettingError(
          name: "QUAD_PUSH_CONTACT", problem: "\(text) begins with neither mailto: nor https://")
      }
      self.text = text
      isGuessed = false
      return
    }
    let known = [mail.map { "mailto:\($0.sender.text)" }, origin].compactMap(\.self)
    let webmaster = "mailto:webmaster@\(PushContact.domain(of: origin))"
    guard let text = (known + [webmaster]).first(where: VAPID.isContact) else {
      throw SettingError(name: "QUAD_PUSH_CONTACT", problem: "is needed, because \(origin) is no contact")
    }
    self.text = text
    isGuessed = text == webmaster
  }

  /// The host as the domain of a mail address; an IP address stands in brackets (RFC 5321, section 4.1.3).
  private static func domain(of origin: String) -> String {
    let host = origin.drop { $0 != "/" }.dropFirst(2)
    if host.hasPrefix("[") { return "[IPv6:" + host.dropFirst().prefix { $0 != "]" } + "]" }
    let name = host.prefix { $0 != ":" }
    return name.allSatisfy { $0.isNumber || $0 == "." } ? "[\(name)]" : String(name)
  }

  /// A line for the operator; nil if the contact is one.
  var advice: String? {
    guard isGuessed else { return nil }
    return """
      push services get \(text) as this site's contact, and may reject it: set QUAD_PUSH_CONTACT to a \
      mailto: or https: address of yours
      """
  }
}
