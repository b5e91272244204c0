internal import Schema

/// Requests waiting for a free handler, oldest first. Both their count and their bytes are limited.
struct AdmissionQueue {
  struct Entry {
    let key: RunningKey
    let inbound: Inbound
    let served: Served
    let arrived: ContinuousClock.Instant
    /// The expected handler time, as estimated when the request arrived.
    fileprivate var work = 0.0

    init(key: RunningKey, inbound: Inbound, served: Served, arrived: ContinuousClock.Instant) {
      self.key = key
      self.inbound = inbound
      self.served = served
      self.arrived = arrived
    }
  }

  static let maxEntries = 256
  static let maxBytes = 8 * 1024 * 1024

  private var entries: [Entry] = []
  private var keys: Set<RunningKey> = []
  private var start = 0
  private(set) var bytes = 0
  /// The expected handler time of all waiting requests together, in microseconds.
  private var work = 0.0
  /// No waiting request has an earlier deadline. Under overload every new request checks for expired ones,
  /// and usually there are none.
  private var firstDeadline: ContinuousClock.Instant?
  var count: Int { entries.count - start }

  func contains(_ key: RunningKey) -> Bool { !keys.isEmpty && keys.contains(key) }

  /// Returns the expected wait of a request that arrives now.
  func wait(_ served: Served, handlers: Int) -> Duration {
    let own = served.queuedWork / Double(max(min(served.endpoint.maxRunning, handlers), 1))
    return .microseconds(Int64(max(work / Double(handlers), own)))
  }

  /// Returns false if the queue is full: the request is shed.
  mutating func add(_ entry: Entry) -> Bool {
    guard count < AdmissionQueue.maxEntries, bytes + entry.inbound.body.count <= AdmissionQueue.maxBytes
    else { return false }
    var entry = entry
    entry.work = entry.served.average
    entries.append(entry)
    keys.insert(entry.key)
    firstDeadline = min(firstDeadline ?? entry.inbound.deadline, entry.inbound.deadline)
    bytes += entry.inbound.body.count
    work += entry.work
    entry.served.queuedWork += entry.work
    return true
  }

  /// Removes and returns the oldest request whose subject has a free handler.
  mutating func next() -> Entry? {
    guard let index = entries[start...].firstIndex(where: { $0.served.hasRoom }) else { return nil }
    return remove(at: index)
  }

  /// Removes a request that its caller canceled.
  mutating func remove(_ key: RunningKey) -> Entry? {
    guard contains(key) else { return nil }
    return entries[start...].firstIndex { $0.key == key }.map { remove(at: $0) }
  }

  /// Removes the requests whose deadline has passed, oldest first.
  mutating func removeExpired(at now: ContinuousClock.Instant) -> [Entry] {
    guard let first = firstDeadline, first <= now else { return [] }
    let expired = entries[start...].filter { $0.inbound.deadline <= now }
    for entry in expired { _ = remove(entry.key) }
    firstDeadline = entries[start...].lazy.map(\.inbound.deadline).min()
    return expired
  }

  private mutating func remove(at index: Int) -> Entry {
    let entry = entries[index]
    keys.remove(entry.key)
    bytes -= entry.inbound.body.count
    work = max(work - entry.work, 0)
    entry.served.queuedWork = max(entry.served.queuedWork - entry.work, 0)
    if index == start { start += 1 } else { entries.remove(at: index) }
    if start == entries.count {
      entries.removeAll(keepingCapacity: true)
      start = 0
      work = 0
    } else if start > 64, start * 2 > entries.count {
      entries.removeFirst(start)
      start = 0
    }
    return entry
  }
}

extension Engine {
  /// Handlers that run at the same time, not counting control requests.
  static let maxRunning = 64
  static let maxControlRunning = 16
  /// Extra time after the deadline before a handler is canceled whose caller never sent a cancel, because it
  /// is gone. Without it, the reply of the canceled handler could arrive before the caller's own deadline.
  static let cancelGrace = Duration.milliseconds(100)
  /// Limits for `retryAfterMs` of a shed request, which is otherwise the time it would have waited.
  static let minReturn: Int64 = 100
  static let maxReturn: Int64 = 1000

  /// Runs a request, queues it or rejects it, before decoding its body. The cheapest checks come first.
  func admit(_ key: RunningKey, _ inbound: Inbound) {
    stats.requests += 1
    // Two replies with one id: the caller cannot tell them apart, but neither request is left without.
    guard running[key] == nil, !queue.contains(key) else { return refuse(key, Fault(.idInUse)) }
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
    let (schema, subject) = (inbound.header.schema, inbound.header.subject)
    guard SchemaVersion.fits(schema, subject: subject, version: endpoint.version) else {
      options.note("\(inbound.caller) sent \(schema), not \(subject)@\(endpoint.version ?? "")")
      return refuse(key, Fault(.versionMismatch), served)
    }
    guard !held.holds(key.routing) else { return shed(key, Engine.maxReturn, served) }
    if endpoint.isControl {
      guard controlRunning < Engine.maxControlRunning else { return shed(key, Engine.maxReturn, served) }
      return run(key, inbound, served, arrived: now)
    }
    guard !isDraining else { return refuse(key, Fault(.draining), served) }
    if running.count - controlRunning < Engine.maxRunning, served.hasRoom {
      return run(key, inbound, served, arrived: now)
    }
    enqueue(key, inbound, served)
  }

