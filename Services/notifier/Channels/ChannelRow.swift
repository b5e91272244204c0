import Crypto
import Schema
import ServiceKit
import Store

/// A channel as stored.
struct ChannelRow: Sendable, Hashable {
  let id: ChannelID
  let person: PersonID
  let kind: Notifier.ChannelKind
  var name: String
  /// The endpoint, the ntfy topic, the Gotify server or the webhook; for email, the last valid address.
  let target: String
  /// A subscription's two keys, in base64url.
  var keys: Notifier.PushKeys?
  /// The sign-in session that a subscription ends with.
  var session: SessionID?
  /// The secret of a webhook, or the token of a Gotify app.
  var secret: String?
  var isOn = true
  var least = Alerts.AlertImportance.low
  let added: Instant
  var delivered: Instant?
  var failure: Notifier.DeliveryFailure?

  static let columns = """
    id, person, kind, name, target, p256dh, auth, session, secret, is_on, least, added_at, delivered_at,
    failed_at, failure
    """

  init(
    _ kind: Notifier.ChannelKind, of person: PersonID, name: String, target: String, now: Instant,
    keys: Notifier.PushKeys? = nil, session: SessionID? = nil, secret: String? = nil
  ) {
    id = .timed(now)
    self.person = person
    self.kind = kind
    self.name = name
    self.target = target
    self.keys = keys
    self.session = session
    self.secret = secret
    added = now
  }

  init(_ row: borrowing Row) throws {
    id = ChannelID(try row.id("id"))
    person = PersonID(try row.id("person"))
    guard let kind = Notifier.ChannelKind(rawValue: try row.text("kind")) else {
      throw DamagedRow(what: "channel \(id)")
    }
    self.kind = kind
    name = try row.text("name")
    target = try row.text("target")
    if let point = try row.textOrNil("p256dh"), let auth = try row.textOrNil("auth") {
      keys = Notifier.PushKeys(
        p256dh: Notifier.PushKeyText(checked: point), auth: Notifier.PushKeyText(checked: auth))
    }
    session = try row.idOrNil("session").map { SessionID($0) }
    secret = try row.textOrNil("secret")
    isOn = try row.bool("is_on")
    least = try Alerts.AlertImportance(weight: try row.int("least"))
    added = try row.instant("added_at")
    delivered = try row.instantOrNil("delivered_at")
    if let at = try row.instantOrNil("failed_at"), let reason = try row.textOrNil("failure") {
      failure = Notifier.DeliveryFailure(at: at, reason: reason)
    }
  }

  /// The target without the parts that only its person may see: of a push service only the host, of a URL
  /// nothing after the path.
  var shownTarget: String {
    switch kind {
    case .push: host
    case .email: target
    case .ntfy, .gotify, .webhook: String(target.prefix { $0 != "?" && $0 != "#" })
    }
  }

  /// The host of the target; for email, the domain.
  var host: String {
    kind == .email
      ? String(target.drop { $0 != "@" }.dropFirst())
      : VAPID.origin(of: target).map { String($0.drop { $0 != "/" }.dropFirst(2)) } ?? ""
  }

  /// - Parameter session: the caller's session.
  func shown(waiting: Int, askedIn session: SessionID?) -> Notifier.Channel {
    Notifier.Channel(
      id: id, kind: kind, name: name, target: shownTarget, isOn: isOn, least: least,
      isThisDevice: session != nil && session == self.session, added: added, lastDelivered: delivered,
      lastFailure: failure, waiting: waiting)
  }
}

extension Alerts.AlertImportance {
  /// The larger the weight, the more important the alert; 0 is low.
  var weight: Int64 { 2 - rank }

  init(weight: Int64) throws { try self.init(rank: 2 - weight) }
}
