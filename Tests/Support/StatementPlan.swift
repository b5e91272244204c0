package import Store

/// How SQLite carries out what the programs ask for: a query without its index is right, and slower with
/// every row that is there.
package struct StatementPlan {
  package let text: String
  /// What `EXPLAIN QUERY PLAN` says, a line a step.
  package let steps: [String]

  /// Reads all rows of a table, or sorts what it found. Tables that stay small may be read whole, the oldest
  /// of a table in its own order, and what marks all that a snapshot may not name.
  package var isSlow: Bool {
    if text.contains("SET is_stale = 1") || text.hasSuffix("ORDER BY seq LIMIT ?") { return false }
    return steps.contains { step in
      if step.contains("USE TEMP B-TREE FOR ORDER BY") { return !text.contains("GROUP BY") }
      guard step.hasPrefix("SCAN ") else { return false }
      let table = step.dropFirst(5).prefix { $0 != " " }
      return !StatementPlan.small.contains(String(table)) && !step.contains("CONSTANT ROW")
        && !step.contains("VIRTUAL TABLE")
    }
  }

  private static let small: Set<String> = ["stream"]

  /// Of all that this connection has been asked and still keeps.
  package static func kept(_ db: borrowing Database) throws -> [StatementPlan] {
    try db.keptTexts.filter { !$0.hasPrefix("EXPLAIN") }.map { text in
      let values = [(any SQLBindable)?](repeating: nil, count: text.filter { $0 == "?" }.count)
      let steps = try db.all("EXPLAIN QUERY PLAN \(text)", values: values) { try $0.text(3) }
      return StatementPlan(text: text, steps: steps)
    }
  }
}
