import Crypto
import Schema
import ServiceKit
import Store

/// The channels by which notices reach a person: list, add, edit, remove, test.
extension ChannelDesk {
  func register(in handlers: inout Handlers) {
    handlers.on(Notifier.ListChannels.self, listChannels)
    handlers.on(Notifier.GetPushKey.self, getPushKey)
    handlers.on(Notifier.AddPushChannel.self, addPushChannel)
    handlers.on(Notifier.AddEmailChannel.self, addEmailChannel)
    handlers.on(Notifier.AddNtfyChannel.self, addNtfyChannel)
    handlers.on(Notifier.AddGotifyChannel.self, addGotifyChannel)
    handlers.on(Notifier.AddWebhookChannel.self, addWebhookChannel)
    handlers.on(Notifier.EditChannel.self, editChannel)
    handlers.on(Notifier.RemoveChannel.self, removeChannel)
    handlers.on(Notifier.TestChannel.self, testChannel)
    handlers.on(Notifier.ListDeadDeliveries.self, listDeadDeliveries)
    handlers.subscribe(to: Auth.SessionRevoked.self, from: .auth) { told, db, call in
      try db.endSession(told.session, at: SiteClock.system, call)
    }
  }

  func listChannels(_ request: Notifier.ListChannels, _ call: Call) async throws -> Notifier.Channels {
    let identity = try call.signedIn
    let items = try await call.read { db in
      try db.shownChannels(of: identity.person, askedIn: identity.session)
    }
    return Notifier.Channels(items: items, kinds: kinds)
  }

  func getPushKey(_ request: Notifier.GetPushKey, _ call: Call) async throws -> Notifier.PushKey {
    _ = try call.person
    return Notifier.PushKey(key: Base64URL.encode(try await pushKey.key(in: call.store).publicKey.bytes))
  }

  func addPushChannel(_ request: Notifier.AddPushChannel, _ call: Call) async throws -> EncodedReply<
    Notifier.Channel
  > {
    let identity = try call.signedIn
    let keys = request.keys
    guard WebPushKeys(p256dh: keys.p256dh.text, auth: keys.auth.text) != nil else {
      throw Fault(.pushKeysBad, field: "keys")
    }
    let endpoint = request.endpoint.text
    guard isPushService(endpoint) else { throw Fault(.targetRefused, field: "endpoint") }
    return try await call.write { db in
      // The session ended while the request was in flight.
      guard try !db.hasEnded(identity.session) else { throw Fault(.signInRequired) }
      try db.freeEndpoint(endpoint, for: identity.person, call)
      if var known = try db.channel(.push, to: endpoint, of: identity.person) {
        known.keys = keys
        known.session = identity.session
        if let name = request.name { known.name = name.text }
        try db.update(known)
        return known.shown(waiting: try db.waiting(for: known.id), askedIn: identity.session)
      }
      let name = request.name?.text ?? ChannelDesk.standardName(.push, endpoint)
      return try db.add(
        ChannelRow(
          .push, of: identity.person, name: name, target: endpoint, now: call.now, keys: keys,
          session: identity.session),
        askedBy: identity, call)
    }
  }

  func addEmailChannel(_ request: Notifier.AddEmailChannel, _ call: Call) async throws -> EncodedReply<
    Notifier.Channel
  > {
    let identity = try call.signedIn
    guard settings.mail != nil else { throw Fault(.noMail) }
    let address = try await call.ask(Auth.GetAddress(person: identity.person))
    guard address.isVerified else { throw Fault(.addressNotVerified) }
    return try await call.write { db in
      if let known = try db.channel(.email, to: address.email, of: identity.person) {
        try db.setTarget(address.email, of: known.id)
        let waiting = try db.waiting(for: known.id)
        return try db.channel(known.id, of: identity.person)
          .shown(waiting: waiting, askedIn: identity.session)
      }
      let name = ChannelDesk.standardName(.email, address.email)
      return try db.add(
        ChannelRow(.email, of: identity.person, name: name, target: address.email, now: call.now),
        askedBy: identity, call)
    }
  }

  func addNtfyChannel(_ request: Notifier.AddNtfyChannel, _ call: Call) async throws -> EncodedReply<
    Notifier.Channel
  > {
    let identity = try call.signedIn
    let url = try target(request.url)
    return try await call.write { db in
      if let known = try db.channel(.ntfy, to: url, of: identity.person) {
        return known.shown(waiting: try db.waiting(for: known.id), askedIn: identity.session)
      }
      let name = request.name?.text ?? ChannelDesk.standardName(.ntfy, url)
      return try db.add(
        ChannelRow(.ntfy, of: identity.person, name: name, target: url, now: call.now), askedBy: identity,
        call)
    }
  }

