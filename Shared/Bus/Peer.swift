internal import CZMQ
internal import Schema

/// The connection to one instance of a program. Each has its own DEALER, so that a dead instance blocks no
/// other.
final class Link {
  unowned let peer: Peer
  /// Identifies a link within this process.
  let number: Int
  let address: String
  let dealer: SocketBox
  let monitor: SocketBox
  /// True from the CURVE handshake until the connection breaks.
  var isUp = false
  /// The time of the last TCP or IPC connection, before its handshake.
  var connected: ContinuousClock.Instant?
  /// Consecutive connections that the server closed before the handshake completed.
  var closedHandshakes = 0
  /// Set when the instance announced its drain: nothing is sent to it before this time, unless it is back
  /// earlier.
  var drainingUntil: ContinuousClock.Instant?
  /// Calls that were sent here and have no reply yet.
  var outstanding = 0
  var breaker = Breaker()
  /// The last `$srv.ping` that has no reply yet.
  var probe: RawUUID?
  /// The time since when the instance owes a message: it was sent a request and has sent nothing since.
  private(set) var owingSince: ContinuousClock.Instant?
  /// The time of the first ping sent since then.
  private(set) var pinged: ContinuousClock.Instant?
  /// True from the moment the instance was found silent until its next message. Calls prefer others.
  var isSilent = false
  /// True if the breaker opened because the instance was down or silent: then any message closes it.
  var isOpenForSilence = false
  /// True if its address no longer belongs to the program. The link closes once no call is outstanding.
  var isLeaving = false

  init(peer: Peer, number: Int, address: String, dealer: SocketBox, monitor: SocketBox) {
    self.peer = peer
    self.number = number
    self.address = address
    self.dealer = dealer
    self.monitor = monitor
  }

  func isOpen(at now: ContinuousClock.Instant) -> Bool {
    guard isUp, !isLeaving, !breaker.isOpen else { return false }
    guard let until = drainingUntil else { return true }
    guard now >= until else { return false }
    drainingUntil = nil
    return true
  }

  func sent(at now: ContinuousClock.Instant) {
    if owingSince == nil { owingSince = now }
  }

  /// The instance sent a message: it works.
  func heard(at now: ContinuousClock.Instant) {
    disconnected()
    if outstanding > 0 { owingSince = now }
  }

  /// Nothing that was sent before will be answered.
  func disconnected() {
    owingSince = nil
    pinged = nil
    isSilent = false
  }

  /// True if it has owed a message for so long that a ping has to show if it works.
  func isDoubtful(at now: ContinuousClock.Instant) -> Bool {
    guard isUp, pinged == nil, let owingSince else { return false }
    return now - owingSince >= Engine.doubt
  }

  func wasPinged(at now: ContinuousClock.Instant) { pinged = now }

  /// True if a ping has had no reply for so long.
  func isSilent(for duration: Duration, at now: ContinuousClock.Instant) -> Bool {
    pinged.map { now - $0 >= duration } ?? false
  }
}

/// A program that this one calls, with all its instances.
final class Peer {
  let program: ProgramName
  let targets: [PeerAddress]
  var links: [Link] = []
  /// Calls waiting for an instance to come up, oldest first.
  var waiting: [RawUUID] = []
  var budget = RetryBudget()
  /// The last known addresses of its hosts.
  var addresses: [String: [String]] = [:]
  var nextLookUp: ContinuousClock.Instant
  var isLookingUp = false

  init(program: ProgramName, targets: [PeerAddress], now: ContinuousClock.Instant) {
    self.program = program
    self.targets = targets
    nextLookUp = now
  }

  var hosts: [String] {
    targets.compactMap { target in
      if case .named(let host, _) = target { host } else { nil }
    }
  }

  /// The addresses to connect to, in order, without duplicates.
  var wanted: [String] {
    var seen: Set<String> = []
    return targets.flatMap { target in
      switch target {
      case .fixed(let address): [address]
      case .named(let host, let port): (addresses[host] ?? []).map { "tcp://\($0):\(port)" }
      }
    }
    .filter { seen.insert($0).inserted }
  }

  var areAllBreakersOpen: Bool { !links.isEmpty && links.allSatisfy { $0.breaker.isOpen } }

