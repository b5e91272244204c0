import Schema
import ServiceKit
import Store

/// The lifetime of sign-in sessions. People with power over others sign in more often.
struct SessionTerm: Sendable, Equatable {
  /// The session ends after this long without use.
  let idle: Duration
  /// The session ends this long after its start in any case.
  let maxLifetime: Duration

  static let student = SessionTerm(idle: .seconds(14 * 24 * 3600), maxLifetime: .seconds(90 * 24 * 3600))
  static let staff = SessionTerm(idle: .seconds(12 * 3600), maxLifetime: .seconds(7 * 24 * 3600))

  static func of(_ roles: [SiteRole]) -> SessionTerm {
    roles.contains(.staff) || roles.contains(.admin) ? staff : student
  }
}

struct SessionRow: Sendable {
  let id: SessionID
  let person: PersonID
  let device: String?
  let started: Instant
  let lastSeen: Instant
  let expires: Instant
  let idle: Duration

  /// The limit of sessions per person; beyond it, the least recently used one ends.
  static let maxPerPerson = 100

  /// A session in use costs one write an hour, not one per request; with a short idle limit, one every 300 s.
  var seenPrecision: Duration { idle <= SessionTerm.staff.idle ? .seconds(300) : .seconds(3600) }

  fileprivate func ends(seen: Instant) -> Instant { min(expires, seen.advanced(by: idle)) }
}

extension Database {
  private static var sessionColumns: String {
    "id, person, device, started_at, last_seen_at, expires_at, idle_ms"
  }

  /// Starts the session, and ends the person's least recently used ones beyond the limit.
  func insert(_ session: SessionRow, tokenHash: [UInt8], _ call: Call) throws {
    let surplus = try all(
      """
      SELECT id FROM session WHERE person = ? ORDER BY last_seen_at DESC, id DESC LIMIT 10 OFFSET ?
      """,
      session.person.raw, SessionRow.maxPerPerson - 1
    ) { SessionID(try $0.id("id")) }
    for id in surplus { _ = try end(id, of: session.person, call) }
    try run(
      """
      INSERT INTO session(id, person, token_hash, device, started_at, last_seen_at, expires_at, idle_ms,
        ends_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      session.id.raw, session.person.raw, tokenHash, session.device, session.started, session.lastSeen,
      session.expires, session.idle.milliseconds, session.ends(seen: session.lastSeen))
    try run("UPDATE person SET last_seen_at = ? WHERE id = ?", session.lastSeen.hour, session.person.raw)
  }

  /// The session of this token, unless it has ended at `now`.
  func session(tokenHash: [UInt8], now: Instant) throws -> SessionRow? {
    try one(
      "SELECT \(Self.sessionColumns) FROM session WHERE token_hash = ? AND ends_at > ?", tokenHash, now
    ) { try SessionRow($0) }
  }

  /// Active sessions, newest first, starting after `key`.
  func sessions(
    of person: PersonID, after key: TimeKey, now: Instant, limit: Int
  ) throws -> [SessionRow] {
    try all(
      """
      SELECT \(Self.sessionColumns) FROM session
      WHERE person = ? AND ends_at > ? AND (started_at, id) < (?, ?)
      ORDER BY started_at DESC, id DESC LIMIT ?
      """,
      person.raw, now, key.time, key.id, limit
    ) { try SessionRow($0) }
  }

  func touch(_ session: SessionRow, now: Instant) throws {
    try run(
      "UPDATE session SET last_seen_at = ?, ends_at = ? WHERE id = ?", now, session.ends(seen: now),
      session.id.raw)
    try run("UPDATE person SET last_seen_at = ? WHERE id = ?", now.hour, session.person.raw)
  }

  /// Ends the session and publishes that; false if this person has no such session.
  func end(_ session: SessionID, of person: PersonID, _ call: Call) throws -> Bool {
    guard try change("DELETE FROM session WHERE id = ? AND person = ?", session.raw, person.raw) == 1 else {
      return false
    }
    try publish(Auth.SessionRevoked(person: person, session: session), to: .programs, call)
    return true
  }

  /// - Returns: the number of the person's sessions that ended.
  @discardableResult
  func endSessions(of person: PersonID, except kept: SessionID? = nil, _ call: Call) throws -> Int {
    let ids = try all("SELECT id FROM session WHERE person = ? LIMIT 1000", person.raw) {
      SessionID(try $0.id("id"))
    }
    return try ids.count { try $0 != kept && end($0, of: person, call) }
  }

  /// Ends sessions whose time is over, and publishes that like any other end, so that live streams close.
  func endExpiredSessions(now: Instant, limit: Int, _ call: Call) throws -> Int {
    let ended = try all(
      "SELECT id, person FROM session WHERE ends_at <= ? ORDER BY ends_at LIMIT ?", now, limit
    ) { (SessionID(try $0.id("id")), PersonID(try $0.id("person"))) }
    for (id, person) in ended { _ = try end(id, of: person, call) }
    return ended.count
  }
}

extension SessionRow {
  fileprivate init(_ row: borrowing Row) throws {
    self.init(
      id: SessionID(try row.id("id")), person: PersonID(try row.id("person")),
      device: try row.textOrNil("device"),
      started: try row.instant("started_at"), lastSeen: try row.instant("last_seen_at"),
      expires: try row.instant("expires_at"),
      idle: .milliseconds(try row.int("idle_ms")))
  }
}
