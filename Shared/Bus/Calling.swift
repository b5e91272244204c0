internal import CZMQ
internal import Schema

/// The way to one program: a DEALER of its own, so that a dead peer holds up nobody else.
final class Link {
  let dealer: SocketBox
  let monitor: SocketBox
  /// True after the CURVE handshake, until the connection breaks.
  var isUp = false
  /// The program said that it stops: nothing is sent until it is back, or until it should have been.
  var drainingUntil: ContinuousClock.Instant?
  /// Calls that wait for the program to come up, oldest first.
  var waiting: [RawUUID] = []

  init(dealer: SocketBox, monitor: SocketBox) {
    self.dealer = dealer
    self.monitor = monitor
  }
}

final class PendingCall {
  var call: EncodedCall
  let continuation: CheckedContinuation<Result<Reply, CallError>, Never>
  let deadline: ContinuousClock.Instant
  /// Until then it waits for a program that is down.
  var patience: ContinuousClock.Instant
  var attempt: UInt8 = 0
  /// Whether it has been handed to libzmq for a peer that may have read it.
  var isSent = false
  /// Whether an earlier sending was cut off: it may have taken effect, whatever becomes of the later ones.
  var mayHaveRun = false

  init(
    _ call: EncodedCall, _ continuation: CheckedContinuation<Result<Reply, CallError>, Never>,
    deadline: ContinuousClock.Instant, patience: ContinuousClock.Instant
  ) {
    self.call = call
    self.continuation = continuation
    self.deadline = deadline
    self.patience = patience
  }
}

extension Engine {
  /// Calls in flight and waiting.
  static let mostPending = 8192
  static let mostAttempts: UInt8 = 3
  /// How long a call waits for a program that is down before it says so; a restart takes a fraction of it.
  static let patience = Duration.milliseconds(1500)
  /// A drain takes 4 s at most; a program that still stands after this did not stop.
  static let drainMemory = Duration.seconds(6)

  func start(_ call: EncodedCall, _ continuation: CheckedContinuation<Result<Reply, CallError>, Never>) {
    stats.calls += 1
    guard pending.count < Engine.mostPending else {
      continuation.resume(returning: .failure(.unreachable(Fault(.busy, service: call.program.text))))
      return
    }
    let deadline = now.advanced(by: call.within)
    pending[call.id] = PendingCall(
      call, continuation, deadline: deadline, patience: min(deadline, now.advanced(by: Engine.patience)))
    do {
      let link = try link(to: call.program)
      dispatch(call.id, link)
    } catch {
      options.note("link to \(call.program): \(error)")
      fail(call.id, .no)
    }
  }

  private func link(to program: ProgramName) throws -> Link {
    if let link = links[program] { return link }
    guard let serverKey = options.keys.serverKey(of: program) else {
      throw KeyError.unreadable(path: "public.json: \(program)")
    }
    let dealer = try Socket.open(context.context, ZMQ_DEALER)
    try dealer.secure(
      .client(
        serverKey: serverKey, publicKey: options.keys.own.curve.publicKey,
        secretKey: options.keys.own.curve.secretKey))
    try dealer.set(ZMQ_HEARTBEAT_IVL, 1000)
    try dealer.set(ZMQ_HEARTBEAT_TIMEOUT, 2000)
    let endpoint = "inproc://monitor-\(program)"
    let events = ZMQ_EVENT_HANDSHAKE_SUCCEEDED | ZMQ_EVENT_DISCONNECTED | ZMQ_EVENT_HANDSHAKE_FAILED_AUTH
    try dealer.monitor(endpoint, events: events)
    let monitor = try Socket.open(context.context, ZMQ_PAIR)
    try monitor.connect(endpoint)
    try dealer.connect(options.address.requests(program))
    let link = Link(dealer: SocketBox(dealer), monitor: SocketBox(monitor))
    links[program] = link
    topologyChanged()
    return link
  }

  private func isOpen(_ link: Link) -> Bool {
    guard link.isUp else { return false }
    guard let until = link.drainingUntil else { return true }
    guard now >= until else { return false }
    link.drainingUntil = nil
    return true
  }

  /// Sends the call, or lets it wait for the program to come up.
  private func dispatch(_ id: RawUUID, _ link: Link) {
    guard let waiting = pending[id] else { return }
    guard isOpen(link) else {
      link.waiting.append(id)
      return
    }
    let left = (waiting.deadline - now).milliseconds
    guard left > 0 else { return fail(id, .no) }
    Header.stamp(&waiting.call.header, attempt: waiting.attempt, remainingMs: UInt32(clamping: left))
    do {
      let frames = [FrameKind.request.frame, waiting.call.header, waiting.call.body]
      switch try link.dealer.socket.send(frames) {
      case .done: waiting.isSent = true
      case .wouldBlock, .noPeer: link.waiting.append(id)
      }
    } catch {
      options.note("call: \(error)")
      fail(id, .no)
    }
  }

  private func flush(_ link: Link) {
    guard !link.waiting.isEmpty, isOpen(link) else { return }
    let waiting = link.waiting
    link.waiting.removeAll(keepingCapacity: true)
    for id in waiting { dispatch(id, link) }
  }

