internal import Dispatch
internal import Schema
internal import Synchronization
internal import Threads

/// A write on its way to the writer.
struct Job: Sendable {
  /// Called once the group is committed (nil) or lost.
  typealias Answer = @Sendable (StoreError?) -> Void

  let perform: @Sendable (borrowing Database) throws -> Answer
  let refuse: @Sendable (any Error) -> Void
}

/// The health of a store.
package enum StoreHealth: Int, Sendable {
  case intact
  /// The last write found the disk full. Reads continue; the next successful write ends this state.
  case full
  /// The server takes no writes. Reads continue; it is asked again with the next write.
  case readOnly
  /// See `StoreError.unreachable`. The server is asked again with the next write.
  case unreachable
  /// See `StoreError.broken`.
  case broken

  /// True if at least reads are answered.
  package var isOfUse: Bool { self != .broken && self != .unreachable }
  /// True if reads alone are answered.
  package var isDegraded: Bool { self == .full || self == .readOnly }
}

/// Counters of a store since it was opened.
package struct StoreCounters: Sendable, Equatable {
  /// Commits, each with one sync.
  package var groups = 0
  package var writes = 0
  /// Runs that lost against another write on PostgreSQL, and were repeated.
  package var retries = 0
  /// The times that writes waited for PostgreSQL.
  package var roundTrips = 0
  /// Writes whose body threw.
  package var rolledBack = 0
  /// Writes of groups that could not be committed.
  package var lost = 0
  package var checkpoints = 0
  /// The time from the first write of a group to the end of its commit, summed over all groups.
  package var groupTime = Duration.zero
  /// Groups by number of writes: see `batchBounds`.
  package var batches = [Int](repeating: 0, count: StoreCounters.batchBounds.count + 1)

  /// batches[i] groups held at most batchBounds[i] writes; the extra last count holds larger ones.
  package static let batchBounds = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]

  mutating func committed(_ writes: Int, in time: Duration) {
    groups += 1
    self.writes += writes
    groupTime += time
    batches[StoreCounters.batchBounds.firstIndex { writes <= $0 } ?? StoreCounters.batchBounds.count] += 1
  }
}

/// The state shared by the callers' threads and the writer.
final class StoreState: Sendable {
  /// The waiting writes of each connection that writes.
  let queues: [BlockingQueue<Job>]
  let options: StoreOptions
  let onCommit: @Sendable ([StoredEvent]) -> Void
  /// The store's mark; nil on PostgreSQL, which has no files of ours.
  let mark: MarkFile?
  let head: Atomic<Int64>
  let heads: Mutex<StreamHeads>
  let retainedFrom: Atomic<Int64>
  let logBytes = Atomic<Int64>(0)
  let health = Atomic(StoreHealth.intact.rawValue)
  let counters = Mutex(StoreCounters())
  /// The reason why the health is `readOnly` or `unreachable`.
  let outage = Mutex<String?>(nil)
  private let stop = DispatchSemaphore(value: 0)
  private let damage = Mutex<StoreError?>(nil)
  private let closing = Mutex(Closing())

  private struct Closing {
    var isAsked = false
    var isDone = false
    var waiting: [@Sendable () -> Void] = []
  }

  init(
    _ options: StoreOptions, _ mark: MarkFile?, _ place: StreamHead, writers: Int = 1,
    _ onCommit: @escaping @Sendable ([StoredEvent]) -> Void
  ) {
    queues = (0..<writers).map { _ in BlockingQueue(limit: options.queueLimit / writers) }
    self.options = options
    self.mark = mark
    head = Atomic(place.head)
    heads = Mutex(place.heads)
    retainedFrom = Atomic(place.retainedFrom)
    self.onCommit = onCommit
  }

  /// Hands a write to a connection: always the same one for the same key, the first one without a key.
  /// - Returns: False if it has too many waiting, or the store is closed.
  func add(_ job: Job, _ key: RawUUID?) -> Bool {
    guard queues.count > 1, let key else { return queues[0].add(job) }
    // The last bytes of an id are its random ones.
    let hash = key.bytes.suffix(4).reduce(0) { $0 << 8 | Int($1) }
    return queues[hash % queues.count].add(job)
  }

  /// Raises the newest numbers before the commit: whoever reads what it changes finds them raised. If it
  /// fails they are too high.
  func raiseHeads(_ events: [StoredEvent]) {
    guard !events.isEmpty else { return }
    heads.withLock { heads in
      for stored in events { heads.set(TopicClass.of(stored.event.type), to: stored.seq) }
    }
  }

  /// Tells what a commit changed in the stream.
  func publish(_ outgoing: Connection.Outgoing) {
    if let from = outgoing.retainedFrom { retainedFrom.store(from, ordering: .releasing) }
    if let last = outgoing.events.last {
      head.store(last.seq, ordering: .releasing)
      onCommit(outgoing.events)
    }
  }

  var broken: StoreError? { damage.withLock { $0 } }

  /// Records the first failure and reports it to the program.
  func markBroken(_ failure: StoreError) {
    let isFirst = damage.withLock { damage in
      defer { damage = damage ?? failure }
      return damage == nil
    }
    guard isFirst else { return }
    health.store(StoreHealth.broken.rawValue, ordering: .releasing)
    options.onBroken(failure)
  }

  func markFull(_ isFull: Bool) {
    if isFull { change(.intact, to: .full) } else { change(.full, to: .intact) }
  }

  /// Notes that there is no server for the writer, or with nil that there is one again.
  func markOutage(_ kind: StoreHealth?, _ reason: String?) {
    outage.withLock { $0 = reason }
    let others: [StoreHealth] = [.intact, .full, .readOnly, .unreachable].filter { $0 != kind }
    if let kind {
      for other in others { change(other, to: kind) }
    } else {
      for state in [StoreHealth.readOnly, .unreachable] { change(state, to: .intact) }
    }
  }

  private func change(_ from: StoreHealth, to: StoreHealth) {
    _ = health.compareExchange(
      expected: from.rawValue, desired: to.rawValue, ordering: .acquiringAndReleasing)
  }

  /// The error for a write that the queue rejected.
  var refusal: StoreError { closing.withLock { $0.isAsked } ? .closed : .busy }

  /// True once the store is being closed.
  var isClosing: Bool { closing.withLock { $0.isAsked } }

  /// Rejects further writes. Waiting writes still complete.
  func close() {
    closing.withLock { $0.isAsked = true }
    for queue in queues { queue.close() }
    stop.signal()
  }

  /// Blocks the writer's thread for a while, or until the store is being closed.
  func rest(for pause: Duration) {
    if stop.wait(timeout: .now() + .milliseconds(Int(pause.milliseconds))) == .success { stop.signal() }
  }

  /// Calls `body` once the writer has ended, or at once if it already has.
  func whenDone(_ body: @escaping @Sendable () -> Void) {
    let isDone = closing.withLock { closing in
      if !closing.isDone { closing.waiting.append(body) }
      return closing.isDone
    }
    if isDone { body() }
  }

  func markDone() {
    let waiting = closing.withLock { closing in
      closing.isDone = true
      defer { closing.waiting = [] }
      return closing.waiting
    }
    for body in waiting { body() }
  }
}
