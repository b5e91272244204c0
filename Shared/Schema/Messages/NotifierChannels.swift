extension Notifier {
  /// The kind of a channel.
  package enum ChannelKind: String, Choice {
    case push, email, ntfy, gotify, webhook
  }

  /// A channel that brings notifications to a person outside of the page. The inbox is always there and is
  /// not a channel.
  package struct Channel: Codable, Hashable, Sendable {
    package let id: ChannelID
    package let kind: ChannelKind
    /// The person's name for it: a device, a program.
    package let name: String
    /// The host of a push service, the mail address, or the URL of a topic, a server or a webhook: never a
    /// secret.
    package let target: String
    /// True while the channel delivers.
    package let isOn: Bool
    /// The minimum importance; less important notifications stay in the inbox.
    package let least: Alerts.AlertImportance
    /// True for the device that sent the request.
    package let isThisDevice: Bool
    /// The moment at which the channel was added.
    package let added: Instant
    /// The moment of the latest delivery. Absent before the first.
    package let lastDelivered: Instant?
    /// The last failure, if it came after the last delivery.
    package let lastFailure: DeliveryFailure?
    /// The number of notifications waiting for delivery.
    package let waiting: Int

    package init(
      id: ChannelID, kind: ChannelKind, name: String, target: String, isOn: Bool,
      least: Alerts.AlertImportance, isThisDevice: Bool, added: Instant, lastDelivered: Instant?,
      lastFailure: DeliveryFailure?, waiting: Int
    ) {
      self.id = id
      self.kind = kind
      self.name = name
      self.target = target
      self.isOn = isOn
      self.least = least
      self.isThisDevice = isThisDevice
      self.added = added
      self.lastDelivered = lastDelivered
      self.lastFailure = lastFailure
      self.waiting = waiting
    }
  }

  /// The latest failure of a channel.
  package struct DeliveryFailure: Codable, Hashable, Sendable {
    /// The moment of the failure.
    package let at: Instant
    /// The reason in our own words, such as `gone`, `refused 403` or `unreachable`; nothing from the other
    /// side's reply.
    package let reason: String

    package init(at: Instant, reason: String) {
      self.at = at
      self.reason = reason
    }
  }

  package struct ListChannels: Request {
    package typealias Reply = Channels
    package static let subject = "notifier.channel.list"
    package static let version = "1.1"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/channels")
    package static let summary = "List your channels and the state of each."

    package init() {}
  }

  /// All channels of a person.
  package struct Channels: Codable, Sendable {
    /// The channels, in the order in which they were added.
    package let items: [Channel]
    /// The kinds of channel that this site offers.
    package let kinds: [ChannelKind]

    package init(items: [Channel], kinds: [ChannelKind]) {
      self.items = items
      self.kinds = kinds
    }
  }

  package struct GetPushKey: Request {
    package typealias Reply = PushKey
    package static let subject = "notifier.push.key"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/push/key")
    package static let summary = "Get the key for Web Push subscriptions."

    package init() {}
  }

  /// The site's public key for Web Push, RFC 8292.
  package struct PushKey: Codable, Hashable, Sendable {
    /// The site's VAPID key (RFC 8292): a point of P-256, 65 bytes in base64url.
    package let key: String

    package init(key: String) {
      self.key = key
    }
  }

  /// Adds a browser's subscription, as `PushSubscription.toJSON()` returns it. Adding the same one again only
  /// confirms that it is still in use. It ends with its session.
  package struct AddPushChannel: Request {
    package typealias Reply = Channel
    package static let subject = "notifier.channel.addPush"
    package static let version = "1.1"
    package static let scope: TokenScope? = nil
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/channels/push", status: 201)
    package static let faults = [FaultCode.tooManyChannels, .targetRefused, .pushKeysBad]
    package static let summary = "Add this browser as a channel (Web Push)."
    /// The address of the push service, from the browser's subscription.
    package let endpoint: ChannelURL
    package let keys: PushKeys
    package let name: ChannelName?

    package init(endpoint: ChannelURL, keys: PushKeys, name: ChannelName? = nil) {
      self.endpoint = endpoint
      self.keys = keys
      self.name = name
    }
  }

  /// The keys with which a push to a browser is encrypted (RFC 8291), in base64url.
  package struct PushKeys: Codable, Hashable, Sendable {
    /// The browser's public key, from its subscription (RFC 8291).
    package let p256dh: PushKeyText
    /// The authentication secret, from its subscription (RFC 8291).
    package let auth: PushKeyText

    package init(p256dh: PushKeyText, auth: PushKeyText) {
      self.p256dh = p256dh
      self.auth = auth
    }
  }

  /// Adds a channel to the account's own mail address. No other address is possible.
  package struct AddEmailChannel: Request {
    package typealias Reply = Channel
    package static let subject = "notifier.channel.addEmail"
    package static let version = "1.1"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/channels/email", status: 201)
    package static let faults = [FaultCode.tooManyChannels, .noMail, .addressNotVerified]
    package static let summary = "Add your account's email address as a channel."

    package init() {}
  }

  /// Adds a topic of an ntfy server. Whoever knows the topic can read what is sent to it.
  package struct AddNtfyChannel: Request {
    package typealias Reply = Channel
    package static let subject = "notifier.channel.addNtfy"
    package static let version = "1.1"
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/channels/ntfy", status: 201)
    package static let faults = [FaultCode.tooManyChannels, .targetRefused]
    package static let summary = "Add an ntfy topic as a channel."
    /// The URL of the topic: `https://ntfy.example/my-topic`.
    package let url: ChannelURL
    package let name: ChannelName?

    package init(url: ChannelURL, name: ChannelName? = nil) {
      self.url = url
      self.name = name
    }
  }

  /// Adds an app of a Gotify server. Notifications are posted to `/message` below the server's URL.
  package struct AddGotifyChannel: Request {
    package typealias Reply = Channel
    package static let subject = "notifier.channel.addGotify"
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/channels/gotify", status: 201)
    package static let faults = [FaultCode.tooManyChannels, .targetRefused, .urlBad]
    package static let summary = "Add an app of a Gotify server as a channel."
    /// The URL of the server, without a query: `https://gotify.example`.
    package let url: ChannelURL
    /// The token of the app, which only sends. No reply contains it.
    package let token: GotifyToken
    package let name: ChannelName?

    package init(url: ChannelURL, token: GotifyToken, name: ChannelName? = nil) {
      self.url = url
      self.token = token
      self.name = name
    }
  }

  /// Adds an address to which notifications are posted as signed JSON.
  package struct AddWebhookChannel: Request {
    package typealias Reply = AddedWebhook
    package static let subject = "notifier.channel.addWebhook"
    package static let version = "1.1"
    package static let repeats = Repeats.secretReply
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/channels/webhook", status: 201)
    package static let faults = [FaultCode.tooManyChannels, .targetRefused]
    package static let summary = "Add a webhook as a channel. Its secret is shown once."
    /// The address to which notifications are posted as JSON.
    package let url: ChannelURL
    package let name: ChannelName?

    package init(url: ChannelURL, name: ChannelName? = nil) {
      self.url = url
      self.name = name
    }
  }

  /// A new webhook with the secret that signs its messages. The secret is shown only this once.
  package struct AddedWebhook: Codable, Sendable {
    package let channel: Channel
    /// The key of the HMAC-SHA-256 in `X-Quad-Signature`.
    package let secret: String

    package init(channel: Channel, secret: String) {
      self.channel = channel
      self.secret = secret
    }
  }

  /// Changes the given members and keeps the others; `null` clears the name.
  package struct EditChannel: Request {
    package typealias Reply = Channel
    package static let subject = "notifier.channel.edit"
    package static let version = "1.1"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.patch, "/v1/channels/{id}")
    package static let faults = [FaultCode.notFound, .nameBlank]
    package static let summary = "Edit a channel: name, on or off, least importance."
    package let id: ChannelID
    package let name: Patch<ChannelName>
    /// False stops deliveries without removing the channel.
    package let isOn: Bool?
    /// The least importance that the channel delivers.
    package let least: Alerts.AlertImportance?

    package init(
      id: ChannelID, name: Patch<ChannelName> = .keep, isOn: Bool? = nil,
      least: Alerts.AlertImportance? = nil
    ) {
      self.id = id
      self.name = name
      self.isOn = isOn
      self.least = least
    }
  }

  package struct RemoveChannel: Request {
    package typealias Reply = Empty
    package static let subject = "notifier.channel.remove"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.delete, "/v1/channels/{id}", status: 204)
    package static let faults = [FaultCode.notFound]
    package static let summary = "Remove a channel."
    package let id: ChannelID

    package init(id: ChannelID) {
      self.id = id
    }
  }

  /// Sends a test through this channel at once, even in quiet hours; the list of channels shows the result.
  package struct TestChannel: Request {
    package typealias Reply = Empty
    package static let subject = "notifier.channel.test"
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/channels/{id}/test", status: 204)
    package static let faults = [FaultCode.notFound]
    package static let maxPerHour: Int? = 20
    package static let summary = "Send a test notification to a channel."
    package let id: ChannelID

    package init(id: ChannelID) {
      self.id = id
    }
  }

  /// Lists dead deliveries for administrators, newest first.
  package struct ListDeadDeliveries: Request {
    package typealias Reply = Page<DeadDelivery>
    package static let subject = "notifier.delivery.listDead"
    package static let version = "1.1"
    package static let access = Access.role(.admin)
    package static let callers = [ProgramName.operator]
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/admin/dead-deliveries")
    package static let faults = [FaultCode.cursorBad]
    package static let summary = "List failed deliveries with their reasons, newest first."
    package let cursor: Cursor?
    package let limit: PageLimit?

    package init(cursor: Cursor? = nil, limit: PageLimit? = nil) {
      self.cursor = cursor
      self.limit = limit
    }
  }

  /// A dead delivery without its content, which is private to the person.
  package struct DeadDelivery: Codable, Hashable, Sendable {
    package let id: DeliveryID
    /// The person whose channel it was.
    package let person: PersonID
    package let kind: ChannelKind
    /// The host of the channel's address; the rest of it is secret.
    package let host: String
    /// The moment for which the delivery was planned.
    package let planned: Instant
    /// The moment of the last attempt.
    package let died: Instant
    /// The number of attempts.
    package let attempts: Int
    /// The reason why the last attempt failed.
    package let reason: String

    package init(
      id: DeliveryID, person: PersonID, kind: ChannelKind, host: String, planned: Instant, died: Instant,
      attempts: Int, reason: String
    ) {
      self.id = id
      self.person = person
      self.kind = kind
      self.host = host
      self.planned = planned
      self.died = died
      self.attempts = attempts
      self.reason = reason
    }
  }

  /// A channel of the person was added, changed or removed: fetch the list again.
  package struct ChannelsChanged: Event {
    package static let topic = "notifier.channel.changed"
    package static let audience = AudienceKind.people
    package let channel: ChannelID

    package init(channel: ChannelID) {
      self.channel = channel
    }
  }

  /// A delivery to a channel failed for good.
  package struct DeliveryDied: Event {
    package static let topic = "notifier.delivery.died"
    package static let audience = AudienceKind.people
    package let channel: ChannelID
    /// The reason why the last attempt failed.
    package let reason: String

    package init(channel: ChannelID, reason: String) {
      self.channel = channel
      self.reason = reason
    }
  }
}
