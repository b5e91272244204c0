import Schema
import SiteCommands
import Terminal

/// `quad tokens`: API tokens for a person's own programs.
enum TokensCommand: Command {
  static let name = "tokens"
  static let summary = "API tokens for your own scripts and devices"
  static let verbs = [
    Verb.person("list", "", "List your tokens, newest first", run: list),
    Verb.person(
      "create", "NAME…", "Create a token; its secret is shown only once",
      options: [
        .list("scope", "SCOPE", "What the token may do: \(scopes)"),
        .value("days", "N", is: "Days until it expires (default 90)"),
        .flag("quiet", "Print only the secret"),
      ], run: create),
    Verb.person("end", "N …", "Revoke tokens", run: end),
  ]
  static let notes = """
    N is a row number from the list shown last, part of an id, or a name, or its beginning. Send the secret as
    "Authorization: Bearer SECRET". quad itself reads it from QUAD_TOKEN.
    """

  private static let kind = "token"
  private static let scopes = TokenScope.allCases.map(\.rawValue).joined(separator: ", ")

  @Sendable private static func list(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    let page = try await visit.send(Auth.ListTokens())
    try await visit.show(page) {
      guard !page.items.isEmpty else { return Output.say("No tokens.") }
      var table = Table([.right("#"), .text("NAME"), .text("SCOPES"), .left("LAST USED"), .left("EXPIRES")])
      for (index, token) in page.items.enumerated() {
        table.add([
          "\(index + 1)", StyledText(token.name),
          StyledText(token.scopes.all.map(\.rawValue).joined(separator: ", ")),
          StyledText(token.lastUsed.map { ShownTime.text($0) } ?? "never"),
          StyledText(ShownTime.text(token.expires)),
        ])
      }
      Output.say(table)
      visit.number(kind, page.items.map { $0.id.description })
    }
  }

  @Sendable private static func create(_ visit: Visit) async throws {
    let name: TokenName = try visit.text("name")
    let wanted = try visit.arguments.list("scope").map { text throws(UsageError) in
      guard let scope = TokenScope(rawValue: text) else {
        throw UsageError("unknown scope \"\(text)\"; choose from \(scopes)")
      }
      return scope
    }
    guard !wanted.isEmpty else { throw UsageError("--scope is required: \(scopes)") }
    guard let all = TokenScopes(wanted) else { throw Fault(.scopesBad, field: "scopes") }
    let days = try visit.days()
    let created = try await visit.send(Auth.CreateToken(name: name, scopes: all, days: days))
    if visit.arguments.has("quiet") { return Output.say(created.secret) }
    try await visit.show(created) {
      Output.say(
        Facts([
          ("Name", created.token.name),
          ("Scopes", created.token.scopes.all.map(\.rawValue).joined(separator: ", ")),
          ("Expires", ShownTime.exact(created.token.expires)), ("Secret", created.secret),
        ]))
      Output.note("The secret is not shown again.")
    }
  }

  @Sendable private static func end(_ visit: Visit) async throws {
    guard !visit.arguments.words.isEmpty else { throw UsageError("missing N") }
    let ids: [TokenID] = try await visit.ids(
      visit.arguments.words, of: kind,
      {
        let tokens = try await visit.send(Auth.ListTokens()).items
        return TitledList(tokens.map { TitledObject($0.id, $0.name) })
      })
    for id in ids {
      let reply = try await visit.send(Auth.RevokeToken(id: id))
      try await visit.show(reply) { Output.say("ended") }
    }
  }
}
