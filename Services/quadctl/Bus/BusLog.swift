import Bus
import Schema
import Terminal

/// `quadctl bus log`: sets a program's log level.
enum BusLog {
  private static let everybody = "all"

  @Sendable static func set(_ arguments: Arguments) async throws {
    let words = try arguments.exactly("PROGRAM", "LEVEL")
    let lasting = try arguments.value("for").map(duration)
    let settings = try BusSettings()
    let programs = words[0] == everybody ? try settings.programs() : [ProgramName(words[0])]
    let body = Control.SetLog(level: words[1], forMs: lasting?.milliseconds)
    guard ["debug", "info", "warning", "error"].contains(body.level) else {
      throw UsageError("unknown level \"\(body.level)\"; choose debug, info, warning, or error")
    }
    try await settings.withInstances(of: programs) { instances in
      for one in instances {
        let set = try await one.bus.ask(one.program, Control.SetLog.subject, body, as: Control.LogIsSet.self)
        let end =
          set.then.map { ", back to \($0) in \(arguments.value("for") ?? "a while")" } ?? " until it stops"
        Output.say("\(one.program) logs at level \(set.level)\(end)")
      }
    }
  }

  private static func duration(_ text: String) throws(UsageError) -> Duration {
    guard let duration = ClockCommand.duration(text), duration > .zero, duration <= Control.SetLog.maxDuration
    else {
      throw UsageError("--for \(text): enter a duration like 10m, at most 24h")
    }
    return duration
  }
}
