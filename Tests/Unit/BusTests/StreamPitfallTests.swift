import FoundationEssentials
import Glibc
import Schema
import Synchronization
import TestSupport
import Testing

@testable import Bus

/// What one subscription heard.
private final class Heard: Sendable {
  struct State {
    var welcomes: [Int64] = []
    var events: [Int64] = []
    var heartbeats: [Int64] = []
    var streams: Set<String> = []
  }

  private let state = Mutex(State())
  var now: State { state.withLock { $0 } }

  func hear(_ signal: StreamSignal) {
    state.withLock { state in
      switch signal {
      case .welcome(let welcome, _):
        state.welcomes.append(welcome.head)
        state.streams.insert(welcome.stream)
      case .event(let header, _, _):
        state.events.append(header.sequence ?? -1)
        state.streams.insert(header.stream ?? "")
      case .heartbeat(let header, _): state.heartbeats.append(header.sequence ?? -1)
      }
    }
  }
}

/// A producer of numbered events.
private struct Producer {
  let node: Node
  let stream: String
  let epoch = RawUUID.random()

  func publish(_ sequence: Int64, bytes: Int = 10) {
    var header = Header(id: .random())
    header.subject = "\(stream).thing.told"
    header.stream = stream
    header.epoch = epoch
    header.sequence = sequence
    node.publish(
      [Publication(header, body: [UInt8](repeating: 1, count: bytes))],
      welcome: Welcome(stream: stream, epoch: epoch, head: sequence))
  }
}

@Suite("Pitfalls of streams", .serialized)
struct StreamPitfallTests {
  private static func producer(_ pair: NodePair) async throws -> Producer {
    let node = try await pair.hub(welcome: Welcome(stream: "hub", epoch: .random(), head: 0), [:])
    return Producer(node: node, stream: "hub")
  }

  @Test("1: a subscriber that reads slowly for seconds ends nobody's process, and goes on")
  func slowReader() async throws {
    try await NodePair.with { pair in
      let producer = try await StreamPitfallTests.producer(pair)
      let desk = try await pair.desk()
      let heard = Heard()
      let isSlow = SlowMark()
      desk.subscribe(to: NodePair.hubName) { signal in
        heard.hear(signal)
        // On the bus thread, so that libzmq's queues fill up: 1000 messages there, as many here, and the
        // socket's buffers.
        if isSlow.isSet { spin(for: .milliseconds(10)) }
      }
      #expect(try await eventually { !heard.now.welcomes.isEmpty })
      var sequence: Int64 = 0
      let end = ContinuousClock.now.advanced(by: .seconds(7))
      while ContinuousClock.now < end {
        for _ in 0..<100 {
          sequence += 1
          producer.publish(sequence, bytes: 1000)
        }
        try await Task.sleep(for: .milliseconds(20))  // poll
      }
      isSlow.clear()
      let head = sequence
      #expect(try await eventually { heard.now.heartbeats.last == head })
      // What was dropped on the way is known by its number.
      #expect(heard.now.events.count < Int(head))
      await desk.stop()
      await producer.node.stop()
    }
  }

  @Test("3: what is told while a subscriber connects is heard, or known to be missing")
  func slowJoiner() async throws {
    try await NodePair.with { pair in
      let producer = try await StreamPitfallTests.producer(pair)
      let desk = try await pair.desk()
      let heard = Heard()
      desk.subscribe(to: NodePair.hubName) { heard.hear($0) }
      for sequence in Int64(1)...200 {
        producer.publish(sequence)
        if sequence % 20 == 0 { try await Task.sleep(for: .milliseconds(2)) }  // poll
      }
      #expect(try await eventually { heard.now.heartbeats.last == 200 || heard.now.welcomes.last == 200 })
      let state = heard.now
      #expect(state.welcomes.count == 1)
      // The head of the welcome stands for all before. What was told between the welcome and the first event
      // heard is missed, and the gap between their numbers tells so; from there on nothing is.
      let head = state.welcomes.first ?? 0
      let first = state.events.first ?? 201
      #expect(first > head && state.events == Array(first..<201), "welcome \(head): \(state.events)")
      await desk.stop()
      await producer.node.stop()
    }
  }

