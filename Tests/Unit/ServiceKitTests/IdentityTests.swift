import Crypto
import Schema
@testable import ServiceKit
import Testing

@Suite("Only what auth signed says who asks, and only for its time")
struct IdentityTests {
  private static let issued = Instant(milliseconds: 1_788_264_000_000)
  private let key = SigningKey.random()
  private let identity = Identity(
    person: .random(), session: .random(), roles: [.student, .staff], issued: issued)

  @Test("what was signed is what is read")
  func verified() {
    let verifier = IdentityVerifier(keys: [key.verifyKey])
    #expect(verifier.verify(identity.signed(with: key), now: Self.issued) == identity)
  }

  @Test("a session may do everything, a token what its scopes name, and nothing that takes a session")
  func scopes() {
    let verifier = IdentityVerifier(keys: [key.verifyKey])
    let token = Identity(
      person: .random(), session: .random(), roles: [.admin], issued: Self.issued,
      scopes: TokenScope.roomRead.bit | TokenScope.profileWrite.bit)
    #expect(verifier.verify(token.signed(with: key), now: Self.issued) == token)
    for scope in TokenScope.allCases {
      #expect(identity.allows(scope))
      #expect(token.allows(scope) == [.roomRead, .profileWrite].contains(scope), "\(scope)")
    }
    #expect(identity.allows(nil) && !token.allows(nil))
  }

  @Test("each scope has a bit of its own, and none is the session's")
  func bits() {
    let bits = TokenScope.allCases.map(\.bit) + [TokenScope.sessionBit]
    #expect(Set(bits).count == bits.count)
    #expect(bits.reduce(0) { $0 | $1 }.nonzeroBitCount == bits.count)
  }

  @Test(
    "it ends at its time, remembered or not",
    arguments: [(-1, true), (0, false), (1, false)] as [(Int64, Bool)])
  func expired(_ offset: Int64, _ isValid: Bool) {
    let verifier = IdentityVerifier(keys: [key.verifyKey])
    let assertion = identity.signed(with: key)
    let end = Instant(milliseconds: identity.expires.milliseconds + offset)
    #expect((verifier.verify(assertion, now: end) != nil) == isValid, "first seen")
    #expect(verifier.verify(assertion, now: Self.issued) == identity)
    #expect((verifier.verify(assertion, now: end) != nil) == isValid, "remembered")
  }

  @Test("another key's signature is worth nothing, a second accepted key's is")
  func otherKey() {
    let other = SigningKey.random()
    let assertion = identity.signed(with: other)
    #expect(IdentityVerifier(keys: [key.verifyKey]).verify(assertion, now: Self.issued) == nil)
    #expect(IdentityVerifier(keys: []).verify(assertion, now: Self.issued) == nil)
    let rotating = IdentityVerifier(keys: [key.verifyKey, other.verifyKey])
    #expect(rotating.verify(assertion, now: Self.issued) == identity)
  }

  @Test("no changed bit passes, although the right one is remembered")
  func forged() {
    let verifier = IdentityVerifier(keys: [key.verifyKey])
    let assertion = identity.signed(with: key)
    #expect(verifier.verify(assertion, now: Self.issued) == identity)
    for position in assertion.indices {
      var forged = assertion
      forged[position] ^= 1
      #expect(verifier.verify(forged, now: Self.issued) == nil, "byte \(position)")
    }
  }

  @Test("no other length passes")
  func length() {
    let verifier = IdentityVerifier(keys: [key.verifyKey])
    let assertion = identity.signed(with: key)
    for length in assertion.indices {
      #expect(verifier.verify(Array(assertion.prefix(length)), now: Self.issued) == nil)
    }
    #expect(verifier.verify(assertion + [0], now: Self.issued) == nil)
  }

  @Test("what auth has sent is read without its signature, and nothing else than an assertion is")
  func unverified() {
    var assertion = identity.signed(with: key)
    assertion[assertion.count - 1] ^= 1
    #expect(Identity(unverified: assertion) == identity)
    #expect(Identity(assertion, keys: [key.verifyKey]) == nil)
    #expect(Identity(unverified: Array(assertion.dropLast())) == nil)
    assertion[0] = 1
    #expect(Identity(unverified: assertion) == nil)
  }

  @Test("remembering more than fits forgets, and still judges rightly")
  func cache() {
    let verifier = IdentityVerifier(keys: [key.verifyKey], limit: 8)
    let kept = identity.signed(with: key)
    for _ in 0..<20 {
      let one = Identity(person: .random(), session: .random(), roles: [], issued: Self.issued)
      #expect(verifier.verify(one.signed(with: key), now: Self.issued) == one)
    }
    #expect(verifier.verify(kept, now: Self.issued) == identity)
  }
}
