import Bus
import Schema

/// `quad bus stats`.
enum BusCounters {
  /// How long `--watch` waits between two looks.
  private static let pause = Duration.seconds(2)

  /// Counters as they stood at one moment.
  struct Look: Sendable {
    let at: ContinuousClock.Instant
    let programs: [(name: ProgramName, stats: ProgramStats?)]
  }

  @Sendable static func show(_ arguments: Arguments) async throws {
    try arguments.refuseMore(than: 1)
    let named = arguments.words.first.map { ProgramName($0) }
    let settings = try BusSettings()
    let programs = try named.map { [$0] } ?? settings.programs()
    try await settings.with(key: .operator) { bus in
      if arguments.has("json") {
        for program in programs { Output.say(json: try await bus.ask(program, Control.stats, "{}")) }
        return
      }
      var before: Look?
      repeat {
        let look = try await self.look(programs, bus)
        if before != nil { Output.clear() }
        say(look, since: before, of: named)
        before = look
        if arguments.has("watch") { try await Task.sleep(for: pause) }
      } while arguments.has("watch")
    }
  }

  private static func look(_ programs: [ProgramName], _ bus: Node) async throws(Failure) -> Look {
    let at = ContinuousClock.now
    let answers = await EachProgram.ask(programs) { program -> Result<ProgramStats, Failure> in
      do throws(Failure) {
        return .success(try await bus.ask(program, Control.stats, as: ProgramStats.self))
      } catch {
        return .failure(error)
      }
    }
    // One that was asked for by name must answer; of all, the others are shown.
    if programs.count == 1, case .failure(let failure)? = answers.first { throw failure }
    var seen: [(name: ProgramName, stats: ProgramStats?)] = []
    for (program, answer) in zip(programs, answers) {
      if case .success(let stats) = answer {
        seen.append((program, stats))
      } else {
        seen.append((program, nil))
      }
    }
    return Look(at: at, programs: seen)
  }

  private static func say(_ look: Look, since before: Look?, of named: ProgramName?) {
    Output.say(programs(look, since: before))
    guard named != nil, let stats = look.programs.first?.stats, let subjects = stats.bus.subjects else {
      return
    }
    Output.say("")
    Output.say(
      table(of: subjects, since: before?.programs.first?.stats?.bus.subjects, within: span(look, before)))
  }

  private static func span(_ look: Look, _ before: Look?) -> Duration? {
    before.map { $0.at.duration(to: look.at) }
  }

  static func programs(_ look: Look, since before: Look?) -> Table {
    var table = Table([
      .left("PROGRAM"), .right("REQUESTS"), .right("/S"), .right("ERRORS"), .right("SHED"), .right("LATE"),
      .right("BUSY"), .right("QUEUE"), .right("CALLS"), .right("RETRIES"),
    ])
    for (name, stats) in look.programs {
      guard let bus = stats?.bus else {
        table.add([StyledText(name.text), StyledText("silent", .red)])
        continue
      }
      let earlier = before?.programs.first { $0.name == name }?.stats?.bus.requests
      let figures = [bus.errors, bus.shed, bus.expired, bus.running, bus.queued, bus.calls, bus.retries]
      table.add(
        [
          StyledText(name.text), StyledText("\(bus.requests)"),
          StyledText(rate(bus.requests, earlier, span(look, before))),
        ] + figures.map { StyledText("\($0)") })
    }
    return table
  }

  /// The busiest first. Control subjects are the operator's own looking, and last.
  static func table(
    of subjects: [String: ProgramStats.Subject], since before: [String: ProgramStats.Subject]?,
    within span: Duration?
  ) -> Table {
    var table = Table([
      .text("SUBJECT"), .right("COUNT"), .right("/S"), .right("ERRORS"), .right("P50 MS"), .right("P99 MS"),
      .text("LAST FAULT"),
    ])
    let asked = subjects.filter { $0.value.requests > 0 }.sorted { left, right in
      let (isLeft, isRight) = (left.key.hasPrefix("$"), right.key.hasPrefix("$"))
      if isLeft != isRight { return isRight }
      return (right.value.requests, left.key) < (left.value.requests, right.key)
    }
    for (subject, stats) in asked {
      table.add([
        StyledText(subject), StyledText("\(stats.requests)"),
        StyledText(rate(stats.requests, before?[subject]?.requests, span)), StyledText("\(stats.errors)"),
        StyledText(stats.p50Ms.map(Figure.milliseconds) ?? ""),
        StyledText(stats.p99Ms.map(Figure.milliseconds) ?? ""), StyledText(stats.lastFault?.code ?? ""),
      ])
    }
    return table
  }

  /// A program that started anew counts from nought again; then there is no rate to tell.
  private static func rate(_ now: Int, _ before: Int?, _ span: Duration?) -> String {
    guard let before, let span, span > .zero, now >= before else { return "" }
    return Figure.decimals(Double(now - before) / (span / .seconds(1)), 1)
  }
}
