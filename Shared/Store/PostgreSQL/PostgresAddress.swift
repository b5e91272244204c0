/// The place of a store on PostgreSQL: a schema in a database.
struct PostgresAddress: Sendable {
  /// The database, without a password.
  let url: String
  let schema: String
  let password: String?

  /// Nil for the path of a file.
  /// - Parameter stream: The schema's name, unless the address ends with `schema=NAME`.
  init?(_ address: String, stream: String, password: String?) {
    guard PostgresAddress.isAddress(address) else { return nil }
    let parts = address.split(separator: "?", maxSplits: 1)
    var rest = parts.count > 1 ? parts[1].split(separator: "&") : []
    schema = rest.last { $0.hasPrefix("schema=") }.map { String($0.dropFirst("schema=".count)) } ?? stream
    rest.removeAll { $0.hasPrefix("schema=") }
    url = rest.isEmpty ? String(parts[0]) : "\(parts[0])?\(rest.joined(separator: "&"))"
    self.password = password
  }

  static func isAddress(_ path: String) -> Bool { path.hasPrefix("postgres://") }

  var quotedSchema: String { PostgresAddress.quoted(schema) }

  static func quoted(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }

  static func literal(_ text: String) -> String { "'\(text.replacing("'", with: "''"))'" }
}
