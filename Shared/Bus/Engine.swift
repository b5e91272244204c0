internal import CZMQ
internal import Glibc
internal import Schema
internal import Threads

final class ContextBox {
  let context: Context

  init() throws(ZMQError) { context = try Context.open() }
}

/// The state behind one node. The mailbox lends it to one thread at a time: to the bus thread, and while that
/// sleeps to a thread with a call or a reply. The bus thread alone creates and frees it, and opens and closes
/// the sockets it polls.
///
/// One turn: poll, run commands, read the sockets with data (at most `messagesPerTurn`), sweep deadlines.
final class Engine {
  static let messagesPerTurn = 256
  /// The interval at which deadlines are checked while calls wait, and so their precision.
  static let sweepMilliseconds = 10
  /// The maximum number of calls and requests in progress at which other threads run their commands
  /// themselves.
  static let maxVisited = 4
  /// The bus thread keeps sweeping this long after a call, so that the next call need not wake it for its
  /// deadline.
  static let vigil = Duration.milliseconds(100)

  let options: NodeOptions
  let mailbox: Mailbox
  let context: ContextBox
  let clock = ContinuousClock()
  /// The time of this turn. All its messages share one reading of the clock.
  var now: ContinuousClock.Instant
  var stats = BusStats()

  var zap: SocketBox?
  var router: SocketBox?
  var publisher: SocketBox?
  var peers: [ProgramName: Peer] = [:]
  var subscriptions: [ProgramName: Subscription] = [:]

  // Serving.
  let served: [String: Served]
  /// The hour (since 1970) in which the published counters of unlinkable subjects were last updated.
  var shownHour = Engine.hourNow
  var running: [RunningKey: Running] = [:]
  /// The number of running control requests, which have a limit of their own.
  var controlRunning = 0
  /// The earliest time at which a running request is canceled.
  var firstEnd: ContinuousClock.Instant?
  var queue = AdmissionQueue()
  /// Encoded `busy` faults by `retryAfterMs`, so that under overload each is encoded only once.
  var busyBodies: [Int64: [UInt8]] = [:]
  var callers = CallerTable()
  /// Replies that wait for callers which do not read.
  var held = HeldReplies()
  /// Callers that sent a request in the wire format before QB2. Each is logged once.
  var olderCallers: Set<String> = []
  var isDraining = false
  var drainDeadline: ContinuousClock.Instant?
  /// The earliest end of a drain. Until then it rejects requests that callers sent before they received the
  /// notice, and callers can read the last replies.
  var drainGrace: ContinuousClock.Instant?
  var drained: [CheckedContinuation<Void, Never>] = []

  // Calling.
  var pending: [RawUUID: PendingCall] = [:]
  /// Calls that pause before a retry.
  var delayed: [RawUUID] = []
  var nextSweep: ContinuousClock.Instant
  /// Seconds since the start.
  var second = 0
  var dice = Dice(seed: UInt64.random(in: .min ... .max))
  var linksOpened = 0
  /// Started with the first program behind a host name.
  var names: HostNames?

  // Streams.
  var welcome: Welcome?
  var nextHeartbeat: ContinuousClock.Instant

  private var commands: [Command] = []
  /// The latest time at which the bus thread wakes up.
  private var wakesBy: ContinuousClock.Instant
  var lastCall: ContinuousClock.Instant?
  private var polled: [(role: Role, box: SocketBox)] = []
  private var hasTopologyChanged = true
  private var stopped: CheckedContinuation<Void, Never>?

  enum Role {
    case zap, router, publisher
    case link(Link)
    case monitor(Link)
    case subscription(ProgramName, StreamLink)
  }

  init(_ options: NodeOptions, _ mailbox: Mailbox) throws {
    self.options = options
    self.mailbox = mailbox
    context = try ContextBox()
    now = clock.now
    nextHeartbeat = now
    nextSweep = now
    wakesBy = now
    welcome = options.welcome
    served = options.endpoints.mapValues { Served($0) }
    try openServerSockets()
  }

