import Schema
import Store

/// Auth's tables. Times are Unix milliseconds, ids 16 bytes. Of a token only its BLAKE2b-256 is kept, of a
/// password only its Argon2id hash.
enum AuthStore {
  static let migrations = [
    Migration(
      1, "people and sign-in sessions",
      """
      CREATE TABLE person(
        id BLOB PRIMARY KEY CHECK (length(id) = 16), email TEXT NOT NULL UNIQUE, password TEXT NOT NULL,
        first_name TEXT NOT NULL, last_name TEXT NOT NULL, pronouns TEXT, concentration TEXT, hometown TEXT,
        phone TEXT, roles TEXT NOT NULL, version INTEGER NOT NULL, signed_up_at INTEGER NOT NULL,
        asked_dorm TEXT, asked_number TEXT, CHECK ((asked_dorm IS NULL) = (asked_number IS NULL))
      ) STRICT;
      CREATE TABLE session(
        id BLOB PRIMARY KEY CHECK (length(id) = 16), person BLOB NOT NULL REFERENCES person(id),
        token_hash BLOB NOT NULL UNIQUE CHECK (length(token_hash) = 32), started_at INTEGER NOT NULL,
        last_seen_at INTEGER NOT NULL, expires_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX session_person ON session(person, started_at, id);
      CREATE INDEX session_expires ON session(expires_at);
      """)
  ]
}

struct PersonRow: Sendable {
  var profile: Auth.OwnProfile
  let passwordHash: String
}

struct SessionRow: Sendable {
  let id: SessionID
  let person: PersonID
  let started: Instant
  let lastSeen: Instant
  let expires: Instant
}

extension Database {
  private static var personColumns: String {
    "id, email, first_name, last_name, pronouns, concentration, hometown, phone, roles, version, password"
  }

  func person(_ id: PersonID) throws -> PersonRow? {
    try one("SELECT \(Self.personColumns) FROM person WHERE id = ?", id.raw) { try PersonRow($0) }
  }

  func person(email: EmailAddress) throws -> PersonRow? {
    try one("SELECT \(Self.personColumns) FROM person WHERE email = ?", email.text) { try PersonRow($0) }
  }

  func insert(_ row: PersonRow, room: RoomAddress?, now: Instant) throws {
    let profile = row.profile
    try run(
      """
      INSERT INTO person(id, email, password, first_name, last_name, roles, version, signed_up_at, asked_dorm,
        asked_number)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      profile.id.raw, profile.email, row.passwordHash, profile.firstName, profile.lastName,
      profile.roles.map(\.rawValue).joined(separator: " "), profile.version, now, room?.dorm.text,
      room?.number.text)
  }

  /// False when somebody changed the profile since `version`.
  func update(_ profile: Auth.OwnProfile, from version: Int64) throws -> Bool {
    try run(
      """
      UPDATE person SET first_name = ?, last_name = ?, pronouns = ?, concentration = ?, hometown = ?,
        phone = ?, version = ?
      WHERE id = ? AND version = ?
      """,
      profile.firstName, profile.lastName, profile.pronouns, profile.concentration, profile.hometown,
      profile.phone,
      profile.version, profile.id.raw, version) == 1
  }

  func setPassword(_ hash: String, of id: PersonID) throws {
    try run("UPDATE person SET password = ? WHERE id = ?", hash, id.raw)
  }

  /// Everybody, with the room they asked for at sign-up, in the order of sign-up.
  func signUps(limit: Int) throws -> [Auth.SignedUp] {
    try all(
      """
      SELECT id, first_name, last_name, asked_dorm, asked_number FROM person
      ORDER BY signed_up_at, id LIMIT ?
      """,
      limit
    ) { row in
      let dorm = try row.textOrNil(3).flatMap { DormID($0) }
      let number = try row.textOrNil(4).flatMap { RoomNumber($0) }
      let room = dorm.flatMap { dorm in number.map { RoomAddress(dorm: dorm, number: $0) } }
      return Auth.SignedUp(
        person: PersonID(try row.id(0)), firstName: try row.text(1), lastName: try row.text(2), room: room,
        roomCode: nil)
    }
  }

  func insert(_ session: SessionRow, tokenHash: [UInt8]) throws {
    try run(
      """
      INSERT INTO session(id, person, token_hash, started_at, last_seen_at, expires_at)
      VALUES (?, ?, ?, ?, ?, ?)
      """,
      session.id.raw, session.person.raw, tokenHash, session.started, session.lastSeen, session.expires)
  }

  /// The session of a token that has not expired at `now`.
  func session(tokenHash: [UInt8], now: Instant) throws -> SessionRow? {
    try one(
      """
      SELECT id, person, started_at, last_seen_at, expires_at FROM session
      WHERE token_hash = ? AND expires_at > ?
      """,
      tokenHash, now
    ) { try SessionRow($0) }
  }

  /// Newest first, from before the place of the cursor.
  func sessions(
    of person: PersonID, before time: Int64, _ id: RawUUID, now: Instant, limit: Int
  ) throws -> [SessionRow] {
    try all(
      """
      SELECT id, person, started_at, last_seen_at, expires_at FROM session
      WHERE person = ? AND expires_at > ? AND (started_at, id) < (?, ?)
      ORDER BY started_at DESC, id DESC LIMIT ?
      """,
      person.raw, now, time, id, limit
    ) { try SessionRow($0) }
  }

  func touch(_ session: SessionID, now: Instant) throws {
    try run("UPDATE session SET last_seen_at = ? WHERE id = ?", now, session.raw)
  }

  /// False when this person has no such session.
  func deleteSession(_ id: SessionID, of person: PersonID) throws -> Bool {
    try run("DELETE FROM session WHERE id = ? AND person = ?", id.raw, person.raw) == 1
  }

  func deleteExpiredSessions(now: Instant, limit: Int) throws -> Int {
    try run(
      """
      DELETE FROM session
      WHERE id IN (SELECT id FROM session WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)
      """,
      now, limit)
  }
}

extension PersonRow {
  fileprivate init(_ row: borrowing Row) throws {
    profile = Auth.OwnProfile(
      id: PersonID(try row.id(0)), email: try row.text(1), isEmailVerified: false, firstName: try row.text(2),
      lastName: try row.text(3),
      pronouns: try row.textOrNil(4), concentration: try row.textOrNil(5), hometown: try row.textOrNil(6),
      phone: try row.textOrNil(7), languages: nil, allergies: nil, visibleTo: .standard,
      roles: try row.text(8).split(separator: " ").compactMap { SiteRole(rawValue: String($0)) },
      erases: nil, version: try row.int(9))
    passwordHash = try row.text(10)
  }
}

extension SessionRow {
  fileprivate init(_ row: borrowing Row) throws {
    self.init(
      id: SessionID(try row.id(0)), person: PersonID(try row.id(1)), started: try row.instant(2),
      lastSeen: try row.instant(3), expires: try row.instant(4))
  }
}
