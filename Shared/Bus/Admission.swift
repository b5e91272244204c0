internal import Schema

/// One subject as the bus thread sees it: what runs of it and how long it takes.
final class Lane {
  let endpoint: Endpoint
  let served: Served
  var running = 0
  /// Microseconds that its handler takes, a moving average; 0 until the first one finished.
  private(set) var average = 0.0
  /// What its waiting requests will take together, in microseconds.
  fileprivate(set) var queuedWork = 0.0

  init(_ endpoint: Endpoint) {
    self.endpoint = endpoint
    served = Served(isUnlinkable: endpoint.isUnlinkable)
  }

  /// Each handler moves the average by an eighth of the difference: what was long ago is soon forgotten.
  func took(_ duration: Duration) {
    let microseconds =
      Double(duration.components.seconds) * 1e6 + Double(duration.components.attoseconds) / 1e12
    average = average == 0 ? microseconds : average + (microseconds - average) / 8
  }

  var hasRoom: Bool { running < endpoint.mostRunning }
}

/// A handler at work.
struct Running {
  let task: Task<Void, Never>
  let lane: Lane
  let arrived: ContinuousClock.Instant
  let started: ContinuousClock.Instant
  let deadline: ContinuousClock.Instant
  var isCancelled = false
}

/// Requests that wait for a free handler: bounded by count and by bytes; the oldest first.
struct AdmissionQueue {
  struct Entry {
    let key: RunningKey
    let inbound: Inbound
    let lane: Lane
    let arrived: ContinuousClock.Instant
    /// What it was thought to take when it came.
    fileprivate var work = 0.0

    init(key: RunningKey, inbound: Inbound, lane: Lane, arrived: ContinuousClock.Instant) {
      self.key = key
      self.inbound = inbound
      self.lane = lane
      self.arrived = arrived
    }
  }

  static let mostEntries = 256
  static let mostBytes = 8 * 1024 * 1024

  private var entries: [Entry] = []
  private var start = 0
  private(set) var bytes = 0
  /// What all waiting requests will take together, in microseconds.
  private var work = 0.0
  var count: Int { entries.count - start }

  /// How long a request that comes now would wait.
  func wait(_ lane: Lane, handlers: Int) -> Duration {
    let own = lane.queuedWork / Double(max(min(lane.endpoint.mostRunning, handlers), 1))
    return .microseconds(Int64(max(work / Double(handlers), own)))
  }

  /// False when full: the request is shed.
  mutating func add(_ entry: Entry) -> Bool {
    guard count < AdmissionQueue.mostEntries, bytes + entry.inbound.body.count <= AdmissionQueue.mostBytes
    else { return false }
    var entry = entry
    entry.work = entry.lane.average
    entries.append(entry)
    bytes += entry.inbound.body.count
    work += entry.work
    entry.lane.queuedWork += entry.work
    return true
  }

  /// The oldest request whose subject has room.
  mutating func next() -> Entry? {
    guard let index = entries[start...].firstIndex(where: { $0.lane.hasRoom }) else { return nil }
    return remove(at: index)
  }

  /// Takes a request out that its caller took back.
  mutating func remove(_ key: RunningKey) -> Entry? {
    entries[start...].firstIndex { $0.key == key }.map { remove(at: $0) }
  }

  /// Takes the requests out whose time is over, the oldest first.
  mutating func removeExpired(at now: ContinuousClock.Instant) -> [Entry] {
    let expired = entries[start...].filter { $0.inbound.deadline <= now }
    for entry in expired { _ = remove(entry.key) }
    return expired
  }

