@testable package import Bus
package import Crypto
internal import FoundationEssentials
internal import JSON
package import Schema
package import Store

@testable package import ServiceKit

/// The reply of another program while one is tested: real messages over a real socket, computed by a closure.
package struct StubbedReply: Sendable {
  let request: any Request.Type
  let endpoint: Endpoint

  package init<R: Request>(_ type: R.Type, _ answer: @escaping @Sendable (R) throws -> R.Reply) {
    request = type
    endpoint = Endpoint(callers: [.operator]) { inbound in
      do {
        let reply = try answer(JSONCoding.decode(type, from: inbound.body))
        return .reply(body: try JSONCoding.encode(reply))
      } catch { return .fault(error as? Fault ?? Fault(.internalError)) }
    }
  }
}

/// The replacement for a site in the test's process: a key that signs for auth, and an unreachable node that
/// replies in place of other programs.
package struct ProcessBus: Sendable {
  package let node: Node
  let keys: KeyRing
  let signing: SigningKey
  private let others: [Node]

  /// - Parameter answers: The replies of other programs. A program without any cannot be called.
  package static func start(in folder: String, answers: [StubbedReply] = []) async throws -> ProcessBus {
    let signing = SigningKey.random()
    let programs = Dictionary(grouping: answers) { $0.request.program }
    var pairs: [ProgramName: CurveKeyPair] = [:]
    for name in [.operator] + programs.keys { pairs[name] = try CurveKeyPair.generate() }
    let everybody = PublicKeys(
      curve: Dictionary(uniqueKeysWithValues: pairs.map { ($0.key.text, [$0.value.publicKey]) }),
      signing: [Base64URL.encode(signing.verifyKey.bytes)])
    func options(_ name: ProgramName, _ endpoints: [String: Endpoint]) throws -> (NodeOptions, KeyRing) {
      guard let pair = pairs[name] else { throw TestFailure("\(name) has no key") }
      let secret = SecretKeys(
        program: name, curve: pair, signing: name == .operator ? Base64URL.encode(signing.seed) : nil)
      let keys = try KeyRing(own: secret, everybody: everybody)
      var options = NodeOptions(program: name, keys: keys, address: BusAddress(run: folder))
      options.serves = !endpoints.isEmpty
      options.endpoints = endpoints
      return (options, keys)
    }
    let (own, keys) = try options(.operator, [:])
    var others: [Node] = []
    for (name, answers) in programs {
      let endpoints = Dictionary(uniqueKeysWithValues: answers.map { ($0.request.subject, $0.endpoint) })
      others.append(try await Node.start(options(name, endpoints).0))
    }
    return ProcessBus(node: try await Node.start(own), keys: keys, signing: signing, others: others)
  }

  package func stop() async {
    await node.stop()
    for other in others { await other.stop() }
  }
}

