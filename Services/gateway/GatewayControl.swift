import Bus
import Schema
import ServiceKit
import Synchronization

/// The gateway's endpoints on the bus, for the requests that an operator may send to every program. The
/// gateway has no store, so it has no stream, no cursors and no dead letters.
final class GatewayControl: Sendable {
  private let program: ProgramControl
  private let keys: KeyRing
  private let apps: SiteApps
  private let bus = Mutex<Node?>(nil)

  init(_ setup: ServiceSetup) {
    program = ProgramControl(setup, instance: .random())
    keys = setup.keys
    apps = setup.settings.apps
  }

  var endpoints: [String: Endpoint] {
    var endpoints = ControlEndpoints(keys)
    endpoints.on(Control.Ping.self) { [program] _ in
      Control.Pong(program: .gateway, instance: program.instance, isReady: true)
    }
    // Every event of every program's stream, because all pass through to the browsers.
    endpoints.on(Control.AskInfo.self) { [program, apps] _ in
      program.info(subscriptions: apps.programs.map { Control.HeardStream(stream: $0.text, types: ["*"]) })
    }
    endpoints.on(Control.AskStats.self) { [self] _ in try await stats() }
    program.register(in: &endpoints)
    return endpoints.all
  }

  /// Sets the bus that these endpoints belong to, once it runs.
  func connect(_ bus: Node) { self.bus.withLock { $0 = bus } }

  private func stats() async throws -> Control.Stats {
    guard let bus = bus.withLock({ $0 }) else { throw Fault(.busy, retryAfterMs: 100) }
    return await program.stats(of: bus)
  }
}
