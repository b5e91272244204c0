import Bus
import FoundationEssentials
import Glibc
import JSON
import Schema
import ServiceKit
import Store
import Threads

/// The other process: an echo server, or a producer of durable events.
enum Peer {
  static func keys(_ folder: String, _ name: String) throws -> KeyRing {
    try KeyRing.load(ProgramName(name), from: folder)
  }

  /// Fresh keys for the two ends, in a folder of this run.
  static func prepare() throws -> String {
    let folder = "/tmp/qb-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var curve: [String: [String]] = [:]
    for name in ["echo", "bench"] {
      let pair = try CurveKeyPair.generate()
      curve[name] = [pair.publicKey]
      let secret = SecretKeys(program: ProgramName(name), curve: pair, signing: nil)
      let path = "\(folder)/\(name).key"
      try Data(try JSONCoding.encode(secret)).write(to: URL(filePath: path))
      try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: path)
    }
    try Data(try JSONCoding.encode(PublicKeys(curve: curve, signing: [])))
      .write(to: URL(filePath: "\(folder)/public.json"))
    return folder
  }

  static func node(_ folder: String) async throws -> Node {
    var options = NodeOptions(
      program: ProgramName("bench"), keys: try keys(folder, "bench"), address: BusAddress(run: folder))
    options.serves = false
    return try await Node.start(options)
  }

  /// Answered when its caller gives up.
  static let wait = "echo.time.wait"

  private static func answer(_ inbound: Inbound) -> Outbound {
    do {
      return .reply(body: try JSONCoding.encode(try JSONCoding.decode(Echo.self, from: inbound.body)))
    } catch { return .fault(Fault(.badJSON)) }
  }

  static func serve(_ folder: String) async throws {
    var options = NodeOptions(
      program: ProgramName("echo"), keys: try keys(folder, "echo"), address: BusAddress(run: folder))
    let callers: Set<ProgramName> = [ProgramName("bench")]
    options.endpoints = [
      // Answered on the bus thread, as a service answers what memory holds.
      Echo.subject: Endpoint(callers: callers, memory: { answer($0) }, handler: { answer($0) }),
      "echo.bytes.echo": Endpoint(
        callers: callers, memory: { .reply(body: $0.body) }, handler: { .reply(body: $0.body) }),
      wait: Endpoint(callers: callers) { _ in
        do { try await Task.sleep(for: .seconds(3600)) } catch {  // poll: until it is cancelled
          return .fault(Fault(.cancelled, processed: .maybe))
        }
        return .reply(body: [])
      },
    ]
    let node = try await Node.start(options)
    try await Signals.waitForTermination()
    await node.stop()
  }

  /// Writes events at full speed in bursts when told to by `echo.events.flood`, or one when told by
  /// `echo.events.one`.
  static func publish(_ folder: String) async throws {
    let outlet = BenchOutlet()
    let store = try ProgramStore.open("\(folder)/echo.sqlite", stream: "echo", migrations: []) {
      outlet.publish($0)
    }
    var options = NodeOptions(
      program: ProgramName("echo"), keys: try keys(folder, "echo"), address: BusAddress(run: folder))
    let callers: Set<ProgramName> = [ProgramName("bench")]
    options.welcome = Welcome(stream: "echo", epoch: store.epoch, head: store.head)
    options.endpoints = [
      "echo.events.tell": Endpoint(callers: callers) { inbound in
        let body = inbound.body
        do {
          try await store.write { db in _ = try db.append(event(body)) }
          return .reply(body: [])
        } catch { return .fault(Fault(.internalError)) }
      },
      "echo.events.many": Endpoint(callers: callers) { inbound in
        let count = inbound.body.reduce(0) { $0 << 8 | Int($1) }
        do {
          let body = Array(String(repeating: "x", count: 200).utf8)
          try await store.write { db in for _ in 0..<count { _ = try db.append(event(body)) } }
          return .reply(body: [])
        } catch { return .fault(Fault(.internalError)) }
      },
      StreamReplay.Ask.subject: Endpoint(callers: callers, isControl: true) { inbound in
        do {
          let ask = try JSONCoding.decode(StreamReplay.Ask.self, from: inbound.body)
          let found = try store.replay(
            from: ask.from, of: ask.classes, limit: StreamReplay.maxEvents, maxBytes: StreamReplay.maxBytes)
          let answer = StreamReplay.Reply(
            epoch: store.epoch, head: store.head, through: found.through, retainedFrom: store.retainedFrom,
            events: found.events.compactMap {
              StreamEvent(header: BenchOutlet.header($0, epoch: store.epoch), body: $0.event.body)
            })
          return .reply(body: try answer.encoded())
        } catch { return .fault(Fault(.internalError)) }
      },
    ]
    let node = try await Node.start(options)
    outlet.connect(node, epoch: store.epoch)
    try await Signals.waitForTermination()
    await store.close()
    await node.stop()
  }

  private static func event(_ body: [UInt8]) -> OutboxEvent {
    OutboxEvent(
      id: .random(), type: "echo.thing.told", schema: "echo.thing.told@1.0", at: SiteClock.system,
      audience: Audience.programs.encoded, body: body)
  }
}
