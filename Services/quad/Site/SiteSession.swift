import Schema

/// A stored sign-in: the site, the person and the token.
struct SiteSession: Codable, Sendable, Equatable {
  let site: String
  let email: String
  let person: PersonID
  /// The bearer token. It is as good as the password until the session ends, so only the person may read its
  /// file.
  let token: String
}