  private mutating func remove(at index: Int) -> Entry {
    let entry = entries[index]
    bytes -= entry.inbound.body.count
    work = max(work - entry.work, 0)
    entry.lane.queuedWork = max(entry.lane.queuedWork - entry.work, 0)
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
  /// Handlers at work at once, besides the control lane.
  static let mostRunning = 64
  static let mostControlRunning = 16
  /// When a shed request should come again: as long as it would have waited, within these.
  static let shortestReturn: Int64 = 100
  static let longestReturn: Int64 = 1000

  /// Runs a request, lets it wait, or turns it away: before its body is decoded, and in order of the price.
  func admit(_ key: RunningKey, _ inbound: Inbound) {
    stats.requests += 1
    guard let lane = lanes[inbound.header.subject] else {
      stats.unknown += 1
      return refuse(key, Fault(.unknownSubject))
    }
    lane.served.arrived()
    let endpoint = lane.endpoint
    guard endpoint.callers.contains(inbound.caller) else {
      stats.refused += 1
      options.note("\(inbound.caller) may not call \(inbound.header.subject)")
      return refuse(key, Fault(.notAllowed), lane)
    }
    guard inbound.body.count <= endpoint.bodyLimit else { return refuse(key, Fault(.tooLarge), lane) }
    guard running[key] == nil else {
      stats.malformed += 1
      return
    }
    if endpoint.isControl {
      guard controlRunning < Engine.mostControlRunning else { return shed(key, Engine.longestReturn, lane) }
      return run(key, inbound, lane, arrived: now)
    }
    guard !isDraining else { return refuse(key, Fault(.draining), lane) }
    if running.count - controlRunning < Engine.mostRunning, lane.hasRoom {
      return run(key, inbound, lane, arrived: now)
    }
    enqueue(key, inbound, lane)
  }

  private func enqueue(_ key: RunningKey, _ inbound: Inbound, _ lane: Lane) {
    let wait = queue.wait(lane, handlers: Engine.mostRunning)
    guard now.advanced(by: wait) < inbound.deadline else {
      stats.shedForWait += 1
      return shed(key, wait.milliseconds, lane)
    }
    let entry = AdmissionQueue.Entry(key: key, inbound: inbound, lane: lane, arrived: now)
    if queue.add(entry) { return }
    expireQueued()
    if !queue.add(entry) { shed(key, wait == .zero ? Engine.longestReturn : wait.milliseconds, lane) }
  }

  private func expireQueued() {
    for entry in queue.removeExpired(at: now) { expire(entry.key, entry.lane) }
  }

  private func expire(_ key: RunningKey, _ lane: Lane) {
    stats.expired += 1
    refuse(key, Fault(.deadlineExceeded), lane)
  }

  private func shed(_ key: RunningKey, _ wait: Int64, _ lane: Lane) {
    stats.shed += 1
    stats.errors += 1
    lane.served.refused(FaultCode.busy.code)
    let whole = (min(max(wait, Engine.shortestReturn), Engine.longestReturn) + 99) / 100 * 100
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
    _ key: RunningKey, _ inbound: Inbound, _ lane: Lane, arrived: ContinuousClock.Instant
  ) {
    lane.served.waited(now - arrived)
    guard inbound.deadline > now else { return expire(key, lane) }
    guard running[key] == nil else {
      stats.malformed += 1
      return
    }
    if lane.endpoint.isControl { controlRunning += 1 }
    lane.running += 1
    lane.served.began()
    firstDeadline = min(firstDeadline ?? inbound.deadline, inbound.deadline)
    let mailbox = mailbox
    let handler = lane.endpoint.handler
    let task = Task {
      let outcome = await handler(inbound)
      _ = mailbox.post(.finished(key, outcome))
    }
    running[key] = Running(
      task: task, lane: lane, arrived: arrived, started: now, deadline: inbound.deadline)
  }

  func finish(_ key: RunningKey, _ outcome: Outbound) {
    guard let done = running.removeValue(forKey: key) else { return }
    done.lane.running -= 1
    done.lane.took(now - done.started)
    done.lane.served.ended(after: now - done.arrived)
    if done.lane.endpoint.isControl { controlRunning -= 1 }
    reply(key, outcome, done.lane)
    while running.count - controlRunning < Engine.mostRunning, let entry = queue.next() {
      run(entry.key, entry.inbound, entry.lane, arrived: entry.arrived)
    }
  }

  /// The caller took the request back: what runs is cancelled, what waits does not start.
  func cancel(_ key: RunningKey) {
    if let entry = queue.remove(key) {
      stats.cancelled += 1
      return refuse(key, Fault(.cancelled), entry.lane)
    }
    cancelRunning(key)
  }

  private func cancelRunning(_ key: RunningKey) {
    guard let entry = running[key], !entry.isCancelled else { return }
    stats.cancelled += 1
    entry.task.cancel()
    running[key]?.isCancelled = true
  }

  /// Nobody waits for what is past its deadline: it is cancelled, or not started at all.
  func sweepServing() {
    if queue.count > 0 { expireQueued() }
    guard let first = firstDeadline, now >= first else { return }
    for (key, entry) in running where entry.deadline <= now { cancelRunning(key) }
    firstDeadline = running.values.filter { !$0.isCancelled }.map(\.deadline).min()
  }
}
