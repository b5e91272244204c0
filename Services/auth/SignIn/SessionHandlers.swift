import Crypto
import Schema
import ServiceKit
import Store

/// Active sign-in sessions, and the lookup of the person behind a token.
extension AuthService {
  func signOut(_ request: Auth.SignOut, _ call: Call) async throws -> EncodedReply<Auth.SignedOut> {
    let identity = try call.signedIn
    return try await call.write { db in
      _ = try db.end(identity.session, of: identity.person, call)
      return Auth.SignedOut()
    }
  }

  func revokeSession(_ request: Auth.RevokeSession, _ call: Call) async throws -> EncodedReply<Empty> {
    let person = try call.person
    return try await call.write { db in
      guard try db.end(request.id, of: person, call) else { throw Fault(.notFound) }
      return Empty()
    }
  }

  func revokeOtherSessions(
    _ request: Auth.RevokeOtherSessions, _ call: Call
  ) async throws -> EncodedReply<Auth.EndedSessions> {
    let identity = try call.signedIn
    return try await call.write { db in
      Auth.EndedSessions(
        ended: try db.endSessions(of: identity.person, except: identity.session, call))
    }
  }

  func listSessions(_ request: Auth.ListSessions, _ call: Call) async throws -> Page<Auth.Session> {
    let identity = try call.signedIn
    let limit = (request.limit ?? .standard).count
    let key = try request.cursor.map { try TimeKey($0) } ?? .last
    let rows = try await call.read { db in
      try db.sessions(of: identity.person, after: key, now: SiteClock.system, limit: limit + 1)
    }
    return Page(rows.map { $0.session(askedBy: identity) }, limit: limit) {
      TimeKey(time: $0.started, id: $0.id.raw).cursor
    }
  }

  /// Resolves a token for the gateway, which caches the result for at most 60 s or until revocation.
  func resolveSession(_ request: Auth.ResolveSession, _ call: Call) async throws -> Auth.ResolvedSession {
    guard let hash = Base64URL.decode(request.tokenHash), hash.count == 32 else {
      throw Fault(.signInRequired)
    }
    let now = SiteClock.system
    let found = try await call.read { try $0.bearer(tokenHash: hash, now: now) }
    guard let found else { throw Fault(.signInRequired) }
    try await note(found.kind, now, call)
    let identity = Identity(
      person: found.person.id, session: found.session, roles: Set(found.person.roles), issued: now,
      scopes: found.scopes)
    return Auth.ResolvedSession(
      person: identity.person, session: identity.session,
      assertion: Base64URL.encode(identity.signed(with: signingKey)))
  }
}

extension AuthService {
  /// Stores the approximate time of the last use of a session or token. On a full disk this is skipped and
  /// the request continues: reading needs no disk space.
  private func note(_ kind: Bearer.Kind, _ now: Instant, _ call: Call) async throws {
    do {
      switch kind {
      case .session(let session):
        guard now.since(session.lastSeen) >= session.seenPrecision else { return }
        try await call.store.write { try $0.touch(session, now: now) }
      case .token(let token):
        guard token.lastUsed != now.hour else { return }
        try await call.store.write { try $0.touch(token.id, now: now) }
      }
    } catch StoreError.full {}
  }
}

/// The person behind a token, and the session or API token it belongs to.
private struct Bearer: Sendable {
  enum Kind: Sendable {
    case session(SessionRow)
    case token(Auth.APIToken)
  }

  let person: PersonRow
  let kind: Kind

  /// The id of the session, or that of the API token in its place.
  var session: SessionID {
    switch kind {
    case .session(let session): session.id
    case .token(let token): SessionID(token.id.raw)
    }
  }

  var scopes: UInt32 {
    switch kind {
    case .session: TokenScope.everything
    case .token(let token): token.scopes.bits
    }
  }
}

extension Database {
  fileprivate func bearer(tokenHash: [UInt8], now: Instant) throws -> Bearer? {
    let kind: Bearer.Kind
    let id: PersonID
    if let session = try session(tokenHash: tokenHash, now: now) {
      (id, kind) = (session.person, .session(session))
    } else if let row = try apiToken(tokenHash: tokenHash, now: now) {
      (id, kind) = (row.person, .token(row.token))
    } else {
      return nil
    }
    guard let person = try livingPerson(id), !person.isBlocked else { return nil }
    return Bearer(person: person, kind: kind)
  }
}

extension SessionRow {
  func session(askedBy identity: Identity) -> Auth.Session {
    Auth.Session(
      id: id, device: device, started: started, lastSeen: lastSeen, expires: expires,
      isCurrent: id == identity.session)
  }
}

extension Call {
  /// The caller's identity, in a request that only a signed-in person may send.
  var signedIn: Identity {
    get throws(Fault) {
      guard let identity else { throw Fault(.signInRequired) }
      return identity
    }
  }
}
