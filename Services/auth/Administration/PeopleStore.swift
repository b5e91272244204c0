import Schema
import ServiceKit
import Store

/// Lists of people.
extension Database {
  /// People in the order of `key`, starting after it.
  func people(
    _ query: String?, _ role: SiteRole?, after key: PeopleKey, limit: Int
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

/// The sort key of a person in a list of all people. A cursor names its order, because a key of one order
/// says nothing in another; without a name it is by last name, as it was in version 1.1.
struct PeopleKey: PageKey {
  let order: Auth.PeopleOrder
  let value: any SQLBindable & CursorPart
  let id: RawUUID

  /// The key of a person in this order.
  init(of row: PersonRow, in order: Auth.PeopleOrder) {
    self.order = order
    id = row.id.raw
    switch order {
    case .name, .nameDescending: value = row.sortName
    case .email, .emailDescending: value = row.email
    case .signedUp, .signedUpDescending: value = row.signedUp.milliseconds
    case .lastSeen, .lastSeenDescending: value = row.lastSeen?.milliseconds ?? 0
    }
  }

  /// The key before the first person.
  init(beginning order: Auth.PeopleOrder) {
    self.order = order
    id = order.isDescending ? .max : .min
    switch order {
    case .name, .email: value = ""
    // No text sorts after the highest character.
    case .nameDescending, .emailDescending: value = "\u{10FFFF}"
    case .signedUp, .lastSeen: value = Int64.min
    case .signedUpDescending, .lastSeenDescending: value = Int64.max
    }
  }

  init(_ cursor: Cursor) throws(Fault) {
    guard cursor.texts.count > 2 else {
      let (name, id) = try cursor.parts(String.self, RawUUID.self)
      (order, value, self.id) = (.name, name, id)
      return
    }
    let (word, text, id) = try cursor.parts(String.self, String.self, RawUUID.self)
    guard let order = Auth.PeopleOrder(rawValue: word), order != .name else { throw .badCursor }
    (self.order, self.id) = (order, id)
    guard order.isByTime else {
      value = text
      return
    }
    guard let moment = Int64(cursorPart: text) else { throw .badCursor }
    value = moment
  }

  var cursor: Cursor {
    order == .name
      ? Cursor(of: value.cursorPart, id) : Cursor(of: order.rawValue, value.cursorPart, id)
  }
}

extension Auth.PeopleOrder {
  /// The expression by which people are sorted.
  fileprivate var column: String {
    switch self {
    case .name, .nameDescending: "sort_name"
    case .email, .emailDescending: "email"
    case .signedUp, .signedUpDescending: "signed_up_at"
    case .lastSeen, .lastSeenDescending: "coalesce(last_seen_at, 0)"
    }
  }

  fileprivate var isByTime: Bool {
    switch self {
    case .name, .nameDescending, .email, .emailDescending: false
    case .signedUp, .signedUpDescending, .lastSeen, .lastSeenDescending: true
    }
  }

  fileprivate var isDescending: Bool { rawValue.hasPrefix("-") }
  fileprivate var isAfter: String { isDescending ? "<" : ">" }
  fileprivate var way: String { isDescending ? "DESC" : "ASC" }
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