/// One program without a process: its real handlers over its real file, and a clock that the test moves.
/// `crash` discards the state that a process would hold in memory and keeps committed data.
package struct ProgramInProcess<S: Service>: AskedProgram {
  package let service: S
  package let handlers: Handlers
  package let context: ServiceContext
  private let endpoints: [String: Endpoint]
  private let setup: ServiceSetup
  private let bus: ProcessBus
  private let onCommit: OnCommit
  /// The address of its data on a server; nil for what the tests' engine is.
  private let place: String?

  /// Called with the events of each commit and the time on the program's clock.
  package typealias OnCommit = @Sendable ([StoredEvent], Instant) -> Void

  /// - Parameter folder: The parent of the program's data folder.
  /// - Parameter apps: The apps of the site, as its operator lists them; nil for all.
  package static func start(
    _ type: S.Type, in folder: String, on bus: ProcessBus, at now: Instant, apps: String? = nil,
    settings own: [String: String] = [:], place: String? = nil, onCommit: @escaping OnCommit = { _, _ in }
  ) throws -> ProgramInProcess {
    let data = "\(folder)/\(S.program)"
    try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
    try Data("\(now)\n".utf8).write(to: URL(filePath: "\(data)/\(SiteClock.mark)"))
    var environment = ["QUAD_DATA": data, "QUAD_KEYS": folder, "QUAD_RUN": folder]
    environment[SiteApps.setting] = apps
    environment.merge(own) { _, new in new }
    let settings = try Settings(environment: environment)
    let setup = ServiceSetup(
      program: S.program, settings: settings, log: Log(program: S.program, level: .error),
      clock: try SiteClock(dataFolder: data), keys: bus.keys)
    return try ProgramInProcess(setup, bus, place, onCommit)
  }

  private init(
    _ setup: ServiceSetup, _ bus: ProcessBus, _ place: String?, _ onCommit: @escaping OnCommit
  ) throws {
    self.setup = setup
    self.place = place
    self.bus = bus
    self.onCommit = onCommit
    service = try S(setup)
    var handlers = Handlers()
    service.register(in: &handlers)
    handlers.leaveOut { !setup.settings.apps.run($0) }
    self.handlers = handlers
    var options = S.storeOptions
    options.synchronous = .normal  // faster, and nothing here is about power cuts
    let clock = setup.clock
    let path = "\(setup.settings.data)/\(S.program).sqlite"
    let store = try ProgramStore.open(
      place ?? PostgresServer.place(insteadOf: path), stream: S.program.text,
      migrations: S.migrations,
      options: options
    ) { onCommit($0, clock.now) }
    context = try ServiceContext(
      setup, instance: .random(), store: store, bus: bus.node, commits: CommitBell())
    let slot = ContextSlot()
    slot.set(context)
    endpoints = Dispatch(handlers: handlers, place: slot).endpoints
  }

  /// Simulates a crash of the process and a restart.
  package func crash() async throws -> ProgramInProcess {
    await stop()
    return try ProgramInProcess(setup, bus, place, onCommit)
  }

  package func stop() async { await context.store.close() }

  package var signing: SigningKey { bus.signing }

  package func send(
    _ header: Header, _ body: [UInt8], from caller: ProgramName
  ) async throws(Fault) -> [UInt8] {
    guard let endpoint = endpoints[header.subject] else { throw Fault(.unknownSubject) }
    guard endpoint.callers.contains(caller) else { throw Fault(.notAllowed) }
    guard body.count <= endpoint.bodyLimit else { throw Fault(.tooLarge) }
    let deadline = ContinuousClock.now.advanced(by: .seconds(10))
    let inbound = Inbound(caller: caller, header: header, body: body, deadline: deadline)
    switch await endpoint.handler(inbound) {
    case .reply(let body, _, _, _, _, _): return body
    case .fault(let fault): throw fault
    }
  }

  /// Returns the call that a handler gets from a person, for tests that call it themselves; nil for the
  /// operator.
  package func call(_ person: PersonID?) -> Call {
    let identity = person.map {
      Identity(person: $0, session: .random(), roles: [.student], issued: SiteClock.system)
    }
    return Call(
      identity: identity, program: S.program, caller: person == nil ? .operator : .gateway,
      now: context.clock.now,
      deadline: ContinuousClock.now.advanced(by: .seconds(10)), bus: context.bus, store: context.store,
      idempotency: nil, flags: [], trace: nil, assertion: nil, isUnlinkable: false, tracer: context.tracer,
      log: context.log)
  }

  package func move(to now: Instant) throws {
    guard try context.clock.set(now) else { throw TestFailure("the clock of \(S.program) goes back") }
  }

  /// Applies an event of another program as if it had just arrived: with its handler, in one transaction.
  package func receive<E: Event>(_ event: E, from producer: ProgramName) async throws {
    guard let topics = handlers.subscriptions[producer], topics[E.topic] != nil else {
      throw TestFailure("\(S.program) does not listen to \(E.topic) of \(producer)")
    }
    let cursor = try await context.store.read { try $0.cursor(producer.text) }
    var header = Header(id: .random())
    header.subject = E.topic
    header.sequence = (cursor?.seq ?? 0) + 1
    header.epoch = cursor?.epoch ?? .random()
    guard let told = StreamEvent(header: header, body: try JSONCoding.encode(event)) else {
      throw TestFailure("\(E.topic) is no event of a stream")
    }
    let sink = StoreSink(context: context, subscriptions: topics, copies: handlers.copies[producer])
    try await sink.apply([told], of: producer)
  }

  /// Returns a producer's reply to a consumer that requests events.
  package func events(from sequence: Int64, limit: Int) throws -> [StreamEvent] {
    try context.store.replay(from: sequence, limit: limit, maxBytes: 1 << 20).events.compactMap { stored in
      StreamEvent(
        header: Outlet.header(stored, stream: S.program.text, epoch: context.store.epoch),
        body: stored.event.body)
    }
  }

  /// Returns the events of one type that the program has published, oldest first.
  package func published<E: Event>(_ type: E.Type) throws -> [E] {
    try context.store.replay(from: 1, limit: .max, maxBytes: .max).events.filter { $0.event.type == E.topic }
      .map { try JSONCoding.decode(type, from: $0.event.body) }
  }

  /// Fetches the state as a consumer does, with pages of at most `maxEvents`.
  /// - Parameter between: Runs after each page but the last, while the state is only partly fetched.
  package func snapshot(
    maxEvents: Int = 500, between: () async throws -> Void = {}
  ) async throws -> Snapshot {
    var limits = SnapshotPage.Limits()
    limits.events = maxEvents
    var isFirst = true
    return try await Snapshot.fetch(
      page: { cursor in
        if !isFirst { try await between() }
        isFirst = false
        return try await handlers.snapshot(after: cursor, of: context, limits)
      },
      replay: { from in
        StreamReplay.Reply(
          epoch: context.store.epoch, head: context.store.head, retainedFrom: context.store.retainedFrom,
          events: try events(from: from, limit: 3))
      })
  }

  /// Deletes the older half of the stream: subscribers that are further behind need a snapshot.
  package func prune() async throws {
    let keeping = (context.store.head - context.store.retainedFrom) / 2
    _ = try await context.store.write { db in
      try db.pruneOutbox(olderThan: Instant(milliseconds: 0), keeping: keeping, limit: 10_000)
    }
  }
}
