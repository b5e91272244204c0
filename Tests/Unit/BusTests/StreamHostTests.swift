import Bus
import Schema
import Synchronization
import Testing

@Suite("The host of a stream is looked up beside the sockets")
struct StreamHostTests {
  private let epoch = RawUUID.random()

  private func hub(_ pair: NodePair, at address: String, ports: (UInt16, UInt16), head: Int64) async throws
    -> Node
  {
    var options = NodeOptions(
      program: NodePair.hubName, keys: pair.hubKeys,
      address: BusAddress(template: "tcp://\(address):{\(ports.0)|\(ports.1)}", run: pair.folder))
    options.welcome = Welcome(stream: "hub", epoch: epoch, head: head)
    return try await Node.start(options)
  }

  /// libzmq would look the name up on the thread that does all of a program's input and output, and of a
  /// container that is stopped a name server may answer after seconds: nothing came from anybody meanwhile.
  @Test("a name that libzmq could not look up is heard, and followed to another address")
  func moves() async throws {
    try await NodePair.with { pair in
      let ports = (try EchoSite.freePort(), try EchoSite.freePort())
      let place = Mutex<String?>(nil)
      let asked = Mutex<Set<String>>([])
      let table = Table(
        place: { place.withLock { $0 } }, asked: { host in asked.withLock { _ = $0.insert(host) } })
      var options = NodeOptions(
        program: NodePair.deskName, keys: pair.deskKeys,
        address: BusAddress(template: "tcp://{program}.invalid:{\(ports.0)|\(ports.1)}", run: pair.folder))
      options.serves = false
      options.lookUp = table.lookUp
      let desk = try await Node.start(options)
      let heard = Notes()
      desk.subscribe(to: NodePair.hubName) { signal in
        if case .welcome(let welcome, _) = signal { heard.add("\(welcome.head)") }
      }
      #expect(try await eventually { asked.withLock { $0 } == ["hub.invalid"] })
      let first = try await hub(pair, at: "127.0.0.1", ports: ports, head: 1)
      place.withLock { $0 = "127.0.0.1" }
      #expect(try await eventually { heard.all.contains("1") })
      await first.stop()
      place.withLock { $0 = nil }
      let second = try await hub(pair, at: "127.0.0.2", ports: ports, head: 2)
      place.withLock { $0 = "127.0.0.2" }
      #expect(try await eventually { heard.all.contains("2") })
      await desk.stop()
      await second.stop()
    }
  }

  private struct Table: Sendable {
    let place: @Sendable () -> String?
    let asked: @Sendable (String) -> Void

    func lookUp(_ host: String) -> [String]? {
      asked(host)
      return place().map { [$0] }
    }
  }
}
