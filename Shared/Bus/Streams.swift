internal import CZMQ
internal import Schema

/// The incoming event stream of one producer.
final class Subscription {
  let target: PeerAddress
  /// The names of the topic classes it is to; nil for the whole stream.
  let classes: [[UInt8]]?
  let sink: @Sendable ([StreamSignal]) -> Void
  /// The producer's address. Nil while its host is not resolved.
  var address: String?
  var socket: SocketBox?
  var lastHeard: ContinuousClock.Instant
  var nextLookUp: ContinuousClock.Instant
  var isLookingUp = false

  init(
    from target: PeerAddress, classes: [String]?, now: ContinuousClock.Instant,
    sink: @escaping @Sendable ([StreamSignal]) -> Void
  ) {
    self.target = target
    self.classes = classes.map { Set($0).map { Array($0.utf8) } }
    self.sink = sink
    if case .fixed(let address) = target { self.address = address }
    lastHeard = now
    nextLookUp = now
  }

  /// The host to look up, if its address is unknown or may have changed because heartbeats are missing.
  func wantedHost(at now: ContinuousClock.Instant) -> String? {
    guard case .named(let host, _) = target, !isLookingUp, now >= nextLookUp else { return nil }
    return address == nil || now - lastHeard > Subscription.doubt ? host : nil
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

  /// The silence after which the address is in doubt. Heartbeats come each second.
  private static let doubt = Duration.milliseconds(1500)
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
      from: PeerAddress(options.address.events(program)), classes: classes, now: now, sink: sink)
    subscriptions[program] = subscription
    lookUpStream(program, subscription)
    openStream(program, subscription)
  }

  /// Opens the stream. Without an address, it opens once the host is resolved.
  private func openStream(_ program: ProgramName, _ subscription: Subscription) {
    subscription.socket = nil
    do {
      if let address = subscription.address {
        subscription.socket = try openStream(program, at: address, subscription.prefixes)
      }
    } catch { options.note("subscribe to \(program): \(error)") }
    topologyChanged()
  }

  /// Looks up the producer's host here and not in libzmq. libzmq's only thread would block until the name
  /// server answers, which for a stopped program may take seconds.
  private func lookUpStream(_ program: ProgramName, _ subscription: Subscription) {
    guard let host = subscription.wantedHost(at: now) else { return }
    subscription.isLookingUp = askForAddresses(program, [host])
    subscription.nextLookUp = now.advanced(by: HostNames.hurry)
  }

  /// Sets the producer's address. A producer has only one; of several, the first is used as long as it is
  /// listed.
  func streamResolved(_ program: ProgramName, _ addresses: [String: [String]]) {
    guard let subscription = subscriptions[program], case .named(let host, let port) = subscription.target
    else { return }
    subscription.isLookingUp = false
    guard let known = addresses[host]?.map({ "tcp://\($0):\(port)" }), let first = known.first else { return }
    if let address = subscription.address, known.contains(address) { return }
    subscription.address = first
    subscription.lastHeard = now
    openStream(program, subscription)
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
  func readStream(_ program: ProgramName) throws(ZMQError) {
    guard let subscription = subscriptions[program], let box = subscription.socket else { return }
    var heard: [StreamSignal] = []
    defer { if !heard.isEmpty { subscription.sink(heard) } }
    // The rest is read in the next turn.
    for _ in 0..<Engine.messagesPerTurn where heard.count < Engine.messagesPerTurn {
      guard let received = try box.receive(hasRouting: false, limit: 1) else { return }
      subscription.lastHeard = now
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
      guard now - subscription.lastHeard > Engine.silence else { continue }
      subscription.lastHeard = now
      openStream(program, subscription)
    }
  }
}
