import FoundationEssentials
import GatewayClient
import Schema

/// Events in the calendars of other programs: files and the private feed.
extension EventVerbs {
  static let files = [
    Verb.event(
      "export", "EVENT [FILE]", "an event as a calendar file (.ics), with a reminder an hour before",
      options: [.flag("force", "replace FILE if there is one")], run: export),
    .event(
      "import", "FILE", "add the events of a calendar file (.ics) to yours; - is standard input", run: take),
    .event("feed", "", "whether calendars can subscribe to your events", run: feed),
    .event("feed make", "", "the secret address for your calendar; the one before ends", run: makeFeed),
    .event("feed end", "", "end the address", run: endFeed),
  ]

  private struct Written: Encodable {
    let file: String
    let bytes: Int
  }

  @Sendable private static func export(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 2)
    let id = try id(visit)
    let path = visit.arguments.words.dropFirst().first
    if let path, FileManager.default.fileExists(atPath: path), !visit.arguments.has("force") {
      throw Failure("\(path) is there already; --force replaces it")
    }
    let file = try await visit.send(Events.GetCalendarFile(id: id))
    let bytes = Array((file.text ?? "").utf8)
    guard let path else {
      return try await visit.show(file) { Output.say(document: file.text ?? "") }
    }
    try ByteFile.write(bytes, whole: path)
    try await visit.show(Written(file: path, bytes: bytes.count)) {
      Output.say("wrote \(path); open it with your calendar")
    }
  }

  @Sendable private static func take(_ visit: Visit) async throws {
    let path = try visit.arguments.exactly("FILE")[0]
    try visit.needSession()
    let name = path == "-" ? "standard input" : path
    let bytes =
      path == "-"
      ? Array(try Prompt.standardInput(upTo: CalendarFile.maxBytes).utf8)
      : try ByteFile.open(path).read(CalendarFile.maxBytes + 1)
    guard bytes.count <= CalendarFile.maxBytes else {
      throw Failure("\(name) has more than 1 MiB; most calendars can export a part, by date")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure("\(name) is not a text in UTF-8")
    }
    if Output.canRedraw { Output.redraw("sending \(bytes.count / 1024 + 1) KiB …") }
    let imported: Events.ImportedCalendar
    do {
      defer { if Output.canRedraw { Output.redraw("") } }
      imported = try await visit.send(Events.ImportCalendar(calendar: try Visit.value(text, "calendar")))
    }
    try await visit.show(imported) {
      for problem in imported.problems {
        Output.note("\(name):\(problem.line): \(Plain.line(problem.message)) (\(problem.code))")
      }
      if imported.moreProblems > 0 { Output.note("… and \(imported.moreProblems) more") }
      let counts = [
        (imported.added, "added"), (imported.updated, "updated"), (imported.unchanged, "unchanged"),
        (imported.skipped, "left out"),
      ]
      Output.say(
        counts.filter { $0.0 > 0 || $0.1 == "added" }.map { "\($0.0) \($0.1)" }.joined(separator: ", "))
    }
    if imported.skipped > 0 {
      throw Failure(
        "\(EventWords.counted(Int64(imported.skipped), "event")) left out; the others are yours now")
    }
  }

  @Sendable private static func feed(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    let state = try await visit.send(Events.GetFeed())
    try await visit.show(state) {
      guard state.isOn else { return Output.say("Your feed is off: quad events feed make gives an address.") }
      Output.say(
        Facts([
          ("Feed", "on"), ("Made", state.made.map { ShownTime.text($0) }),
          ("Read", state.lastRead.map { ShownTime.text($0) } ?? "never yet"),
        ]))
    }
  }

  @Sendable private static func makeFeed(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    let made = try await visit.send(Events.MakeFeed())
    try await visit.show(made) {
      Output.say("\(visit.site)\(made.path)")
      Output.note(
        "Give it to your calendar as a subscription. Whoever has it reads your events; it is shown once.\n"
          + "An earlier address is over. quad events feed end ends this one.")
    }
  }

  @Sendable private static func endFeed(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    let reply = try await visit.send(Events.EndFeed())
    try await visit.show(reply) { Output.say("the address shows nothing any more") }
  }
}
