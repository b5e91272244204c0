import Bus
import FoundationEssentials
import Schema

/// Where the keys are and how programs are reached: the same variables that every program reads.
struct BusSettings {
  let keys: String
  let address: BusAddress

  init(_ environment: [String: String] = ProcessInfo.processInfo.environment) throws(EnvironmentError) {
    guard let keys = environment["QUAD_KEYS"], !keys.isEmpty else {
      throw EnvironmentError(problem: "QUAD_KEYS is not set: the folder that quad keygen wrote")
    }
    self.keys = keys
    let run = environment["QUAD_RUN"] ?? ""
    address = BusAddress(environment: environment, run: run)
    guard address.template.hasPrefix("tcp:") || (1...80).contains(run.utf8.count) else {
      throw EnvironmentError(
        problem: "QUAD_RUN is not a folder of at most 80 characters; compose/local sets it")
    }
  }

  /// Speaks on the bus with the key of `program` while `body` runs. Offers nothing, so it needs no sockets
  /// of its own.
  nonisolated(nonsending) func with(
    key program: ProgramName, note: @escaping @Sendable (String) -> Void = { Output.tell($0) },
    _ body: nonisolated(nonsending) (Node) async throws -> Void
  ) async throws {
    let ring: KeyRing
    do { ring = try KeyRing.load(program, from: keys) } catch {
      throw EnvironmentError(problem: "\(error)")
    }
    var options = NodeOptions(program: program, keys: ring, address: address, note: note)
    options.serves = false
    let node = try await Node.start(options)
    do { try await body(node) } catch {
      await node.stop()
      throw error
    }
    await node.stop()
  }

  /// Those of `public.json` that answer: everybody but the keys that only call.
  func programs() throws -> [ProgramName] {
    do {
      return try KeyRing.load(.operator, from: keys).everybody.curve.keys.sorted().map { ProgramName($0) }
        .filter { $0 != .operator && $0 != .seed }
    } catch let error as KeyError { throw EnvironmentError(problem: "\(error)") }
  }
}
