package import Store

/// SQLite's query plan for a statement: a query without an index is correct, but slows down with every row.
package struct StatementPlan {
  package let text: String
  /// The output of `EXPLAIN QUERY PLAN`, one line per step.
  package let steps: [String]

  /// True if the statement reads all rows of a table, or sorts its result. Exceptions are tables that stay
  /// small, the oldest rows of a table in its own order, and the update that marks all rows before a
  /// snapshot.
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

  /// Returns the plans of all statements in this connection's cache.
  package static func kept(_ db: borrowing Database) throws -> [StatementPlan] {
    try db.keptTexts.filter { !$0.hasPrefix("EXPLAIN") }.map { text in
      let values = [(any SQLBindable)?](repeating: nil, count: text.filter { $0 == "?" }.count)
      let steps = try db.all("EXPLAIN QUERY PLAN \(text)", values: values) { try $0.text("detail") }
      return StatementPlan(text: text, steps: steps)
    }
  }
}
