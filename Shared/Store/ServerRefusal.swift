/// The reason why a server on PostgreSQL lets a program not in, which only an operator changes.
package enum ServerRefusal: String, Sendable, CaseIterable {
  /// The password is missing, or is not the role's; or there is no such role.
  case password = "postgres_password"
  /// No row of the server's `pg_hba.conf` lets the role in this way.
  case notAdmitted = "postgres_not_admitted"
  case noDatabase = "postgres_no_database"
  /// The role may not use the database.
  case noRights = "postgres_no_rights"
  /// The address asks for TLS, and the server has none.
  case noTLS = "postgres_no_tls"
  /// The server's certificate is not of an authority that is trusted, or is another host's.
  case certificate = "postgres_certificate"

  /// - Parameter state: The server's SQLSTATE, empty if libpq refused the server.
  /// - Parameter detail: libpq's message, in English as long as nobody sets a locale.
  init?(state: String, detail: String) {
    switch state {
    case "28P01": self = .password
    case "28000": self = .notAdmitted
    case "3D000": self = .noDatabase
    case "42501": self = .noRights
    case "":
      let signs: [(String, ServerRefusal)] = [
        ("no password supplied", .password), ("server does not support SSL", .noTLS),
        ("certificate verify failed", .certificate), ("does not match host name", .certificate),
        ("root certificate file", .certificate),
      ]
      guard let found = signs.first(where: { detail.contains($0.0) }) else { return nil }
      self = found.1
    default: return nil
    }
  }
}
