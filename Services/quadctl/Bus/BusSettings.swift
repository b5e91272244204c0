import Bus
import FoundationEssentials
import Schema
import SiteCommands
import Terminal

/// The folder of keys and the address of programs, from the same variables that every program reads.
struct BusSettings {
  let keys: String
  let address: BusAddress
  /// The apps of the site. Nobody looks for the programs of the others.
  let apps: SiteApps

  init(_ environment: [String: String] = ProcessInfo.processInfo.environment) throws(EnvironmentError) {
    guard let keys = environment["QUAD_KEYS"], !keys.isEmpty else {
      throw EnvironmentError(problem: "QUAD_KEYS is not set; it is the folder that quadctl keygen created")
    }
    self.keys = keys
    do { apps = try SiteApps(listed: environment[SiteApps.setting]) } catch {
      throw EnvironmentError(problem: "\(SiteApps.setting) \(error)")
    }
    let run = environment["QUAD_RUN"] ?? ""
    address = BusAddress(environment: environment, run: run)
    guard address.template.hasPrefix("tcp:") || (1...80).contains(run.utf8.count) else {
      throw EnvironmentError(
        problem: "QUAD_RUN has to be a folder of at most 80 characters; compose/local sets it")
    }
  }

  /// Runs `body` with a bus node that has the key of `program`. The node serves nothing, so it needs no
  /// sockets of its own.
  nonisolated(nonsending) func with(
    key program: ProgramName, _ body: nonisolated(nonsending) (Node) async throws -> Void
  ) async throws {
    let node = try await start(program, address) { Output.note($0) }
    do { try await body(node) } catch {
      await node.stop()
      throw error
    }
    await node.stop()
  }

  /// Runs `body` with the operator's key and one entry for each instance of these programs, since each
  /// instance has its own replies and its own settings.
  nonisolated(nonsending) func withInstances(
    of programs: [ProgramName], note: @escaping @Sendable (String) -> Void = { Output.note($0) },
    _ body: nonisolated(nonsending) ([Instance]) async throws -> Void
  ) async throws {
    let shared = try await start(.operator, address, note)
    var nodes = [shared]
    var instances: [Instance] = []
    do {
      for program in programs {
        let addresses = address.instances(of: program)
        // A program usually has one instance, and all such programs share one node.
        for address in addresses where addresses.count > 1 {
          let node = try await start(.operator, address, note)
          nodes.append(node)
          instances.append(Instance(program: program, bus: node))
        }
        if addresses.count <= 1 { instances.append(Instance(program: program, bus: shared)) }
      }
      try await body(instances)
    } catch {
      for node in nodes { await node.stop() }
      throw error
    }
    for node in nodes { await node.stop() }
  }

  nonisolated(nonsending) private func start(
    _ program: ProgramName, _ address: BusAddress, _ note: @escaping @Sendable (String) -> Void
  ) async throws -> Node {
    let ring: KeyRing
    do { ring = try KeyRing.load(program, from: keys) } catch {
      throw EnvironmentError(problem: "\(error)")
    }
    var options = NodeOptions(program: program, keys: ring, address: address, note: note)
    options.serves = false
    return try await Node.start(options)
  }

  /// The programs in `public.json` that the site runs and that serve requests: not the keys that only call.
  func programs() throws -> [ProgramName] {
    let ring: KeyRing
    do { ring = try KeyRing.load(.operator, from: keys) } catch {
      throw EnvironmentError(problem: "\(error)")
    }
    return programs(of: ring.everybody)
  }

  /// The programs among these keys that the site runs and that serve requests.
  func programs(of keys: PublicKeys) -> [ProgramName] {
    keys.curve.keys.sorted().map { ProgramName($0) }
      .filter { $0 != .operator && $0 != .seed && apps.run($0) }
  }
}

/// One instance of a program, and a bus node that reaches no other instance of it.
struct Instance: Sendable {
  let program: ProgramName
  let bus: Node
}
