internal import CZMQ
internal import Schema

/// The incoming event stream of one producer, from each of its instances. They publish one stream with one
/// order, so whoever reads it drops what is not above its position, and which instance sends does not matter.
final class Subscription {
  let targets: [PeerAddress]
  /// The names of the topic classes it is to; nil for the whole stream.
  let classes: [[UInt8]]?
  let sink: @Sendable ([StreamSignal]) -> Void
  /// The addresses of each host that was resolved.
  private var resolved: [String: [String]] = [:]
  /// One for each known address.
  var links: [StreamLink] = []
  private var lastLookUp: ContinuousClock.Instant?
  var isLookingUp = false

  init(
    from targets: [PeerAddress], classes: [String]?, sink: @escaping @Sendable ([StreamSignal]) -> Void
  ) {
    self.targets = targets
    self.classes = classes.map { Set($0).map { Array($0.utf8) } }
    self.sink = sink
  }

  var hosts: [String] {
    targets.compactMap {
      guard case .named(let host, _) = $0 else { return nil }
      return host
    }
  }

  /// The hosts to look up now: sometimes, since instances come and go, and often while heartbeats are
  /// missing, since an address may have changed.
  func wantedHosts(at now: ContinuousClock.Instant) -> [String] {
    guard !isLookingUp else { return [] }
    let isHeard = !links.isEmpty && links.allSatisfy { now - $0.lastHeard <= Subscription.doubt }
    let wait = isHeard ? Subscription.interval : HostNames.hurry
    if let lastLookUp, now - lastLookUp < wait { return [] }
    lastLookUp = now
    return hosts
  }

  /// Sets the addresses of hosts. One that cannot be resolved now keeps its own.
  func resolve(_ addresses: [String: [String]]) {
    resolved.merge(addresses.filter { hosts.contains($0.key) }) { _, new in new }
  }

  /// The addresses to subscribe to, each once.
  var addresses: [String] {
    var seen: Set<String> = []
    let all = targets.flatMap { target -> [String] in
      switch target {
      case .fixed(let address): [address]
      case .named(let host, let port): (resolved[host] ?? []).map { "tcp://\($0):\(port)" }
      }
    }
    return Array(all.filter { seen.insert($0).inserted }.prefix(BusAddress.maxInstances))
  }

  /// The first bytes of the messages it is to.
  var prefixes: [[UInt8]] {
    guard let classes else { return [FrameKind.magic] }
    return [Welcome.prefix, FrameKind.magic + [FrameKind.heartbeat.rawValue]]
      + classes.map { FrameKind.magic + [FrameKind.events.rawValue] + $0 + [0] }
  }

  /// The newest number of its classes among encoded ones.
  func newest(in heads: [UInt8]?) throws(FrameError) -> Int64? {
    guard let classes else { return nil }
    guard let heads, let newest = StreamHeads.newest(of: classes, in: heads) else { throw .truncated }
    return newest
  }

  /// The lookup interval while every instance is heard. What a new one publishes before, the heartbeats of
  /// the others show to be missing.
  private static let interval = HostNames.interval * 3
  /// The silence after which the address is in doubt. Heartbeats come each second.
  private static let doubt = Duration.milliseconds(1500)
}

/// The connection of a subscription to one instance.
final class StreamLink {
  let address: String
  /// Nil if it could not be opened.
  var socket: SocketBox?
  var lastHeard: ContinuousClock.Instant

  init(to address: String, now: ContinuousClock.Instant) {
    self.address = address
    lastHeard = now
  }
}

extension Engine {
  /// The silence after which a stream is reconnected. Heartbeats come each second. After a partition, TCP
  /// itself waits up to as long again as the partition took before it retries the old connection.
  static let silence = Duration.seconds(3)

  /// Sends events to subscribers. PUB is best effort: subscribers detect dropped events by the sequence
  /// number and request a replay.
  func publish(_ publications: [Publication], after heads: StreamHeads?, _ welcome: Welcome) {
    guard let publisher else { return }
    var heads = heads ?? self.welcome?.heads ?? welcome.heads
    self.welcome = welcome
    do {
      // A subscriber that has received the welcome gets every event published after it once its subscription
      // has arrived. Those before, the next heartbeat shows it to be missing.
      try readSubscribers()
      for message in EventBatch.messages(of: publications, welcome, &heads) {
        let sent = try publisher.send(message.wire)
        if sent == .done {
          stats.published += message.count
        } else {
          stats.publicationsDropped += message.count
        }
      }
      try publisher.socket.set(ZMQ_XPUB_WELCOME_MSG, welcome.frame)
    } catch {
      stats.publicationsDropped += publications.count
      options.note("publish: \(error)")
    }
  }

  func sendHeartbeat() {
    guard let publisher, let welcome else { return }
    var header = Header(id: RawUUID.random())
    header.stream = welcome.stream
    header.epoch = welcome.epoch
    header.sequence = welcome.head
    header.retainedFrom = options.retainedFrom()
    header.heads = welcome.heads.bytes
    do {
      _ = try publisher.send(WireMessage(.heartbeat, header.encoded()))
    } catch { options.note("heartbeat: \(error)") }
  }

