import Bus
import HTTPServer
import JSON
import Schema

/// `/readyz`: whether all programs that the site runs answer and reach the gateway with their events.
struct SiteReadiness: Sendable {
  let bus: Node
  let live: LiveStream
  /// The programs that this site runs.
  let programs: [ProgramName]

  /// The programs that answer now.
  private struct Readiness: Encodable {
    let ready: Bool
    let programs: [String: Bool]
    /// Programs that answer but reject changes, because their disk is full.
    let degraded: [String]
  }

  func answer() async -> HTTPResponse {
    var states: [String: Bool] = [:]
    var degraded: [String] = []
    await withTaskGroup(of: (String, Control.Pong?).self) { group in
      for program in programs {
        group.addTask { (program.text, await ping(program)) }
      }
      for await (name, pong) in group {
        states[name] = (pong?.isReady ?? false) && live.isFollowing(ProgramName(name))
        if pong?.isDegraded == true { degraded.append(name) }
      }
    }
    // Programs that are not ready are named only in `detail`, in double quotes, without the full table.
    let ready = states.values.allSatisfy { $0 }
    guard ready else {
      let missing = states.filter { !$0.value }.keys.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
      return Problem.response(
        503, "not_ready", "Not ready: \(missing).", headers: [("Retry-After", "1")])
    }
    do {
      return HTTPResponse(
        status: 200, headers: CommonHeaders.json,
        body: .bytes(
          try JSONCoding.encode(Readiness(ready: true, programs: states, degraded: degraded.sorted()))))
    } catch { return Problem.response(Fault(.internalError)) }
  }

  private func ping(_ program: ProgramName) async -> Control.Pong? {
    var header = Header(id: .random())
    header.subject = Control.Ping.subject
    header.flags = .repeatable
    do {
      let call = OutgoingCall(program: program, header: header, body: [], within: .seconds(1))
      return try JSONCoding.decode(Control.Pong.self, from: try await bus.call(call).body)
    } catch { return nil }
  }
}
