import Bus
import FoundationEssentials
import Schema
import Synchronization

/// Request/reply between two processes over ipc with CURVE: closed loop, `inflight` callers.
enum CallBench {
  static func run(_ options: Options) async throws {
    let folder = try Peer.prepare()
    defer { ChildProcess.remove(folder) }
    let child = try ChildProcess.start(["serve", folder])
    defer { child.end() }
    let node = try await Peer.node(folder)
    try await untilReady(node, options)
    let clock = ContinuousClock()
    let begin = clock.now
    let end = begin.advanced(by: .seconds(options.seconds))
    let latencies = try await withThrowingTaskGroup(of: [Double].self) { group in
      for _ in 0..<options.inflight {
        group.addTask {
          var own: [Double] = []
          while clock.now < end {
            let start = clock.now
            try await one(node, options)
            let (seconds, attoseconds) = (clock.now - start).components
            own.append(Double(seconds) * 1e6 + Double(attoseconds) / 1e12)
          }
          return own
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    let (seconds, attoseconds) = (clock.now - begin).components
    BusBench.report(latencies.count, Double(seconds) + Double(attoseconds) / 1e18, latencies)
    await node.stop()
  }

  private static let opaqueBody = [UInt8](repeating: 120, count: 256)

  private static func one(_ node: Node, _ options: Options) async throws {
    if options.isOpaque {
      var header = Header(id: .random())
      header.subject = "echo.bytes.echo"
      _ = try await node.call(
        OutgoingCall(program: ProgramName("echo"), header: header, body: opaqueBody, within: .seconds(2)))
    } else {
      _ = try await node.call(Echo.sample)
    }
  }

  static func untilReady(_ node: Node, _ options: Options) async throws {
    for attempt in 1... {
      do { return try await one(node, options) } catch { if attempt == 5 { throw error } }
    }
  }
}