  /// Picks two open instances at random, and of these the one with fewer outstanding calls. Always picking
  /// the least busy of all would send every caller's next call to the same instance.
  func choose(avoiding tried: [Int], at now: ContinuousClock.Instant, _ dice: inout Dice) -> Link? {
    if links.count == 1 { return links[0].isOpen(at: now) ? links[0] : nil }
    return pick(at: now, &dice) { !$0.isSilent && !tried.contains($0.number) }
      ?? pick(at: now, &dice) { !$0.isSilent } ?? pick(at: now, &dice)
  }

  /// True if a call that was rejected by `tried` can go to another instance at once.
  func hasAnother(than tried: [Int], at now: ContinuousClock.Instant) -> Bool {
    links.contains { !tried.contains($0.number) && !$0.isSilent && $0.isOpen(at: now) }
  }

  private func pick(
    at now: ContinuousClock.Instant, _ dice: inout Dice, _ accepts: (Link) -> Bool = { _ in true }
  ) -> Link? {
    var first: Link?
    var second: Link?
    var seen = 0
    // Samples two links without building a list of all.
    for link in links where link.isOpen(at: now) && accepts(link) {
      seen += 1
      switch seen {
      case 1: first = link
      case 2: second = link
      default:
        let slot = Int.random(in: 0..<seen, using: &dice)
        if slot == 0 { first = link } else if slot == 1 { second = link }
      }
    }
    guard let first, let second else { return first }
    if first.outstanding == second.outstanding { return Bool.random(using: &dice) ? first : second }
    return first.outstanding < second.outstanding ? first : second
  }

  var stats: PeerStats {
    var stats = PeerStats()
    stats.instances = links.count
    var silent = 0
    for link in links {
      if link.isUp { stats.up += 1 }
      if link.breaker.isOpen { stats.breakersOpen += 1 }
      if link.isSilent { silent += 1 }
      stats.outstanding += link.outstanding
    }
    stats.silent = silent
    stats.waiting = waiting.count
    stats.retryBudget = budget.tokens
    return stats
  }
}

extension Engine {
  /// A drain takes at most 4 s. An instance that is still up after this did not stop.
  static let drainMemory = Duration.seconds(6)
  /// Less than ZMQ_HANDSHAKE_IVL: an earlier end comes from the server.
  static let handshakeLimit = Duration.seconds(4)
  static let closedHandshakesOfAnotherKey = 3

  func peer(_ program: ProgramName) throws -> Peer {
    if let peer = peers[program] { return peer }
    guard options.keys.serverKey(of: program) != nil else {
      throw KeyError.unreadable(path: "public.json: \(program)")
    }
    let peer = Peer(program: program, targets: options.address.requests(program), now: now)
    try connect(peer)
    peers[program] = peer
    lookUp(peer)
    return peer
  }

  /// Opens a link for each new address, and marks links whose address is gone as leaving.
  private func connect(_ peer: Peer) throws {
    let wanted = peer.wanted
    if wanted.count > BusAddress.maxInstances {
      options.note("\(peer.program) has \(wanted.count) instances; \(BusAddress.maxInstances) are called")
    }
    let kept = wanted.prefix(BusAddress.maxInstances)
    for link in peer.links { link.isLeaving = !kept.contains(link.address) }
    for address in kept where !peer.links.contains(where: { $0.address == address }) {
      peer.links.append(try link(to: peer, address))
    }
    topologyChanged()
  }

  private func link(to peer: Peer, _ address: String) throws -> Link {
    guard let serverKey = options.keys.serverKey(of: peer.program) else {
      throw KeyError.unreadable(path: "public.json: \(peer.program)")
    }
    let dealer = try Socket.open(context.context, ZMQ_DEALER)
    try dealer.secure(
      .client(
        serverKey: serverKey, publicKey: options.keys.own.curve.publicKey,
        secretKey: options.keys.own.curve.secretKey))
    // A frozen instance is detected after at most 1 s + 1.8 s; the requirement is 3 s. Twice the rate cost a
    // fifth of the idle load of all programs together.
    try dealer.set(ZMQ_HEARTBEAT_IVL, 1000)
    try dealer.set(ZMQ_HEARTBEAT_TIMEOUT, 1800)
    // The program at the other end closes the connection this long after a heartbeat that nothing follows. On
    // a busy machine the next one may come 3 s late.
    try dealer.set(ZMQ_HEARTBEAT_TTL, 4000)
    linksOpened += 1
    let endpoint = "inproc://monitor-\(linksOpened)"
    let events =
      ZMQ_EVENT_HANDSHAKE_SUCCEEDED | ZMQ_EVENT_DISCONNECTED | ZMQ_EVENT_HANDSHAKE_FAILED_AUTH
      | ZMQ_EVENT_CONNECTED | ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL
    try dealer.monitor(endpoint, events: events)
    let monitor = try Socket.open(context.context, ZMQ_PAIR)
    try monitor.connect(endpoint)
    try dealer.connect(address)
    return Link(
      peer: peer, number: linksOpened, address: address, dealer: try SocketBox(dealer),
      monitor: try SocketBox(monitor))
  }

