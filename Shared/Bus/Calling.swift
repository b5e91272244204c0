internal import CZMQ
internal import Schema

final class PendingCall {
  var call: EncodedCall
  let continuation: CheckedContinuation<Result<Reply, CallError>, Never>
  let deadline: ContinuousClock.Instant
  /// The time until which the call waits for a program that is down.
  var patience: ContinuousClock.Instant
  /// The earliest time for a retry.
  var notBefore: ContinuousClock.Instant?
  var attempt: UInt8 = 0
  /// The instance that the call was sent to and may have received it. Nil while the call waits.
  var link: Link?
  /// The instances of earlier attempts.
  var tried: [Int] = []
  /// True if the connection broke during an earlier attempt. The call may have taken effect, whatever happens
  /// to later attempts.
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

  /// Detaches the call from the instance it was sent to.
  func recall() {
    link?.outstanding -= 1
    link = nil
  }
}

extension Engine {
  /// The maximum number of calls in flight or waiting.
  static let maxPending = 8192
  /// The time a call waits for a program that is down before it fails. A restart takes a fraction of it.
  static let patience = Duration.milliseconds(1500)

  func start(_ call: EncodedCall, _ continuation: CheckedContinuation<Result<Reply, CallError>, Never>) {
    stats.calls += 1
    lastCall = now
    guard pending.count < Engine.maxPending else {
      continuation.resume(returning: .failure(.unreachable(Fault(.busy, service: call.program.text))))
      return
    }
    guard call.header.count <= FrameLimit.header else {
      let fault = Fault(.tooLarge, processed: .no, service: call.program.text)
      continuation.resume(returning: .failure(.refused(fault)))
      return
    }
    let deadline = now.advanced(by: call.within)
    pending[call.id] = PendingCall(
      call, continuation, deadline: deadline, patience: min(deadline, now.advanced(by: Engine.patience)))
    dispatch(call.id)
  }

  /// Sends the call, or queues it until an instance of the program is up.
  private func dispatch(_ id: RawUUID) {
    guard let waiting = pending[id] else { return }
    do {
      let peer = try peer(waiting.call.program)
      guard let link = peer.choose(avoiding: waiting.tried, at: now, &dice) else {
        // Every instance is unresponsive: waiting would only delay the failure.
        if peer.areAllBreakersOpen { return fail(id, .no) }
        peer.waiting.append(id)
        return
      }
      let left = (waiting.deadline - now).milliseconds
      guard left > 0 else { return fail(id, .no) }
      Header.stamp(&waiting.call.header, attempt: waiting.attempt, remainingMs: UInt32(clamping: left))
      switch try link.dealer.send(WireMessage(.request, waiting.call.header, waiting.call.body)) {
      case .done:
        waiting.link = link
        link.outstanding += 1
        link.sent(at: now)
      case .wouldBlock, .noPeer: peer.waiting.append(id)
      }
    } catch {
      options.note("call to \(waiting.call.program): \(error)")
      fail(id, .no)
    }
  }

  /// Sends the calls waiting for a program once one of its instances is up. Fails them if all breakers are
  /// open.
  func flush(_ peer: Peer) {
    guard !peer.waiting.isEmpty, peer.areAllBreakersOpen || peer.links.contains(where: { $0.isOpen(at: now) })
    else { return }
    let waiting = peer.waiting
    peer.waiting.removeAll(keepingCapacity: true)
    for id in waiting { dispatch(id) }
  }

  func readReplies(_ link: Link) throws(ZMQError) {
    for _ in 0..<Engine.messagesPerTurn {
      guard let received = try link.dealer.receive(hasRouting: false, limit: 1) else { return }
      guard let message = received.message else {
        stats.malformed += 1
        continue
      }
      do {
        take(message.kind, try Header(decoding: message.header), message.body, link)
        heard(link)
      } catch { stats.malformed += 1 }
    }
  }

  private func take(_ kind: FrameKind, _ header: Header, _ body: [UInt8], _ link: Link) {
    switch kind {
    case .reply:
      guard let call = pending.removeValue(forKey: header.id) else { return unexpected(header.id, link) }
      call.recall()
      link.breaker.succeeded(second: second)
      link.peer.budget.earn()
      let reply = Reply(
        body: body, status: header.status, sessionToken: header.sessionToken,
        deviceToken: header.deviceToken, standing: ReplyStanding(header),
        beside: header.beside.compactMap { Beside(encoded: $0) })
      call.continuation.resume(returning: .success(reply))
    case .error:
      // A fault of an earlier attempt, such as its `cancelled`, says nothing about the current one.
      guard let call = pending[header.id], call.link === link else { return unexpected(header.id, link) }
      link.breaker.succeeded(second: second)
      refused(call, body, link)
    case .draining: link.drainingUntil = now.advanced(by: Engine.drainMemory)
    case .request, .cancel, .events, .heartbeat: stats.malformed += 1
    }
  }

