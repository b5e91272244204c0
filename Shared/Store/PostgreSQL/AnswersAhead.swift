internal import CPostgreSQL

/// Queries that were sent before the body of a transaction asks for their answers (`Database.ahead`).
struct AnswersAhead {
  private struct Query {
    let statement: PostgresStatement
    let values: [SQLValue]
    /// The number of the request among those whose results nobody has taken.
    let place: Int
    var rows: PostgresRows?
  }

  private var queries: [Query] = []
  /// A body that asks for more than this sends the rest when it needs them.
  private static let maxQueries = 16

  var isEmpty: Bool { queries.isEmpty }
  var hasRoom: Bool { queries.count < AnswersAhead.maxQueries }

  mutating func add(_ statement: PostgresStatement, _ values: [SQLValue], at place: Int) {
    queries.append(Query(statement: statement, values: values, place: place, rows: nil))
  }

  /// Keeps the result of a request, if it is one of these.
  /// - Returns: False if it isn't.
  mutating func keep(_ result: OpaquePointer, at place: Int) -> Bool {
    guard let index = queries.firstIndex(where: { $0.rows == nil && $0.place == place }) else { return false }
    queries[index].rows = PostgresRows(queries[index].statement, result)
    return true
  }

  /// Tells if a query is one of these, and if its answer is there.
  func find(_ sql: String, _ values: [SQLValue]) -> (index: Int, isThere: Bool)? {
    let found = queries.firstIndex { $0.statement.sql == sql && $0.values == values }
    return found.map { ($0, queries[$0].rows != nil) }
  }

  /// Gives the rows away: they are read once.
  mutating func take(_ index: Int) -> PostgresRows? { queries.remove(at: index).rows }

  /// Forgets them all: what was read may have changed.
  mutating func forget() { queries.removeAll(keepingCapacity: true) }
}
