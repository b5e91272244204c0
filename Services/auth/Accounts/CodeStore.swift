import Crypto
import Schema
import Store

/// A one-time code from a mail or from an administrator: its purpose, and the object it applies to.
struct OneTimeRow: Sendable {
  enum Kind: String, Sendable {
    /// A sign-up. Object: the pending sign-up.
    case signUp = "sign_up"
    /// A new password, through a mailed link. Object: the person, also for the next two.
    case reset
    /// A new password, through a code that an administrator handed over.
    case hand
    case verify
    /// A change of the email address. Object: the email change.
    case change
  }

  let kind: Kind
  let object: RawUUID

  static let resetLifetime = Duration.seconds(30 * 60)
  static let handLifetime = Duration.seconds(10 * 60)
  static let mailLifetime = Duration.seconds(24 * 3600)
}

/// One-time codes and their hashes. Only the hash is stored.
enum OneTimeSecret {
  static func random() -> (code: OneTimeCode, hash: [UInt8]) {
    let code = TypedCode.random()
    return (OneTimeCode(checked: code.text), hash(code))
  }

  /// The hash of a link's token or of a typed code; nil for anything else.
  static func hash(_ code: OneTimeCode) -> [UInt8]? {
    Token(text: code.text)?.hash ?? TypedCode(code.text).map(hash)
  }

  private static func hash(_ code: TypedCode) -> [UInt8] {
    BLAKE2b.hash(parts: [Array("typed code".utf8), Array(code.text.utf8)])
  }
}

/// A sign-up whose mailed link has not been followed yet.
struct PendingSignUp: Sendable {
  let id: RawUUID
  let email: String
  let passwordHash: String
  let firstName: String
  let lastName: String
  let room: AskedRoom
  /// The invitation of which this sign-up holds one use.
  let invite: InviteID?
  let expires: Instant
}

struct EmailChange: Sendable {
  let id: RawUUID
  let person: PersonID
  let old: String
  let new: String
  let isChanged: Bool
  /// The language of the request; nil for the site's.
  let language: Alerts.Language?
}

extension Database {
  func insertCode(_ hash: [UInt8], _ kind: OneTimeRow.Kind, _ object: RawUUID, expires: Instant) throws {
    try run(
      "INSERT INTO one_time_code(hash, kind, object, expires_at) VALUES (?, ?, ?, ?)", hash, kind.rawValue,
      object, expires)
  }

  func code(_ hash: [UInt8], now: Instant) throws -> OneTimeRow? {
    try one("SELECT kind, object FROM one_time_code WHERE hash = ? AND expires_at > ?", hash, now) { row in
      guard let kind = OneTimeRow.Kind(rawValue: try row.text("kind")) else { return nil }
      return OneTimeRow(kind: kind, object: try row.id("object"))
    } ?? nil
  }

  /// Deletes the code and returns it, so that it works only once.
  func takeCode(_ hash: [UInt8], now: Instant) throws -> OneTimeRow? {
    guard let row = try code(hash, now: now) else { return nil }
    try run("DELETE FROM one_time_code WHERE hash = ?", hash)
    return row
  }

  func deleteCodes(of object: RawUUID, _ kind: OneTimeRow.Kind? = nil) throws {
    if let kind {
      try run("DELETE FROM one_time_code WHERE object = ? AND kind = ?", object, kind.rawValue)
    } else {
      try run("DELETE FROM one_time_code WHERE object = ?", object)
    }
  }