  func addGotifyChannel(
    _ request: Notifier.AddGotifyChannel, _ call: Call
  ) async throws -> EncodedReply<Notifier.Channel> {
    let identity = try call.signedIn
    let server = try GotifyDelivery.server(try target(request.url))
    let token = request.token.text
    return try await call.write { db in
      let known = try db.channels(of: identity.person).first {
        $0.kind == .gotify && $0.target == server && $0.secret == token
      }
      if let known {
        return known.shown(waiting: try db.waiting(for: known.id), askedIn: identity.session)
      }
      let name = request.name?.text ?? ChannelDesk.standardName(.gotify, server)
      return try db.add(
        ChannelRow(.gotify, of: identity.person, name: name, target: server, now: call.now, secret: token),
        askedBy: identity, call)
    }
  }

  func addWebhookChannel(
    _ request: Notifier.AddWebhookChannel, _ call: Call
  ) async throws -> EncodedReply<Notifier.AddedWebhook> {
    let identity = try call.signedIn
    let url = try target(request.url)
    let secret = Token.random().text
    return try await call.write { db in
      let name = request.name?.text ?? ChannelDesk.standardName(.webhook, url)
      let channel = try db.add(
        ChannelRow(.webhook, of: identity.person, name: name, target: url, now: call.now, secret: secret),
        askedBy: identity, call)
      return Notifier.AddedWebhook(channel: channel, secret: secret)
    }
  }

  private func target(_ url: Notifier.ChannelURL) throws(Fault) -> String {
    guard takes(url.text) else { throw Fault(.targetRefused, field: "url") }
    return url.text
  }

  /// The default name of a channel.
  static func standardName(_ kind: Notifier.ChannelKind, _ target: String) -> String {
    let host = VAPID.origin(of: target)?.split(separator: "/").last.map(String.init) ?? target
    return switch kind {
    case .push: "Browser"
    case .email: "Email"
    case .ntfy: "ntfy (\(host.prefix(40)))"
    case .gotify: "Gotify (\(host.prefix(40)))"
    case .webhook: "Webhook (\(host.prefix(40)))"
    }
  }

  func editChannel(_ request: Notifier.EditChannel, _ call: Call) async throws -> EncodedReply<
    Notifier.Channel
  > {
    let identity = try call.signedIn
    return try await call.write { db in
      var channel = try db.channel(request.id, of: identity.person)
      let before = channel
      switch request.name {
      case .keep: break
      case .clear: channel.name = ChannelDesk.standardName(channel.kind, channel.target)
      case .set(let name): channel.name = name.text
      }
      channel.isOn = request.isOn ?? channel.isOn
      channel.least = request.least ?? channel.least
      if channel != before {
        try db.update(channel)
        // Deliveries that wait for a channel are dropped when it is switched off.
        if !channel.isOn { try db.dropWaiting(for: channel.id) }
        try db.publish(Notifier.ChannelsChanged(channel: channel.id), to: .people([channel.person]), call)
      }
      return channel.shown(waiting: try db.waiting(for: channel.id), askedIn: identity.session)
    }
  }

  func removeChannel(_ request: Notifier.RemoveChannel, _ call: Call) async throws -> EncodedReply<Empty> {
    let person = try call.person
    return try await call.write { db in
      try db.delete(try db.channel(request.id, of: person), call)
      return Empty()
    }
  }

  func testChannel(_ request: Notifier.TestChannel, _ call: Call) async throws -> EncodedReply<Empty> {
    let person = try call.person
    return try await call.write { db in
      try db.planTest(of: try db.channel(request.id, of: person), call)
      return Empty()
    }
  }

  func listDeadDeliveries(
    _ request: Notifier.ListDeadDeliveries, _ call: Call
  ) async throws -> Page<Notifier.DeadDelivery> {
    let limit = (request.limit ?? .standard).count
    let key = try request.cursor.map { try TimeKey($0) } ?? .last
    let rows = try await call.read { try $0.deadDeliveries(after: key, limit: limit + 1) }
    return Page(rows, limit: limit) { TimeKey(time: $0.died, id: $0.id.raw).cursor }
  }
}

extension Database {
  /// Inserts a new channel and returns it as its person sees it.
  fileprivate func add(
    _ channel: ChannelRow, askedBy identity: Identity, _ call: Call
  ) throws -> Notifier.Channel {
    try insert(channel)
    try publish(Notifier.ChannelsChanged(channel: channel.id), to: .people([channel.person]), call)
    return channel.shown(waiting: 0, askedIn: identity.session)
  }
}
