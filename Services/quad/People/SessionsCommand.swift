import Schema
import SiteCommands
import Terminal

/// `quad sessions`: the person's sign-ins.
enum SessionsCommand: Command {
  static let name = "sessions"
  static let summary = "Devices you are signed in on"
  static let verbs = [
    Verb.person("list", "", "List your sessions, newest first", options: Paging.options, run: list),
    Verb.person("end", "N …", "End sessions", run: end),
    Verb.person("end-others", "", "End every session except this one", run: endOthers),
  ]
  static let notes = """
    N is a row number from the list shown last, part of an id, or the name of a device, or its beginning.
    """
  private static let kind = "session"

  @Sendable private static func list(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    try await visit.list({ Auth.ListSessions(cursor: $0, limit: $1) }) { sessions in
      var table = Table([
        .right("#"), .left("DEVICE"), .left("STARTED"), .left("LAST SEEN"), .left("EXPIRES"), .left(""),
      ])
      for (index, session) in sessions.enumerated() {
        table.add([
          "\(index + 1)", StyledText(session.device ?? "unnamed"),
          StyledText(ShownTime.text(session.started)),
          StyledText(ShownTime.text(session.lastSeen)), StyledText(ShownTime.text(session.expires)),
          StyledText(session.isCurrent ? "this one" : "", .green),
        ])
      }
      Output.say(table)
      visit.number(kind, sessions.map { $0.id.description })
    }
  }

  @Sendable private static func end(_ visit: Visit) async throws {
    guard !visit.arguments.words.isEmpty else { throw UsageError("missing N") }
    let ids: [SessionID] = try await visit.ids(
      visit.arguments.words, of: kind,
      visit.titles({ Auth.ListSessions(cursor: $0, limit: $1) }) { session in
        TitledObject(session.id, session.device)
      })
    for id in ids {
      let reply = try await visit.send(Auth.RevokeSession(id: id))
      try await visit.show(reply) { Output.say("ended") }
    }
  }

  @Sendable private static func endOthers(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    var others: [SessionID] = []
    var cursor: Cursor?
    repeat {
      let page = try await visit.send(Auth.ListSessions(cursor: cursor, limit: Paging.standard))
      others += page.items.filter { !$0.isCurrent }.map(\.id)
      cursor = page.next
    } while cursor != nil && others.count < ShownLists.maxRows
    for id in others {
      let reply = try await visit.send(Auth.RevokeSession(id: id))
      try await visit.show(reply) {}
    }
    if !visit.wantsJSON {
      Output.say(others.count == 1 ? "ended 1 session" : "ended \(others.count) sessions")
    }
  }
}
