import Bus
import Foundation
import Schema
import Store
import TestSupport

@testable import ServiceKit

/// What the programs of a simulation are given in place of a bus: a node that nobody reaches.
enum SimulatedBus {
  static func start(in folder: String) async throws -> (keys: KeyRing, node: Node) {
    let pair = try CurveKeyPair.generate()
    let keys = try KeyRing(
      own: SecretKeys(program: .operator, curve: pair, signing: nil),
      everybody: PublicKeys(curve: ["operator": [pair.publicKey]], signing: []))
    var options = NodeOptions(program: .operator, keys: keys, address: BusAddress(run: folder))
    options.serves = false
    return (keys, try await Node.start(options))
  }
}

/// One program without a process: its real handlers over its real file, and a clock of its own. What a
/// process would hold in memory goes with `crash`; what is committed stays.
struct SimulatedProgram<S: Service>: Sendable {
  let service: S
  let handlers: Handlers
  let context: ServiceContext
  private let setup: ServiceSetup
  private let told: ToldEvents

  static func start(
    _ type: S.Type, in folder: String, bus: Node, keys: KeyRing, at now: Instant, told: ToldEvents
  ) throws -> SimulatedProgram {
    let data = "\(folder)/\(S.program)"
    try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
    try Data("\(now)\n".utf8).write(to: URL(fileURLWithPath: "\(data)/\(SiteClock.mark)"))
    let settings = try Settings(environment: ["QUAD_DATA": data, "QUAD_KEYS": folder, "QUAD_RUN": folder])
    let setup = ServiceSetup(
      program: S.program, settings: settings, log: Log(program: S.program, level: .error),
      clock: try SiteClock(dataFolder: data), keys: keys)
    return try SimulatedProgram(setup, bus, told)
  }

  private init(_ setup: ServiceSetup, _ bus: Node, _ told: ToldEvents) throws {
    self.setup = setup
    self.told = told
    service = try S(setup)
    var handlers = Handlers()
    service.register(in: &handlers)
    self.handlers = handlers
    var options = StoreOptions()
    options.synchronous = .normal
    let clock = setup.clock
    let store = try ProgramStore.open(
      "\(setup.settings.data)/\(S.program).sqlite", stream: S.program.text, migrations: S.migrations,
      options: options
    ) { told.add($0, at: clock.now) }
    context = try ServiceContext(
      setup, instance: .random(), store: store, bus: bus, commits: CommitBell())
  }

  /// The process is gone and starts again.
  func crash() async throws -> SimulatedProgram {
    await context.store.close()
    return try SimulatedProgram(setup, context.bus, told)
  }

  /// A request of a person.
  func call(_ person: PersonID?) -> Call {
    let identity = person.map {
      Identity(person: $0, session: .random(), roles: [.student], issued: SiteClock.system)
    }
    return Call(
      identity: identity, caller: person == nil ? .operator : .gateway, now: context.clock.now,
      deadline: ContinuousClock.now.advanced(by: .seconds(10)), bus: context.bus, store: context.store,
      idempotency: nil, flags: [], trace: nil, assertion: nil, isUnlinkable: false, tracer: context.tracer,
      log: context.log)
  }

  func move(to now: Instant) throws {
    guard try context.clock.set(now) else { throw TestFailure("the clock of \(S.program) goes back") }
  }

  /// What a producer answers to a consumer that asks for events.
  func events(from sequence: Int64, limit: Int) throws -> [StreamEvent] {
    try context.store.replay(from: sequence, limit: limit, maxBytes: 1 << 20).compactMap { stored in
      StreamEvent(
        header: Outlet.header(stored, stream: S.program.text, epoch: context.store.epoch),
        body: stored.event.body)
    }
  }

  /// The state as if told now, and where in the stream it stands.
  func snapshot() async throws -> StreamReplay.Answer {
    guard let tell = handlers.snapshot else { throw TestFailure("\(S.program) tells no snapshot") }
    let (events, head) = try await context.store.read { (try tell($0), try $0.streamHead()) }
    return StreamReplay.Answer(
      epoch: context.store.epoch, head: head, retainedFrom: context.store.retainedFrom,
      events: events.enumerated().compactMap { index, event in
        StreamEvent(
          header: Outlet.header(
            StoredEvent(seq: Int64(index) + 1, event: event), stream: S.program.text,
            epoch: context.store.epoch), body: event.body)
      })
  }

  /// Forgets the older half of its stream: whoever is behind that needs a snapshot.
  func prune() async throws {
    let keeping = (context.store.head - context.store.retainedFrom) / 2
    _ = try await context.store.write { db in
      try db.pruneOutbox(olderThan: Instant(milliseconds: 0), keeping: keeping, limit: 10_000)
    }
  }
}
