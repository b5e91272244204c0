import Bus
import Schema
import SiteCommands
import Terminal

/// `quadctl bus dlq …`: lists, retries and discards dead letters.
enum BusLetters {
  /// The maximum number of letters that one command shows or retries.
  private static let maxCount = 1000

  @Sendable static func run(_ arguments: Arguments) async throws {
    let words = arguments.words
    switch words.first {
    case "ls": try await list(words.dropFirst(), arguments)
    case "show":
      let (program, ids) = try one(words.dropFirst(), arguments, options: ["json"])
      guard ids.count == 1 else { throw UsageError("enter exactly one ID") }
      try await BusSettings().with(key: .operator) { try await show(ids[0], program, $0, arguments) }
    case "retry": try await retry(words.dropFirst(), arguments)
    case "drop":
      let (program, ids) = try one(words.dropFirst(), arguments, options: ["note", "json"])
      let note = try arguments.required("note")
      guard note.count <= DeadLetters.Drop.maxNoteLength else {
        throw UsageError("--note has more than \(DeadLetters.Drop.maxNoteLength) characters")
      }
      try await settle(ids, program, arguments) { (bus, id) async throws(Failure) in
        let drop = DeadLetters.Drop(id: id, note: note)
        return try await bus.ask(program, DeadLetters.Drop.subject, drop, as: DeadLetters.Letter.self)
      }
    default: throw UsageError("choose ls, show, retry, or drop")
    }
  }

  /// The program and the letters named on the command line.
  private static func one(
    _ words: ArraySlice<String>, _ arguments: Arguments, options: Set<String>
  ) throws -> (ProgramName, [Int64]) {
    for name in ["note", "state"] where arguments.value(name) != nil && !options.contains(name) {
      throw UsageError("--\(name) cannot be used here")
    }
    guard let program = words.first else { throw UsageError("missing PROGRAM and ID") }
    let ids = try words.dropFirst().map { word in
      guard let id = Int64(word), id > 0 else { throw UsageError("\(word): enter the ID of a dead letter") }
      return id
    }
    guard !ids.isEmpty || arguments.has("all") else {
      throw UsageError("missing ID; to list them, run: quadctl bus dlq ls \(program)")
    }
    return (ProgramName(program), ids)
  }

  private static func list(_ words: ArraySlice<String>, _ arguments: Arguments) async throws {
    guard words.count <= 1 else { throw UsageError("unexpected argument \"\(words[words.startIndex + 1])\"") }
    let named = words.first.map { ProgramName($0) }
    let text = arguments.value("state") ?? "waiting"
    guard let state = DeadLetters.State(rawValue: text) else {
      throw UsageError("--state \(text): choose waiting, retried, or dropped")
    }
    let settings = try BusSettings()
    let programs = try named.map { [$0] } ?? settings.programs()
    try await settings.with(key: .operator) { bus in
      var table = Table([
        .left("PROGRAM"), .right("ID"), .right("SEQ"), .text("TYPE"), .left("SINCE"), .right("TRIES"),
        .text("WHY"),
      ])
      var silent: [String] = []
      var count = 0
      for program in programs {
        let letters: [DeadLetters.Letter]
        do throws(Failure) { letters = try await all(state, program, bus) } catch {
          guard named == nil else { throw error }
          // A program that keeps no dead letters is skipped.
          if error.status == .unavailable { silent.append(program.text) }
          continue
        }
        count += letters.count
        for letter in letters {
          if arguments.has("json") { try Output.say(asJSON: Named(program: program.text, letter: letter)) }
          table.add(row(program, letter))
        }
      }
      if !arguments.has("json") {
        if count == 0 {
          Output.say(state == .waiting ? "No dead letters are waiting." : "No dead letters.")
        } else {
          Output.say(table)
        }
      }
      guard silent.isEmpty else {
        throw Failure("no answer from: \(silent.joined(separator: ", "))", .unavailable)
      }
    }
  }