  func readReplies(_ program: ProgramName) throws(ZMQError) {
    guard let link = links[program] else { return }
    for _ in 0..<Engine.messagesPerTurn {
      guard let received = try link.dealer.socket.receive(hasRouting: false, limit: 3) else { return }
      guard received.frames.count == 3, let kind = FrameKind(frame: received.frames[0]) else {
        stats.malformed += 1
        continue
      }
      do {
        take(kind, try Header(decoding: received.frames[1]), received.frames[2], link)
      } catch { stats.malformed += 1 }
    }
  }

  private func take(_ kind: FrameKind, _ header: Header, _ body: [UInt8], _ link: Link) {
    switch kind {
    case .reply:
      guard let call = pending.removeValue(forKey: header.id) else {
        stats.lateReplies += 1
        return
      }
      let reply = Reply(
        body: body, status: header.status, sessionToken: header.sessionToken,
        deviceToken: header.deviceToken)
      call.continuation.resume(returning: .success(reply))
    case .error:
      guard let call = pending[header.id] else {
        stats.lateReplies += 1
        return
      }
      guard var fault = FaultCoding.decode(body) else {
        pending[header.id] = nil
        call.continuation.resume(returning: .failure(.unreadable("the fault of \(call.call.program)")))
        return
      }
      if fault.code == FaultCode.draining.code, fault.processed == .no {
        link.drainingUntil = now.advanced(by: Engine.drainMemory)
        again(header.id, link)
        return
      }
      pending[header.id] = nil
      if call.mayHaveRun, fault.kind == .unavailable, fault.processed == .no { fault.processed = .maybe }
      call.continuation.resume(returning: .failure(.refused(fault)))
    case .draining: link.drainingUntil = now.advanced(by: Engine.drainMemory)
    case .request, .cancel, .event, .heartbeat: stats.malformed += 1
    }
  }

  /// Puts a call that had no effect, or may be repeated, back in line.
  private func again(_ id: RawUUID, _ link: Link, mayHaveRun: Bool = false) {
    guard let call = pending[id] else { return }
    if mayHaveRun { call.mayHaveRun = true }
    guard call.attempt + 1 < Engine.mostAttempts else { return fail(id, .no) }
    stats.retries += 1
    call.attempt += 1
    call.isSent = false
    call.patience = min(call.deadline, now.advanced(by: Engine.patience))
    dispatch(id, link)
  }

  func readMonitor(_ program: ProgramName) throws(ZMQError) {
    guard let link = links[program] else { return }
    while let received = try link.monitor.socket.receive(hasRouting: false, limit: 2) {
      guard let bytes = received.frames.first, bytes.count >= 2 else { continue }
      switch Int32(bytes[0]) | Int32(bytes[1]) << 8 {
      case ZMQ_EVENT_HANDSHAKE_SUCCEEDED:
        link.isUp = true
        link.drainingUntil = nil
        flush(link)
      case ZMQ_EVENT_DISCONNECTED:
        link.isUp = false
        connectionBroke(program, link)
      default:
        stats.handshakesFailed += 1
        options.note("\(program) refused the handshake: keys do not fit (quad keygen)")
      }
    }
  }

  /// What was sent may or may not have taken effect: it is repeated only where that is harmless.
  private func connectionBroke(_ program: ProgramName, _ link: Link) {
    for (id, call) in pending where call.call.program == program && call.isSent {
      if call.call.isRepeatable { again(id, link, mayHaveRun: true) } else { fail(id, .maybe) }
    }
  }

  func cancelCall(_ id: RawUUID) {
    guard let call = pending.removeValue(forKey: id) else { return }
    if call.isSent, let link = links[call.call.program] {
      do {
        _ = try link.dealer.socket.send([FrameKind.cancel.frame, Header(id: id).encoded(), []])
      } catch { options.note("cancel: \(error)") }
    }
    let mayHaveRun = call.isSent || call.mayHaveRun
    let fault = Fault(
      .cancelled, processed: mayHaveRun ? .maybe : .no, service: call.call.program.text)
    call.continuation.resume(returning: .failure(.unreachable(fault)))
  }

  /// Ends calls whose time is over and sends those whose program is back.
  func sweep() {
    for link in links.values { flush(link) }
    for (id, call) in pending {
      if now >= call.deadline {
        if call.isSent, let link = links[call.call.program] {
          do {
            _ = try link.dealer.socket.send([FrameKind.cancel.frame, Header(id: id).encoded(), []])
          } catch { options.note("cancel: \(error)") }
        }
        fail(id, call.isSent ? .maybe : .no)
      } else if !call.isSent, now >= call.patience {
        fail(id, .no)
      }
    }
    for link in links.values where link.waiting.count > 256 {
      link.waiting.removeAll { pending[$0] == nil }
    }
  }

  private func fail(_ id: RawUUID, _ processed: Fault.Processed) {
    guard let call = pending.removeValue(forKey: id) else { return }
    let fault = Fault(
      .serviceUnavailable, processed: call.mayHaveRun ? .maybe : processed, retryAfterMs: 1000,
      service: call.call.program.text)
    call.continuation.resume(returning: .failure(.unreachable(fault)))
  }
}
