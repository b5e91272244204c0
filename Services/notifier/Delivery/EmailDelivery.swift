import Bus
import Fetch
import Schema
import ServiceKit
import Store

/// Sends notices by mail, to the account's current address. Each delivery asks auth for it, so that nothing
/// goes to an address the person gave up.
struct EmailDelivery: Sendable {
  let context: ServiceContext
  let client: SMTPClient
  let sender: EmailAddress
  let settings: ChannelSettings

  func deliver(_ message: OutgoingMessage, to channel: ChannelRow) async throws -> DeliveryOutcome {
    let address: Auth.PersonAddress
    do {
      address = try await context.bus.call(Auth.GetAddress(person: channel.person))
    } catch {
      return error.fault.code == FaultCode.notFound.code
        ? .dead(reason: "no address") : .again(reason: "auth is silent")
    }
    guard address.isVerified, let recipient = EmailAddress(address.email) else {
      return .dead(reason: "no address")
    }
    if recipient.text != channel.target {
      try await context.store.write { try $0.setTarget(recipient.text, of: channel.id) }
    }
    do {
      try await client.send(mail(message, to: recipient, address.firstName))
      return .delivered
    } catch {
      return EmailDelivery.meaning(of: error)
    }
  }

  /// The outcome for an error, without the server's text, which may contain the address.
  static func meaning(of error: MailError) -> DeliveryOutcome {
    switch error {
    case .invalid: .dead(reason: "not sendable")
    case .refused(let code, _): .dead(reason: "refused \(code)")
    case .deferred(let code?, _): .again(reason: "put off \(code)")
    case .deferred(nil, _): .again(reason: "no answer")
    }
  }

  private func mail(_ message: OutgoingMessage, to recipient: EmailAddress, _ name: String) -> Mail {
    let text = MailWords(message, settings, name: name)
    return Mail(
      from: sender, fromName: message.site, to: recipient, subject: message.words.title,
      text: text.plain, html: text.html, messageID: message.id.description, date: SiteClock.system,
      headers: [("List-Unsubscribe", "<\(settings.origin)/settings/alerts>")])
  }
}

/// A mail's text, plain and as HTML.
struct MailWords: Sendable, Equatable {
  let plain: String
  let html: String

  init(_ message: OutgoingMessage, _ settings: ChannelSettings, name: String) {
    let words = MailWords.words(message.words.language, name: name, site: message.site)
    let page = settings.origin + "/settings/alerts"
    plain = """
      \(words.hello)

      \(message.words.title)
      \(message.words.body)

      \(message.link)

      --\u{20}
      \(words.why) \(page)

      """
    let (title, body) = (message.words.title.htmlEscaped, message.words.body.htmlEscaped)
    html = """
      <!doctype html>
      <html lang="\(message.words.language.rawValue)">
      <body>
      <p>\(words.hello.htmlEscaped)</p>
      <p><strong>\(title)</strong><br>\(body)</p>
      <p><a href="\(message.link.htmlEscaped)">\(words.open.htmlEscaped)</a></p>
      <p><small>\(words.why.htmlEscaped) <a href="\(page.htmlEscaped)">\
      \(page.htmlEscaped)</a></small></p>
      </body>
      </html>

      """
  }

  private static func words(
    _ language: Alerts.Language, name: String, site: String
  ) -> (hello: String, open: String, why: String) {
    switch language {
    case .english:
      (
        "Hello \(name),", "Open \(site)",
        "You get this email because email notifications are on. Change your settings:"
      )
    case .german:
      (
        "Hallo \(name),", "\(site) öffnen",
        "Du bekommst diese E-Mail, weil E-Mail-Mitteilungen eingeschaltet sind. Einstellungen ändern:"
      )
    case .french:
      (
        "Bonjour \(name),", "Ouvrir \(site)",
        "Tu reçois cet e-mail, car les notifications par e-mail sont activées. Changer tes réglages\u{a0}:"
      )
    }
  }
}
