import Bus
import JSON
import Schema
import Terminal

/// `quadctl clock`: sets the time of a site that was created with a test clock.
enum ClockCommand: Command {
  static let name = "clock"
  static let summary = "Move the clock of a test site"
  static let verbs = [
    Verb("set", "INSTANT", "Set the clock to an instant such as 2026-09-01T12:00:00Z, never back", run: set),
    Verb(
      "advance", "DURATION", "Advance the clock by a duration such as 90m; units are ms, s, m, h, and d",
      run: advance),
    Verb(
      "next", "", "Advance to the next time at which a program has work due, and wait until it is done",
      options: [
        .value("until", "INSTANT", is: "Repeat up to this time, and end there")
      ],
      run: next),
  ]
  static let notes = """
    This works only if the data folder of the site holds a file named "test-clock". It moves the clock of
    every program. next ends when no work is due and every program has applied all events of the others.

    Environment: QUAD_KEYS, QUAD_RUN, BUS_ADDRESS.
    """

  @Sendable private static func set(_ arguments: Arguments) async throws {
    let instant = try instant(try arguments.exactly("INSTANT")[0])
    let settings = try BusSettings()
    try await settings.with(key: .operator) { bus in
      try await TestClock(bus: bus, programs: settings.apps.programs).move(to: instant)
      Output.say("\(instant)")
    }
  }

  @Sendable private static func advance(_ arguments: Arguments) async throws {
    let text = try arguments.exactly("DURATION")[0]
    guard let duration = duration(text) else { throw UsageError("\(text): enter a duration like 90m") }
    let settings = try BusSettings()
    try await settings.with(key: .operator) { bus in
      let instant = try await latest(bus, settings.apps.programs).advanced(by: duration)
      try await TestClock(bus: bus, programs: settings.apps.programs).move(to: instant)
      Output.say("\(instant)")
    }
  }

  @Sendable private static func next(_ arguments: Arguments) async throws {
    try arguments.refuseMore(than: 0)
    let end = try arguments.value("until").map(instant)
    let settings = try BusSettings()
    try await settings.with(key: .operator) { bus in
      let clock = TestClock(bus: bus, programs: settings.apps.programs)
      var state = try await clock.settle()
      guard end != nil || state.next != nil else { throw Failure("no program has work due") }
      while let next = state.next, next <= end ?? next {
        state = try await clock.go(to: next)
        Output.say("\(next)")
        if end == nil { return }
      }
      guard let end, state.now < end else { return }
      _ = try await clock.go(to: end)
      Output.say("\(end)")
    }
  }

  private static func instant(_ text: String) throws(UsageError) -> Instant {
    guard let instant = Instant(text) else {
      throw UsageError("\(text): enter an instant like 2026-09-01T12:00:00Z")
    }
    return instant
  }

  /// Parses `250ms`, `90s`, `15m`, `3h` or `2d`; nil for anything else.
  static func duration(_ text: String) -> Duration? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard digits.utf8.count <= 9, let number = Int64(digits) else { return nil }
    switch text.dropFirst(digits.count) {
    case "ms": return .milliseconds(number)
    case "s": return .seconds(number)
    case "m": return .seconds(number * 60)
    case "h": return .seconds(number * 3600)
    case "d": return .seconds(number * 86_400)
    default: return nil
    }
  }

  /// The time of the program that is furthest ahead.
  private static func latest(_ bus: Node, _ programs: [ProgramName]) async throws -> Instant {
    var latest: Instant?
    for program in programs {
      let reply = try await bus.ask(program, Control.AskInfo.subject, "{}")
      let now = try JSONCoding.decode(Control.Info.self, from: Array(reply.utf8)).now
      latest = max(latest ?? now, now)
    }
    guard let latest else { throw Failure("no program answers requests") }
    return latest
  }
}