  /// Opens the server sockets. The ZAP handler is bound before any socket that needs it.
  private func openServerSockets() throws {
    guard options.serves else { return }
    let zap = try Socket.open(context.context, ZMQ_REP)
    try zap.bind("inproc://zeromq.zap.01")
    self.zap = try SocketBox(zap)
    let router = try Socket.open(context.context, ZMQ_ROUTER)
    try router.secure(.server(secretKey: options.keys.own.curve.secretKey))
    try router.set(ZMQ_ROUTER_MANDATORY, 1)
    // No caller of Quad has more calls in flight than this. Replies to others that exceed it are held.
    try router.set(ZMQ_SNDHWM, Int32(Engine.maxPending))
    // Callers send heartbeats with a TTL, but libzmq forgets it at the next message. These find a caller that
    // was frozen right after one.
    try router.set(ZMQ_HEARTBEAT_IVL, 5000)
    try router.set(ZMQ_HEARTBEAT_TIMEOUT, 2000)
    try router.bind(options.address.bindingOfRequests(options.program))
    self.router = try SocketBox(router)
    guard let welcome else { return }
    let publisher = try Socket.open(context.context, ZMQ_XPUB)
    try publisher.secure(.server(secretKey: options.keys.own.curve.secretKey))
    try publisher.set(ZMQ_XPUB_WELCOME_MSG, welcome.frame)
    try publisher.bind(options.address.bindingOfEvents(options.program))
    self.publisher = try SocketBox(publisher)
  }

  /// Runs one turn of the bus thread. `descriptors` holds what it slept on, and afterwards what to sleep on
  /// next.
  /// - Returns: The number of milliseconds to sleep; nil after a stop command.
  func turn(_ descriptors: inout [pollfd]) -> Int32? {
    now = clock.now
    if let first = descriptors.first, first.revents != 0 { quad_eventfd_clear(mailbox.wakeDescriptor) }
    mailbox.take(into: &commands)
    for command in commands { obey(command) }
    commands.removeAll(keepingCapacity: true)
    // The table may no longer match `descriptors`. The sockets are then read in the next turn.
    if !hasTopologyChanged {
      for (index, one) in polled.enumerated()
      where one.box.mayHold || descriptors[index + 1].revents != 0 { read(one.role) }
    }
    tick()
    guard stopped == nil else {
      close()
      return nil
    }
    if hasTopologyChanged { rebuildPoll(&descriptors) }
    let timeout = mailbox.isEmpty && !mayHold ? pollTimeout : 0
    wakesBy = now.advanced(by: .milliseconds(timeout))
    return Int32(timeout)
  }

  /// Runs a command on another thread while the bus thread sleeps. Also reads messages that sending may have
  /// hidden from the bus thread. Returns nil if so much is in progress that batching on the bus thread is
  /// cheaper.
  /// - Returns: True if the bus thread has to wake up.
  func visit(_ command: Command) -> Bool? {
    guard pending.count + running.count <= Engine.maxVisited else { return nil }
    now = clock.now
    obey(command)
    for one in polled where one.box.mayHold { read(one.role) }
    return hasTopologyChanged || mayHold || now.advanced(by: .milliseconds(pollTimeout)) < wakesBy
  }

  /// True if a socket may have unread messages. libzmq's descriptor signals an arrival only once, and sending
  /// may clear the signal. So a socket is also read after a send or an incomplete read, whatever its
  /// descriptor reports.
  private var mayHold: Bool { polled.contains { $0.box.mayHold } }

  private func obey(_ command: Command) {
    switch command {
    case .call(let call, let continuation): start(call, continuation)
    case .cancelCall(let id): cancelCall(id)
    case .finished(let key, let outcome): finish(key, outcome)
    case .publish(let publications, let heads, let welcome): publish(publications, after: heads, welcome)
    case .subscribe(let program, let classes, let sink): subscribe(program, classes, sink)
    case .resolved(let program, let addresses): resolved(program, addresses)
    case .drain(let limit, let continuation): drain(limit, continuation)
    case .stop(let continuation): stopped = continuation
    case .stats(let continuation): continuation.resume(returning: statsNow)
    }
  }

