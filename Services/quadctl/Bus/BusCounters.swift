import Bus
import Schema
import Terminal

/// `quadctl bus stats`: shows the counters of programs.
enum BusCounters {
  /// The pause between two samples of `--watch`.
  private static let pause = Duration.seconds(2)

  /// Counters at one moment.
  struct Look: Sendable {
    let at: ContinuousClock.Instant
    let programs: [(name: ProgramName, stats: ProgramStats?)]

    func stats(_ index: Int) -> ProgramStats? {
      programs.indices.contains(index) ? programs[index].stats : nil
    }
  }

  @Sendable static func show(_ arguments: Arguments) async throws {
    try arguments.refuseMore(than: 1)
    let named = arguments.words.first.map { ProgramName($0) }
    let settings = try BusSettings()
    let programs = try named.map { [$0] } ?? settings.programs()
    try await settings.withInstances(of: programs) { instances in
      if arguments.has("json") {
        for one in instances {
          Output.say(json: try await one.bus.ask(one.program, Control.AskStats.subject, "{}"))
        }
        return
      }
      var before: Look?
      repeat {
        let look = try await self.look(instances)
        if before != nil { Output.clear() }
        say(look, since: before, of: named)
        before = look
        if arguments.has("watch") { try await Task.sleep(for: pause) }  // poll
      } while arguments.has("watch")
    }
  }

  private static func look(_ instances: [Instance]) async throws(Failure) -> Look {
    let at = ContinuousClock.now
    let answers = await instances.ask { one -> Result<ProgramStats, Failure> in
      do throws(Failure) {
        return .success(try await one.bus.ask(one.program, Control.AskStats.subject, as: ProgramStats.self))
      } catch { return .failure(error) }
    }
    // A single program must reply; of several, those that reply are shown.
    if instances.count == 1, case .failure(let failure)? = answers.first { throw failure }
    var seen: [(name: ProgramName, stats: ProgramStats?)] = []
    for (one, answer) in zip(instances, answers) {
      if case .success(let stats) = answer {
        seen.append((one.program, stats))
      } else {
        seen.append((one.program, nil))
      }
    }
    return Look(at: at, programs: seen)
  }

  private static func say(_ look: Look, since before: Look?, of named: ProgramName?) {
    Output.say(programs(look, since: before))
    guard named != nil else { return }
    for (index, one) in look.programs.enumerated() {
      guard let subjects = one.stats?.bus.subjects else { continue }
      Output.say("")
      Output.say(table(of: subjects, since: before?.stats(index)?.bus.subjects, within: span(look, before)))
    }
  }

  private static func span(_ look: Look, _ before: Look?) -> Duration? {
    before.map { $0.at.duration(to: look.at) }
  }

  static func programs(_ look: Look, since before: Look?) -> Table {
    var table = Table([
      .left("PROGRAM"), .right("REQUESTS"), .right("/S"), .right("ERRORS"), .right("SHED"), .right("LATE"),
      .right("BUSY"), .right("QUEUE"), .right("CALLS"), .right("RETRIES"),
    ])
    for (index, (name, stats)) in look.programs.enumerated() {
      guard let bus = stats?.bus else {
        table.add([StyledText(name.text), StyledText("silent", .red)])
        continue
      }
      let earlier = before?.stats(index)?.bus.requests
      let figures = [bus.errors, bus.shed, bus.expired, bus.busy, bus.queued, bus.calls, bus.retries]
      table.add(
        [
          StyledText(name.text), StyledText("\(bus.requests)"),
          StyledText(rate(bus.requests, earlier, span(look, before))),
        ] + figures.map { StyledText("\($0)") })
    }
    return table
  }

  /// A table with the busiest subjects first. Control subjects, which the operator's own commands send, come
  /// last.
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

  /// The rate since the last sample. A restarted program counts from 0 again, and then there is no rate.
  private static func rate(_ now: Int, _ before: Int?, _ span: Duration?) -> String {
    guard let before, let span, span > .zero, now >= before else { return "" }
    return Figure.decimals(Double(now - before) / (span / .seconds(1)), 1)
  }
}
