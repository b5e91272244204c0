import Schema
import ServiceKit
import Store

/// Account deletion, with a week to undo it, and the export of everything auth holds on a person.
extension AuthService {
  /// The time in which a deleted account can be restored.
  static let undeleteTime = Duration.seconds(7 * 24 * 3600)

  func deleteMe(_ request: Auth.DeleteMe, _ call: Call) async throws -> EncodedReply<Auth.DeletedAccount> {
    let (row, attempt) = try await recheck(request.password, call)
    let reply: EncodedReply<Auth.DeletedAccount>
    do {
      reply = try await call.write { db in
        guard let row = try db.livingPerson(row.id), row.credentials == attempt.row?.credentials else {
          throw Fault(.passwordWrong)
        }
        let erases = try db.delete(row, call)
        try db.succeed(attempt)
        return Auth.DeletedAccount(erases: erases)
      }
    } catch {
      try await call.store.write { try $0.succeed(attempt) }
      throw error
    }
    try note(isDeleted: true, row.id)
    return reply
  }

  /// Lists the deletion of an account or its cancelation, for a restore of an older backup. Nobody who never
  /// left is listed.
  func note(isDeleted: Bool, _ person: PersonID) throws {
    guard isDeleted || deletions.people(.leaving).contains(person) else { return }
    try deletions.note(isDeleted ? .leaving : .staying, person, at: SiteClock.system)
  }

  func undeleteMe(_ request: Auth.UndeleteMe, _ call: Call) async throws -> EncodedReply<Auth.OwnProfile> {
    let person = try call.person
    let reply = try await call.write { db in
      guard var row = try db.livingPerson(person) else { throw Fault(.signInRequired) }
      if row.erases != nil {
        try db.setErases(nil, person, call)
        row.erases = nil
      }
      return row.profile
    }
    try note(isDeleted: false, person)
    return reply
  }

  func exportPerson(_ request: Auth.ExportPerson, _ call: Call) async throws -> Auth.PersonExport {
    let identity = try call.signedIn
    let now = SiteClock.system
    return try await call.read { db in
      guard let row = try db.livingPerson(identity.person) else { throw Fault(.signInRequired) }
      let sessions = try db.sessions(
        of: row.id, after: .last, now: now, limit: SessionRow.maxPerPerson)
      return Auth.PersonExport(
        account: row.profile, signedUp: row.signedUp,
        sessions: sessions.map { $0.session(askedBy: identity) },
        tokens: try db.apiTokens(of: row.id, now: now),
        devices: try db.devices(of: row.id).map { Auth.KnownDevice(first: $0.first, last: $0.last) },
        next: nil)
    }
  }
}

extension Database {
  /// Ends all access and returns the time of the erasure. A second deletion does not postpone it.
  func delete(_ row: PersonRow, _ call: Call) throws -> Instant {
    try requireAnotherAdmin(than: row)
    let erases = row.erases ?? call.now.advanced(by: AuthService.undeleteTime)
    try setErases(erases, row.id, call)
    try endAllAccess(of: row.id, call)
    return erases
  }
}
