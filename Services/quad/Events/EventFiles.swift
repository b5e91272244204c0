import FoundationEssentials
import GatewayClient
import Schema
import SiteCommands
import Terminal

/// Events in the calendars of other programs: files and the private feed.
extension EventVerbs {
  static let files = [
    Verb.event(
      "export", "EVENT [FILE]", "Export an event as a calendar file (.ics), with a reminder an hour before",
      options: [.flag("force", "Replace FILE if it exists")], run: export),
    .event(
      "import", "FILE", "Import events from a calendar file (.ics); - is standard input", run: take),
    .event("feed", "", "Show whether calendars can subscribe to your events", run: feed),
    .event("feed make", "", "Create a calendar link; the previous one stops working", run: makeFeed),
    .event("feed end", "", "Remove the calendar link", run: endFeed),
  ]

  private struct Written: Encodable {
    let file: String
    let bytes: Int
  }

  @Sendable private static func export(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 2)
    let id = try await id(visit)
    let path = visit.arguments.words.dropFirst().first
    if let path, FileManager.default.fileExists(atPath: path), !visit.arguments.has("force") {
      throw Failure("\(path) already exists; use --force to replace it")
    }
    let file = try await visit.send(Events.GetCalendarFile(id: id))
    let bytes = Array((file.text ?? "").utf8)
    guard let path else {
      return try await visit.show(file) { Output.say(document: file.text ?? "") }
    }
    try ByteFile.write(bytes, whole: path)
    try await visit.show(Written(file: path, bytes: bytes.count)) {
      Output.say("wrote \(path); open it with your calendar app")
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
      throw Failure("\(name) is larger than 1 MiB; export a shorter period from your calendar")
    }
    let utf8 = String(validating: bytes, as: UTF8.self)
    let encoding = utf8 == nil ? TextEncoding.windows1252 : nil
    let text = utf8 ?? TextEncoding.windows1252.text(bytes)
    if Output.canRedraw { Output.redraw("sending \(bytes.count / 1024 + 1) KiB …") }
    let imported: Events.ImportedCalendar
    do {
      defer { if Output.canRedraw { Output.redraw("") } }
      imported = try await visit.send(
        Events.ImportCalendar(calendar: try Typed.value(text, "calendar"), encoding: encoding))
    }
    try await visit.show(imported) {
      for problem in imported.problems {
        Output.note("\(name):\(problem.line): \(Plain.line(problem.message)) (\(problem.code))")
      }
      if imported.moreProblems > 0 { Output.note("… and \(imported.moreProblems) more") }
      let counts = [
        (imported.added, "added"), (imported.updated, "updated"), (imported.unchanged, "unchanged"),
        (imported.skipped, "skipped"),
      ]
      Output.say(
        counts.filter { $0.0 > 0 || $0.1 == "added" }.map { "\($0.0) \($0.1)" }.joined(separator: ", "))
    }
    if imported.skipped > 0 {
      throw Failure(
        "\(Phrases.counted(Int64(imported.skipped), "event")) skipped; the others were imported")
    }
  }

  @Sendable private static func feed(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    let state = try await visit.send(Events.GetFeed())
    try await visit.show(state) {
      guard state.isOn else {
        return Output.say("The calendar link is off. To create one: quad events feed make")
      }
      Output.say(
        Facts([
          ("Calendar link", "on"), ("Created", state.made.map { ShownTime.text($0) }),
          ("Last read", state.lastRead.map { ShownTime.text($0) } ?? "never"),
        ]))
    }
  }

  @Sendable private static func makeFeed(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    let made = try await visit.send(Events.MakeFeed())
    try await visit.show(made) {
      Output.say("\(visit.site)\(made.path)")
      Output.note(
        "Add it to your calendar app as a subscription. Anyone who has it can read your events.\n"
          + "It is shown only once. Earlier links no longer work. To turn it off: quad events feed end")
    }
  }

  @Sendable private static func endFeed(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    let reply = try await visit.send(Events.EndFeed())
    try await visit.show(reply) { Output.say("the calendar link no longer works") }
  }
}
