internal import CZMQ
internal import Schema

/// Requests that wait for a free handler: bounded by count and by bytes; the oldest first.
struct AdmissionQueue {
  struct Entry {
    let key: RunningKey
    let inbound: Inbound
    let served: Served
    let arrived: ContinuousClock.Instant
  }

  static let mostEntries = 256
  static let mostBytes = 8 * 1024 * 1024

  private var entries: [Entry] = []
  private var start = 0
  private(set) var bytes = 0
  var count: Int { entries.count - start }

  /// False when full: the request is shed.
  mutating func add(_ entry: Entry) -> Bool {
    guard count < AdmissionQueue.mostEntries, bytes + entry.inbound.body.count <= AdmissionQueue.mostBytes
    else {
      return false
    }
    entries.append(entry)
    bytes += entry.inbound.body.count
    return true
  }

  mutating func next() -> Entry? {
    guard start < entries.count else { return nil }
    let entry = entries[start]
    start += 1
    bytes -= entry.inbound.body.count
    if start > 64, start * 2 > entries.count {
      entries.removeFirst(start)
      start = 0
    }
    return entry
  }
}

/// Whom to tell that this program drains. A ROUTER cannot learn that a peer left, so entries expire.
struct CallerTable {
  static let mostCallers = 4096
  private var lastSeen: [[UInt8]: ContinuousClock.Instant] = [:]
  private var newest: (routing: [UInt8], at: ContinuousClock.Instant)?

  mutating func saw(_ routing: [UInt8], at now: ContinuousClock.Instant) {
    // Messages come in runs of the same caller; the table need not know to the microsecond.
    if let newest, newest.routing == routing, now - newest.at < .seconds(1) { return }
    newest = (routing, now)
    if lastSeen.count < CallerTable.mostCallers || lastSeen[routing] != nil { lastSeen[routing] = now }
  }

  mutating func forget(before limit: ContinuousClock.Instant) {
    lastSeen = lastSeen.filter { $0.value >= limit }
  }

  var all: [[UInt8]] { Array(lastSeen.keys) }
  var count: Int { lastSeen.count }
}

extension Engine {
  /// Handlers at work at once, besides the control lane.
  static let mostRunning = 64
  static let mostControlRunning = 16
  /// A message of the same machine or network is read within this time.
  static let drainGrace = Duration.milliseconds(100)

  /// RFC 27 (ZAP): a CURVE client is let in if its public key is in `public.json`; its program is the
  /// User-Id.
  func answerZAP() throws(ZMQError) {
    guard let zap else { return }
    while let request = try zap.socket.receive(hasRouting: false, limit: 7) {
      let frames = request.frames
      guard frames.count >= 6 else { return }
      let isCurve = frames[5] == Array("CURVE".utf8) && frames.count == 7
      let program = isCurve ? options.keys.program(of: frames[6]) : nil
      if program == nil {
        stats.handshakesFailed += 1
        options.note("refused an unknown key on the bus")
      }
      let status = program == nil ? "400" : "200"
      let reply: [[UInt8]] = [
        Array("1.0".utf8), frames[1], Array(status.utf8), Array((program == nil ? "unknown key" : "OK").utf8),
        Array((program?.text ?? "").utf8), [],
      ]
      _ = try zap.socket.send(reply)
    }
  }

  func readRequests() throws(ZMQError) {
    guard let router else { return }
    for _ in 0..<Engine.messagesPerTurn {
      guard let received = try router.socket.receive(hasRouting: true, limit: 3) else { return }
      take(received)
    }
  }

  private func take(_ received: Received) {
    guard let user = received.user, !user.isEmpty, received.frames.count == 3,
      let kind = FrameKind(frame: received.frames[0])
    else {
      stats.malformed += 1
      return
    }
    let header: Header
    do { header = try Header(decoding: received.frames[1]) } catch {
      stats.malformed += 1
      return
    }
    callers.saw(received.routing, at: now)
    let key = RunningKey(routing: received.routing, id: header.id)
    switch kind {
    case .request:
      let inbound = Inbound(
        caller: ProgramName(user), header: header, body: received.frames[2],
        deadline: now.advanced(by: .milliseconds(Int64(header.remainingMs))))
      admit(key, inbound)
    case .cancel: running[key]?.task.cancel()
    case .reply, .error, .draining, .event, .heartbeat: stats.malformed += 1
    }
  }

