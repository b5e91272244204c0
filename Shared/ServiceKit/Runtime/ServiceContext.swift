package import Bus
internal import FoundationEssentials
internal import JSON
package import Schema
package import Store

/// The parts a program is built from, before its store and its bus are open.
package struct ServiceSetup: Sendable {
  package let program: ProgramName
  package let settings: Settings
  package let log: Log
  package let clock: SiteClock
  package let keys: KeyRing
  package let tracer = Tracer()

  package init(program: ProgramName, settings: Settings, log: Log, clock: SiteClock, keys: KeyRing) {
    self.program = program
    self.settings = settings
    self.log = log
    self.clock = clock
    self.keys = keys
  }

  package var nodeOptions: NodeOptions {
    let log = log
    return NodeOptions(
      program: program, keys: keys, address: settings.address, note: { log(.warning, $0) })
  }
}

/// The state shared by all parts of a running program.
package struct ServiceContext: Sendable {
  package let program: ProgramName
  package let instance: RawUUID
  package let settings: Settings
  package let log: Log
  package let clock: SiteClock
  package let store: ProgramStore
  package let bus: Node
  package let tracer: Tracer
  /// Rings after each commit of this program that published an event.
  package let commits: CommitBell
  let verifier: IdentityVerifier
  let seeding: SeedingMark
  let passed = PassedCursors()
  let lost = LostProducers()

  init(_ setup: ServiceSetup, instance: RawUUID, store: ProgramStore, bus: Node, commits: CommitBell) throws {
    program = setup.program
    self.instance = instance
    settings = setup.settings
    log = setup.log
    clock = setup.clock
    tracer = setup.tracer
    self.store = store
    self.bus = bus
    self.commits = commits
    verifier = try IdentityVerifier(setup.keys)
    seeding = SeedingMark(dataFolder: setup.settings.data)
  }

  /// Checks the access rights and creates the request's context.
  func call<R: Request>(
    for type: R.Type, _ inbound: Inbound, _ document: JSONDocument, _ trace: [UInt8]?
  ) throws(Fault) -> Call {
    let header = inbound.header
    let isSeed = inbound.caller == .seed
    if isSeed, !seeding.isSet { throw Fault(.notAllowed) }
    if header.asOf != nil, !isSeed { throw Fault(.notAllowed) }
    let identity = try identity(for: type, inbound)
    var flags: Header.Flags = []
    if isSeed, header.asOf != nil { flags.insert(.seeded) }
    return Call(
      identity: identity, program: program, caller: inbound.caller, now: header.asOf ?? clock.now,
      deadline: inbound.deadline, bus: bus, store: store,
      idempotency: try idempotency(for: type, inbound, document, identity), flags: flags,
      trace: R.isUnlinkable ? nil : trace, assertion: header.assertion, isUnlinkable: R.isUnlinkable,
      tracer: tracer, log: R.isUnlinkable ? log : log.with(trace: trace),
      isTestTime: clock.isTest)
  }

  /// True if the request's person was verified before, so that its checks compute nothing and read no file.
  func isRecognized(_ inbound: Inbound) -> Bool {
    guard inbound.caller != .seed, let assertion = inbound.header.assertion else { return false }
    return verifier.knows(assertion)
  }

  private func identity<R: Request>(for type: R.Type, _ inbound: Inbound) throws(Fault) -> Identity? {
    let identity = inbound.header.assertion.flatMap { verifier.verify($0, now: SiteClock.system) }
    switch R.access {
    case .anyone, .programs: return identity
    case .signedIn:
      guard let identity else { throw Fault(.signInRequired) }
      guard identity.allows(R.scope) else { throw Fault(.scopeMissing) }
      return identity
    case .role(let role):
      // A program listed as a caller needs no person's role: the operator and the seed loader.
      if identity == nil, R.callers.contains(inbound.caller) { return nil }
      guard let identity else { throw Fault(.signInRequired) }
      guard identity.roles.contains(role) else { throw Fault(.notAllowed) }
      guard identity.allows(R.scope) else { throw Fault(.scopeMissing) }
      return identity
    }
  }

  private func idempotency<R: Request>(
    for type: R.Type, _ inbound: Inbound, _ document: JSONDocument, _ identity: Identity?
  ) throws(Fault) -> Idempotency? {
    guard let key = inbound.header.idempotencyKey, R.repeats == .stored || R.repeats == .secretReply else {
      return nil
    }
    guard (1...255).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw Fault(.idempotencyKeyBad)
    }
    // A guessable key would link the stored scope to its person.
    if R.isUnlinkable, RawUUID(key) == nil { throw Fault(.idempotencyKeyBad) }
    return Idempotency(
      owner: identity?.person.raw.bytes ?? Array(inbound.caller.text.utf8), subject: R.subject, key: key,
      header: inbound.header, document: document, keepsReply: R.repeats == .stored,
      isUnlinkable: R.isUnlinkable)
  }

  /// Creates the context of the program's own work, such as a timer or a job. It runs as the program.
  package func ownCall(within limit: Duration = .seconds(10)) -> Call {
    Call(
      identity: nil, program: program, caller: program, now: clock.now,
      deadline: ContinuousClock.now.advanced(by: limit),
      bus: bus, store: store, idempotency: nil, flags: [], trace: nil, assertion: nil, isUnlinkable: false,
      tracer: tracer, log: log)
  }

  /// Creates the context in which an event of another program is applied.
  func call(
    applying event: StreamEvent, in trace: [UInt8]? = nil, gathering gathered: Gathered? = nil
  ) -> Call {
    let trace = trace ?? event.header.trace
    return Call(
      identity: nil, program: program, caller: program, now: clock.now,
      deadline: ContinuousClock.now.advanced(by: .seconds(10)),
      bus: bus, store: store, idempotency: nil, flags: event.header.flags, trace: trace,
      assertion: nil, isUnlinkable: false, tracer: tracer, log: log.with(trace: trace), gathered: gathered)
  }
}

/// The file `seeding` in the site's data folder. While it exists, the key `seed` is valid and requests may
/// state the time at which they happened.
package struct SeedingMark: Sendable {
  private let path: String
  private let donePath: String

  package init(dataFolder: String) {
    path = "\(dataFolder)/seeding"
    donePath = "\(dataFolder)/seeded"
  }

  package var isSet: Bool { FileManager.default.fileExists(atPath: path) }

  /// True once the launcher has filled the site with the demo campus (compose/local, quad-site demo).
  package var isDone: Bool { FileManager.default.fileExists(atPath: donePath) }
}
