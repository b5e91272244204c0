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

extension SiteOrigin {
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
    origin = try SiteOrigin(settings, from: "QUAD_ORIGIN")
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