  /// Reads subscription messages, so that the XPUB attaches its subscribers. Their content is not needed.
  func readSubscribers() throws(ZMQError) {
    guard let publisher else { return }
    for _ in 0..<Engine.messagesPerTurn {
      guard try publisher.receive(hasRouting: false, limit: 1) != nil else { return }
    }
  }

  func subscribe(
    _ program: ProgramName, _ classes: [String]?, _ sink: @escaping @Sendable ([StreamSignal]) -> Void
  ) {
    let subscription = Subscription(
      from: options.address.events(program), classes: classes, sink: sink)
    subscriptions[program] = subscription
    lookUpStream(program, subscription)
    connect(program, subscription)
  }

  /// Opens the stream at addresses that are new, and closes it at those that are gone.
  private func connect(_ program: ProgramName, _ subscription: Subscription) {
    let known = subscription.links
    subscription.links = subscription.addresses.map { address in
      if let link = known.first(where: { $0.address == address }) { return link }
      let link = StreamLink(to: address, now: now)
      open(link, program, subscription)
      return link
    }
    topologyChanged()
  }

  private func open(_ link: StreamLink, _ program: ProgramName, _ subscription: Subscription) {
    link.socket = nil
    link.lastHeard = now
    do {
      link.socket = try openStream(program, at: link.address, subscription.prefixes)
    } catch { options.note("subscribe to \(program): \(error)") }
  }

  /// Looks up the hosts of a producer here and not in libzmq. libzmq's only thread would block until the name
  /// server answers, which for a stopped program may take seconds.
  private func lookUpStream(_ program: ProgramName, _ subscription: Subscription) {
    let hosts = subscription.wantedHosts(at: now)
    guard !hosts.isEmpty else { return }
    subscription.isLookingUp = askForAddresses(program, hosts)
  }

  func streamResolved(_ program: ProgramName, _ addresses: [String: [String]]) {
    guard let subscription = subscriptions[program] else { return }
    subscription.isLookingUp = false
    subscription.resolve(addresses)
    connect(program, subscription)
  }

  private func openStream(
    _ program: ProgramName, at address: String, _ prefixes: [[UInt8]]
  ) throws -> SocketBox {
    guard let serverKey = options.keys.serverKey(of: program) else {
      throw KeyError.unreadable(path: "public.json: \(program)")
    }
    let socket = try Socket.open(context.context, ZMQ_SUB)
    try socket.secure(
      .client(
        serverKey: serverKey, publicKey: options.keys.own.curve.publicKey,
        secretKey: options.keys.own.curve.secretKey))
    for prefix in prefixes { try socket.set(ZMQ_SUBSCRIBE, prefix) }
    try socket.connect(address)
    return try SocketBox(socket)
  }

  /// Reads the stream. The thread always drains the socket: a slow consumer loses signals in its own bounded
  /// buffer, not in libzmq.
  func readStream(_ program: ProgramName, _ link: StreamLink) throws(ZMQError) {
    guard let subscription = subscriptions[program], let box = link.socket else { return }
    var heard: [StreamSignal] = []
    defer { if !heard.isEmpty { subscription.sink(heard) } }
    // The rest is read in the next turn.
    for _ in 0..<Engine.messagesPerTurn where heard.count < Engine.messagesPerTurn {
      guard let received = try box.receive(hasRouting: false, limit: 1) else { return }
      link.lastHeard = now
      do { heard += try signals(received, subscription) } catch { stats.malformed += 1 }
    }
  }

  private func signals(
    _ received: Received, _ subscription: Subscription
  ) throws(FrameError) -> [StreamSignal] {
    guard let message = received.message else {
      guard received.frames.count == 1, let welcome = Welcome(frame: received.frames[0]) else {
        throw .truncated
      }
      let newest = try subscription.newest(in: welcome.heads.bytes) ?? welcome.head
      return [.welcome(welcome, newest: newest)]
    }
    let header = try Header(decoding: message.header)
    switch message.kind {
    case .events: return try EventBatch.signals(message.body, after: subscription.newest(in: header.heads))
    case .heartbeat:
      return [.heartbeat(header, newest: try subscription.newest(in: header.heads) ?? header.sequence ?? 0)]
    case .request, .reply, .error, .cancel, .draining: throw .truncated
    }
  }

  /// Reconnects silent streams. SUB sockets have no ZMTP heartbeat (it aborts libzmq 4.3.4 under
  /// back-pressure), so silence is the only sign.
  func checkSubscriptions() {
    for (program, subscription) in subscriptions {
      lookUpStream(program, subscription)
      for link in subscription.links where now - link.lastHeard > Engine.silence {
        open(link, program, subscription)
        topologyChanged()
      }
    }
  }
}
