package import Bus
internal import FoundationEssentials
internal import JSON
package import Schema
internal import Synchronization

/// A whole site in a temporary folder: keys created by `quadctl keygen`, programs of the build, and the
/// operator's access to them over the bus.
package final class Site: Sendable {
  /// Contains `keys`, `data` and `run`.
  package let folder: String
  /// The environment of every program of the site.
  package let environment: [String: String]
  /// A node with the operator's key.
  package let `operator`: Node
  /// In the order of start.
  private let running = Mutex<[(name: ProgramName, program: RunningProgram)]>([])

  package var data: String { "\(folder)/data" }
  package var keys: String { "\(folder)/keys" }
  package var run: String { "\(folder)/run" }
  private var portFile: String { "\(data)/\(Catalogue.edge)/port" }

  private init(folder: String, environment: [String: String], operator: Node) {
    self.folder = folder
    self.environment = environment
    self.operator = `operator`
  }

  /// Creates a site, starts `programs` in order, runs `body`, and stops the running programs in reverse
  /// order.
  ///
  /// - Parameter seeding: True to mark the data folder, so that the key `seed` is valid.
  /// - Parameter environment: Settings in addition to those of `Launch.Kind.test`.
  /// - Throws: Errors of `body`; `TestFailure` if a program does not get ready or does not drain with status
  ///   0.
  nonisolated(nonsending) package static func with<Result>(
    _ programs: [ProgramName], seeding: Bool = false, environment: [String: String] = [:],
    _ body: nonisolated(nonsending) (Site) async throws -> Result
  ) async throws -> Result {
    try await withTemporaryFolder { folder in
      let site = try await make(in: folder, environment)
      if seeding { try site.setSeeding(true) }
      let result: Result
      do {
        for program in programs { try await site.start(program) }
        result = try await body(site)
      } catch {
        site.running.withLock { $0.removeAll() }
        await site.operator.stop()
        throw error
      }
      await site.operator.stop()
      while let last = site.running.withLock({ $0.last?.name }) { try await site.stop(last) }
      return result
    }
  }

  private static func make(in folder: String, _ environment: [String: String]) async throws -> Site {
    for name in ["data", "run"] {
      try FileManager.default.createDirectory(
        atPath: "\(folder)/\(name)", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700]
      )
    }
    try Data().write(to: URL(filePath: "\(folder)/data/test-site"))
    var settings = Launch.environment(
      of: .test,
      ["data": "\(folder)/data", "keys": "\(folder)/keys", "run": "\(folder)/run", "port": "0"])
    settings.merge(["TZ": "UTC"].merging(environment) { $1 }) { $1 }
    if PostgresServer.isAsked, settings["QUAD_STORE"] == nil {
      settings["QUAD_STORE"] = try PostgresServer.newDatabase()
    }
    let made = try await RunningProgram.run("quadctl", ["keygen", "--keys", "\(folder)/keys"])
    guard made.status == 0 else { throw TestFailure("quadctl keygen: \(made.errors)") }
    let node = try await startNode(.operator, folder)
    return Site(folder: folder, environment: settings, operator: node)
  }

  /// The gateway's address, which it writes to a file once it listens.
  package var address: String {
    get async throws {
      let path = portFile
      var port = ""
      try await waitUntil("the gateway says its port") {
        guard FileManager.default.fileExists(atPath: path) else { return false }
        port = try String(contentsOfFile: path, encoding: .utf8).filter(\.isNumber)
        return !port.isEmpty
      }
      return "http://127.0.0.1:\(port)"
    }
  }

  /// Starts a program and waits until it replies to `$srv.ping`. A gateway gets a new port each time.
  /// - Parameter extra: Settings of this start only.
  /// - Returns: The time that took.
  @discardableResult
  package func start(
    _ name: ProgramName, _ extra: [String: String] = [:], within limit: Duration = Launch.maxReady
  ) async throws -> Duration {
    let began = ContinuousClock.now
    if name == Catalogue.edge, FileManager.default.fileExists(atPath: portFile) {
      try FileManager.default.removeItem(atPath: portFile)
    }
    let settings = environment.merging(extra) { _, own in own }
    let program = try RunningProgram.start(name.text, environment: settings)
    running.withLock { $0.append((name, program)) }
    try await waitUntil("\(name) is ready: \(program.errorsSoFar)", within: limit) {
      guard program.isRunning else {
        throw TestFailure("\(name) ended at its start: \(program.errorsSoFar)")
      }
      return await self.isReady(name)
    }
    return began.duration(to: .now)
  }

  /// Sends SIGTERM. The program has to drain and exit with status 0.
  package func stop(_ name: ProgramName) async throws {
    let ended = try await take(name).terminate()
    guard ended.status == 0 else {
      throw TestFailure(
        "\(name) ended with \(ended.status ?? -1) (signal \(ended.signal ?? 0)): \(ended.errors)")
    }
  }

  /// Sends SIGKILL.
  package func kill(_ name: ProgramName) async throws {
    _ = try await take(name).kill()
  }

  /// Returns the process of a program that was started and neither stopped nor killed.
  package func program(_ name: ProgramName) -> RunningProgram? {
    running.withLock { running in running.last { $0.name == name }?.program }
  }

  private func take(_ name: ProgramName) throws -> RunningProgram {
    let taken = running.withLock { running in
      running.lastIndex { $0.name == name }.map { running.remove(at: $0).program }
    }
    guard let taken else { throw TestFailure("\(name) does not run") }
    return taken
  }

  /// Runs `quadctl` in the site's environment.
  package func quadctl(_ arguments: [String], within limit: Duration = .seconds(60)) async throws -> Ended {
    try await RunningProgram.run("quadctl", arguments, environment: environment, within: limit)
  }

  /// Runs `body` with a node on the bus with another key.
  nonisolated(nonsending) package func with<Result>(
    key: ProgramName, _ body: nonisolated(nonsending) (Node) async throws -> Result
  ) async throws -> Result {
    let node = try await Site.startNode(key, folder)
    let result: Result
    do { result = try await body(node) } catch {
      await node.stop()
      throw error
    }
    await node.stop()
    return result
  }

  /// Marks the data folder as seeding, or removes the mark.
  package func setSeeding(_ isSeeding: Bool) throws {
    let path = "\(data)/seeding"
    if isSeeding {
      try Data().write(to: URL(filePath: path))
    } else {
      try FileManager.default.removeItem(atPath: path)
    }
  }

  private func isReady(_ name: ProgramName) async -> Bool {
    var header = Header(id: .random())
    header.subject = Control.Ping.subject
    let ping = OutgoingCall(program: name, header: header, body: Array("{}".utf8), within: .seconds(1))
    do {
      let reply = try await self.operator.call(ping)
      return try JSONCoding.decode(Control.Pong.self, from: reply.body).isReady
    } catch { return false }
  }

  private static func startNode(_ key: ProgramName, _ folder: String) async throws -> Node {
    var options = NodeOptions(
      program: key, keys: try KeyRing.load(key, from: "\(folder)/keys"),
      address: BusAddress(run: "\(folder)/run"))
    options.serves = false
    return try await Node.start(options)
  }
}
