package import Bus
package import Crypto
package import Schema
internal import Synchronization

/// The identity of a person, as signed by auth: 54 bytes, big-endian, then an Ed25519 signature over them.
///
///     0  u8   version 2
///     1  u8   site roles: 1 student, 2 staff, 4 admin
///     2  16 B person      18  16 B session
///     34 i64  issued, ms  42  i64  expires, ms
///     50 u32 scopes: all bits for a sign-in session, those of `TokenScope` for an API token
///     (then 64 B signature)
package struct Identity: Hashable, Sendable {
  package let person: PersonID
  /// The sign-in session or the API token.
  package let session: SessionID
  package let roles: Set<SiteRole>
  package let issued: Instant
  package let expires: Instant
  package let scopes: UInt32

  /// The lifetime of an assertion.
  package static let lifetime = Duration.seconds(180)

  package init(
    person: PersonID, session: SessionID, roles: Set<SiteRole>, issued: Instant,
    scopes: UInt32 = TokenScope.everything
  ) {
    self.person = person
    self.session = session
    self.roles = roles
    self.issued = issued
    self.scopes = scopes
    expires = issued.advanced(by: Identity.lifetime)
  }

  private static let signedLength = 54
  private static let bits: [(SiteRole, UInt8)] = [(.student, 1), (.staff, 2), (.admin, 4)]

  package func signed(with key: SigningKey) -> [UInt8] {
    var bytes: [UInt8] = [2, Identity.bits.reduce(0) { $0 | (roles.contains($1.0) ? $1.1 : 0) }]
    bytes += person.raw.bytes
    bytes += session.raw.bytes
    for time in [issued, expires] {
      let bits = UInt64(bitPattern: time.milliseconds)
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
      }
    }
    for shift in [UInt32(24), 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: scopes >> shift)) }
    return bytes + key.sign(bytes)
  }

  /// Returns nil unless a key of `keys` signed the assertion. The caller has to check the expiry.
  package init?(_ assertion: [UInt8], keys: [VerifyKey]) {
    self.init(unverified: assertion)
    let signed = Array(assertion.prefix(Identity.signedLength))
    let signature = Array(assertion.suffix(64))
    guard keys.contains(where: { $0.verifies(signature, of: signed) }) else { return nil }
  }

  /// Reads an assertion without a look at its signature and expiry. Enough for one that auth itself has sent:
  /// the connection proves auth's key, and whoever has that key has the one that signs. Each program that
  /// acts on it verifies it.
  package init?(unverified assertion: [UInt8]) {
    guard assertion.count == Identity.signedLength + 64, assertion[0] == 2 else { return nil }
    let signed = Array(assertion.prefix(Identity.signedLength))
    guard let person = RawUUID(bytes: signed[2..<18]), let session = RawUUID(bytes: signed[18..<34]) else {
      return nil
    }
    func time(_ start: Int) -> Instant {
      Instant(milliseconds: Int64(bitPattern: signed[start..<(start + 8)].reduce(0) { $0 << 8 | UInt64($1) }))
    }
    self.person = PersonID(person)
    self.session = SessionID(session)
    roles = Set(Identity.bits.filter { signed[1] & $0.1 != 0 }.map(\.0))
    issued = time(34)
    expires = time(42)
    scopes = signed[50..<54].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// True if the session or token may send requests with this scope.
  package func allows(_ scope: TokenScope?) -> Bool {
    scopes & (scope?.bit ?? TokenScope.sessionBit) != 0
  }
}

/// Verifies assertions and caches the results, because the same one arrives with each request for a minute.
package final class IdentityVerifier: Sendable {
  /// More people than a large campus has at work within three minutes; 10 MB if all of them come.
  package static let maxRemembered = 32_768
  private let keys: [VerifyKey]
  private let verified: Mutex<LRUCache<[UInt8], Identity>>

  package init(keys: [VerifyKey], limit: Int = IdentityVerifier.maxRemembered) {
    self.keys = keys
    verified = Mutex(LRUCache(limit: limit))
  }

  /// Uses the signing keys of `public.json`.
  package convenience init(_ ring: KeyRing) throws(SettingError) {
    var keys: [VerifyKey] = []
    for text in ring.everybody.signing {
      guard let bytes = Base64URL.decode(text), let key = VerifyKey(bytes: bytes) else {
        throw SettingError(name: "QUAD_KEYS", problem: "public.json holds a signing key that is not 32 bytes")
      }
      keys.append(key)
    }
    self.init(keys: keys)
  }

  /// True if `verify` need not look at the signature.
  func knows(_ assertion: [UInt8]) -> Bool { verified.withLock { $0[assertion] != nil } }

  /// Returns nil if the signature is wrong or the assertion has expired.
  package func verify(_ assertion: [UInt8], now: Instant) -> Identity? {
    let identity: Identity
    if let known = verified.withLock({ $0[assertion] }) {
      identity = known
    } else {
      guard let fresh = Identity(assertion, keys: keys) else { return nil }
      identity = fresh
      verified.withLock { verified in
        verified.removeOldest { $0.expires <= now }
        verified[assertion] = fresh
      }
    }
    return identity.expires > now ? identity : nil
  }
}
