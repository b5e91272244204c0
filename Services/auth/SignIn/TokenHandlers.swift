import Crypto
import Schema
import ServiceKit
import Store

/// API tokens, which give a person's own program all or some of their rights.
extension AuthService {
  func createToken(_ request: Auth.CreateToken, _ call: Call) async throws -> EncodedReply<Auth.CreatedToken>
  {
    let person = try call.person
    let now = SiteClock.system
    let lifetime = request.days?.duration ?? .seconds(TokenRow.usualDays * 24 * 3600)
    let token = Auth.APIToken(
      id: .timed(now), name: request.name.text, scopes: request.scopes, created: now,
      expires: now.advanced(by: lifetime), lastUsed: nil)
    let secret = Token.random()
    return try await call.write { db in
      guard try db.livingPerson(person) != nil else { throw Fault(.signInRequired) }
      guard try db.apiTokens(of: person, now: now).count < TokenRow.maxPerPerson else {
        throw Fault(.tooManyTokens)
      }
      try db.insert(token, of: person, tokenHash: secret.hash)
      return Auth.CreatedToken(token: token, secret: secret.text)
    }
  }

  func listTokens(_ request: Auth.ListTokens, _ call: Call) async throws -> Page<Auth.APIToken> {
    let person = try call.person
    return Page(
      items: try await call.read { try $0.apiTokens(of: person, now: SiteClock.system) }, next: nil)
  }

  func revokeToken(_ request: Auth.RevokeToken, _ call: Call) async throws -> EncodedReply<Empty> {
    let person = try call.person
    return try await call.write { db in
      guard try db.end(request.id, of: person, call) else { throw Fault(.notFound) }
      return Empty()
    }
  }
}
