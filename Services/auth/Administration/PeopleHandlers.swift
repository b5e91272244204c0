import Schema
import ServiceKit
import Store

/// People as administrators see and change them. Requests from the operator's command line carry no person,
/// so their audit entries name nobody.
extension AuthService {
  func listPeople(_ request: Auth.ListPeople, _ call: Call) async throws -> Page<Auth.AdminPerson> {
    let limit = (request.limit ?? .standard).count
    let order = request.sort ?? .name
    let key = try SortKey(after: request.cursor, in: order)
    let rows = try await call.read { db in
      try db.people(request.query?.text, request.role, after: key, limit: limit + 1)
    }
    return Page(rows, limit: limit) {
      order.key(of: $0).cursor
    } item: {
      $0.forAdmins
    }
  }

  func lookUpPerson(_ request: Auth.LookUpPerson, _ call: Call) async throws -> Auth.AdminPerson {
    try await call.read { db in
      guard let row = try db.livingPerson(request.id) else { throw Fault(.notFound) }
      return row.forAdmins
    }
  }

  func setRoles(_ request: Auth.SetRoles, _ call: Call) async throws -> EncodedReply<Auth.AdminPerson> {
    let roles = request.roles.all
    return try await change(request.id, call) { db, row in
      guard Set(roles) != Set(row.roles) else { return }
      if !roles.contains(.admin) {
        try db.requireAnotherAdmin(than: row)
        for scope in [TokenScope.admin, .siteAlert] { try db.endTokens(of: row.id, with: scope, call) }
      }
      if roles.contains(.admin) { try db.deleteSetupCode() }
      try db.setRoles(roles, of: row.id)
      try db.endSessions(of: row.id, call)
      try db.audit(.rolesSet, of: row.id.description, SiteRole.text(roles), call)
    }
  }

  func setBlocked(_ request: Auth.SetBlocked, _ call: Call) async throws -> EncodedReply<Auth.AdminPerson> {
    try await change(request.id, call) { db, row in
      guard request.isBlocked != row.isBlocked else { return }
      if request.isBlocked {
        try db.requireAnotherAdmin(than: row)
        try db.endAllAccess(of: row.id, call)
      }
      try db.setBlocked(request.isBlocked ? call.now : nil, row.id, call)
      try db.audit(
        request.isBlocked ? .personBlocked : .personUnblocked, of: row.id.description, request.note?.text,
        call)
    }
  }

  func setDeleted(_ request: Auth.SetDeleted, _ call: Call) async throws -> EncodedReply<Auth.AdminPerson> {
    let reply = try await change(request.id, call) { db, row in
      guard request.isDeleted != (row.erases != nil) else { return }
      if request.isDeleted { _ = try db.delete(row, call) } else { try db.setErases(nil, row.id, call) }
      try db.audit(
        request.isDeleted ? .personDeleted : .personUndeleted, of: row.id.description, nil, call)
    }
    try note(isDeleted: request.isDeleted, request.id)
    return reply
  }

  func endPersonSessions(
    _ request: Auth.EndPersonSessions, _ call: Call
  ) async throws -> EncodedReply<Auth.EndedSessions> {
    try await call.write { db in
      guard let row = try db.livingPerson(request.id) else { throw Fault(.notFound) }
      let ended = try db.endAllAccess(of: row.id, call)
      if ended > 0 { try db.audit(.sessionsEnded, of: row.id.description, "\(ended)", call) }
      return Auth.EndedSessions(ended: ended)
    }
  }

  func makeResetCode(_ request: Auth.MakeResetCode, _ call: Call) async throws -> EncodedReply<Auth.ResetCode>
  {
    let (code, hash) = OneTimeSecret.random()
    let expires = SiteClock.system.advanced(by: OneTimeRow.handLifetime)
    return try await call.write { db in
      guard let row = try db.livingPerson(request.id) else { throw Fault(.notFound) }
      try db.deleteCodes(of: row.id.raw, .hand)
      try db.insertCode(hash, .hand, row.id.raw, expires: expires)
      try db.audit(.resetCodeMade, of: row.id.description, nil, call)
      return Auth.ResetCode(code: code, expires: expires)
    }
  }

  /// Changes a person and returns the new row. Checks and changes share the transaction, so that two
  /// concurrent requests cannot each count the other's person as the remaining administrator.
  private func change(
    _ id: PersonID, _ call: Call, _ body: @escaping @Sendable (borrowing Database, PersonRow) throws -> Void
  ) async throws -> EncodedReply<Auth.AdminPerson> {
    try await call.write { db in
      guard let row = try db.livingPerson(id) else { throw Fault(.notFound) }
      try body(db, row)
      guard let changed = try db.person(id) else { throw Fault(.notFound) }
      return changed.forAdmins
    }
  }
}
