import JSON
import Schema
import Terminal

/// `quadctl bus ls` and `quadctl bus ping`: list programs and their state.
enum BusList {
  private struct Row: Encodable {
    let program: String
    let isReady: Bool
    let isDegraded: Bool?
    let instance: String?
    let version: String?
    let uptimeMs: Int64?
    let requests: Int?
    let running: Int?
    let lag: Int64?
    let deadLetters: Int64?
    let problem: String?
  }

  private struct Answered: Encodable {
    let program: String
    let isReady: Bool
    let instance: String?
    let tookMs: Double?
  }

  @Sendable static func list(_ arguments: Arguments) async throws {
    try arguments.refuseMore(than: 0)
    let settings = try BusSettings()
    let programs = try settings.programs()
    try await settings.withInstances(of: programs) { instances in
      let views = await instances.ask { await ProgramView.of($0) }
      if arguments.has("json") {
        for view in views { try Output.say(asJSON: row(view, views)) }
      } else {
        Output.say(table(views))
      }
      try end(views.map { ($0.program, $0.isReady, $0.problem) })
    }
  }

  @Sendable static func ping(_ arguments: Arguments) async throws {
    let settings = try BusSettings()
    let named = arguments.words.map { ProgramName($0) }
    let programs = named.isEmpty ? try settings.programs() : named
    try await settings.withInstances(of: programs) { instances in
      let views = await instances.ask { await ponged($0) }
      if arguments.has("json") {
        for view in views {
          try Output.say(
            asJSON: Answered(
              program: view.program.text, isReady: view.isReady, instance: view.pong?.instance,
              tookMs: view.pong == nil ? nil : view.took / .milliseconds(1)))
        }
      } else {
        Output.say(pings(views))
      }
      try end(views.map { ($0.program, $0.isReady, $0.problem) })
    }
  }

  private static func ponged(_ instance: Instance) async -> ProgramView {
    let (program, bus) = (instance.program, instance.bus)
    let began = ContinuousClock.now
    var (pong, problem): (Control.Pong?, String?)
    var took = Duration.zero
    do {
      _ = try await bus.ask(program, Control.Ping.subject, as: Control.Pong.self)
      let again = ContinuousClock.now
      pong = try await bus.ask(program, Control.Ping.subject, as: Control.Pong.self)
      took = again.duration(to: .now)
    } catch {
      problem = error.problem
      took = began.duration(to: .now)
    }
    return ProgramView(
      program: program, pong: pong, took: took, problem: problem, info: nil, stats: nil, letters: nil)
  }

  static func table(_ views: [ProgramView]) -> Table {
    var table = Table([
      .left("PROGRAM"), .left("STATE"), .left("VERSION"), .left("UP"), .right("REQUESTS"), .right("BUSY"),
      .right("LAG"), .right("DEAD"), .text("INSTANCE"),
    ])
    for view in views {
      table.add([
        StyledText(view.program.text), state(view), StyledText(view.info?.version ?? ""),
        StyledText(view.uptime.map(Figure.span) ?? ""),
        StyledText(view.stats.map { "\($0.bus.requests)" } ?? ""),
        StyledText(view.stats.map { "\($0.bus.busy)" } ?? ""),
        StyledText(ProgramView.lag(of: view, among: views).map { "\($0)" } ?? ""),
        StyledText(view.letters.map { "\($0)" } ?? "", (view.letters ?? 0) > 0 ? .red : .plain),
        StyledText(view.pong.map { String($0.instance.prefix(8)) } ?? "", .dim),
      ])
    }
    return table
  }

  private static func pings(_ views: [ProgramView]) -> Table {
    var table = Table([.left("PROGRAM"), .left("STATE"), .right("MS"), .text("INSTANCE")])
    for view in views {
      table.add([
        StyledText(view.program.text), state(view),
        StyledText(view.pong == nil ? "" : Figure.milliseconds(view.took)),
        StyledText(view.pong?.instance ?? "", .dim),
      ])
    }
    return table
  }

  private static func state(_ view: ProgramView) -> StyledText {
    guard let pong = view.pong else { return StyledText("silent", .red) }
    switch pong.health {
    case "ready": return StyledText(pong.health, .green)
    case "degraded": return StyledText(pong.health, .bold)
    default: return StyledText(pong.health, .red)
    }
  }

  private static func row(_ view: ProgramView, _ views: [ProgramView]) -> Row {
    Row(
      program: view.program.text, isReady: view.isReady, isDegraded: view.pong?.isDegraded,
      instance: view.pong?.instance, version: view.info?.version, uptimeMs: view.uptime?.milliseconds,
      requests: view.stats?.bus.requests,
      running: view.stats?.bus.busy, lag: ProgramView.lag(of: view, among: views),
      deadLetters: view.letters, problem: view.problem)
  }

  private static func end(_ seen: [(program: ProgramName, isReady: Bool, problem: String?)]) throws(Failure) {
    for one in seen { if let problem = one.problem { Output.note(problem) } }
    let missing = seen.filter { !$0.isReady }.map(\.program.text)
    guard missing.isEmpty else { throw Failure("not ready: \(missing.joined(separator: ", "))") }
  }
}

extension Output {
  /// Prints a value as a line of JSON.
  static func say(asJSON value: some Encodable) throws {
    say(json: String(decoding: try JSONCoding.encode(value), as: UTF8.self))
  }
}