  private func unexpected(_ id: RawUUID, _ link: Link) {
    if link.probe == id { return probeAnswered(link) }
    stats.lateReplies += 1
  }

  private func refused(_ call: PendingCall, _ body: [UInt8], _ link: Link) {
    let program = call.call.program
    guard let fault = FaultCoding.decode(body) else {
      return end(call, .unreadable("the fault of \(program)"))
    }
    // Retries only faults of the program itself. A fault that it passes on has already been retried there.
    if fault.processed == .no, fault.service == nil || fault.service == program.text {
      if fault.code == FaultCode.draining.code {
        link.drainingUntil = now.advanced(by: Engine.drainMemory)
        return again(call, .draining)
      }
      if fault.code == FaultCode.busy.code {
        link.peer.budget.spend()
        return again(call, .busy, after: fault.retryAfterMs, else: fault)
      }
    }
    link.peer.budget.earn()
    end(call, refusedBy: fault)
  }

  private func end(_ call: PendingCall, refusedBy fault: Fault) {
    var fault = fault
    if call.mayHaveRun, fault.kind == .unavailable, fault.processed == .no { fault.processed = .maybe }
    end(call, .refused(fault))
  }

  private func end(_ call: PendingCall, _ error: CallError) {
    call.recall()
    pending[call.call.id] = nil
    call.continuation.resume(returning: .failure(error))
  }

  /// Schedules a retry of a call that had no effect or is repeatable: after a pause, and at another instance
  /// if there is one. Ends the call if its attempts, its deadline or the budget forbid a retry.
  func again(
    _ call: PendingCall, _ reason: RetryReason, after milliseconds: Int64? = nil, else fault: Fault? = nil
  ) {
    guard let link = call.link else { return }
    call.recall()
    if !call.tried.contains(link.number) { call.tried.append(link.number) }
    var pause = Duration.milliseconds(
      Int.random(in: 0...RetryReason.maxPause(attempt: call.attempt), using: &dice))
    // `retryAfterMs` applies only to the instance that sent it, not to another one.
    if let milliseconds, !link.peer.hasAnother(than: call.tried, at: now) {
      pause = max(pause, .milliseconds(min(max(milliseconds, 0), 60_000)))
    }
    let isAffordable = reason == .draining || link.peer.budget.allowsRetry
    if !isAffordable { stats.retriesWithheld += 1 }
    guard isAffordable, call.attempt + 1 < RetryReason.maxAttempts, now.advanced(by: pause) < call.deadline
    else {
      if let fault { return end(call, refusedBy: fault) }
      return fail(call.call.id, .no)
    }
    stats.retries += 1
    stats.retriesByReason[reason.rawValue, default: 0] += 1
    call.attempt += 1
    let notBefore = now.advanced(by: pause)
    call.notBefore = notBefore
    call.patience = min(call.deadline, notBefore.advanced(by: Engine.patience))
    delayed.append(call.call.id)
  }

  /// Handles a broken connection. The calls sent on it may have taken effect, so only repeatable ones are
  /// retried.
  func connectionBroke(_ link: Link) {
    guard link.outstanding > 0 else { return }
    transportFailed(link)
    for (id, call) in pending where call.link === link {
      if call.call.isRepeatable {
        call.mayHaveRun = true
        again(call, .broken)
      } else {
        fail(id, .maybe)
      }
    }
  }

  func cancelCall(_ id: RawUUID) {
    guard let call = pending[id] else { return }
    takeBack(call)
    let mayHaveRun = call.link != nil || call.mayHaveRun
    end(
      call,
      .unreachable(Fault(.cancelled, processed: mayHaveRun ? .maybe : .no, service: call.call.program.text)))
  }

  /// Sends a cancel, because the reply is no longer awaited.
  func takeBack(_ call: PendingCall) {
    guard let link = call.link else { return }
    do {
      _ = try link.dealer.send(WireMessage(.cancel, Header(id: call.call.id).encoded()))
    } catch { options.note("cancel: \(error)") }
  }

  /// Ends calls past their deadline and sends retries whose pause is over.
  func sweepCalls() {
    if !delayed.isEmpty {
      let due = delayed.filter { pending[$0].map { now >= $0.notBefore ?? now } ?? false }
      delayed.removeAll { pending[$0].map { now >= $0.notBefore ?? now } ?? true }
      for id in due { dispatch(id) }
    }
    for (id, call) in pending {
      if now >= call.deadline {
        takeBack(call)
        let link = call.link
        fail(id, link == nil ? .no : .maybe)
        if let link { transportFailed(link) }
      } else if call.link == nil, now >= call.patience, pending[id] != nil {
        fail(id, .no)
        waitedInVain(call.call.program)
      }
    }
  }

  func fail(_ id: RawUUID, _ processed: Fault.Processed) {
    guard let call = pending[id] else { return }
    let fault = Fault(
      .serviceUnavailable, processed: call.mayHaveRun ? .maybe : processed, retryAfterMs: 1000,
      service: call.call.program.text)
    end(call, .unreachable(fault))
  }
}
