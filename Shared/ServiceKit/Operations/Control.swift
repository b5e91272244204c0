package import Bus
internal import FoundationEssentials
package import Schema
internal import Store

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
    ]
    let letters = DeadLetterControl(place: place, subscriptions: handlers.subscriptions)
    let stream = StreamControl(place: place, handlers: handlers, callers: everybody)
    return [program.endpoints, letters.endpoints, stream.endpoints].reduce(own) { all, more in
      all.merging(more) { first, _ in first }
    }
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
}
