import Crypto
import Fetch
import FoundationEssentials
import JSON
import Schema
import ServiceKit

/// Sends notices to a program of the person's own: JSON, signed so that the receiver can verify the sender
/// and the time.
struct WebhookDelivery: Sendable {
  let client: FetchClient
  let policy: FetchPolicy

  func deliver(_ message: OutgoingMessage, to channel: ChannelRow) async -> DeliveryOutcome {
    guard let secret = channel.secret else { return .dead(reason: "not sendable") }
    let body: [UInt8]
    do { body = try JSONCoding.encode(WebhookNote(message, channel.id)) } catch {
      return .dead(reason: "not sendable")
    }
    let seconds = SiteClock.system.milliseconds / 1000
    let headers = [
      ("Content-Type", "application/json"), ("X-Quad-ID", message.id.description),
      ("X-Quad-Signature", WebhookDelivery.signature(body, secret: secret, at: seconds)),
    ]
    return await client.post(channel.target, headers: headers, body: body, policy: policy) { response in
      // 410 means that the webhook wants no more messages or no longer exists.
      response.status == 410 ? .gone : response.outcome
    }
  }

  /// `t=<seconds>,v1=<hex>`: HMAC-SHA-256 over the seconds, a dot and the body, with the secret's text as the
  /// key. The time is signed too, so that nobody can replay an old body as a new one.
  static func signature(_ body: [UInt8], secret: String, at seconds: Int64) -> String {
    let signed = Array("\(seconds).".utf8) + body
    let code = HMAC.sha256(signed, key: Array(secret.utf8))
    return "t=\(seconds),v1=\(code.hexadecimal)"
  }
}

/// The JSON of a webhook message.
struct WebhookNote: Codable, Sendable {
  let id: String
  let channel: ChannelID
  let at: Instant
  let importance: Alerts.AlertImportance
  let title: String
  let body: String
  let reasons: [String]
  let language: Alerts.Language
  let link: String
  let text: Alerts.AlertText

  init(_ message: OutgoingMessage, _ channel: ChannelID) {
    id = message.id.description
    self.channel = channel
    at = message.at
    importance = message.importance
    title = message.words.title
    body = message.words.body
    reasons = message.words.reasons
    language = message.words.language
    link = message.link
    text = message.text
  }
}
