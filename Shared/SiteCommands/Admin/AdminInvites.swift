import Schema
import Terminal

/// Invitations: codes with which people may sign up.
enum AdminInvites {
  private static let kind = "invite"

  @Sendable package static func create(_ visit: any SiteVisit) async throws {
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

  @Sendable package static func list(_ visit: any SiteVisit) async throws {
    try visit.arguments.refuseMore(than: 0)
    let sort: Auth.InviteOrder? = try visit.choice("sort")
    try await visit.list({ Auth.ListInvites(sort: sort, cursor: $0, limit: $1) }) { invites in
      guard !invites.isEmpty else { return Output.say("No invitations.") }
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

  @Sendable package static func revoke(_ visit: any SiteVisit) async throws {
    let id: InviteID = try await visit.id(
      visit.arguments.exactly("N")[0], of: kind,
      visit.titles({ Auth.ListInvites(cursor: $0, limit: $1) }) { invite in
        TitledObject(invite.id, invite.code.text, invite.note)
      })
    let reply = try await visit.send(Auth.RevokeInvite(id: id))
    try await visit.show(reply) { Output.say("revoked") }
  }
}
