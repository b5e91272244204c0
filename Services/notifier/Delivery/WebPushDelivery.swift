import Crypto
import Fetch
import JSON
import Schema
import ServiceKit
import Synchronization

/// Sends pushes to browsers: RFC 8030, encrypted by RFC 8291, signed by RFC 8292, in the format of
/// Declarative Web Push, which a browser can show without the page's worker.
struct WebPushDelivery: Sendable {
  let client: FetchClient
  let policy: FetchPolicy
  let log: Log
  /// The advice about a contact that a push service may reject.
  private let advice: String?
  private let vapid: VAPID
  private let tokens = TokenCache()

  init(client: FetchClient, policy: FetchPolicy, log: Log, key: P256KeyPair, contact: PushContact) throws {
    self.client = client
    self.policy = policy
    self.log = log
    advice = contact.advice
    vapid = try VAPID(key: key, contact: contact.text)
  }

  /// The longest time for which a push service is asked to keep a push: the four weeks that they accept.
  static let maxTTL = Duration.seconds(28 * 24 * 3600)

  /// - Parameter left: the time for which the message is still useful.
  func deliver(_ message: OutgoingMessage, to channel: ChannelRow, left: Duration) async -> DeliveryOutcome {
    guard let given = channel.keys,
      let keys = WebPushKeys(p256dh: given.p256dh.text, auth: given.auth.text)
    else { return .gone }
    let body: [UInt8]
    let authorization: String
    do {
      body = try WebPushMessage(PushNote.json(of: message), to: keys).bytes
      authorization = try tokens.token(vapid, endpoint: channel.target, now: SiteClock.system)
    } catch {
      log(.error, "push: \(error)")
      return .dead(reason: "not sendable")
    }
    let seconds = max(0, min(left, WebPushDelivery.maxTTL).components.seconds)
    let headers = [
      ("Authorization", authorization), ("TTL", "\(seconds)"), ("Urgency", message.importance.urgency),
      ("Topic", Base64URL.encode(message.id.bytes)), ("Content-Encoding", "aes128gcm"),
      ("Content-Type", "application/octet-stream"),
    ]
    return await client.post(channel.target, headers: headers, body: body, policy: policy) { response in
      meaning(of: response, from: channel.host)
    }
  }

  /// The outcome for a response, by RFC 8030, section 5, and by what push services do besides.
  private func meaning(of response: FetchResponse, from host: String) -> DeliveryOutcome {
    switch response.status {
    case 404, 410: return .gone
    case 401, 403:
      // The subscription is valid, but our key or its proof is not: only the operator can fix that.
      let reason = "\(host) does not take this site's key: \(response.status)"
      log(.error, "push: \([reason, advice].compactMap(\.self).joined(separator: "; "))")
      return .dead(reason: "refused \(response.status)")
    default: return response.outcome
    }
  }
}

extension Alerts.AlertImportance {
  fileprivate var urgency: String {
    switch self {
    case .low: "low"
    case .normal: "normal"
    case .high, .crisis: "high"
    }
  }
}

/// A cache of VAPID tokens by origin. A token is valid for half a day, so most pushes need no new signature.
private final class TokenCache: Sendable {
  private struct Token {
    let text: String
    let expires: Instant
  }

  /// The limit on cached origins.
  private static let maxCount = 256
  private static let life = Duration.seconds(12 * 3600)
  /// The time before its expiry at which a token is renewed.
  private static let margin = Duration.seconds(3600)

  private let tokens = Mutex(LRUCache<String, Token>(limit: TokenCache.maxCount))

  func token(_ vapid: VAPID, endpoint: String, now: Instant) throws -> String {
    guard let origin = VAPID.origin(of: endpoint) else { throw CryptoError.endpointBad }
    if let known = tokens.withLock({ $0[origin] }), now < known.expires { return known.text }
    let text = try vapid.authorization(
      endpoint: endpoint, now: now.milliseconds / 1000, life: TokenCache.life)
    let token = Token(text: text, expires: now.advanced(by: TokenCache.life - TokenCache.margin))
    tokens.withLock { $0[origin] = token }
    return text
  }
}

/// The JSON of a push. A browser that supports the format shows it directly; any other passes it to the
/// worker.
struct PushNote: Codable, Sendable {
  struct Notification: Codable, Sendable {
    let title: String
    let body: String
    let navigate: String
    let tag: String
    let lang: String
    /// The address of a picture.
    let image: String?
    let data: Content
  }

  /// Data for a worker that shows texts of its own.
  struct Content: Codable, Sendable {
    let id: String
    let at: String
    let key: String
    let importance: Alerts.AlertImportance
    let values: [String: String]
  }

  enum CodingKeys: String, CodingKey {
    case form = "web_push"
    case notification
  }

  /// The number that identifies the format.
  let form: Int
  let notification: Notification

  /// The limit on a push in bytes, although 3993 octets would be accepted.
  static let maxBytes = 2999

  /// The JSON of a message, without the worker's values if they would exceed the limit.
  static func json(of message: OutgoingMessage) throws -> [UInt8] {
    let values = Dictionary(message.text.values.map { ($0.name, $0.text) }) { first, _ in first }
    let whole = try JSONCoding.encode(PushNote(message, values))
    return whole.count <= maxBytes ? whole : try JSONCoding.encode(PushNote(message, [:]))
  }

  private init(_ message: OutgoingMessage, _ values: [String: String]) {
    form = 8030
    notification = Notification(
      title: message.words.title, body: message.words.body, navigate: message.link,
      tag: message.id.description, lang: message.words.language.rawValue,
      image: message.picture,
      data: Content(
        id: message.id.description, at: message.at.description, key: message.text.key,
        importance: message.importance, values: values))
  }
}