  private struct Named: Encodable {
    let program: String
    let letter: DeadLetters.Letter
  }

  private static func row(_ program: ProgramName, _ letter: DeadLetters.Letter) -> [StyledText] {
    [
      StyledText(program.text), StyledText("\(letter.id)"),
      StyledText("\(letter.producer) \(letter.sequence)"),
      StyledText(letter.type), StyledText(ShownTime.text(letter.firstAt), .dim),
      StyledText("\(letter.attempts)"), StyledText(letter.note ?? letter.error),
    ]
  }

  private static func all(
    _ state: DeadLetters.State, _ program: ProgramName, _ bus: Node
  ) async throws(Failure) -> [DeadLetters.Letter] {
    var letters: [DeadLetters.Letter] = []
    var after: Int64? = 0
    while let from = after, letters.count < maxCount {
      let ask = DeadLetters.List(state: state, after: from)
      let page = try await bus.ask(program, DeadLetters.List.subject, ask, as: DeadLetters.Listed.self)
      letters += page.items
      after = page.next
    }
    if after != nil { Output.note("\(program): only the first \(letters.count) are shown") }
    return letters
  }

  private static func show(
    _ id: Int64, _ program: ProgramName, _ bus: Node, _ arguments: Arguments
  ) async throws {
    let opened = try await bus.ask(
      program, DeadLetters.Show.subject, DeadLetters.Show(id: id), as: DeadLetters.Opened.self)
    guard !arguments.has("json") else { return try Output.say(asJSON: opened) }
    let letter = opened.letter
    Output.say(
      Facts([
        ("Letter", "\(letter.id) of \(program), \(letter.state.rawValue)"),
        ("Event", "\(letter.producer) \(letter.sequence), \(letter.type)"), ("Event id", opened.eventID),
        ("Set aside", "\(letter.firstAt)"), ("Last tried", "\(letter.lastAt)"),
        ("Tries", "\(letter.attempts)"),
        ("Why", letter.error), ("Note", letter.note),
      ]))
    guard let body = opened.body else { return }
    Output.say("")
    // A body that is not JSON is shown unchanged, because that may be the very defect.
    if let text = LaidOutJSON.text(Array(body.utf8)) { Output.say(json: text) } else { Output.say(body) }
  }

  private static func retry(_ words: ArraySlice<String>, _ arguments: Arguments) async throws {
    let (program, named) = try one(words, arguments, options: ["json"])
    guard named.isEmpty || !arguments.has("all") else { throw UsageError("use either ID or --all") }
    try await settle(named.isEmpty ? nil : named, program, arguments) { (bus, id) async throws(Failure) in
      try await bus.ask(
        program, DeadLetters.Retry.subject, DeadLetters.Retry(id: id), as: DeadLetters.Letter.self,
        within: .seconds(30)
      )
    }
  }

  /// Settles the letters one by one; a rejected letter does not stop the others.
  /// - Parameter ids: nil for all waiting letters.
  private static func settle(
    _ ids: [Int64]?, _ program: ProgramName, _ arguments: Arguments,
    _ act: @Sendable (Node, Int64) async throws(Failure) -> DeadLetters.Letter
  ) async throws {
    try await BusSettings().with(key: .operator) { bus in
      let ids = if let ids { ids } else { try await all(.waiting, program, bus).map(\.id) }
      if ids.isEmpty { Output.say("No dead letters are waiting.") }
      var failures = 0
      var worst = ExitStatus.failed
      for id in ids {
        do {
          let letter = try await act(bus, id)
          if arguments.has("json") {
            try Output.say(asJSON: letter)
          } else {
            Output.say(
              "\(letter.state.rawValue) \(id): \(letter.type), event \(letter.sequence) of \(letter.producer)"
            )
          }
        } catch let failure as Failure {
          Output.note("\(id): \(failure.problem)")
          failures += 1
          worst = failure.status
        }
      }
      guard failures == 0 else { throw Failure("\(failures) of \(ids.count) could not be changed", worst) }
    }
  }
}
