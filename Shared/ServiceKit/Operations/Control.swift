package import Bus
internal import FoundationEssentials
package import Schema
internal import Store
internal import Synchronization

extension Control {
  /// Returns the callers that may request a program's health: every program and the operator.
  package static func everybody(_ keys: KeyRing) -> Set<ProgramName> {
    Set(keys.everybody.curve.keys.map { ProgramName($0) })
  }

  /// Creates a control endpoint whose reply is the JSON returned by `answer`.
  package static func endpoint(
    callers: Set<ProgramName>, bodyLimit: Int = 4096,
    _ answer: @escaping @Sendable (Inbound) async throws -> [UInt8]
  ) -> Endpoint {
    Endpoint(callers: callers, bodyLimit: bodyLimit, isControl: true) { inbound in
      do { return .reply(body: try await answer(inbound)) } catch { return .fault(fault(error)) }
    }
  }
}

extension Control {
  private static func fault(_ error: any Error) -> Fault {
    switch error {
    case let fault as Fault: fault
    case StoreError.full: Fault(.storageFull)
    case StoreError.busy: Fault(.busy, retryAfterMs: 1000)
    case StoreError.closed: Fault(.draining)
    default: Fault(.internalError)
    }
  }
}

/// The control endpoints of a service with a store.
struct ServiceControl: Sendable {
  let place: ContextSlot
  let handlers: Handlers
  let keys: KeyRing
  let program: ProgramControl
  let nextDue: @Sendable (borrowing Database) throws -> Instant?
  private let snapshots = SnapshotCache()
  private let backups = BackupCache()

  init(
    place: ContextSlot, handlers: Handlers, keys: KeyRing, program: ProgramControl,
    nextDue: @escaping @Sendable (borrowing Database) throws -> Instant?
  ) {
    self.place = place
    self.handlers = handlers
    self.keys = keys
    self.program = program
    self.nextDue = nextDue
  }

  var endpoints: [String: Endpoint] {
    let everybody = Control.everybody(keys)
    let own: [String: Endpoint] = [
      Control.ping: Control.endpoint(callers: everybody) { _ in try await pong() },
      Control.info: Control.endpoint(callers: [.operator, .gateway]) { _ in try await info() },
      Control.stats: Control.endpoint(callers: [.operator, .gateway]) { _ in try await stats() },
      Control.clock: Control.endpoint(callers: [.operator]) { try await moveClock($0) },
      Control.due: Control.endpoint(callers: [.operator]) { _ in try await due() },
      Control.beginBackup: Control.endpoint(callers: [.operator]) { _ in try await beginBackup() },
      Control.readBackup: Control.endpoint(callers: [.operator]) { try await readBackup($0) },
      Control.endBackup: Control.endpoint(callers: [.operator]) { try endBackup($0) },
      StreamReplay.subject: Control.endpoint(callers: everybody) { try await replay($0) },
      StreamReplay.snapshotSubject: Control.endpoint(callers: everybody) { try await snapshot($0) },
    ]
    let letters = DeadLetterControl(place: place, subscriptions: handlers.subscriptions)
    return own.merging(program.endpoints) { own, _ in own }.merging(letters.endpoints) { own, _ in own }
  }

  private func pong() async throws -> [UInt8] {
    let context = await place.context
    return try JSONCoding.encode(
      Control.Pong(
        program: context.program, instance: context.instance, isReady: context.store.health != .broken,
        isDegraded: context.store.health == .full))
  }

  private func info() async throws -> [UInt8] {
    let context = await place.context
    let subscriptions = handlers.subscriptions.map { producer, types in
      Control.HeardStream(stream: producer.text, types: types.keys.sorted())
    }
    return try JSONCoding.encode(
      program.info(
        requests: handlers.answers.values.map(\.request), subscriptions: subscriptions,
        epoch: context.store.epoch))
  }

  private func stats() async throws -> [UInt8] {
    try JSONCoding.encode(
      try await place.context.figures(
        since: program.started, subscriptions: Array(handlers.subscriptions.keys)))
  }

  private func moveClock(_ inbound: Inbound) async throws -> [UInt8] {
    let context = await place.context
    let request: Control.MoveClock = try RequestDecoding.decode(
      Control.MoveClock.self, body: inbound.body, params: [])
    guard try context.clock.set(request.to) else { throw Fault(.notAllowed) }
    return try JSONCoding.encode(Empty())
  }

  private func due() async throws -> [UInt8] {
    let context = await place.context
    let producers = handlers.subscriptions.keys
    let nextDue = nextDue
    // Read before the cursors: events of its own, published while it applies others, appear in the next
    // reply.
    let head = context.store.head
    let (next, stored) = try await context.store.read { db in
      var cursors: [String: Int64] = [:]
      for producer in producers { cursors[producer.text] = try db.cursor(producer.text)?.seq ?? 0 }
      return (try nextDue(db), cursors)
    }
    let cursors = stored.merging(context.passed.cursors) { max($0, $1) }
    return try JSONCoding.encode(
      Control.Due(now: context.clock.now, next: next, head: head, cursors: cursors))
  }

