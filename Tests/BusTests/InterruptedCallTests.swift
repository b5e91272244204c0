import Bus
import FoundationEssentials
import Schema
import Synchronization
import Testing

@Suite("A call that was cut off says whether it may have taken effect")
struct InterruptedCallTests {
  @Test(
    "one that was read by a program which then went away may have run, repeatable or not",
    arguments: [true, false])
  func read(_ isRepeatable: Bool) async throws {
    try await withNodes { server, client in
      let call = call(isRepeatable)
      async let outcome = processed(client, call)
      try await server.waitUntilRead()
      await server.stop()
      #expect(await outcome == .maybe)
    }
  }

  @Test("one that never left did not run")
  func neverSent() async throws {
    try await withNodes { server, client in
      await server.stop()
      #expect(await processed(client, call(true)) == .no)
    }
  }

  private func call(_ isRepeatable: Bool) -> OutgoingCall {
    var header = Header(id: .random())
    header.subject = "auth.test.wait"
    if isRepeatable { header.flags.insert(.repeatable) }
    return OutgoingCall(program: .auth, header: header, body: [], within: .seconds(10))
  }

  private func processed(_ client: Node, _ call: OutgoingCall) async -> Fault.Processed? {
    do { _ = try await client.call(call) } catch { return error.fault.processed }
    return nil
  }

  private func withNodes(_ body: (SilentServer, Node) async throws -> Void) async throws {
    let run = "/tmp/q-call-\(UInt32.random(in: 0 ... .max))"
    try FileManager.default.createDirectory(atPath: run, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: run) }
    let pairs = try [ProgramName.auth, .gateway].map { ($0, try CurveKeyPair.generate()) }
    let everybody = PublicKeys(
      curve: Dictionary(uniqueKeysWithValues: pairs.map { ($0.0.text, [$0.1.publicKey]) }), signing: [])
    func options(_ index: Int) throws -> NodeOptions {
      let own = SecretKeys(program: pairs[index].0, curve: pairs[index].1, signing: nil)
      let keys = try KeyRing(own: own, everybody: everybody)
      return NodeOptions(program: pairs[index].0, keys: keys, address: BusAddress(run: run))
    }
    let server = try await SilentServer.start(try options(0))
    var clientOptions = try options(1)
    clientOptions.serves = false
    let client = try await Node.start(clientOptions)
    do { try await body(server, client) } catch {
      await client.stop()
      await server.stop()
      throw error
    }
    await client.stop()
    await server.stop()
  }
}

/// Reads requests and answers none.
private final class SilentServer: Sendable {
  private let node: Node
  private let count: Count

  /// Requests read.
  private final class Count: Sendable {
    let value = Mutex(0)
  }

  private init(_ node: Node, _ count: Count) {
    self.node = node
    self.count = count
  }

  static func start(_ options: NodeOptions) async throws -> SilentServer {
    let count = Count()
    var options = options
    options.endpoints["auth.test.wait"] = Endpoint(callers: [.gateway]) { _ in
      count.value.withLock { $0 += 1 }
      do { try await Task.sleep(for: .seconds(10)) } catch {
        // Taken back, or the program stops.
      }
      return .fault(Fault(.draining))
    }
    return SilentServer(try await Node.start(options), count)
  }

  func waitUntilRead() async throws {
    let end = ContinuousClock.now.advanced(by: .seconds(5))
    while count.value.withLock({ $0 }) == 0 {
      try #require(ContinuousClock.now < end, "the request never arrived")
      try await Task.sleep(for: .milliseconds(2))  // poll
    }
  }

  func stop() async { await node.stop() }
}
