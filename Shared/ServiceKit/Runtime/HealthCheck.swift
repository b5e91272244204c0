internal import Bus
internal import FoundationEssentials
internal import JSON
internal import Schema

/// `PROGRAM --health`: pings the running program over the bus with its own key, for a monitor outside of it
/// (a container engine, a supervisor). A check of the process alone would miss a hanging program.
///
/// `PROGRAM --health --watch MARK` is for an engine that starts a process for each check, which costs far
/// more than the ping. The first check of a program ends at once, so that the engine learns soon that it is
/// up. It writes the program's run to the file MARK. The checks after it find that and stay: they ping every
/// 2 s for a minute, and end at the first failure.
enum HealthCheck {
  private static let option = "--health"
  private static let watchOption = "--watch"
  /// The timeout of one ping.
  static let limit = Duration.seconds(2)
  /// The pause between two pings of a watch, and their number.
  static let pause = Duration.seconds(2)
  static let maxPings = 29

  /// The check that the command line asks for.
  private enum Asked {
    case once
    case watch(mark: String)
  }

  private static var asked: Asked? {
    let words = Array(CommandLine.arguments.dropFirst())
    if words == [option] { return .once }
    guard words.count == 3, words[0] == option, words[1] == watchOption else { return nil }
    return .watch(mark: words[2])
  }

  static var isAsked: Bool { asked != nil }

  /// - Parameter more: The program's own check.
  /// - Throws: `Unhealthy` if no reply arrives in time, or if the program reports that it is not ready.
  static func run(_ setup: ServiceSetup, _ more: (ServiceSetup) throws -> Void) async throws {
    // If the program has several instances, this one is checked.
    var options = NodeOptions(
      program: setup.program, keys: setup.keys, address: setup.settings.address.own(setup.program),
      note: { setup.log(.warning, $0) })
    options.serves = false
    let bus = try await Node.start(options)
    let outcome: Result<Void, any Error>
    do {
      outcome = .success(try await check(setup, bus, more))
    } catch { outcome = .failure(error) }
    await bus.stop()
    try outcome.get()
  }

  private static func check(
    _ setup: ServiceSetup, _ bus: Node, _ more: (ServiceSetup) throws -> Void
  ) async throws {
    guard case .watch(let mark) = asked else {
      _ = try await ping(setup.program, bus)
      return try more(setup)
    }
    do {
      let run = try await ping(setup.program, bus)
      try more(setup)
      guard isMarked(mark, run) else { return try Data(run.utf8).write(to: URL(filePath: mark)) }
      for _ in 0..<maxPings {
        try await Task.sleep(for: pause)
        _ = try await ping(setup.program, bus)
        try more(setup)
      }
    } catch {
      // The first success after this is reported at once, too.
      if isMarked(mark, nil) { try FileManager.default.removeItem(atPath: mark) }
      throw error
    }
  }

  /// True if the file holds this run, or any if it is nil.
  private static func isMarked(_ mark: String, _ run: String?) -> Bool {
    guard let held = FileManager.default.contents(atPath: mark) else { return false }
    return run.map { held == Data($0.utf8) } ?? true
  }

  /// Returns the id of the program's run.
  private static func ping(_ program: ProgramName, _ bus: Node) async throws -> String {
    var header = Header(id: .random())
    header.subject = Control.Ping.subject
    let call = OutgoingCall(program: program, header: header, body: Array("{}".utf8), within: limit)
    let reply: Reply
    do { reply = try await bus.call(call) } catch {
      throw Unhealthy(problem: "\(error.fault.code): \(error.fault.message)")
    }
    let pong = try JSONCoding.decode(Control.Pong.self, from: reply.body)
    guard pong.isReady else { throw Unhealthy(problem: "it answers that it is not ready") }
    return pong.instance
  }
}

/// The program is unhealthy or not running.
package struct Unhealthy: Error, CustomStringConvertible {
  let problem: String

  package init(problem: String) { self.problem = problem }

  package var description: String { "not healthy: \(problem)" }
}