  func insert(_ pending: PendingSignUp) throws {
    try run(
      """
      INSERT INTO pending_signup(id, email, password, first_name, last_name, asked_dorm, asked_number,
        asked_code, invite, expires_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      pending.id, pending.email, pending.passwordHash, pending.firstName, pending.lastName,
      pending.room.address?.dorm.text, pending.room.address?.number.text, pending.room.code?.text,
      pending.invite?.raw, pending.expires)
  }

  func pendingSignUp(_ id: RawUUID, now: Instant) throws -> PendingSignUp? {
    try one(
      "SELECT \(Self.pendingColumns) FROM pending_signup WHERE id = ? AND expires_at > ?", id, now
    ) { try PendingSignUp($0) }
  }

  /// Moves this invitation's use away from an earlier sign-up of the address; false if none holds one.
  func takeInvite(_ invite: InviteID, from email: String) throws -> Bool {
    try change(
      """
      UPDATE pending_signup SET invite = NULL WHERE id IN
        (SELECT id FROM pending_signup WHERE email = ? AND invite = ? LIMIT 1)
      """,
      email, invite.raw) == 1
  }

  /// Deletes a sign-up that was not completed, and returns its use of the invitation.
  func drop(_ pending: PendingSignUp) throws {
    if let invite = pending.invite { try returnInvite(invite) }
    try deleteCodes(of: pending.id)
    try run("DELETE FROM mail_job WHERE object = ?", pending.id)
    try run("DELETE FROM pending_signup WHERE id = ?", pending.id)
  }

  func pendingSignUps(of email: String) throws -> [PendingSignUp] {
    try all("SELECT \(Self.pendingColumns) FROM pending_signup WHERE email = ? LIMIT 1000", email) {
      try PendingSignUp($0)
    }
  }

  func dropExpiredSignUps(now: Instant, limit: Int) throws -> Int {
    let expired = try all(
      """
      SELECT \(Self.pendingColumns) FROM pending_signup WHERE expires_at <= ? ORDER BY expires_at LIMIT ?
      """,
      now, limit
    ) { try PendingSignUp($0) }
    for pending in expired { try drop(pending) }
    return expired.count
  }

  private static var pendingColumns: String {
    """
    id, email, password, first_name, last_name, asked_dorm, asked_number, asked_code, invite, expires_at
    """
  }

  func insert(_ change: EmailChange, expires: Instant) throws {
    try run(
      """
      INSERT INTO email_change(id, person, old_email, new_email, expires_at, language)
      VALUES (?, ?, ?, ?, ?, ?)
      """,
      change.id, change.person.raw, change.old, change.new, expires, change.language?.rawValue)
  }

  func emailChange(_ id: RawUUID, now: Instant) throws -> EmailChange? {
    try one(
      """
      SELECT id, person, old_email, new_email, changed_at, language FROM email_change
      WHERE id = ? AND expires_at > ?
      """,
      id, now
    ) { row in
      EmailChange(
        id: try row.id("id"), person: PersonID(try row.id("person")), old: try row.text("old_email"),
        new: try row.text("new_email"),
        isChanged: try !row.isNull("changed_at"),
        language: try row.textOrNil("language").flatMap { Alerts.Language(rawValue: $0) })
    }
  }

  func setChanged(_ change: RawUUID, at now: Instant, expires: Instant) throws {
    try run(
      "UPDATE email_change SET changed_at = ?, expires_at = ? WHERE id = ?", now, expires, change)
  }

  /// Deletes the person's email changes that still wait for their link; a newer change replaces them.
  func deleteEmailChanges(of person: PersonID) throws {
    let waiting = try all(
      "SELECT id FROM email_change WHERE person = ? AND changed_at IS NULL LIMIT 1000", person.raw
    ) { try $0.id("id") }
    for id in waiting { try deleteEmailChange(id) }
  }

  func deleteEmailChange(_ id: RawUUID) throws {
    try deleteCodes(of: id)
    try run("DELETE FROM mail_job WHERE object = ?", id)
    try run("DELETE FROM email_change WHERE id = ?", id)
  }
}

extension PendingSignUp {
  fileprivate init(_ row: borrowing Row) throws {
    self.init(
      id: try row.id("id"), email: try row.text("email"), passwordHash: try row.text("password"),
      firstName: try row.text("first_name"), lastName: try row.text("last_name"), room: try AskedRoom(row),
      invite: try row.idOrNil("invite").map { InviteID($0) }, expires: try row.instant("expires_at"))
  }
}
