import Schema

/// `quad board`: the anonymous messages of the room.
enum BoardCommand: Command {
  static let name = "board"
  static let summary = "the anonymous board of your room"
  static let verbs = [
    Verb.person("list", "", "the messages, newest hour first", options: Paging.options, run: list),
    Verb.person(
      "post", "TEXT…", "write an anonymous message; it can not be changed afterwards",
      options: [.flag("yes", "post without asking, even where everybody will know who it was")], run: post),
  ]

  @Sendable private static func list(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    try await visit.list({ Roomhub.ListMessages(cursor: $0, limit: $1) }) { messages in
      guard !messages.isEmpty else { return Output.say("Nobody has written anything yet.") }
      for (index, message) in messages.enumerated() {
        let hour = StyledText("\(index + 1)  \(ShownTime.hour(message.hour))", .dim)
        Output.say(hour)
        guard let text = message.text else {
          Output.say(StyledText("   hidden", .dim))
          continue
        }
        for line in Plain.text(text).split(separator: "\n", omittingEmptySubsequences: false) {
          Output.say("   \(line)")
        }
      }
      visit.number("message", messages.map { $0.id.description })
    }
  }

  @Sendable private static func post(_ visit: Visit) async throws {
    let text: MessageText = try visit.text("text")
    if !visit.arguments.has("yes") { try await warn(visit) }
    let message = try await visit.send(Roomhub.PostMessage(text: text))
    try await visit.show(message) { Output.say("posted") }
  }

  private static func warn(_ visit: Visit) async throws {
    let board = try await visit.send(Roomhub.GetBoard())
    guard board.isGuessable else { return }
    let warning =
      board.members == 1
      ? "You are alone in your room: whoever joins will know that it was you."
      : "There are only two of you: your room-mate will know that it was you."
    Output.tell(warning)
    switch try Prompt.agrees("Post it?") {
    case true?: return
    case false?: throw Failure("nothing was posted")
    case nil: throw UsageError("nothing was posted; --yes posts it all the same")
    }
  }
}
