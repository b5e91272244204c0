import Crypto
import Fetch
import FoundationEssentials
import Schema
import ServiceKit

/// The settings of the channels from the environment, checked once.
struct ChannelSettings: Sendable {
  let siteName: String
  /// The beginning of links in messages, without a trailing slash.
  let origin: String
  let language: Alerts.Language
  /// Nil on a site that sends no mail.
  let mail: SMTPServer?
  /// Hosts of the operator's own network that channels may target.
  let allowed: AllowedTargets
  /// The contact that push services may write to.
  let contact: PushContact

  init(_ settings: Settings) throws(SettingError) {
    siteName = settings.text("QUAD_SITE_NAME") ?? "Quad"
    guard siteName.count <= 60,
      siteName.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else {
      throw SettingError(
        name: "QUAD_SITE_NAME", problem: "is longer than 60 characters or holds a control one")
    }
    origin = try SiteOrigin(settings, from: "QUAD_ORIGIN").text
    language = try settings.language("QUAD_LANGUAGE")
    mail = try ChannelSettings.mail(settings)
    do { allowed = try AllowedTargets(settings.text("QUAD_ALLOWED_TARGETS") ?? "") } catch {
      throw SettingError(name: "QUAD_ALLOWED_TARGETS", problem: "does not fit: \(error)")
    }
    contact = try PushContact(settings, origin: origin, mail: mail)
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
