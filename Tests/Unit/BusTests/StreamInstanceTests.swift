import Bus
import Schema
import Synchronization
import TestSupport
import Testing

@Suite("A stream is heard from every instance of its program")
struct StreamInstanceTests {
  private let epoch = RawUUID.random()

  private func instance(_ pair: NodePair, _ address: BusAddress) async throws -> Node {
    var options = NodeOptions(program: NodePair.hubName, keys: pair.hubKeys, address: address)
    options.welcome = Welcome(stream: "hub", epoch: epoch, head: 0)
    return try await Node.start(options)
  }

  private func publish(_ sequence: Int64, by node: Node) {
    var header = Header(id: .random())
    header.subject = "hub.thing.told"
    header.stream = "hub"
    header.epoch = epoch
    header.sequence = sequence
    node.publish(
      [Publication(header, body: [1])], welcome: Welcome(stream: "hub", epoch: epoch, head: sequence))
  }

  /// A caller that hears the stream.
  private func desk(
    _ pair: NodePair, _ address: BusAddress, lookUp: (@Sendable (String) -> [String]?)? = nil,
    _ hear: @escaping @Sendable (StreamSignal) -> Void
  ) async throws -> Node {
    var options = NodeOptions(program: NodePair.deskName, keys: pair.deskKeys, address: address)
    options.serves = false
    if let lookUp { options.lookUp = lookUp }
    let desk = try await Node.start(options)
    desk.subscribe(to: NodePair.hubName, hear)
    return desk
  }

  @Test("whichever instance publishes next, its event comes, also after another has gone")
  func listed() async throws {
    try await NodePair.with { pair in
      let places = ["ipc://{run}/hub-1.{q|e}", "ipc://{run}/hub-2.{q|e}"]
      let addresses = [NodePair.hubName: places]
      var instances: [Node] = []
      for place in places {
        instances.append(
          try await instance(pair, BusAddress(run: pair.folder, addresses: addresses, binding: place)))
      }
      let heard = Notes()
      let welcomed = Notes()
      let desk = try await desk(pair, BusAddress(run: pair.folder, addresses: addresses)) { signal in
        switch signal {
        case .event(let header, _, _): heard.add("\(header.sequence ?? -1)")
        case .welcome: welcomed.add("")
        case .heartbeat: break
        }
      }
      try await waitUntil("both welcome it") { welcomed.all.count == 2 }
      for sequence in Int64(1)...6 {
        publish(sequence, by: instances[Int(sequence % 2)])
        try await waitUntil("event \(sequence)") { heard.all.last == "\(sequence)" }
      }
      await instances[0].stop()
      publish(7, by: instances[1])
      try await waitUntil("event 7") { heard.all == (1...7).map { "\($0)" } }
      await desk.stop()
      await instances[1].stop()
    }
  }

  @Test("an instance that joins behind the same name is heard, and one that leaves is forgotten")
  func named() async throws {
    try await NodePair.with { pair in
      let ports = (try EchoSite.freePort(), try EchoSite.freePort())
      let form = "{\(ports.0)|\(ports.1)}"
      let hosts = ["127.0.0.1", "127.0.0.2"]
      let up = Mutex([hosts[0]])
      let heard = Notes()
      let places = hosts.map { BusAddress(template: "tcp://\($0):\(form)", run: pair.folder) }
      let first = try await instance(pair, places[0])
      let address = BusAddress(template: "tcp://{program}.invalid:\(form)", run: pair.folder)
      let desk = try await desk(pair, address, lookUp: { _ in up.withLock { $0 } }) { signal in
        if case .event(let header, _, _) = signal { heard.add("\(header.sequence ?? -1)") }
        if case .welcome = signal { heard.add("welcome") }
      }
      try await waitUntil("the first") { heard.all == ["welcome"] }
      up.withLock { $0 = hosts }
      let second = try await instance(pair, places[1])
      // A name is looked up again soon where heartbeats are missing.
      await first.stop()
      try await waitUntil("the second") { heard.all == ["welcome", "welcome"] }
      up.withLock { $0 = [hosts[1]] }
      publish(1, by: second)
      try await waitUntil("its event") { heard.all.last == "1" }
      await desk.stop()
      await second.stop()
    }
  }
}
