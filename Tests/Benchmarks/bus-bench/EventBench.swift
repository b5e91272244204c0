import Bus
import FoundationEssentials
import JSON
import Schema
import ServiceKit
import Synchronization

/// Durable events: from the commit in one process to the handler in another, and replay to a late subscriber.
enum EventBench {
  /// Rate from 64 writers that each wait for their commit; latency from single events, one after the other.
  static func run(_ options: Options) async throws {
    let folder = try Peer.prepare()
    defer { ChildProcess.remove(folder) }
    let child = try ChildProcess.start(["tell", folder])
    defer { child.end() }
    let node = try await Peer.node(folder)
    let heard = Heard()
    node.subscribe(to: ProgramName("echo")) { heard.take($0) }
    try await publish(node, stamp())
    for _ in 0..<200 where heard.count == 0 {
      try await publish(node, stamp())
      try await Task.sleep(for: .milliseconds(10))  // poll
    }
    let latencies = try await paced(node, heard, seconds: options.seconds / 2)
    let before = heard.count
    let clock = ContinuousClock()
    let begin = clock.now
    let end = begin.advanced(by: .seconds(options.seconds / 2))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<64 {
        group.addTask { while clock.now < end { try await publish(node, stamp()) } }
      }
      try await group.waitForAll()
    }
    let (seconds, attoseconds) = (clock.now - begin).components
    BusBench.report(heard.count - before, Double(seconds) + Double(attoseconds) / 1e18, latencies)
    await node.stop()
  }

  private static func paced(_ node: Node, _ heard: Heard, seconds: Double) async throws -> [Double] {
    _ = heard.takeLatencies()
    let clock = ContinuousClock()
    let end = clock.now.advanced(by: .seconds(seconds))
    while clock.now < end {
      try await publish(node, stamp())
      try await Task.sleep(for: .milliseconds(1))  // poll
    }
    return heard.takeLatencies()
  }

  /// A store of `count` events, read from the first by one consumer.
  static func replay(_ options: Options) async throws {
    let folder = try Peer.prepare()
    defer { ChildProcess.remove(folder) }
    let child = try ChildProcess.start(["tell", folder])
    defer { child.end() }
    let node = try await Peer.node(folder)
    for _ in 0..<(options.count / 1000) {
      try await ask(node, "echo.events.many", [3, 232])
    }
    let clock = ContinuousClock()
    let begin = clock.now
    var next: Int64 = 1
    var latencies: [Double] = []
    while true {
      let start = clock.now
      let reply = try await ask(
        node, StreamReplay.Ask.subject, JSONCoding.encode(StreamReplay.Ask(from: next)))
      guard let answer = StreamReplay.Reply(reply.body), let last = answer.events.last else { break }
      let (seconds, attoseconds) = (clock.now - start).components
      latencies.append(Double(seconds) * 1e6 + Double(attoseconds) / 1e12)
      next = last.sequence + 1
      if last.sequence >= answer.head { break }
    }
    let (seconds, attoseconds) = (clock.now - begin).components
    BusBench.report(Int(next - 1), Double(seconds) + Double(attoseconds) / 1e18, latencies)
    await node.stop()
  }

  @discardableResult
  private static func ask(_ node: Node, _ subject: String, _ body: [UInt8]) async throws -> Reply {
    var header = Header(id: .random())
    header.subject = subject
    return try await node.call(
      OutgoingCall(program: ProgramName("echo"), header: header, body: body, within: .seconds(10)))
  }

  /// Monotonic nanoseconds: the same clock in both processes of one machine.
  private static func stamp() -> [UInt8] { Array("\(Heard.now())".utf8) }

  private static func publish(_ node: Node, _ body: [UInt8]) async throws {
    try await ask(node, "echo.events.tell", body)
  }
}

/// What arrived on the stream.
final class Heard: Sendable {
  private struct State {
    var count = 0
    var latencies: [Double] = []
  }

  private let state = Mutex(State())

  static func now() -> Int64 {
    let (seconds, attoseconds) = (ContinuousClock.now - ContinuousClock.Instant.reference).components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }

  func take(_ signal: StreamSignal) {
    guard case .event(_, let body, _) = signal, let sent = Int64(String(decoding: body, as: UTF8.self)) else {
      return
    }
    let latency = Double(Heard.now() - sent) / 1000
    state.withLock {
      $0.count += 1
      if $0.latencies.count < 1_000_000 { $0.latencies.append(latency) }
    }
  }

  var count: Int { state.withLock { $0.count } }

  func takeLatencies() -> [Double] {
    state.withLock { state in
      defer { state.latencies = [] }
      return state.latencies
    }
  }
}

extension ContinuousClock.Instant {
  /// The start of this process; good enough because both stamps are made in it.
  static let reference = ContinuousClock.now
}
