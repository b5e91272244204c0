internal import Bus
internal import FoundationEssentials
internal import Schema
internal import Store

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
    var endpoints = ControlEndpoints(keys)
    endpoints.on(Control.Ping.self) { _ in await pong() }
    endpoints.on(Control.AskInfo.self) { _ in await info() }
    endpoints.on(Control.AskStats.self) { _ in try await stats() }
    endpoints.on(Control.AskOverview.self) { _ in try await overview() }
    endpoints.on(Control.MoveClock.self) { try await moveClock($0) }
    endpoints.on(Control.AskDue.self) { _ in try await due() }
    endpoints.on(Control.BeginBackup.self) { _ in try await beginBackup() }
    endpoints.onPacked(Control.ReadBackup.self) { try await readBackup($0) }
    endpoints.on(Control.EndBackup.self) { endBackup($0) }
    program.register(in: &endpoints)
    DeadLetterControl(place: place, subscriptions: handlers.subscriptions).register(in: &endpoints)
    StreamControl(place: place, handlers: handlers).register(in: &endpoints)
    return endpoints.all
  }

  private func pong() async -> Control.Pong {
    let context = await place.context
    return Control.Pong(
      program: context.program, instance: context.instance,
      isReady: context.store.health.isOfUse && context.lost.isEmpty,
      isDegraded: context.store.health.isDegraded)
  }

  private func info() async -> Control.Info {
    let context = await place.context
    let subscriptions = handlers.subscriptions.map { producer, types in
      Control.HeardStream(stream: producer.text, types: types.keys.sorted())
    }
    return program.info(
      requests: handlers.answers.values.map(\.request), subscriptions: subscriptions,
      epoch: context.store.epoch)
  }

  private func stats() async throws -> Control.Stats {
    try await place.context.figures(
      since: program.started, handlers)
  }

  private func overview() async throws -> Control.Overview {
    let context = await place.context
    let pong = await pong()
    return try await context.overview(
      since: program.started, isReady: pong.isReady, handlers)
  }

  private func moveClock(_ request: Control.MoveClock) async throws -> Empty {
    guard try await place.context.clock.set(request.to) else { throw Fault(.notAllowed) }
    return Empty()
  }

  private func due() async throws -> Control.Due {
    let context = await place.context
    let producers = handlers.subscriptions.keys
    let nextDue = nextDue
    // Read before the cursors: events of its own, published while it applies others, appear in the next
    // reply.
    let (head, heads) = (context.store.head, context.store.heads.numbers)
    let (next, stored) = try await context.store.read { db in
      var cursors: [String: Int64] = [:]
      for producer in producers { cursors[producer.text] = try db.cursor(producer.text)?.seq ?? 0 }
      return (try nextDue(db), cursors)
    }
    return Control.Due(
      now: context.clock.now, next: next, head: head, heads: heads, cursors: context.reached(stored),
      classes: handlers.classes)
  }

  private func beginBackup() async throws -> Control.Backup {
    let context = await place.context
    do {
      let backup = try await backups.begin(context.store, of: context.program)
      context.log(.info, "backup: a copy of \(backup.size) bytes")
      return backup
    } catch { throw backupFault(error, context) }
  }

  private func readBackup(_ request: Control.ReadBackup) async throws -> [UInt8] {
    let context = await place.context
    do { return try backups.read(request) } catch { throw backupFault(error, context) }
  }

  private func endBackup(_ request: Control.EndBackup) -> Empty {
    backups.end(request.id)
    return Empty()
  }

  private func backupFault(_ error: any Error, _ context: ServiceContext) -> any Error {
    switch error {
    case let fault as Fault: return fault
    case StoreError.full: return Fault(.storageFull)
    case StoreError.busy: return Fault(.busy, retryAfterMs: 1000)
    case StoreError.unreachable: return Fault(.serviceUnavailable, retryAfterMs: 1000)
    default:
      context.log(.error, "backup: \(error)")
      return error
    }
  }
}
