internal import CSQLite

extension Migration {
  /// The statements of this step for a schema on PostgreSQL: its own text for that, or what its SQL becomes
  /// there. Triggers are left out: their twins are made after the last step.
  var onPostgres: [String] {
    if let postgres { return [postgres] }
    return statements.filter { !$0.isTrigger }.map { PostgresSQL.definition($0) }
  }

  /// The statements one by one: a trigger holds statements of its own.
  private var statements: [String] {
    var found: [String] = []
    var start = sql.startIndex
    for end in sql.indices where sql[end] == ";" {
      let text = String(sql[start...end])
      guard sqlite3_complete(text) == 1 else { continue }
      found.append(text)
      start = sql.index(after: end)
    }
    let rest = String(sql[start...])
    return rest.allSatisfy(\.isWhitespace) ? found : found + [rest]
  }
}

extension String {
  fileprivate var isTrigger: Bool {
    split(whereSeparator: \.isWhitespace).prefix(2).map { $0.uppercased() } == ["CREATE", "TRIGGER"]
  }
}

extension PostgresConnection {
  /// Takes the steps that the schema lacks, in the transaction that opens it: the server undoes all of them
  /// if one fails.
  func upgrade(_ place: PostgresAddress, _ owner: String, to wanted: [Migration]) throws {
    let recorded = try Database(self).recordedSteps(owner)
    try Migration.compare(recorded, with: wanted, of: owner)
    for step in wanted.dropFirst(recorded.count) {
      do { for statement in step.onPostgres { try script(statement) } } catch {
        guard damage == nil, !sawConflict, !sawFull else { throw error }
        throw StoreError.migration(
          detail: "schema \(place.schema), step \(step.number) \(step.name) of \(owner): \(error)")
      }
      try Database(self).run(
        "INSERT INTO migration(owner, number, name, sql) VALUES (?, ?, ?, ?)", owner, step.number, step.name,
        step.sql)
    }
  }
}
