import Schema

/// `quad tokens`: API tokens for a person's own programs.
enum TokensCommand: Command {
  static let name = "tokens"
  static let summary = "API tokens, for scripts and devices of your own"
  static let verbs = [
    Verb.person("list", "", "your tokens, newest first", run: list),
    Verb.person(
      "create", "NAME…", "make a token; its secret is shown this once",
      options: [
        .list("scope", "SCOPE", "what it may do, repeatable: \(scopes)"),
        .value("days", "N", is: "it ends after so many days, 90 unless given"),
        .flag("quiet", "print the secret and nothing else"),
      ], run: create),
    Verb.person("end", "N …", "end tokens", run: end),
  ]
  static let notes = """
    A program sends it as Authorization: Bearer SECRET; quad takes it from QUAD_TOKEN.
    """

  private static let kind = "token"
  private static let scopes = TokenScope.allCases.map(\.rawValue).joined(separator: ", ")

  @Sendable private static func list(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    let page = try await visit.send(Auth.ListTokens())
    try await visit.show(page) {
      guard !page.items.isEmpty else { return Output.say("You have no token.") }
      var table = Table([.right("#"), .text("NAME"), .text("SCOPES"), .left("LAST USED"), .left("ENDS")])
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
      guard let scope = TokenScope(rawValue: text) else { throw UsageError("--scope is one of \(scopes)") }
      return scope
    }
    guard !wanted.isEmpty else { throw UsageError("--scope is missing: \(scopes)") }
    guard let all = TokenScopes(wanted) else { throw Fault(.scopesBad, field: "scopes") }
    let days = try visit.days()
    let created = try await visit.send(Auth.CreateToken(name: name, scopes: all, days: days))
    if visit.arguments.has("quiet") { return Output.say(created.secret) }
    try await visit.show(created) {
      Output.say(
        Facts([
          ("Name", created.token.name),
          ("Scopes", created.token.scopes.all.map(\.rawValue).joined(separator: ", ")),
          ("Ends", ShownTime.exact(created.token.expires)), ("Secret", created.secret),
        ]))
      Output.note("The secret is not shown again.")
    }
  }

  @Sendable private static func end(_ visit: Visit) async throws {
    guard !visit.arguments.words.isEmpty else { throw UsageError("N is missing: which token?") }
    let ids: [TokenID] = try visit.arguments.words.map { try visit.id($0, of: kind) }
    for id in ids {
      let reply = try await visit.send(Auth.RevokeToken(id: id))
      try await visit.show(reply) { Output.say("ended") }
    }
  }
}

extension Visit {
  /// The option `--days`; nil if it is not given.
  func days() throws -> DayCount? {
    try number("days").map { number throws(Fault) in
      guard let days = DayCount(number) else { throw Fault(.daysBad, field: "days") }
      return days
    }
  }
}