  private func admit(_ key: RunningKey, _ inbound: Inbound) {
    stats.requests += 1
    guard let served = served[inbound.header.subject] else {
      stats.unknown += 1
      return refuse(key, Fault(.unknownSubject))
    }
    served.arrived()
    let endpoint = served.endpoint
    guard endpoint.callers.contains(inbound.caller) else {
      stats.refused += 1
      options.note("\(inbound.caller) may not call \(inbound.header.subject)")
      return refuse(key, Fault(.notAllowed), served)
    }
    guard inbound.body.count <= endpoint.bodyLimit else { return refuse(key, Fault(.tooLarge), served) }
    guard running[key] == nil else {
      stats.malformed += 1
      return
    }
    if endpoint.isControl {
      guard control.count < Engine.mostControlRunning else { return shed(key, served) }
      return run(key, inbound, served, arrived: now)
    }
    guard !isDraining else { return refuse(key, Fault(.draining), served) }
    if running.count - control.count < Engine.mostRunning { return run(key, inbound, served, arrived: now) }
    if !queue.add(AdmissionQueue.Entry(key: key, inbound: inbound, served: served, arrived: now)) {
      shed(key, served)
    }
  }

  private func shed(_ key: RunningKey, _ served: Served) {
    stats.shed += 1
    refuse(key, Fault(.busy, retryAfterMs: 1000), served)
  }

  private func run(
    _ key: RunningKey, _ inbound: Inbound, _ served: Served, arrived: ContinuousClock.Instant
  ) {
    served.waited(now - arrived)
    guard inbound.deadline > now else {
      stats.expired += 1
      return refuse(key, Fault(.deadlineExceeded), served)
    }
    let endpoint = served.endpoint
    if endpoint.isControl { control.insert(key) }
    served.began()
    let mailbox = mailbox
    let task = Task {
      let outcome = await endpoint.handler(inbound)
      _ = mailbox.post(.finished(key, outcome))
    }
    running[key] = Running(task: task, served: served, arrived: arrived)
  }

  func finish(_ key: RunningKey, _ outcome: Outbound) {
    guard let request = running.removeValue(forKey: key) else { return }
    control.remove(key)
    request.served.ended(after: now - request.arrived)
    switch outcome {
    case .reply(let body, let status, let sessionToken, let deviceToken):
      var header = Header(id: key.id)
      header.status = status
      header.sessionToken = sessionToken
      header.deviceToken = deviceToken
      answer(key, .reply, header, body)
    case .fault(let fault): refuse(key, fault, request.served)
    }
    while running.count - control.count < Engine.mostRunning, let entry = queue.next() {
      run(entry.key, entry.inbound, entry.served, arrived: entry.arrived)
    }
  }

  private func refuse(_ key: RunningKey, _ fault: Fault, _ served: Served? = nil) {
    stats.errors += 1
    served?.refused(fault.code)
    var fault = fault
    // Another program's fault that is passed on still names that program: it is the one that is down.
    if fault.service == nil { fault.service = options.program.text }
    answer(key, .error, Header(id: key.id), FaultCoding.encode(fault))
  }

  private func answer(_ key: RunningKey, _ kind: FrameKind, _ header: Header, _ body: [UInt8]) {
    guard let router else { return }
    do {
      let sent = try router.socket.send([kind.frame, header.encoded(), body], to: key.routing)
      if sent != .done { stats.lateReplies += 1 }
    } catch {
      stats.errors += 1
      options.note("reply: \(error)")
    }
  }

  /// Tells every recent caller, refuses what is new, lets what runs finish.
  func drain(_ limit: Duration, _ continuation: CheckedContinuation<Void, Never>) {
    drained.append(continuation)
    drainDeadline = now.advanced(by: limit)
    drainGrace = now.advanced(by: Engine.drainGrace)
    guard !isDraining else { return }
    isDraining = true
    let header = Header(id: RawUUID.random())
    for routing in callers.all {
      answer(RunningKey(routing: routing, id: header.id), .draining, header, [])
    }
  }
}
