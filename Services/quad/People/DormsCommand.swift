import Schema

/// `quad dorms`: the dorms of the campus.
enum DormsCommand: Command {
  static let name = "dorms"
  static let summary = "the dorms of the campus; no account is needed"
  static let verbs = [
    Verb.person("", "", summary, options: Paging.options, run: list)
  ]

  @Sendable static func list(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    try await visit.list({ Roomhub.ListDorms(cursor: $0, limit: $1) }) { dorms in
      guard !dorms.isEmpty else { return Output.say("There is no dorm on the campus list yet.") }
      var table = Table([.left("DORM"), .text("NAME"), .right("PEOPLE A ROOM")])
      for dorm in dorms {
        table.add([StyledText(dorm.id.text), StyledText(dorm.name), "\(dorm.roomCapacity)"])
      }
      Output.say(table)
    }
  }
}
