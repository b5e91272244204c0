internal import Bus
internal import FoundationEssentials
internal import Glibc
package import Schema
internal import Store
internal import Threads

/// The life of a program: settings, keys, store, bus, consumers; then SIGTERM, drain and exit 0.
package enum ServiceHost {
  /// The maximum wait for running requests after SIGTERM.
  package static let drainLimit = Duration.seconds(4)

  /// Runs a program with a store until SIGTERM or SIGINT.
  package static func run<S: Service>(_ type: S.Type) async -> Never {
    await run(S.program) { setup in try await live(type, setup) }
  }

  /// Runs a program from `body`, which returns after its drain. The exit status is then 0. It is 78 for a bad
  /// setting or a store with data missing, 75 if another process holds the data, and 1 otherwise.
  /// - Parameter health: An additional check for `--health`; throws `Unhealthy`.
  package static func run(
    _ program: ProgramName, health: @Sendable (ServiceSetup) throws -> Void = { _ in },
    _ body: @Sendable (ServiceSetup) async throws -> Void
  ) async -> Never {
    Signals.prepare()
    var log = Log(program: program, level: .info)
    do {
      let settings = try Settings()
      log = Log(program: program, level: settings.logLevel(of: program))
      guard settings.address.saysWhatToBind(program) else {
        throw SettingError(name: "BUS_BIND", problem: "is not set: \(program) has several places")
      }
      guard settings.apps.run(program) else {
        throw SettingError(name: SiteApps.setting, problem: "leaves out \(program), so it does not start")
      }
      let setup = ServiceSetup(
        program: program, settings: settings, log: log, clock: try SiteClock(dataFolder: settings.data),
        keys: try KeyRing.load(program, from: settings.keys))
      if HealthCheck.isAsked {
        try await HealthCheck.run(setup, health)
        exit(0)
      }
      try await body(setup)
      log(.info, "stopped")
      exit(0)
    } catch {
      log(.error, "\(StartProblem.text(error, of: program))")
      exit(HealthCheck.isAsked ? EXIT_FAILURE : StartProblem.status(error))
    }
  }

  private static func live<S: Service>(_ type: S.Type, _ setup: ServiceSetup) async throws {
    let program = setup.program
    let log = setup.log
    let folder = "\(setup.settings.data)/\(program)"
    try RestoredData.refuseUnfinished(setup.settings.data)
    try MovedData.refuse(setup.settings.data, setup.settings.store)
    try makeFolder(folder)
    let outlet = Outlet(stream: program)
    var options = S.storeOptions
    try TestSite.apply(setup.settings, to: &options, log)
    let restored = try RestoredData(in: folder)
    let path = setup.settings.store.path(of: program)
    restored.apply(
      to: &options, adopting: setup.settings.store.isFile ? nil : "\(folder)/\(program).sqlite")
    try setup.settings.store.apply(to: &options, of: program, setup.settings)
    options.copyFolder = folder
    options.onBroken = { failure in
      log(.error, "the store is broken: \(StartProblem.text(failure, of: program, at: path))")
      exit(EXIT_FAILURE)
    }
    let fullDisk = try FullDisk(setup, folder)
    let store: ProgramStore
    do {
      store = try fullDisk.opening {
        try ProgramStore.open(
          path, stream: program.text, migrations: S.migrations, options: options
        ) { outlet.publish($0) }
      }
    } catch let failure as StoreError { throw StoreProblem(failure: failure, path: path) }
    try ServerMark.set(setup.settings.store.isFile ? nil : path, in: folder)
    try StoreChecking.start(store, log)
    var handlers = Handlers()
    let service = try S(setup)
    service.register(in: &handlers)
    handlers.leaveOut { !setup.settings.apps.run($0) }
    let missing = handlers.missing(for: program)
    guard missing.isEmpty else { throw MissingHandlers(subjects: missing) }
    let context = try await start(setup, handlers, store, outlet, restored) { try service.nextDue($0) }
    log(.info, "ready")
    await work(service, context, handlers, fullDisk)
    log(.info, "draining")
    await context.bus.drain(within: drainLimit)
    await store.close()
    await context.bus.stop()
  }

  private static func start(
    _ setup: ServiceSetup, _ handlers: Handlers, _ store: ProgramStore, _ outlet: Outlet,
    _ restored: RestoredData, nextDue: @escaping @Sendable (borrowing Database) throws -> Instant?
  ) async throws -> ServiceContext {
    let place = ContextSlot()
    let program = ProgramControl(setup, instance: .random())
    let control = ServiceControl(
      place: place, handlers: handlers, keys: setup.keys, program: program, nextDue: nextDue)
    var options = setup.nodeOptions
    options.endpoints = Dispatch(handlers: handlers, place: place).endpoints
      .merging(control.endpoints) { own, _ in own }
    options.welcome = Welcome(
      stream: setup.program.text, epoch: store.epoch, head: store.head, heads: store.heads)
    options.retainedFrom = { store.retainedFrom }
    let bus = try await Node.start(options)
    outlet.connect(bus, store)
    let context = try ServiceContext(
      setup, instance: program.instance, store: store, bus: bus, commits: outlet.bell)
    // Requests wait for the context until then.
    try await restored.settle(handlers, context)
    place.set(context)
    return context
  }

  /// Runs consumers, housekeeping and the service's own work until the signal.
  private static func work<S: Service>(
    _ service: S, _ context: ServiceContext, _ handlers: Handlers, _ fullDisk: FullDisk
  ) async {
    let log = context.log
    await withTaskGroup(of: Void.self) { group in
      for (producer, subscriptions) in handlers.subscriptions {
        let sink = StoreSink(
          context: context, subscriptions: subscriptions, copies: handlers.copies[producer])
        let consumer = StreamConsumer(
          producer: producer, classes: handlers.classes(of: producer), bus: context.bus, sink: sink, log: log)
        group.addTask { await consumer.run() }
      }
      group.addTask { await Housekeeping(context: context).run() }
      group.addTask { await fullDisk.watch(context.store) }
      group.addTask {
        do { try await service.run(context) } catch is CancellationError {} catch { log(.error, "\(error)") }
      }
      do { try await Signals.waitForTermination() } catch { log(.error, "\(error)") }
      group.cancelAll()
    }
  }

  package static func makeFolder(_ path: String) throws {
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }
}

/// Declared requests without a handler in the program.
struct MissingHandlers: Error, CustomStringConvertible {
  let subjects: [String]
  var description: String { "no handler for \(subjects.joined(separator: ", "))" }
}