  /// Requests the addresses of a program's hosts when a lookup is due.
  private func lookUp(_ peer: Peer) {
    guard now >= peer.nextLookUp, !peer.isLookingUp, !peer.hosts.isEmpty else { return }
    peer.isLookingUp = askForAddresses(peer.program, peer.hosts)
    let isUp = peer.links.contains { $0.isUp }
    peer.nextLookUp = now.advanced(by: isUp ? HostNames.interval : HostNames.hurry)
  }

  /// Returns false if no lookup is possible now. Otherwise `resolved` gets the result.
  func askForAddresses(_ program: ProgramName, _ hosts: [String]) -> Bool {
    do {
      if names == nil {
        let mailbox = mailbox
        names = try HostNames.start(options.lookUp) { _ = mailbox.post(.resolved($0, $1)) }
      }
      return names?.ask(program, hosts) ?? false
    } catch {
      options.note("looking up \(program): \(error)")
      return false
    }
  }

  /// Updates the addresses of a program. Hosts that cannot be resolved now keep their addresses, so a name
  /// server outage removes no instance.
  func resolved(_ program: ProgramName, _ addresses: [String: [String]]) {
    streamResolved(program, addresses)
    guard let peer = peers[program] else { return }
    peer.isLookingUp = false
    peer.addresses.merge(addresses) { _, new in new }
    do { try connect(peer) } catch { options.note("link to \(program): \(error)") }
  }

  /// Maintains the instances of all programs: addresses, probes, and calls whose instance is back.
  func sweepPeers() {
    for peer in peers.values {
      lookUp(peer)
      for link in peer.links {
        if link.breaker.isOpen { probe(link) } else { checkSilence(link) }
      }
      if peer.links.contains(where: { $0.isLeaving && $0.outstanding == 0 }) {
        peer.links.removeAll { $0.isLeaving && $0.outstanding == 0 }
        topologyChanged()
      }
      flush(peer)
      if peer.waiting.count > 256 { peer.waiting.removeAll { pending[$0] == nil } }
    }
  }

  /// Counts handshakes that the server closed. A server with another key than the expected one cannot decrypt
  /// the first message, and silently closes the connection. A killed program does so only once. A hanging one
  /// does not close it, and libzmq gives up only after the handshake's timeout.
  private func handshakeClosed(_ link: Link) {
    guard let connected = link.connected, now - connected < Engine.handshakeLimit else { return }
    link.closedHandshakes += 1
    guard link.closedHandshakes >= Engine.closedHandshakesOfAnotherKey else { return }
    stats.handshakesFailed += 1
    guard link.closedHandshakes == Engine.closedHandshakesOfAnotherKey else { return }
    options.note(
      "\(link.peer.program) closed the handshake: it has another key than public.json names, or is no program"
    )
  }

  func readMonitor(_ link: Link) throws(ZMQError) {
    while let received = try link.monitor.receive(hasRouting: false, limit: 2) {
      guard let bytes = received.frames.first, bytes.count >= 2 else { continue }
      switch Int32(bytes[0]) | Int32(bytes[1]) << 8 {
      case ZMQ_EVENT_HANDSHAKE_SUCCEEDED:
        link.isUp = true
        link.closedHandshakes = 0
        link.drainingUntil = nil
        if link.breaker.isOpen { probe(link, isNew: true) }
        flush(link.peer)
      case ZMQ_EVENT_CONNECTED: link.connected = now
      case ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL: handshakeClosed(link)
      case ZMQ_EVENT_DISCONNECTED:
        link.isUp = false
        connectionBroke(link)
        link.disconnected()
        // The instance may return under another address.
        link.peer.nextLookUp = min(link.peer.nextLookUp, now.advanced(by: HostNames.hurry))
      default:
        link.connected = nil
        stats.handshakesFailed += 1
        options.note("\(link.peer.program) refused the handshake: keys do not fit (quadctl keygen)")
      }
    }
  }
}
