/// The check of a store that is in use. Debian's SQLite has no checksums of pages (the extension `cksumvfs`
/// is not in its library): what a stop left is compared by a sum at the next start, and the structure of
/// every table and index is checked here.
enum StoreCheck {
  /// Reads each table in a transaction of its own, since a long one would keep the log from starting anew.
  static func run(_ path: String, _ options: StoreOptions, isCanceled: () -> Bool) throws {
    let connection = try Connection.copier(path, options)
    defer { connection.close() }
    var after: String? = ""
    while let name = after, !isCanceled() {
      after = try connection.table(after: name)
      guard let table = after else { return }
      let sql = "PRAGMA integrity_check(\"\(table.replacing("\"", with: "\"\""))\")"
      let answer = try connection.first(sql) { try $0.text("integrity_check") }
      guard answer == "ok" else {
        throw StoreError.broken(detail: "table \(table): \(answer ?? "integrity_check gave no answer")")
      }
    }
  }
}

extension Connection {
  /// Returns the next table in the order of names; nil after the last.
  fileprivate func table(after name: String) throws -> String? {
    try with(nextTable, [name]) { try step($0) ? try Row($0).text("name") : nil }
  }
}

private let nextTable = """
  SELECT name FROM pragma_table_list
  WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!' AND name > ?
  ORDER BY name LIMIT 1
  """
