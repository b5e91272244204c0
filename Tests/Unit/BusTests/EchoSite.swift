import Bus
import FoundationEssentials
import Glibc
import JSON
import Schema
import Synchronization
import TestSupport

/// Instances of the stateless `echo` program as processes of their own, and nodes that call it.
struct EchoSite {
  static let echo = ProgramName("echo")

  let folder: String

  /// Runs `body` with a folder that holds the keys of `echo` and `desk`.
  static func with(_ body: (EchoSite) async throws -> Void) async throws {
    try await withTemporaryFolder { folder in
      var curve: [String: [String]] = [:]
      for name in ["echo", "desk"] {
        let pair = try CurveKeyPair.generate()
        curve[name] = [pair.publicKey]
        let secret = SecretKeys(program: ProgramName(name), curve: pair, signing: nil)
        let path = "\(folder)/\(name).key"
        try Data(try JSONCoding.encode(secret)).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: path)
      }
      try Data(try JSONCoding.encode(PublicKeys(curve: curve, signing: [])))
        .write(to: URL(filePath: "\(folder)/public.json"))
      try await body(EchoSite(folder: folder))
    }
  }

  /// `ipc://{run}/echo-1.{q|e},…`: the value of BUS_ECHO for so many instances.
  static func addresses(_ count: Int) -> String {
    (1...count).map { "ipc://{run}/echo-\($0).{q|e}" }.joined(separator: ",")
  }

  func environment(_ more: [String: String]) -> [String: String] {
    ["QUAD_DATA": folder, "QUAD_KEYS": folder, "QUAD_RUN": folder].merging(more) { $1 }
  }

  /// Starts an instance and waits until it says that it is ready.
  func start(_ name: String, bind: String, _ more: [String: String] = [:]) async throws -> RunningProgram {
    let settings = environment(["ECHO_NAME": name, "BUS_BIND": bind].merging(more) { $1 })
    let program = try RunningProgram.start("echo", environment: settings)
    try await waitUntil("echo \(name) is ready: \(program.errorsSoFar)") {
      program.errorsSoFar.contains("\"ready\"")
    }
    return program
  }

  /// The instances `1` to `count` on ipc.
  func start(_ count: Int, _ more: [String: String] = [:]) async throws -> [RunningProgram] {
    var instances: [RunningProgram] = []
    for number in 1...count {
      instances.append(try await start("\(number)", bind: "ipc://{run}/echo-\(number).{q|e}", more))
    }
    return instances
  }

  /// A node that calls.
  func desk(
    _ environment: [String: String], notes: Notes = Notes(),
    lookUp: (@Sendable (String) -> [String]?)? = nil
  ) async throws -> Node {
    var options = NodeOptions(
      program: ProgramName("desk"), keys: try KeyRing.load(ProgramName("desk"), from: folder),
      address: BusAddress(environment: environment, run: folder), note: { notes.add($0) })
    options.serves = false
    if let lookUp { options.lookUp = lookUp }
    return try await Node.start(options)
  }

  static func call(
    _ subject: String, _ body: String = "", within: Duration = .seconds(5),
    flags: Header.Flags = .repeatable
  ) -> OutgoingCall {
    var header = Header(id: .random())
    header.subject = subject
    header.flags = flags
    return OutgoingCall(program: echo, header: header, body: Array(body.utf8), within: within)
  }

  /// A port that nobody listens at now, below those that the system picks by itself: no connection of another
  /// test gets it before it is used.
  static func freePort() throws -> UInt16 {
    for _ in 0..<100 {
      let port = UInt16.random(in: 20_000..<32_000)
      if isFree(port) { return port }
    }
    throw TestFailure("no free port")
  }

  private static func isFree(_ port: UInt16) -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    address.sin_port = port.bigEndian
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}

/// What callers got who ask without a pause.
struct Load: Sendable {
  /// Replies by instance.
  var replies: [String: Int] = [:]
  var failures: [String] = []
  var slowest = Duration.zero

  var total: Int { replies.values.reduce(0, +) }

  /// So many callers, each with one call at a time, until `during` returns.
  static func run(
    _ desk: Node, callers: Int = 16, flags: Header.Flags = .repeatable, within: Duration = .seconds(5),
    during: () async throws -> Void
  ) async throws -> Load {
    let end = End()
    return try await withThrowingTaskGroup(of: Load.self) { group in
      for _ in 0..<callers {
        group.addTask {
          var load = Load()
          while !end.isHere {
            let start = ContinuousClock.now
            do throws(CallError) {
              let call = EchoSite.call("echo.instance.name", within: within, flags: flags)
              load.replies[String(decoding: try await desk.call(call).body, as: UTF8.self), default: 0] += 1
            } catch { load.failures.append("\(error)") }
            load.slowest = max(load.slowest, ContinuousClock.now - start)
          }
          return load
        }
      }
      do { try await during() } catch {
        end.come()
        throw error
      }
      end.come()
      return try await group.reduce(into: Load()) { sum, one in
        sum.replies.merge(one.replies, uniquingKeysWith: +)
        sum.failures += one.failures
        sum.slowest = max(sum.slowest, one.slowest)
      }
    }
  }
}

/// Tells many tasks that they may stop.
private final class End: Sendable {
  private let flag = Atomic(false)
  var isHere: Bool { flag.load(ordering: .relaxed) }
  func come() { flag.store(true, ordering: .relaxed) }
}
