import Crypto
import Schema
import ServiceKit
import Store

/// Sign-in sessions. They live on the system clock, whatever a test clock says.
extension AuthService {
  /// Unknown address and wrong password answer the same, after the same work.
  func signIn(_ request: Auth.SignIn, _ call: Call) async throws -> Auth.SignedIn {
    let row = try await call.read { try $0.person(email: request.email) }
    guard try await isRight(request.password, row), let row else { throw Fault(.badCredentials) }
    let person = row.profile.id
    if let room = request.room {
      let check = Roomhub.CheckMembership(person: person, room: room)
      guard try await call.ask(check).isMember else { throw Fault(.notInRoom) }
    }
    let session = NewSession(of: person)
    let rehashed = hasher.needsRehash(row.passwordHash) ? try await hash(request.password) : nil
    return try await call.write { db in
      if let rehashed { try db.setPassword(rehashed, of: person) }
      try db.insert(session.row, tokenHash: session.token.hash)
      return Auth.SignedIn(
        person: person, session: session.row.id, token: session.token.text, expires: session.row.expires,
        deviceToken: nil)
    }
  }

  private func isRight(_ password: Password, _ row: PersonRow?) async throws -> Bool {
    do { return try await hasher.verify(password.secret, against: row?.passwordHash) } catch CryptoError.busy
    {
      throw Fault(.busy, retryAfterMs: 1000)
    }
  }

  func signOut(_ request: Auth.SignOut, _ call: Call) async throws -> Auth.SignedOut {
    guard let identity = call.identity else { throw Fault(.signInRequired) }
    _ = try await call.write { db in try db.end(identity.session, of: identity.person, call) }
    return Auth.SignedOut()
  }

  func revokeSession(_ request: Auth.RevokeSession, _ call: Call) async throws -> Empty {
    let person = try call.person
    return try await call.write { db in
      guard try db.end(request.id, of: person, call) else { throw Fault(.notFound) }
      return Empty()
    }
  }

  func listSessions(_ request: Auth.ListSessions, _ call: Call) async throws -> Page<Auth.Session> {
    guard let identity = call.identity else { throw Fault(.signInRequired) }
    let limit = (request.limit ?? .standard).count
    let (time, id) = try SessionCursor.place(request.cursor)
    let rows = try await call.read { db in
      try db.sessions(of: identity.person, before: time, id, now: SiteClock.system, limit: limit + 1)
    }
    let items = rows.map { row in
      Auth.Session(
        id: row.id, device: nil, started: row.started, lastSeen: row.lastSeen, expires: row.expires,
        isCurrent: row.id == identity.session)
    }
    return Page(items, limit: limit) { SessionCursor.cursor($0) }
  }

  /// What the gateway keeps for at most 60 s and drops when the session is revoked.
  func resolveSession(_ request: Auth.ResolveSession, _ call: Call) async throws -> Auth.ResolvedSession {
    guard let hash = Base64URL.decode(request.tokenHash), hash.count == 32 else {
      throw Fault(.signInRequired)
    }
    let now = SiteClock.system
    let found = try await call.read { db -> (SessionRow, Set<SiteRole>)? in
      guard let session = try db.session(tokenHash: hash, now: now), let row = try db.person(session.person)
      else {
        return nil
      }
      return (session, Set(row.profile.roles))
    }
    guard let (session, roles) = found else { throw Fault(.signInRequired) }
    if now.since(session.lastSeen) > AuthService.seenPrecision {
      try await call.store.write { try $0.touch(session.id, now: now) }
    }
    let identity = Identity(person: session.person, session: session.id, roles: roles, issued: now)
    return Auth.ResolvedSession(
      person: session.person, session: session.id,
      assertion: Base64URL.encode(identity.signed(with: signingKey)))
  }
}

/// A session about to start. Its token is shown once; only the hash is stored.
struct NewSession: Sendable {
  let row: SessionRow
  let token = Token.random()

  init(of person: PersonID) {
    let now = SiteClock.system
    row = SessionRow(
      id: .timed(now), person: person, started: now, lastSeen: now,
      expires: now.advanced(by: AuthService.sessionLifetime))
  }
}

extension Database {
  /// Ends the session and tells it; false when there was none.
  fileprivate func end(_ session: SessionID, of person: PersonID, _ call: Call) throws -> Bool {
    guard try deleteSession(session, of: person) else { return false }
    try tell(Auth.SessionRevoked(person: person, session: session), to: .programs, call)
    return true
  }
}

/// Where the next page of sessions starts: started, id.
private enum SessionCursor {
  static func place(_ cursor: Cursor?) throws(Fault) -> (Int64, RawUUID) {
    guard let cursor else { return (.max, RawUUID(high: .max, low: .max)) }
    let parts = CursorText.parts(cursor)
    guard parts.count == 2, let time = Int64(parts[0]), let id = RawUUID(parts[1]) else {
      throw Fault(.cursorBad, field: "cursor")
    }
    return (time, id)
  }

  static func cursor(_ session: Auth.Session) -> Cursor {
    CursorText.cursor(["\(session.started.milliseconds)", session.id.description])
  }
}