  private func enqueue(_ key: RunningKey, _ inbound: Inbound, _ served: Served) {
    let wait = queue.wait(served, handlers: Engine.maxRunning)
    // Adds a quarter and the request's own time. With an estimate slightly too low, every request would
    // finish slightly too late.
    let whole = wait + wait / 4 + .microseconds(Int64(served.average))
    guard wait == .zero || now.advanced(by: whole) < inbound.deadline else {
      stats.shedForWait += 1
      return shed(key, wait.milliseconds, served)
    }
    let entry = AdmissionQueue.Entry(key: key, inbound: inbound, served: served, arrived: now)
    if queue.add(entry) { return }
    expireQueued()
    if !queue.add(entry) { shed(key, wait == .zero ? Engine.maxReturn : wait.milliseconds, served) }
  }

  private func expireQueued() {
    for entry in queue.removeExpired(at: now) {
      entry.served.waited(now - entry.arrived)
      expire(entry.key, entry.served)
    }
  }

  private func expire(_ key: RunningKey, _ served: Served) {
    stats.expired += 1
    refuse(key, Fault(.deadlineExceeded), served)
  }

  private func shed(_ key: RunningKey, _ wait: Int64, _ served: Served) {
    stats.shed += 1
    stats.errors += 1
    served.refused(FaultCode.busy.code)
    let whole = (min(max(wait, Engine.minReturn), Engine.maxReturn) + 99) / 100 * 100
    let body: [UInt8]
    if let known = busyBodies[whole] {
      body = known
    } else {
      body = FaultCoding.encode(Fault(.busy, retryAfterMs: whole, service: options.program.text))
      busyBodies[whole] = body
    }
    answer(key, .error, Header(id: key.id), body)
  }

  private func run(
    _ key: RunningKey, _ inbound: Inbound, _ served: Served, arrived: ContinuousClock.Instant
  ) {
    served.waited(now - arrived)
    guard inbound.deadline > now else { return expire(key, served) }
    if recall(key, inbound, served, arrived: arrived) { return }
    let end = inbound.deadline.advanced(by: Engine.cancelGrace)
    let mailbox = mailbox
    // Its completion waits in the mailbox, even if it comes at once.
    if let start = served.endpoint.start, start(inbound, { _ = mailbox.hand(.finished(key, $0)) }) {
      served.began()
      running[key] = Running(task: nil, served: served, arrived: arrived, began: now, end: end)
      return
    }
    if served.endpoint.isControl { controlRunning += 1 }
    served.began()
    firstEnd = min(firstEnd ?? end, end)
    let handler = served.endpoint.handler
    let task = Task {
      let outcome = await handler(inbound)
      _ = mailbox.hand(.finished(key, outcome))
    }
    running[key] = Running(
      task: task, served: served, arrived: arrived, began: now, end: end)
  }

  /// Answers a request from memory, here and now, if its endpoint does that and the answer is there.
  private func recall(
    _ key: RunningKey, _ inbound: Inbound, _ served: Served, arrived: ContinuousClock.Instant
  ) -> Bool {
    guard let memory = served.endpoint.memory else { return false }
    let began = clock.now
    guard let outcome = memory(inbound) else { return false }
    let end = clock.now
    served.began()
    served.ended(after: end - arrived, worked: end - began)
    reply(key, outcome, served)
    return true
  }

  func finish(_ key: RunningKey, _ outcome: Outbound) {
    guard let request = running.removeValue(forKey: key) else { return }
    request.served.ended(after: now - request.arrived, worked: now - request.began)
    if request.served.endpoint.isControl { controlRunning -= 1 }
    reply(key, outcome, request.served)
    // A reply that has arrived but is still unread when the connection breaks is lost to its caller.
    if isDraining, !request.served.endpoint.isControl {
      drainGrace = now.advanced(by: Engine.drainGrace)
    }
    while running.count - controlRunning < Engine.maxRunning, let entry = queue.next() {
      run(entry.key, entry.inbound, entry.served, arrived: entry.arrived)
    }
  }

  /// Cancels a request for its caller: a running handler is canceled, a waiting request never starts.
  func cancel(_ key: RunningKey) {
    if let entry = queue.remove(key) {
      stats.cancelled += 1
      entry.served.waited(now - entry.arrived)
      return refuse(key, Fault(.cancelled), entry.served)
    }
    cancelRunning(key)
  }

  private func cancelRunning(_ key: RunningKey) {
    guard let entry = running[key], let task = entry.task, !entry.isCancelled else { return }
    stats.cancelled += 1
    task.cancel()
    running[key]?.isCancelled = true
  }

  /// Cancels requests past their deadline, whose callers no longer wait. Queued ones never start.
  func sweepServing() {
    if queue.count > 0 { expireQueued() }
    guard let first = firstEnd, now >= first else { return }
    for (key, entry) in running where entry.end <= now { cancelRunning(key) }
    firstEnd = running.values.filter { !$0.isCancelled && $0.task != nil }.map(\.end).min()
  }
}
