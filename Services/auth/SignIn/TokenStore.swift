import Schema
import ServiceKit
import Store

/// An API token with its person. `DeviceRow` is a device on which somebody signed in before.
struct TokenRow: Sendable {
  let person: PersonID
  let token: Auth.APIToken

  /// The limit of API tokens per person.
  static let maxPerPerson = 50
  static let usualDays = 90
}

struct DeviceRow: Sendable {
  let tokenHash: [UInt8]
  let person: PersonID
  let first: Instant
  let last: Instant
  /// The number of wrong passwords in a row that this device sent.
  let failures: Int

  /// The limit of devices per person; beyond it, the least recently used one is deleted.
  static let maxPerPerson = 20
  /// The number of wrong passwords after which the device waits like an unknown one.
  static let maxFailures = 10

  var skipsDelay: Bool { failures < DeviceRow.maxFailures }
}

extension Database {
  private static var tokenColumns: String {
    "id, person, name, scopes, created_at, expires_at, last_used_at"
  }

  func insert(_ token: Auth.APIToken, of person: PersonID, tokenHash: [UInt8]) throws {
    try run(
      """
      INSERT INTO api_token(id, person, token_hash, name, scopes, created_at, expires_at)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      token.id.raw, person.raw, tokenHash, token.name,
      token.scopes.all.map(\.rawValue).joined(separator: " "), token.created, token.expires)
  }

  func apiToken(tokenHash: [UInt8], now: Instant) throws -> TokenRow? {
    try one(
      "SELECT \(Self.tokenColumns) FROM api_token WHERE token_hash = ? AND expires_at > ?", tokenHash, now
    ) { try TokenRow($0) }
  }

  /// The person's valid API tokens, newest first.
  func apiTokens(of person: PersonID, now: Instant) throws -> [Auth.APIToken] {
    try all(
      """
      SELECT \(Self.tokenColumns) FROM api_token WHERE person = ? AND expires_at > ?
      ORDER BY created_at DESC, id DESC LIMIT ?
      """,
      person.raw, now, TokenRow.maxPerPerson
    ) { try TokenRow($0).token }
  }

  func touch(_ token: TokenID, now: Instant) throws {
    try run("UPDATE api_token SET last_used_at = ? WHERE id = ?", now.hour, token.raw)
  }

  /// Ends the token and publishes that; false if this person has no such token.
  func end(_ token: TokenID, of person: PersonID, _ call: Call) throws -> Bool {
    guard try change("DELETE FROM api_token WHERE id = ? AND person = ?", token.raw, person.raw) == 1 else {
      return false
    }
    try publish(Auth.SessionRevoked(person: person, session: SessionID(token.raw)), to: .programs, call)
    return true
  }

  /// - Parameter scope: ends only tokens with this scope; nil ends all.
  /// - Returns: the number of the person's tokens that ended.
  @discardableResult
  func endTokens(of person: PersonID, with scope: TokenScope? = nil, _ call: Call) throws -> Int {
    let tokens = try all(
      "SELECT \(Self.tokenColumns) FROM api_token WHERE person = ? LIMIT 1000", person.raw
    ) { try TokenRow($0).token }
    return try tokens.count { token in
      guard scope.map(token.scopes.all.contains) ?? true else { return false }
      return try end(token.id, of: person, call)
    }
  }

  /// Ends all sessions and API tokens of this person.
  @discardableResult
  func endAllAccess(of person: PersonID, _ call: Call) throws -> Int {
    let sessions = try endSessions(of: person, call)
    return try sessions + endTokens(of: person, call)
  }

  func endExpiredTokens(now: Instant, limit: Int, _ call: Call) throws -> Int {
    let ended = try all(
      "SELECT id, person FROM api_token WHERE expires_at <= ? ORDER BY expires_at LIMIT ?", now, limit
    ) { (TokenID(try $0.id("id")), PersonID(try $0.id("person"))) }
    for (id, person) in ended { _ = try end(id, of: person, call) }
    return ended.count
  }

  func device(tokenHash: [UInt8], of person: PersonID) throws -> DeviceRow? {
    try one(
      """
      SELECT token_hash, person, first_at, last_at, failures FROM known_device
      WHERE token_hash = ? AND person = ?
      """,
      tokenHash, person.raw
    ) { try DeviceRow($0) }
  }

  /// The person's devices, most recently used first.
  func devices(of person: PersonID) throws -> [DeviceRow] {
    try all(
      """
      SELECT token_hash, person, first_at, last_at, failures FROM known_device WHERE person = ?
      ORDER BY last_at DESC LIMIT ?
      """,
      person.raw, DeviceRow.maxPerPerson
    ) { try DeviceRow($0) }
  }

  func insertDevice(tokenHash: [UInt8], of person: PersonID, now: Instant) throws {
    try run(
      """
      DELETE FROM known_device WHERE token_hash IN (SELECT token_hash FROM known_device WHERE person = ?
        ORDER BY last_at DESC, first_at DESC LIMIT 10 OFFSET ?)
      """,
      person.raw, DeviceRow.maxPerPerson - 1)
    try run(
      "INSERT INTO known_device(token_hash, person, first_at, last_at) VALUES (?, ?, ?, ?)", tokenHash,
      person.raw, now, now)
  }

  func countFailure(_ device: DeviceRow, by count: Int) throws {
    try run(
      "UPDATE known_device SET failures = failures + ? WHERE token_hash = ?", count, device.tokenHash)
  }

  func use(_ device: DeviceRow, now: Instant) throws {
    try run(
      "UPDATE known_device SET last_at = ?, failures = 0 WHERE token_hash = ?", now, device.tokenHash)
  }

  func forgetDevices(of person: PersonID) throws {
    try run("DELETE FROM known_device WHERE person = ?", person.raw)
  }
}

extension TokenRow {
  fileprivate init(_ row: borrowing Row) throws {
    person = PersonID(try row.id("person"))
    let scopes = try row.text("scopes").split(separator: " ").compactMap { TokenScope(rawValue: String($0)) }
    guard let scopes = TokenScopes(scopes) else {
      throw StoreError.column(detail: "api_token.scopes holds no scope")
    }
    token = Auth.APIToken(
      id: TokenID(try row.id("id")), name: try row.text("name"), scopes: scopes,
      created: try row.instant("created_at"),
      expires: try row.instant("expires_at"), lastUsed: try row.instantOrNil("last_used_at"))
  }
}

extension DeviceRow {
  fileprivate init(_ row: borrowing Row) throws {
    self.init(
      tokenHash: try row.blob("token_hash"), person: PersonID(try row.id("person")),
      first: try row.instant("first_at"),
      last: try row.instant("last_at"), failures: Int(try row.int("failures")))
  }
}
