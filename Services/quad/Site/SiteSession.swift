import Schema

/// Who is signed in where.
struct SiteSession: Codable, Sendable, Equatable {
  let site: String
  let email: String
  let person: PersonID
  /// As good as the password until the session ends; nobody else may read the file it is in.
  let token: String
}
