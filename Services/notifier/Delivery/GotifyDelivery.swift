import Fetch
import JSON
import Schema

/// Sends notices to an app of a Gotify server: `POST /message` with the token of the app in a header, so that
/// no log of a proxy holds it.
struct GotifyDelivery: Sendable {
  let client: FetchClient
  let policy: FetchPolicy

  func deliver(_ message: OutgoingMessage, to channel: ChannelRow) async -> DeliveryOutcome {
    guard let token = channel.secret else { return .dead(reason: "not sendable") }
    let body: [UInt8]
    do { body = try JSONCoding.encode(GotifyNote(message)) } catch { return .dead(reason: "not sendable") }
    let headers = [
      ("Content-Type", "application/json"), ("X-Gotify-Key", token), ("X-Quad-ID", message.id.description),
    ]
    return await client.post(
      "\(channel.target)/message", headers: headers, body: body, policy: policy
    ) { $0.outcome }
  }

  /// The URL of a server as it is stored, without slashes at its end.
  /// - Throws: `url_bad` for a query or a fragment, which would hide the path to the messages.
  static func server(_ url: String) throws(Fault) -> String {
    guard !url.contains(where: { "?#".contains($0) }) else { throw Fault(.urlBad, field: "url") }
    return String(url.reversed().drop { $0 == "/" }.reversed())
  }
}

/// The JSON of a message to Gotify.
struct GotifyNote: Codable, Sendable {
  struct Extras: Codable, Sendable {
    let display: Display
    let notification: Notification

    enum CodingKeys: String, CodingKey {
      case display = "client::display"
      case notification = "client::notification"
    }
  }

  /// The form of the text. Titles come from other people, and in Markdown they could load pictures.
  struct Display: Codable, Sendable {
    let contentType: String
  }

  struct Notification: Codable, Sendable {
    let click: Click
  }

  struct Click: Codable, Sendable {
    let url: String
  }

  let title: String
  let message: String
  let priority: Int
  let extras: Extras

  init(_ message: OutgoingMessage) {
    title = message.words.title
    // Gotify rejects a message without text.
    self.message = message.words.body.isEmpty ? message.words.title : message.words.body
    priority = message.importance.gotifyPriority
    extras = Extras(
      display: Display(contentType: "text/plain"), notification: Notification(click: Click(url: message.link))
    )
  }
}

extension Alerts.AlertImportance {
  /// The priority in Gotify, 0 to 10. Its app makes a sound from 4 and vibrates from 8.
  var gotifyPriority: Int {
    switch self {
    case .low: 2
    case .normal: 5
    case .high: 8
    case .crisis: 10
    }
  }
}
