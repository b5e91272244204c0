extension Auth {
  /// Creates a token for a person's own program, such as a door display or a script. Its secret is shown
  /// once.
  package struct CreateToken: Request {
    package typealias Reply = CreatedToken
    package static let subject = "auth.token.create"
    package static let version = "1.4"
    package static let scope: TokenScope? = nil
    package static let repeats = Repeats.secretReply
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/tokens", status: 201)
    package static let faults = [FaultCode.tooManyTokens]
    package static let summary = "Create an API token with some of your rights."
    package let name: TokenName
    package let scopes: TokenScopes
    /// The number of days until the token expires; 90 unless given.
    package let days: DayCount?

    package init(name: TokenName, scopes: TokenScopes, days: DayCount? = nil) {
      self.name = name
      self.scopes = scopes
      self.days = days
    }
  }

  /// A new API token with its secret, which is shown only this once.
  package struct CreatedToken: Codable, Sendable {
    package let token: APIToken
    /// The secret for the header `Authorization: Bearer`.
    package let secret: String

    package init(token: APIToken, secret: String) {
      self.token = token
      self.secret = secret
    }
  }

  /// An API token without its secret.
  package struct APIToken: Codable, Hashable, Sendable {
    package let id: TokenID
    /// The name that the person gave the token.
    package let name: String
    package let scopes: TokenScopes
    /// The moment at which the token was created.
    package let created: Instant
    /// The moment from which the token no longer works.
    package let expires: Instant
    /// The last use, to the hour; absent before the first use.
    package let lastUsed: Instant?

    package init(
      id: TokenID, name: String, scopes: TokenScopes, created: Instant, expires: Instant, lastUsed: Instant?
    ) {
      self.id = id
      self.name = name
      self.scopes = scopes
      self.created = created
      self.expires = expires
      self.lastUsed = lastUsed
    }
  }

  package struct ListTokens: Request {
    package typealias Reply = Page<APIToken>
    package static let subject = "auth.token.list"
    package static let version = "1.4"
    package static let scope: TokenScope? = nil
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/tokens")
    package static let summary = "List your API tokens, newest first."

    package init() {}
  }

  package struct RevokeToken: Request {
    package typealias Reply = Empty
    package static let subject = "auth.token.revoke"
    package static let scope: TokenScope? = nil
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.delete, "/v1/tokens/{id}", status: 204)
    package static let faults = [FaultCode.notFound]
    package static let summary = "Revoke one of your API tokens."
    package let id: TokenID

    package init(id: TokenID) {
      self.id = id
    }
  }
}

extension FaultCode {
  package static let tooManyTokens = FaultCode(
    .failedPrecondition, "too_many_tokens", "You've reached the limit of 50 tokens. Revoke one first.")
}