  private func read(_ role: Role) {
    do {
      switch role {
      case .zap: try answerZAP()
      case .router: try readRequests()
      case .publisher: try readSubscribers()
      case .link(let link): try readReplies(link)
      case .monitor(let link): try readMonitor(link)
      case .subscription(let program, let link): try readStream(program, link)
      }
    } catch {
      // A socket that fails for another reason than "nothing there" is a bug of ours or of libzmq. It is
      // logged and counted, and the program continues with its other sockets.
      stats.malformed += 1
      options.note("bus socket: \(error)")
    }
  }

  private func tick() {
    if now >= nextSweep {
      nextSweep = now.advanced(by: .milliseconds(Engine.sweepMilliseconds))
      sweepPeers()
      sweepCalls()
      sweepServing()
      sendHeld()
    }
    if now >= nextHeartbeat {
      second += 1
      nextHeartbeat = now.advanced(by: Beat.untilNext(.seconds(1)))
      sendHeartbeat()
      callers.forget(before: now.advanced(by: .seconds(-60)))
      checkSubscriptions()
      showUnlinkable()
    }
    if let drainDeadline, let drainGrace,
      now >= drainDeadline || (now >= drainGrace && running.isEmpty && queue.count == 0)
    {
      for continuation in drained { continuation.resume() }
      drained.removeAll()
    }
  }

  private var pollTimeout: Int {
    let isWatching = lastCall.map { now - $0 < Engine.vigil } ?? false
    if isWatching || !pending.isEmpty || queue.count > 0 || !drained.isEmpty || !held.isEmpty {
      return Engine.sweepMilliseconds
    }
    // Calls in flight are swept often. Of the running requests only the earliest end matters.
    let left = (min(nextHeartbeat, firstEnd ?? nextHeartbeat) - now).milliseconds
    return Int(min(max(left, 1), 1000))
  }

  func topologyChanged() { hasTopologyChanged = true }

  private func rebuildPoll(_ descriptors: inout [pollfd]) {
    hasTopologyChanged = false
    descriptors = [pollfd(fd: mailbox.wakeDescriptor, events: Int16(POLLIN), revents: 0)]
    polled.removeAll()
    func add(_ box: SocketBox?, _ role: Role) {
      guard let box else { return }
      descriptors.append(pollfd(fd: box.descriptor, events: Int16(POLLIN), revents: 0))
      polled.append((role, box))
    }
    add(zap, .zap)
    add(router, .router)
    add(publisher, .publisher)
    for peer in peers.values {
      for link in peer.links {
        add(link.dealer, .link(link))
        add(link.monitor, .monitor(link))
      }
    }
    for (program, subscription) in subscriptions {
      for link in subscription.links { add(link.socket, .subscription(program, link)) }
    }
  }

  /// Closes the sockets, and then (when the caller frees the engine) the context, which waits for them.
  private func close() {
    let left = mailbox.close()
    for command in left {
      switch command {
      case .call(_, let continuation): continuation.resume(returning: .failure(.unreachable(stopping)))
      case .drain(_, let continuation), .stop(let continuation): continuation.resume()
      case .stats(let continuation): continuation.resume(returning: statsNow)
      case .cancelCall, .finished, .publish, .subscribe, .resolved: break
      }
    }
    for request in running.values { request.task?.cancel() }
    for call in pending.values { call.continuation.resume(returning: .failure(.unreachable(stopping))) }
    pending.removeAll()
    for continuation in drained { continuation.resume() }
    drained.removeAll()
    do {
      try router?.socket.set(ZMQ_LINGER, 1000)
      try publisher?.socket.set(ZMQ_LINGER, 1000)
    } catch { options.note("closing: \(error)") }
    names?.stop()
    polled.removeAll()
    peers.removeAll()
    subscriptions.removeAll()
    router = nil
    publisher = nil
    zap = nil
    stopped?.resume()
  }

  private var stopping: Fault { Fault(.draining, processed: .maybe, service: options.program.text) }
}
