import Schema
import SiteCommands
import Terminal

/// `quad board`: the anonymous messages of the room.
enum BoardCommand: Command {
  static let name = "board"
  static let summary = "Your room's anonymous board"
  static let verbs = [
    Verb.person(
      "list", "", "List messages, newest first; a dot marks unread ones", options: Paging.options,
      run: list),
    Verb.person("read", "", "List messages and mark them as read", options: Paging.options, run: read),
    Verb.person("show", "N", "Show a message", run: show),
    Verb.person(
      "post", "TEXT…|-", "Post an anonymous message; - reads it from standard input",
      options: [.flag("yes", "Post without confirmation, even if people could guess who wrote it")], run: post
    ),
    Verb.person(
      "report", "N", "Report a message, which is a vote to hide it",
      options: [.value("reason", "TEXT", is: "Reason, shown to administrators without your name")],
      run: report),
    Verb.person("withdraw", "N", "Withdraw your report of a message", run: withdraw),
    Verb.person("verify", "", "Check that no message was changed or removed since the last check") {
      try await BoardVerification.run($0)
    },
  ]
  static let notes = """
    N is a row number from the list shown last, part of an id, or how a message begins. Messages cannot
    be changed once they are posted. A message shows the hour it was posted, and nothing about its author.
    """
  private static let kind = "message"
  /// The maximum number of bytes read from standard input; the longest message has fewer.
  private static let maxInputBytes = 16 * 1024

  @Sendable private static func list(_ visit: Visit) async throws { try await show(all: visit) }

  @Sendable private static func read(_ visit: Visit) async throws {
    let messages = try await show(all: visit)
    guard let newest = messages.first?.hour else { return }
    let seen = messages.prefix { $0.hour == newest }.count
    _ = try await visit.send(Roomhub.MarkBoardRead(hour: newest, seen: seen))
  }

  @discardableResult
  private static func show(all visit: Visit) async throws -> [Roomhub.Message] {
    try visit.arguments.refuseMore(than: 0)
    return try await visit.list({ Roomhub.ListMessages(cursor: $0, limit: $1) }) { messages in
      guard !messages.isEmpty else { return Output.say("No messages yet.") }
      for (index, message) in messages.enumerated() { say(message, "\(index + 1)  ") }
      visit.number(kind, messages.map { $0.id.description })
    }
  }

  private static func say(_ message: Roomhub.Message, _ row: String = "") {
    let dot = message.isUnread ? StyledText("● ", .green) : ""
    let reported = message.isReported ? ", reported by you" : ""
    Output.say(dot + StyledText("\(row)\(ShownTime.hour(message.hour))\(reported)", .dim))
    guard let text = message.text else { return Output.say(StyledText("   hidden", .dim)) }
    for line in Plain.text(text).split(separator: "\n", omittingEmptySubsequences: false) {
      Output.say("   \(line)")
    }
  }

  private static func id(_ visit: Visit) async throws -> MessageID {
    try await visit.id(
      visit.arguments.exactly("N")[0], of: kind,
      visit.titles({ Roomhub.ListMessages(cursor: $0, limit: $1) }) { message in
        TitledObject(message.id, message.text)
      })
  }

  @Sendable private static func show(_ visit: Visit) async throws {
    let message = try await visit.send(Roomhub.GetMessage(id: try await id(visit)))
    try await visit.show(message) { say(message) }
  }

  @Sendable private static func report(_ visit: Visit) async throws {
    let id = try await id(visit)
    let message = try await visit.send(Roomhub.ReportMessage(id: id, reason: try visit.option("reason")))
    try await visit.show(message) {
      Output.say(message.isHidden ? "reported; the message is now hidden" : "reported")
    }
  }

  @Sendable private static func withdraw(_ visit: Visit) async throws {
    let reply = try await visit.send(Roomhub.WithdrawReport(id: try await id(visit)))
    try await visit.show(reply) { Output.say("report withdrawn") }
  }

  @Sendable private static func post(_ visit: Visit) async throws {
    let text: MessageText =
      visit.arguments.words == ["-"]
      ? try Typed.value(try Prompt.standardInput(upTo: maxInputBytes), "text") : try visit.text("text")
    if !visit.arguments.has("yes") { try await warn(visit) }
    let message = try await visit.send(Roomhub.PostMessage(text: text))
    try await visit.show(message) { Output.say("posted") }
  }

  private static func warn(_ visit: Visit) async throws {
    let board = try await visit.send(Roomhub.GetBoard())
    guard board.isGuessable else { return }
    let warning =
      board.members == 1
      ? "You're the only one in your room, so whoever joins will know it was you."
      : "Only two of you live here, so your roommate will know it was you."
    Output.note(warning)
    switch try Prompt.agrees("Post it?") {
    case true?: return
    case false?: throw Failure("nothing was posted")
    case nil: throw UsageError("nothing was posted; to post without confirmation, use --yes")
    }
  }
}
