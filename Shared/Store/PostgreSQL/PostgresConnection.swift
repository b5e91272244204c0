internal import CPostgreSQL
internal import Glibc

/// A connection to PostgreSQL, used by one thread at a time.
final class PostgresConnection {
  let isWriter: Bool
  var outgoing = Connection.Outgoing()
  /// The newest number of the stream, as the open transaction has it.
  var lastSeq: Int64 = 0
  /// The failure after which the connection must not be used again.
  private(set) var damage: StoreError?
  /// True if the server refused the transaction because of another one: it may run again.
  private(set) var sawConflict = false
  private(set) var sawFull = false
  /// The first failure of a statement of the open transaction, which the server rolls back then.
  private var firstFailure: StoreError?
  private let handle: OpaquePointer
  private let statementLimit: Int
  private var statements: [String: PostgresStatement] = [:]
  private var nameCount = 0
  private var useCount: UInt64 = 0

  private init(_ handle: OpaquePointer, isWriter: Bool, _ options: StoreOptions) {
    self.handle = handle
    self.isWriter = isWriter
    // A statement costs two round trips to prepare, and the server some kilobytes.
    statementLimit = 4 * options.statementLimit
  }

  deinit { PQfinish(handle) }

  static func open(
    _ place: PostgresAddress, isWriter: Bool, _ options: StoreOptions
  ) throws -> PostgresConnection {
    var words = [
      ("dbname", place.url), ("fallback_application_name", "quad \(place.schema)"), ("connect_timeout", "10"),
      ("client_encoding", "UTF8"), ("keepalives_idle", "10"), ("keepalives_interval", "5"),
      ("keepalives_count", "3"), ("tcp_user_timeout", "20000"),
    ]
    if let password = place.password { words.append(("password", password)) }
    let handle = connect(words)
    guard let handle, PQstatus(handle) == CONNECTION_OK else {
      defer { PQfinish(handle) }
      throw StoreError.cannotOpen(detail: "\(place.url): \(message(handle))")
    }
    PQsetNoticeProcessor(handle, { _, _ in }, nil)
    let connection = PostgresConnection(handle, isWriter: isWriter, options)
    guard PQserverVersion(handle) >= oldestServer else {
      throw StoreError.cannotOpen(detail: "\(place.url): PostgreSQL is older than 15")
    }
    let encoding = PQparameterStatus(handle, "server_encoding").map { String(cString: $0) }
    guard encoding == "UTF8" else {
      throw StoreError.cannotOpen(detail: "\(place.url): the database's encoding is not UTF8")
    }
    try connection.script("SET search_path = \(place.quotedSchema)")
    if isWriter {
      // A database that acknowledges before it has written would lose what was promised.
      try connection.script(
        """
        SELECT set_config('synchronous_commit', 'on', false)
        WHERE current_setting('synchronous_commit') = 'off'
        """)
    }
    return connection
  }

  private static let oldestServer: Int32 = 150_000

  private static func connect(_ words: [(String, String)]) -> OpaquePointer? {
    let texts = words.flatMap { [strdup($0.0), strdup($0.1)] }
    defer { for text in texts { free(text) } }
    let keywords = stride(from: 0, to: texts.count, by: 2).map { UnsafePointer(texts[$0]) } + [nil]
    let values = stride(from: 1, to: texts.count, by: 2).map { UnsafePointer(texts[$0]) } + [nil]
    return PQconnectdbParams(keywords, values, 1)
  }

  var isInTransaction: Bool { PQtransactionStatus(handle) != PQTRANS_IDLE }

  var statementTexts: [String] { Array(statements.keys) }

  /// Runs a statement, and returns all its rows.
  func rows(_ sql: String, _ values: [(any SQLBindable)?]) throws -> PostgresRows {
    let statement = try prepared(sql)
    let values = try PostgresValues(values, for: statement)
    let result = values.lend { pointers, lengths in
      let formats = [Int32](repeating: 1, count: pointers.count)
      return PQexecPrepared(handle, statement.name, Int32(pointers.count), pointers, lengths, formats, 1)
    }
    return PostgresRows(statement, try checked(result))
  }

  /// Runs `body` on the rows.
  func first<T>(
    _ sql: String, _ values: [(any SQLBindable)?] = [], map: (borrowing Row) throws -> T
  ) throws -> T? {
    let rows = try rows(sql, values)
    return rows.next() ? try map(Row(rows)) : nil
  }

  /// Runs statements without values. They are not kept.
  func script(_ sql: String) throws { PQclear(try checked(PQexec(handle, sql))) }

  /// Begins a transaction.
  func begin(_ mode: String) throws {
    (sawConflict, sawFull, firstFailure) = (false, false, nil)
    try script("BEGIN ISOLATION LEVEL \(mode)")
  }

