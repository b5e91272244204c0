import Bus
import FoundationEssentials
import Glibc
import Schema

/// What it costs a program that is full to turn one request away: its processor time, by thread.
enum ShedBench {
  /// As many as run and wait at once (`Engine.maxRunning`, `AdmissionQueue.maxEntries`).
  private static let places = 64 + 256

  static func run(_ options: Options) async throws {
    let folder = try Peer.prepare()
    defer { ChildProcess.remove(folder) }
    let child = try ChildProcess.start(["serve", folder])
    defer { child.end() }
    let node = try await Peer.node(folder)
    try await CallBench.untilReady(node, options)
    let fillers = Task {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<places {
          group.addTask {
            // One that found no place comes again.
            while await code(node, Peer.wait, within: .seconds(600)) == FaultCode.busy.code {}
          }
        }
      }
    }
    // Full once one request after the other is turned away: one that is let in waits for its deadline.
    var inARow = 0
    while inARow < 20 {
      inARow = await code(node, "echo.bytes.echo") == FaultCode.busy.code ? inARow + 1 : 0
      try await Task.sleep(for: .milliseconds(10))  // poll
    }
    let before = (try times(child.pid), await node.stats())
    let shed = await ask(node, callers: max(options.inflight, 1), for: .seconds(options.seconds))
    let after = (try times(child.pid), await node.stats())
    // Until its budget is spent the caller asks again by itself.
    let requests = Double(shed + after.1.retries - before.1.retries)
    let spent = after.0.map { name, seconds in (name, (seconds - (before.0[name] ?? 0)) / requests * 1e6) }
    for (name, microseconds) in spent.sorted(by: { $0.1 > $1.1 }) where microseconds >= 0.05 {
      BusBench.write("\(name): \(round(microseconds * 10) / 10) µs")
    }
    BusBench.write("\(Int(requests / options.seconds)) requests a second")
    let all = spent.reduce(0) { $0 + $1.1 }
    let library = spent.filter { $0.0.hasPrefix("ZMQ") }.reduce(0) { $0 + $1.1 }
    func shown(_ value: Double) -> Double { round(value * 10) / 10 }
    BusBench.write("\(shown(all)) \(shown(all - library)) \(shown(library))")
    fillers.cancel()
    await fillers.value
    await node.stop()
  }

  /// How many were turned away.
  private static func ask(_ node: Node, callers: Int, for duration: Duration) async -> Int {
    let end = ContinuousClock.now.advanced(by: duration)
    return await withTaskGroup(of: Int.self) { group in
      for _ in 0..<callers {
        group.addTask {
          var shed = 0
          while ContinuousClock.now < end {
            if await code(node, "echo.bytes.echo") == FaultCode.busy.code { shed += 1 }
          }
          return shed
        }
      }
      return await group.reduce(0, +)
    }
  }

  private static func code(_ node: Node, _ subject: String, within: Duration = .seconds(1)) async -> String? {
    var header = Header(id: .random())
    header.subject = subject
    do throws(CallError) {
      _ = try await node.call(
        OutgoingCall(
          program: ProgramName("echo"), header: header, body: [UInt8](repeating: 120, count: 256),
          within: within))
      return nil
    } catch { return error.fault.code }
  }

  /// Seconds of processor time by the name of the thread.
  private static func times(_ pid: pid_t) throws -> [String: Double] {
    var times: [String: Double] = [:]
    let folder = "/proc/\(pid)/task"
    for thread in try FileManager.default.contentsOfDirectory(atPath: folder) {
      // `1234 (name) S …`: user and system time are the 12th and 13th fields after the name.
      let stat = try String(contentsOfFile: "\(folder)/\(thread)/stat", encoding: .utf8)
      guard let open = stat.firstIndex(of: "("), let close = stat.lastIndex(of: ")") else { continue }
      let fields = stat[close...].split(separator: " ")
      guard fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13]) else {
        continue
      }
      let name = String(stat[stat.index(after: open)..<close])
      times[name, default: 0] += (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
    return times
  }
}
