import Bus
import FoundationEssentials
import Schema
import Synchronization

/// Two nodes over ipc with keys of their own: `hub` answers, `desk` calls.
struct NodePair {
  static let hubName = ProgramName("hub")
  static let deskName = ProgramName("desk")

  let folder: String
  let hubKeys: KeyRing
  let deskKeys: KeyRing
  let strangerKeys: KeyRing

  /// Runs `body` with a folder and keys; removes the folder after.
  static func with(_ body: (NodePair) async throws -> Void) async throws {
    let folder = "/tmp/qbus-\(RawUUID.random().description.prefix(8))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let hub = try CurveKeyPair.generate()
    let desk = try CurveKeyPair.generate()
    let stranger = try CurveKeyPair.generate()
    let everybody = PublicKeys(curve: ["hub": [hub.publicKey], "desk": [desk.publicKey]], signing: [])
    func ring(_ name: ProgramName, _ pair: CurveKeyPair) throws -> KeyRing {
      try KeyRing(own: SecretKeys(program: name, curve: pair, signing: nil), everybody: everybody)
    }
    let pair = NodePair(
      folder: folder, hubKeys: try ring(hubName, hub), deskKeys: try ring(deskName, desk),
      strangerKeys: try ring(deskName, stranger))
    do {
      try await body(pair)
    } catch {
      try FileManager.default.removeItem(atPath: folder)
      throw error
    }
    try FileManager.default.removeItem(atPath: folder)
  }

  func hub(
    welcome: Welcome? = nil, keys: KeyRing? = nil, notes: Notes = Notes(), _ endpoints: [String: Endpoint]
  ) async throws -> Node {
    var options = NodeOptions(
      program: NodePair.hubName, keys: keys ?? hubKeys, address: BusAddress(run: folder),
      note: { notes.add($0) })
    options.endpoints = endpoints
    options.welcome = welcome
    return try await Node.start(options)
  }

  func desk(_ keys: KeyRing? = nil, notes: Notes = Notes()) async throws -> Node {
    var options = NodeOptions(
      program: NodePair.deskName, keys: keys ?? deskKeys, address: BusAddress(run: folder),
      note: { notes.add($0) })
    options.serves = false
    return try await Node.start(options)
  }

  static func endpoint(
    bodyLimit: Int = 256 * 1024, _ handler: @escaping @Sendable (Inbound) async -> Outbound
  ) -> Endpoint {
    Endpoint(callers: [deskName], bodyLimit: bodyLimit, handler: handler)
  }

  /// Answers once the gate is open.
  static func waiting(at gate: Gate, _ reply: [UInt8] = []) -> Endpoint {
    endpoint { _ in
      await gate.pass()
      return .reply(body: reply)
    }
  }

  static func call(
    _ subject: String, _ body: [UInt8] = [], within: Duration = .seconds(5), flags: Header.Flags = []
  ) -> OutgoingCall {
    var header = Header(id: .random())
    header.subject = subject
    header.flags = flags
    return OutgoingCall(program: hubName, header: header, body: body, within: within)
  }
}

extension Node {
  /// How a call ended without a reply; nil if it was answered.
  func failure(of call: OutgoingCall) async -> CallError? {
    do throws(CallError) {
      _ = try await self.call(call)
      return nil
    } catch { return error }
  }
}

/// What a node told its operator.
final class Notes: Sendable {
  private let lines = Mutex<[String]>([])

  func add(_ line: String) { lines.withLock { $0.append(line) } }
  var all: [String] { lines.withLock { $0 } }
}

/// A gate that handlers wait at, and a count of those who came.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var arrived = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  var arrived: Int { state.withLock { $0.arrived } }

  func pass() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        state.arrived += 1
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}

/// Polls for at most ten seconds.
func eventually(_ condition: () async throws -> Bool) async throws -> Bool {
  for _ in 0..<2000 {
    if try await condition() { return true }
    try await Task.sleep(for: .milliseconds(5))  // poll
  }
  return false
}

/// For a handler that works until it is called off.
func untilCancelled() async {
  while !Task.isCancelled {
    do { try await Task.sleep(for: .seconds(1)) } catch { return }
  }
}