  @Test("10: a stream is heard whole, and none whose name begins alike")
  func prefixes() async throws {
    try await withTemporaryFolder { folder in
      var pairs: [String: CurveKeyPair] = [:]
      for name in ["room", "roomhub", "desk"] { pairs[name] = try CurveKeyPair.generate() }
      let everybody = PublicKeys(curve: pairs.mapValues { [$0.publicKey] }, signing: [])
      func start(_ name: String) async throws -> Node {
        let own = SecretKeys(program: ProgramName(name), curve: try #require(pairs[name]), signing: nil)
        var options = NodeOptions(
          program: ProgramName(name), keys: try KeyRing(own: own, everybody: everybody),
          address: BusAddress(run: folder))
        options.serves = name != "desk"
        options.welcome = Welcome(stream: name, epoch: .random(), head: 0)
        return try await Node.start(options)
      }
      let room = Producer(node: try await start("room"), stream: "room")
      let roomhub = Producer(node: try await start("roomhub"), stream: "roomhub")
      let desk = try await start("desk")
      let heard = Heard()
      let other = Heard()
      desk.subscribe(to: ProgramName("room")) { heard.hear($0) }
      desk.subscribe(to: ProgramName("roomhub")) { other.hear($0) }
      // A welcome may come before all is attached; whoever hears a heartbeat hears what follows it.
      #expect(try await eventually { !heard.now.heartbeats.isEmpty && !other.now.heartbeats.isEmpty })
      for sequence in Int64(1)...50 {
        room.publish(sequence)
        roomhub.publish(sequence + 1000)
      }
      #expect(try await eventually { heard.now.events.count == 50 && other.now.events.count == 50 })
      #expect(heard.now.events == Array(1...50) && heard.now.streams == ["room"])
      #expect(other.now.events == Array(1001...1050) && other.now.streams == ["roomhub"])
      for node in [desk, room.node, roomhub.node] { await node.stop() }
    }
  }

  @Test("12: a stranger hears nothing of a stream")
  func stranger() async throws {
    try await NodePair.with { pair in
      let notes = Notes()
      let hub = try await pair.hub(
        welcome: Welcome(stream: "hub", epoch: .random(), head: 7), notes: notes, [:])
      let stranger = try await pair.desk(pair.strangerKeys)
      let heard = Heard()
      stranger.subscribe(to: NodePair.hubName) { heard.hear($0) }
      #expect(try await eventually { await hub.stats().handshakesFailed > 0 })
      try await holds("a stranger hears nothing", for: .milliseconds(1500)) {
        heard.now.welcomes == [] && heard.now.heartbeats == []
      }
      #expect(notes.all.contains { $0.contains("unknown key") })
      await stranger.stop()
      await hub.stop()
    }
  }
}

extension StreamPitfallTests {
  @Test("a program with another key than the caller looks for is told from one that is down or hangs")
  func otherKey() async throws {
    try await NodePair.with { pair in
      let notes = Notes()
      let hub = try await pair.hub(keys: pair.strangerKeys, [:])
      let desk = try await pair.desk(notes: notes)
      async let answer = desk.failure(of: NodePair.call("hub.text.echo"))
      #expect(try await eventually { notes.all.contains { $0.hasPrefix("hub closed the handshake") } })
      #expect(await answer?.fault.code == "service_unavailable")
      #expect(await desk.stats().handshakesFailed > 0)
      await desk.stop()
      await hub.stop()
    }
  }
}

@Suite("Pitfalls of processes", .serialized)
struct ProcessPitfallTests {
  @Test("8: rubbish on its socket does not end a program")
  func rubbish() async throws {
    try await EchoSite.with { site in
      let program = try await site.start("one", bind: BusAddress.local)
      var dice = Dice(seed: 5)
      for length in [0, 1, 10, 64, 200, 5000, 100_000] {
        for start in [[], [0xFF, 0, 0, 0, 0, 0, 0, 0, 1, 0x7F], ZMTP.greeting] as [[UInt8]] {
          let bytes = start + (0..<length).map { _ in UInt8.random(in: 0...255, using: &dice) }
          try ZMTP.send(bytes, to: "\(site.folder)/echo.q")
        }
      }
      let desk = try await site.desk([:])
      #expect(try await desk.call(EchoSite.call("echo.text.echo", "here")).body == Array("here".utf8))
      #expect(program.isRunning)
      await desk.stop()
      #expect(try await program.terminate().status == 0)
    }
  }

  @Test("9: no descriptor of the bus reaches a process that is started")
  func descriptors() async throws {
    try await NodePair.with { pair in
      let before = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
      let hub = try await pair.hub(["hub.text.echo": NodePair.endpoint { .reply(body: $0.body) }])
      let desk = try await pair.desk()
      _ = try await desk.call(NodePair.call("hub.text.echo"))
      let after = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
      let new = Set(after).subtracting(before).compactMap { Int32($0) }
      #expect(new.count > 6)
      for descriptor in new {
        let flags = fcntl(descriptor, F_GETFD)
        // The one that listed them is closed by now.
        #expect(flags == -1 || flags & FD_CLOEXEC != 0, "descriptor \(descriptor)")
      }
      await desk.stop()
      await hub.stop()
    }
  }
}

private enum ZMTP {
  /// A CURVE greeting as a client sends it.
  static let greeting: [UInt8] =
    [0xFF, 0, 0, 0, 0, 0, 0, 0, 1, 0x7F, 3, 1] + Array("CURVE".utf8) + [UInt8](repeating: 0, count: 47)

  /// Connects, writes what is taken, closes.
  static func send(_ bytes: [UInt8], to path: String) throws {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard code == 0 else { throw TestFailure("connect \(path): errno \(errno)") }
    _ = bytes.withUnsafeBytes {
      Glibc.send(
        descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }
  }
}

private final class SlowMark: Sendable {
  private let flag = Atomic(true)
  var isSet: Bool { flag.load(ordering: .relaxed) }
  func clear() { flag.store(false, ordering: .relaxed) }
}

private func spin(for duration: Duration) {
  let end = ContinuousClock.now.advanced(by: duration)
  while ContinuousClock.now < end {}
}
