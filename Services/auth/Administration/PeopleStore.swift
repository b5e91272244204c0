import Schema
import ServiceKit
import Store

/// Lists of people.
extension Database {
  /// People by name, starting after `key`.
  func people(
    _ query: String?, _ role: SiteRole?, after key: NameKey, limit: Int
  ) throws -> [PersonRow] {
    let ids = try all(
      """
      SELECT id FROM person
      WHERE (sort_name, id) > (?, ?) AND search LIKE ? ESCAPE '!' AND roles LIKE ?
      ORDER BY sort_name, id LIMIT ?
      """,
      key.name, key.id, "%\((query ?? "").lowercased().escapedForLike)%", "%\(role?.rawValue ?? "")%", limit
    ) { PersonID(try $0.id("id")) }
    return try ids.compactMap { try person($0) }
  }
}

extension String {
  /// The text for `LIKE … ESCAPE '!'`, with its wildcards escaped.
  var escapedForLike: String {
    reduce(into: "") { text, character in
      if "!%_".contains(character) { text.append("!") }
      text.append(character)
    }
  }
}

extension PersonRow {
  var forAdmins: Auth.AdminPerson {
    Auth.AdminPerson(
      id: id, email: email, isEmailVerified: isVerified, firstName: firstName, lastName: lastName,
      roles: roles, signedUp: signedUp, lastSeen: lastSeen, isBlocked: isBlocked, erases: erases,
      color: color)
  }
}
