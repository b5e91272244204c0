import Bus
import Schema
import Terminal

/// `quadctl bus drain`: drains programs, one after the other.
enum BusDrain {
  /// The maximum wait for a program to be back. A drain takes 4 s; a start after a crash checks the store.
  private static let patience = Duration.seconds(60)
  private static let pollPause = Duration.milliseconds(100)

  @Sendable static func drain(_ arguments: Arguments) async throws {
    let programs = arguments.words.map { ProgramName($0) }
    guard !programs.isEmpty else { throw UsageError("missing PROGRAM") }
    let names = programs.map(\.text).joined(separator: ", ")
    if !arguments.has("yes") {
      guard let agrees = try Prompt.agrees("Drain \(names) and restart?") else {
        throw UsageError("no terminal to ask for confirmation; use --yes")
      }
      guard agrees else { throw Failure("nothing was drained") }
    }
    // Programs drain one after the other, so that the rest of the site keeps running.
    try await BusSettings().withInstances(of: programs) { instances in
      for one in instances { try await drain(one.program, one.bus, waits: !arguments.has("no-wait")) }
    }
  }

  private static func drain(_ program: ProgramName, _ bus: Node, waits: Bool) async throws {
    let began = ContinuousClock.now
    let leaving = try await bus.ask(program, Control.Drain.subject, as: Control.Pong.self).instance
    guard waits else {
      Output.say("draining \(program)")
      return
    }
    var isGone = false
    while began.duration(to: .now) < patience {
      do {
        let pong = try await bus.ask(program, Control.Ping.subject, as: Control.Pong.self)
        if pong.instance != leaving, pong.isReady {
          Output.say(
            "\(program) is back after \(Figure.decimals(began.duration(to: .now) / .seconds(1), 1)) s")
          return
        }
      } catch {
        // An error means that the program is down.
        isGone = true
      }
      try await Task.sleep(for: pollPause)  // poll
    }
    let seconds = patience.milliseconds / 1000
    throw Failure(
      isGone
        ? "\(program) ended and is not back after \(seconds) s: what starts it, and what does its log say?"
        : "\(program) still answers after \(seconds) s: its log says what it waits for", .unavailable)
  }
}
