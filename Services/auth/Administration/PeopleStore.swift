package import Schema
import ServiceKit
import Store

/// Lists of people.
extension Database {
  /// People in the order of `key`, starting after it.
  func people(
    _ query: String?, _ role: SiteRole?, after key: SortKey<Auth.PeopleOrder>, limit: Int
  ) throws -> [PersonRow] {
    let (column, isAfter, way) = (key.order.column, key.order.isAfter, key.order.way)
    let ids = try all(
      """
      SELECT id FROM person
      WHERE (\(column), id) \(isAfter) (?, ?) AND search LIKE ? ESCAPE '!' AND roles LIKE ?
      ORDER BY \(column) \(way), id \(way) LIMIT ?
      """,
      key.value, key.id, "%\((query ?? "").lowercased().escapedForLike)%", "%\(role?.rawValue ?? "")%", limit
    ) { PersonID(try $0.id("id")) }
    return try ids.compactMap { try person($0) }
  }
}

extension Auth.PeopleOrder: ListOrder {
  package static let standard = Auth.PeopleOrder.name

  package var column: String {
    switch self {
    case .name, .nameDescending: "sort_name"
    case .email, .emailDescending: "email"
    case .signedUp, .signedUpDescending: "signed_up_at"
    case .lastSeen, .lastSeenDescending: "coalesce(last_seen_at, 0)"
    }
  }

  package var isByText: Bool {
    switch self {
    case .name, .nameDescending, .email, .emailDescending: true
    case .signedUp, .signedUpDescending, .lastSeen, .lastSeenDescending: false
    }
  }

  /// The key of a person in this order.
  func key(of row: PersonRow) -> SortKey<Self> {
    switch self {
    case .name, .nameDescending: SortKey(self, row.sortName, row.id.raw)
    case .email, .emailDescending: SortKey(self, row.email, row.id.raw)
    case .signedUp, .signedUpDescending: SortKey(self, row.signedUp.milliseconds, row.id.raw)
    case .lastSeen, .lastSeenDescending: SortKey(self, row.lastSeen?.milliseconds ?? 0, row.id.raw)
    }
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
