package import Bus
internal import FoundationEssentials
internal import Glibc
package import Schema
internal import Synchronization
internal import Threads

/// The control subjects that are the same in every program, with or without a store: `$srv.info`, `$srv.log`
/// and `$srv.drain`.
package struct ProgramControl: Sendable {
  package let instance: RawUUID
  package let started: Instant
  private let setup: ServiceSetup
  private let passing = PassingLevel()

  package init(_ setup: ServiceSetup, instance: RawUUID) {
    self.setup = setup
    self.instance = instance
    started = SiteClock.system
  }

  package func register(in endpoints: inout ControlEndpoints) {
    endpoints.on(Control.SetLog.self) { try setLog($0) }
    endpoints.on(Control.Drain.self) { _ in drain() }
    endpoints.on(Control.AskSpans.self) { setup.tracer.answer($0) }
  }

  /// Returns the reply to `$srv.info`.
  package func info(
    requests: [any Request.Type] = [], subscriptions: [Control.HeardStream] = [], epoch: RawUUID? = nil
  ) -> Control.Info {
    Control.Info(
      program: setup.program, instance: instance, started: started, now: setup.clock.now,
      system: SiteClock.system,
      requests: requests.map(RequestForms.form).sorted { $0.subject < $1.subject },
      hears: subscriptions.sorted { $0.stream < $1.stream }, epoch: epoch,
      dataFree: ProgramControl.free(setup.settings.data),
      metadata: [
        "clock": setup.clock.isTest ? "test" : "system", "host": ProcessInfo.processInfo.hostName,
        "log": setup.log.level.rawValue, "pid": "\(getpid())",
      ])
  }

  /// Returns the reply to `$srv.stats` for a program without a store.
  package func stats(of bus: Node) async -> Control.Stats {
    Control.Stats(started: started, bus: await bus.stats(), process: .now(setup.log))
  }

  private func setLog(_ ask: Control.SetLog) throws -> Control.LogIsSet {
    guard let level = Log.Level(rawValue: ask.level) else { throw Fault(.valueUnknown, field: "level") }
    if let length = ask.forMs, !(1...Control.SetLog.maxDuration.milliseconds).contains(length) {
      throw Fault(.valueUnknown, field: "forMs")
    }
    let usual = passing.set(level, in: setup.log, lasting: ask.forMs.map { .milliseconds($0) })
    let end = ask.forMs.map { ", for \($0) ms" } ?? ""
    // Logged at any level: a change of the log level must itself be on record.
    setup.log(.error, "the operator set the log to \(level.rawValue)\(end)")
    return Control.LogIsSet(
      level: level.rawValue, forMs: ask.forMs, then: ask.forMs.map { _ in usual.rawValue })
  }

  /// Requests a drain. The reply is still sent: the drain waits for running requests.
  private func drain() -> Control.Pong {
    setup.log(.warning, "the operator asked for a drain")
    Signals.requestTermination()
    return Control.Pong(program: setup.program, instance: instance, isReady: false)
  }

  private static func free(_ folder: String) -> Int64? {
    var disk = statvfs()
    guard unsafe statvfs(folder, &disk) == 0 else { return nil }
    return Int64(clamping: UInt64(disk.f_bavail) * UInt64(disk.f_frsize))
  }
}

/// A temporary log level, and the level after it.
private final class PassingLevel: Sendable {
  private struct State {
    /// Nil while the usual level applies.
    var usual: Log.Level?
    var end: Task<Void, Never>?
  }

  private let state = Mutex(State())

  /// Sets the level, and resets it after `lasting`: a flood of debug lines must end without anyone's help.
  /// - Returns: The usual level after the change.
  func set(_ level: Log.Level, in log: Log, lasting: Duration?) -> Log.Level {
    state.withLock { state in
      state.end?.cancel()
      let usual = lasting == nil ? level : state.usual ?? log.level
      log.level = level
      state.usual = lasting == nil ? nil : usual
      state.end = lasting.map { lasting in Task { await self.fallBack(to: usual, in: log, after: lasting) } }
      return usual
    }
  }

  private func fallBack(to usual: Log.Level, in log: Log, after lasting: Duration) async {
    do { try await Task.sleep(for: lasting) } catch {
      // Another level was set meanwhile, which has its own end.
      return
    }
    state.withLock { state in
      guard !Task.isCancelled else { return }
      log.level = usual
      state = State()
    }
  }
}

/// Version and form of each request, computed once.
private enum RequestForms {
  /// By subject, made when a program is first asked: it needs those of its own requests alone.
  private static let known = Mutex<[String: Control.RequestForm]>([:])

  static func form(_ type: any Request.Type) -> Control.RequestForm {
    known.withLock { known in
      if let form = known[type.subject] { return form }
      let form = Control.RequestForm(
        subject: type.subject, version: type.version, form: MessageForm.of(type))
      known[type.subject] = form
      return form
    }
  }
}
