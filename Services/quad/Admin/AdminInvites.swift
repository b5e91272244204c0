import Schema

/// Invitations: codes with which people may sign up.
enum AdminInvites {
  private static let kind = "invite"

  @Sendable static func create(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    let days = try visit.days()
    let invite = try await visit.send(
      Auth.CreateInvite(uses: try visit.number("uses"), days: days, note: try visit.option("note")))
    try await visit.show(invite) {
      Output.say(
        Facts([
          ("Code", invite.code.text), ("Link", invite.link),
          ("Good for", invite.uses == 1 ? "1 account" : "\(invite.uses) accounts"),
          ("Until", ShownTime.exact(invite.expires)), ("Note", invite.note),
        ]))
    }
  }

  @Sendable static func list(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    try await visit.list({ Auth.ListInvites(cursor: $0, limit: $1) }) { invites in
      guard !invites.isEmpty else { return Output.say("There is no invitation.") }
      var table = Table([.right("#"), .left("CODE"), .left("USED"), .left("UNTIL"), .text("NOTE")])
      for (index, invite) in invites.enumerated() {
        table.add([
          "\(index + 1)", StyledText(invite.code.text), "\(invite.used) of \(invite.uses)",
          StyledText(ShownTime.exact(invite.expires)), StyledText(invite.note ?? "", .dim),
        ])
      }
      Output.say(table)
      visit.number(kind, invites.map { $0.id.description })
    }
  }

  @Sendable static func revoke(_ visit: Visit) async throws {
    let id: InviteID = try visit.id(try visit.arguments.exactly("N")[0], of: kind)
    let reply = try await visit.send(Auth.RevokeInvite(id: id))
    try await visit.show(reply) { Output.say("taken back") }
  }
}

extension Visit {
  /// The option as a whole number; nil if it is not given.
  func number(_ name: String) throws(UsageError) -> Int? {
    guard let text = arguments.value(name) else { return nil }
    guard let number = Int(text) else { throw UsageError("--\(name) \(text) is no whole number") }
    return number
  }
}
