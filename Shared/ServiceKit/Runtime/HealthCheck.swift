internal import Bus
internal import FoundationEssentials
internal import JSON
internal import Schema

/// `PROGRAM --health`: pings the running program over the bus with its own key, for a monitor outside of it
/// (a container engine, a supervisor). A check of the process alone would miss a hanging program.
enum HealthCheck {
  static let option = "--health"
  /// The timeout of the whole check.
  static let limit = Duration.seconds(2)

  static var isAsked: Bool { Array(CommandLine.arguments.dropFirst()) == [option] }

  /// - Throws: `Unhealthy` if no reply arrives in time, or if the program reports that it is not ready.
  static func ping(_ setup: ServiceSetup) async throws {
    // If the program has several instances, this one is checked.
    var options = NodeOptions(
      program: setup.program, keys: setup.keys, address: setup.settings.address.own(setup.program),
      note: { setup.log(.warning, $0) })
    options.serves = false
    let bus = try await Node.start(options)
    var header = Header(id: .random())
    header.subject = Control.Ping.subject
    let call = OutgoingCall(program: setup.program, header: header, body: Array("{}".utf8), within: limit)
    let answer: Result<Reply, CallError>
    do { answer = .success(try await bus.call(call)) } catch { answer = .failure(error) }
    await bus.stop()
    switch answer {
    case .success(let reply):
      guard try JSONCoding.decode(Control.Pong.self, from: reply.body).isReady else {
        throw Unhealthy(problem: "it answers that it is not ready")
      }
    case .failure(let error): throw Unhealthy(problem: "\(error.fault.code): \(error.fault.message)")
    }
  }
}

/// The program is unhealthy or not running.
package struct Unhealthy: Error, CustomStringConvertible {
  let problem: String

  package init(problem: String) { self.problem = problem }

  package var description: String { "not healthy: \(problem)" }
}