  private func beginBackup() async throws -> [UInt8] {
    let context = await place.context
    do {
      let backup = try await backups.begin(context.store, of: context.program)
      context.log(.info, "backup: a copy of \(backup.size) bytes")
      return try JSONCoding.encode(backup)
    } catch { throw backupFault(error, context) }
  }

  private func readBackup(_ inbound: Inbound) async throws -> [UInt8] {
    let context = await place.context
    let request = try RequestDecoding.decode(Control.ReadBackup.self, body: inbound.body, params: [])
    do { return try backups.read(request) } catch { throw backupFault(error, context) }
  }

  private func endBackup(_ inbound: Inbound) throws -> [UInt8] {
    let request = try RequestDecoding.decode(Control.EndBackup.self, body: inbound.body, params: [])
    backups.end(request.id)
    return try JSONCoding.encode(Empty())
  }

  private func backupFault(_ error: any Error, _ context: ServiceContext) -> any Error {
    switch error {
    case let fault as Fault: return fault
    case StoreError.full: return Fault(.storageFull)
    case StoreError.busy: return Fault(.busy, retryAfterMs: 1000)
    default:
      context.log(.error, "backup: \(error)")
      return error
    }
  }

  private func replay(_ inbound: Inbound) async throws -> [UInt8] {
    let context = await place.context
    let ask = try RequestDecoding.decode(StreamReplay.Ask.self, body: inbound.body, params: [])
    let store = context.store
    let retainedFrom = store.retainedFrom
    let events = try store.replay(
      from: max(ask.from, 1), limit: StreamReplay.maxEvents, maxBytes: StreamReplay.maxBytes)
    return try StreamReplay.Reply(
      epoch: store.epoch, head: store.head, retainedFrom: retainedFrom,
      events: events.compactMap { StreamEvent($0, of: context, replayed: true) }
    ).encoded()
  }

  /// Returns a page of a snapshot. The state is read in one transaction and kept until its last page was
  /// sent, at most a minute. All pages come from it.
  private func snapshot(_ inbound: Inbound) async throws -> [UInt8] {
    let context = await place.context
    let ask = try RequestDecoding.decode(StreamReplay.AskSnapshot.self, body: inbound.body, params: [])
    guard let publish = handlers.snapshot else { throw Fault(.unknownSubject) }
    let id: String
    let state: SnapshotCache.State
    if let asked = ask.snapshot {
      guard let kept = snapshots.state(asked, now: .now) else { throw Fault(.notFound) }
      (id, state) = (asked, kept)
    } else {
      let (events, head) = try await context.store.read { (try publish($0), try $0.streamHead()) }
      id = RawUUID.random().description
      state = SnapshotCache.State(
        events: events.enumerated().compactMap { index, event in
          StreamEvent(StoredEvent(seq: Int64(index) + 1, event: event), of: context, replayed: true)
        }, head: head)
      if state.events.count > StreamReplay.maxEvents {
        guard snapshots.keep(id, state, now: .now) else { throw Fault(.busy, retryAfterMs: 1000) }
      }
    }
    // The number of events is an upper bound for the page number.
    let start = min(max(ask.page, 0), state.events.count) * StreamReplay.maxEvents
    let page = state.events.dropFirst(start).prefix(StreamReplay.maxEvents)
    let isLast = start + StreamReplay.maxEvents >= state.events.count
    if isLast { snapshots.forget(id) }
    return try StreamReplay.Reply(
      epoch: context.store.epoch, head: state.head, retainedFrom: context.store.retainedFrom,
      events: Array(page),
      more: isLast ? nil : id
    ).encoded()
  }
}

extension StreamEvent {
  fileprivate init?(_ stored: StoredEvent, of context: ServiceContext, replayed: Bool) {
    var header = Outlet.header(stored, stream: context.program.text, epoch: context.store.epoch)
    if replayed { header.flags.insert(.replayed) }
    self.init(header: header, body: stored.event.body)
  }
}

/// Snapshots whose pages are being fetched: at most 8, each for at most a minute.
private final class SnapshotCache: Sendable {
  struct State: Sendable {
    let events: [StreamEvent]
    let head: Int64
  }

  private static let maxCount = 8
  private static let lifetime = Duration.seconds(60)
  private let shelf = Mutex<[String: (State, ContinuousClock.Instant)]>([:])

  func state(_ id: String, now: ContinuousClock.Instant) -> State? {
    shelf.withLock { shelf in
      shelf = shelf.filter { $0.value.1 > now }
      return shelf[id]?.0
    }
  }

  func forget(_ id: String) { shelf.withLock { _ = $0.removeValue(forKey: id) } }

  func keep(_ id: String, _ state: State, now: ContinuousClock.Instant) -> Bool {
    shelf.withLock { shelf in
      shelf = shelf.filter { $0.value.1 > now }
      guard shelf.count < SnapshotCache.maxCount else { return false }
      shelf[id] = (state, now.advanced(by: SnapshotCache.lifetime))
      return true
    }
  }
}
