import Schema
import ServiceKit
import Store

/// Invitations for new accounts.
extension AuthService {
  static let maxInviteUses = 10_000
  static let usualInviteTime = Duration.seconds(14 * 24 * 3600)

  func createInvite(_ request: Auth.CreateInvite, _ call: Call) async throws -> EncodedReply<Auth.Invite> {
    let uses = request.uses ?? 1
    guard (1...AuthService.maxInviteUses).contains(uses) else { throw Fault(.usesBad, field: "uses") }
    let expires = call.now.advanced(by: request.days?.duration ?? AuthService.usualInviteTime)
    let origin = settings.origin
    return try await call.write { db in
      var code = JoinCode.random()
      while try db.hasInvite(code) { code = .random() }
      let row = InviteRow(
        id: .timed(call.now), code: code, uses: uses, used: 0, created: call.now, expires: expires,
        note: request.note?.text)
      try db.insert(row)
      try db.audit(.inviteCreated, of: row.id.description, "\(uses)", call)
      return row.invite(origin)
    }
  }

  func listInvites(_ request: Auth.ListInvites, _ call: Call) async throws -> Page<Auth.Invite> {
    let limit = (request.limit ?? .standard).count
    let order = request.sort ?? .standard
    let key = try SortKey(after: request.cursor, in: order)
    let rows = try await call.read { db in
      try db.invites(after: key, now: call.now, limit: limit + 1)
    }
    return Page(rows, limit: limit) {
      order.key(of: $0).cursor
    } item: {
      $0.invite(settings.origin)
    }
  }

  func revokeInvite(_ request: Auth.RevokeInvite, _ call: Call) async throws -> EncodedReply<Empty> {
    try await call.write { db in
      guard let isNew = try db.revokeInvite(request.id, at: call.now) else { throw Fault(.notFound) }
      if isNew { try db.audit(.inviteRevoked, of: request.id.description, nil, call) }
      return Empty()
    }
  }
}

extension InviteRow {
  fileprivate func invite(_ origin: SiteOrigin) -> Auth.Invite {
    Auth.Invite(
      id: id, code: code, link: origin.link("signup", code.text), uses: uses, used: used, created: created,
      expires: expires, note: note)
  }
}
