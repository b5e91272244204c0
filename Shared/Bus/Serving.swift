internal import CZMQ
internal import Schema

/// The recent callers, which get a notice when this program drains. A ROUTER cannot detect that a peer left,
/// so entries expire.
struct CallerTable {
  static let maxCallers = 4096
  private var lastSeen: [[UInt8]: ContinuousClock.Instant] = [:]
  private var newest: (routing: [UInt8], at: ContinuousClock.Instant)?

  mutating func saw(_ routing: [UInt8], at now: ContinuousClock.Instant) {
    // Messages arrive in runs from the same caller, and the table need not be exact to the microsecond.
    if let newest, newest.routing == routing, now - newest.at < .seconds(1) { return }
    newest = (routing, now)
    if lastSeen.count < CallerTable.maxCallers || lastSeen[routing] != nil { lastSeen[routing] = now }
  }

  mutating func forget(before limit: ContinuousClock.Instant) {
    lastSeen = lastSeen.filter { $0.value >= limit }
  }

  var count: Int { lastSeen.count }
  var all: [[UInt8]] { Array(lastSeen.keys) }
}

extension Engine {
  /// A message on the same machine or network is read within this time.
  static let drainGrace = Duration.milliseconds(100)

  /// Authenticates clients (RFC 27, ZAP): a CURVE client is accepted if its public key is in `public.json`.
  /// Its program becomes the User-Id.
  func answerZAP() throws(ZMQError) {
    guard let zap else { return }
    while let request = try zap.receive(hasRouting: false, limit: 7) {
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
      _ = try zap.send(reply)
    }
  }

  func readRequests() throws(ZMQError) {
    guard let router else { return }
    for _ in 0..<Engine.messagesPerTurn {
      guard let received = try router.receive(hasRouting: true, limit: 3) else { return }
      take(received)
    }
  }

  private func take(_ received: Received) {
    guard let user = received.user, !user.isEmpty, let message = received.message else {
      stats.malformed += 1
      refuseOlder(received)
      return
    }
    let isTooLarge = message.body.count > FrameLimit.message
    if isTooLarge { stats.tooLarge = (stats.tooLarge ?? 0) + 1 }
    let header: Header
    do { header = try Header(decoding: message.header) } catch {
      stats.malformed += 1
      return
    }
    callers.saw(received.routing, at: now)
    let key = RunningKey(routing: received.routing, id: header.id)
    switch message.kind {
    case .request where isTooLarge: refuse(key, Fault(.tooLarge))
    case .request:
      let inbound = Inbound(
        caller: ProgramName(user), header: header, body: message.body,
        deadline: now.advanced(by: .milliseconds(Int64(header.remainingMs))))
      admit(key, inbound)
    case .cancel: cancel(key)
    case .reply, .error, .draining, .events, .heartbeat: stats.malformed += 1
    }
  }

  /// Refuses a request in the wire format before QB2, in that format: three frames with the same header. Its
  /// caller would wait for a reply until its deadline otherwise, and not learn why.
  private func refuseOlder(_ received: Received) {
    guard let user = received.user, received.frames.count == 3, received.frames[0] == Array("QB1Q".utf8),
      let router
    else { return }
    do {
      let id = try Header(decoding: received.frames[1]).id
      let fault = Fault(.versionMismatch, processed: .no, service: options.program.text)
      let answer = [Array("QB1E".utf8), Header(id: id).encoded(), FaultCoding.encode(fault)]
      _ = try router.send(answer, to: received.routing)
    } catch { return }
    if olderCallers.insert(user).inserted {
      options.note("\(user) speaks an older version of the bus: update it together with this program")
    }
  }

  func reply(_ key: RunningKey, _ outcome: Outbound, _ served: Served) {
    switch outcome {
    case .reply(let body, let status, let sessionToken, let deviceToken, let standing, let beside):
      var header = Header(id: key.id)
      header.status = status
      header.sessionToken = sessionToken
      header.deviceToken = deviceToken
      header.epoch = standing?.epoch
      header.sequence = standing?.newest
      header.shown = standing?.shown
      header.validMs = standing?.valid?.milliseconds
      header.beside = beside.map(\.encoded)
      answer(key, .reply, header, body)
    case .fault(let fault): refuse(key, fault, served)
    }
  }

  func refuse(_ key: RunningKey, _ fault: Fault, _ served: Served? = nil) {
    stats.errors += 1
    served?.refused(fault.code)
    var fault = fault
    // A fault passed on from another program keeps that program's name, since that is the one that is down.
    if fault.service == nil { fault.service = options.program.text }
    answer(key, .error, Header(id: key.id), FaultCoding.encode(fault))
  }

  func answer(_ key: RunningKey, _ kind: FrameKind, _ header: Header, _ body: [UInt8]) {
    let reply = HeldReplies.Reply(message: WireMessage(kind, header.encoded(), body))
    guard body.count <= FrameLimit.message else {
      options.note("a reply of \(body.count) bytes is larger than a message may be")
      return refuse(key, Fault(.internalError, processed: .yes))
    }
    guard !held.holds(key.routing) else { return hold(reply, key.routing) }
    switch send(reply, key.routing) {
    case .done: break
    case .isFull: hold(reply, key.routing)
    case .callerIsGone: stats.lateReplies += 1
    }
  }

  private func hold(_ reply: HeldReplies.Reply, _ routing: [UInt8]) {
    if !held.add(reply, to: routing) { stats.repliesDropped = (stats.repliesDropped ?? 0) + 1 }
  }

  private func send(_ reply: HeldReplies.Reply, _ routing: [UInt8]) -> HeldReplies.Sent {
    guard let router else { return .callerIsGone }
    do {
      return switch try router.send(reply.message, to: routing) {
      case .done: .done
      case .wouldBlock: .isFull
      case .noPeer: .callerIsGone
      }
    } catch {
      stats.errors += 1
      options.note("reply: \(error)")
      return .callerIsGone
    }
  }

  /// Sends replies that their callers have made room for.
  func sendHeld() {
    guard !held.isEmpty else { return }
    let lost = held.flush { send($0, $1) }
    stats.lateReplies += lost
  }

  /// Notifies all recent callers, rejects new requests and waits for running ones.
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
