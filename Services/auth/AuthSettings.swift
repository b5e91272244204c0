import Calendar
import Crypto
import Fetch
import FoundationEssentials
import Schema
import ServiceKit

/// The rule that decides who may sign up.
enum SignUpRule: Sendable, Equatable {
  case open
  /// Addresses in these domains, in lowercase.
  case domains([String])
  case invite
  case off

  /// Accepts `open`, `domains:school.example,cs.school.example`, `invite` or `off`.
  init?(_ text: String) {
    switch text {
    case "open": self = .open
    case "invite": self = .invite
    case "off": self = .off
    default:
      guard text.hasPrefix("domains:") else { return nil }
      let domains = text.dropFirst("domains:".count).split(separator: ",", omittingEmptySubsequences: false)
        .map { $0.lowercased() }
      // A domain is valid if an address can end with it after the @.
      guard !domains.isEmpty, domains.allSatisfy({ EmailAddress("a@\($0)") != nil }) else { return nil }
      self = .domains(domains)
    }
  }

  var mode: Auth.SignUpMode {
    switch self {
    case .open: .open
    case .domains: .domains
    case .invite: .invite
    case .off: .off
    }
  }

  var domains: [String] {
    if case .domains(let domains) = self { domains } else { [] }
  }

  /// The rule as `init` accepts it.
  var text: String {
    if case .domains(let domains) = self {
      "domains:\(domains.joined(separator: ","))"
    } else {
      mode.rawValue
    }
  }

  func takes(_ email: EmailAddress) -> Bool {
    guard case .domains(let domains) = self else { return true }
    return domains.contains { email.text.hasSuffix("@\($0)") }
  }
}

/// The base of links in mails and invitations. It comes from a setting alone: the Host header of a request
/// must not decide where links lead.
struct SiteOrigin: Sendable, Equatable {
  let text: String

  /// Accepts `https://quad.school.example`, with or without a port, and nothing after it.
  init?(_ input: String) {
    let trimmed = input.hasSuffix("/") ? input.dropLast() : input[...]
    let hosts = ["https://", "http://"].filter { trimmed.hasPrefix($0) }.map { trimmed.dropFirst($0.count) }
    guard let host = hosts.first, (1...200).contains(host.utf8.count),
      host.utf8.allSatisfy({ byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
          UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "."), UInt8(ascii: "-"),
          UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"):
          true
        default: false
        }
      })
    else { return nil }
    text = String(trimmed)
  }

  /// The secret follows `#`: browsers never send that part.
  func link(_ page: String, _ secret: String) -> String { "\(text)/\(page)#\(secret)" }
}

/// Auth's settings from the environment, checked once.
struct AuthSettings: Sendable {
  /// The first values of what may change at run time. What administrators store takes precedence.
  let site: SiteFacts
  let origin: SiteOrigin
  /// Nil if the site sends no mail.
  let mail: SMTPServer?
  /// The cost of a password's hash.
  let passwordCost: PasswordHasher.Cost

  init(_ settings: Settings) throws(SettingError) {
    let rule = settings.text("QUAD_SIGNUP") ?? "invite"
    guard let signUp = SignUpRule(rule) else {
      throw SettingError(
        name: "QUAD_SIGNUP", problem: "\(rule) is not open, invite, off or domains:school.example")
    }
    let siteName = settings.text("QUAD_SITE_NAME") ?? "Quad"
    guard siteName.count <= 60, siteName.unicodeScalars.allSatisfy({ !$0.properties.isControl }) else {
      throw SettingError(
        name: "QUAD_SITE_NAME", problem: "is longer than 60 characters or holds a control one")
    }
    let address = settings.text("QUAD_ORIGIN") ?? "http://127.0.0.1:8080"
    guard let origin = SiteOrigin(address) else {
      throw SettingError(
        name: "QUAD_ORIGIN", problem: "\(address) is not an address such as https://quad.school.example")
    }
    self.origin = origin
    site = SiteFacts(
      name: siteName, zone: ZoneName(checked: Zone.site.name),
      language: try settings.language("QUAD_LANGUAGE"), signUp: signUp)
    mail = try AuthSettings.mail(settings)
    let isCheap = try TestSite.chooses("cheap", orElse: "usual", in: "QUAD_TEST_PASSWORDS", settings)
    passwordCost = isCheap ? .minimal : .usual
  }

  private static func mail(_ settings: Settings) throws(SettingError) -> SMTPServer? {
    guard let url = settings.text("QUAD_SMTP") else { return nil }
    guard let sender = settings.text("QUAD_SMTP_FROM").flatMap({ EmailAddress($0) }) else {
      throw SettingError(
        name: "QUAD_SMTP_FROM", problem: "is not the address that mails come from; QUAD_SMTP needs it")
    }
    let password = try settings.textOfFile("QUAD_SMTP_PASSWORD_FILE")
    do {
      return try SMTPServer(
        url: url, sender: sender, user: settings.text("QUAD_SMTP_USER"), password: password,
        caFile: settings.text("QUAD_SMTP_CA"))
    } catch { throw SettingError(name: "QUAD_SMTP", problem: error.problem) }
  }
}

extension Unicode.Scalar.Properties {
  fileprivate var isControl: Bool { generalCategory == .control }
}