  /// Commits the transaction.
  /// - Throws: The first failure of a statement in it, even if the body went on after it.
  func commit() throws {
    if let failure = damage ?? firstFailure { throw failure }
    let result = try checked(PQexec(handle, "COMMIT"))
    defer { PQclear(result) }
    let tag = PQcmdStatus(result).map { String(cString: $0) } ?? ""
    guard tag == "COMMIT" else { throw StoreError.sql(code: 0, detail: "COMMIT was answered by \(tag)") }
  }

  func rollBack() {
    guard damage == nil, isInTransaction else { return }
    do { try script("ROLLBACK") } catch { damage = damage ?? .broken(detail: "no rollback: \(error)") }
  }

  private func prepared(_ sql: String) throws -> PostgresStatement {
    useCount += 1
    if let statement = statements[sql] {
      statement.lastUse = useCount
      return statement
    }
    try Connection.refuseControl(sql)
    try PostgresConnection.refuseControl(sql)
    if statements.count >= statementLimit { try dropOldestStatement() }
    nameCount += 1
    let name = "q\(nameCount)"
    PQclear(try checked(PQprepare(handle, name, PostgresSQL.statement(sql), 0, nil)))
    let description = try checked(PQdescribePrepared(handle, name))
    defer { PQclear(description) }
    let statement = PostgresStatement(name, sql, description)
    try StatementRecord.shared?.add(sql)
    statement.lastUse = useCount
    statements[sql] = statement
    return statement
  }

  private func dropOldestStatement() throws {
    guard let oldest = statements.values.min(by: { $0.lastUse < $1.lastUse }) else { return }
    statements[oldest.sql] = nil
    try script("DEALLOCATE \(oldest.name)")
  }

  /// Words that only PostgreSQL knows.
  private static func refuseControl(_ sql: String) throws {
    let word = sql.drop { $0.isWhitespace }.prefix { $0.isLetter }.uppercased()
    let refused = ["START", "ABORT", "SET", "RESET", "DISCARD", "PREPARE", "DEALLOCATE", "LISTEN", "COPY"]
    if refused.contains(word) { throw StoreError.misuse(detail: "\(word) is the store's own") }
  }

  /// Returns a result that is no error.
  private func checked(_ result: OpaquePointer?) throws -> OpaquePointer {
    if let result, [PGRES_COMMAND_OK, PGRES_TUPLES_OK].contains(PQresultStatus(result)) { return result }
    let failure = failure(result)
    PQclear(result)
    firstFailure = firstFailure ?? failure
    throw failure
  }

  /// Classifies the failure, and records those after which the connection is of no use.
  private func failure(_ result: OpaquePointer?) -> StoreError {
    func field(_ code: Int32) -> String? {
      result.flatMap { PQresultErrorField($0, code) }.map { String(cString: $0) }
    }
    let state = field(quad_pq_sqlstate) ?? ""
    let detail = field(quad_pq_message) ?? PostgresConnection.message(handle)
    let failure = StoreError(state: state, constraint: field(quad_pq_constraint), detail: detail)
    if ["40001", "40P01"].contains(state) { sawConflict = true }
    if failure == .full { sawFull = true }
    if PQstatus(handle) == CONNECTION_BAD {
      damage = damage ?? .broken(detail: "the connection to PostgreSQL is lost: \(detail)")
    } else if case .broken = failure {
      damage = damage ?? failure
    }
    return damage ?? failure
  }

  private static func message(_ handle: OpaquePointer?) -> String {
    let text = PQerrorMessage(handle).map { String(cString: $0) } ?? "no memory"
    return text.split(separator: "\n").joined(separator: " ")
  }
}

extension StoreError {
  /// From an SQLSTATE: https://www.postgresql.org/docs/15/errcodes-appendix.html.
  fileprivate init(state: String, constraint: String?, detail: String) {
    switch state {
    case "23505":
      // The name that the server gives the key of a table.
      let kind = (constraint?.hasSuffix("_pkey") ?? false) ? ConstraintKind.primaryKey : .unique
      self = .constraint(kind: kind, detail: detail)
    case "23503": self = .constraint(kind: .foreignKey, detail: detail)
    case "23502": self = .constraint(kind: .notNull, detail: detail)
    case "23514": self = .constraint(kind: .check, detail: detail)
    case "P0001": self = .constraint(kind: .trigger, detail: detail)
    case "22003", "22P02", "42804": self = .constraint(kind: .dataType, detail: detail)
    case "40001", "40P01", "55P03", "57014", "53200", "53300": self = .busy
    case "53100": self = .full
    case "25006": self = .readOnly
    case let state where ["08", "58", "XX"].contains(state.prefix(2)) || state.hasPrefix("57P0"):
      self = .broken(detail: "\(detail) (SQLSTATE \(state))")
    default: self = .sql(code: 0, detail: "\(detail) (SQLSTATE \(state))")
    }
  }
}
