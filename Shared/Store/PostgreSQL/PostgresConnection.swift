internal import CPostgreSQL
internal import Schema

/// A connection to PostgreSQL, used by one thread at a time.
final class PostgresConnection {
  let isWriter: Bool
  var outgoing = Connection.Outgoing()
  /// The newest number of the stream, as the open transaction has it; nil while other connections commit.
  var lastSeq: Int64?
  /// Gives out numbers too early: see `StoreOptions.numbersEarly`.
  var earlyNumber: (() -> Int64)?
  /// The events of the open transaction that have no number yet.
  var unnumbered: [OutboxEvent] = []
  /// Rows by which a later session recognizes that the open transaction was committed.
  var proof: WriteProof?
  /// The failure after which the connection must not be used again: `unreachable` if another one may be
  /// opened in its place.
  private(set) var damage: StoreError?
  /// True if the server refused the transaction because of another one: it may run again.
  private(set) var sawConflict = false
  private(set) var sawFull = false
  /// The longest wait for a statement's answer.
  var deadline: Duration
  /// True if a statement that may change something was sent since this was last cleared.
  var hasRunWrites = false
  /// True from the beginning of a transaction to its end.
  private var isOpen = false
  /// The first failure of a statement of the open transaction, which the server rolls back then.
  private var firstFailure: StoreError?
  let link: PostgresLink
  private let statementLimit: Int
  private var statements: [String: PostgresStatement] = [:]
  /// BEGIN, COMMIT and the like, which bodies must not use.
  private var controls: [String: PostgresStatement] = [:]
  private var nameCount = 0
  private var useCount: UInt64 = 0
  private var ahead = AnswersAhead()
  /// True while queries are sent whose answers are wanted later.
  private var isAhead = false

  private init(_ link: PostgresLink, isWriter: Bool, _ options: StoreOptions) {
    self.link = link
    self.isWriter = isWriter
    deadline = options.statementDeadline
    // A statement costs two round trips to prepare, and the server some kilobytes.
    statementLimit = 4 * options.statementLimit
  }

  /// - Throws: `refused` and `cannotOpen` for what only an operator changes, `unreachable` if the server may
  ///   be there again soon; `busy` if it has no connection left for a reader.
  static func open(
    _ place: PostgresAddress, isWriter: Bool, _ options: StoreOptions, within limit: Duration
  ) throws -> PostgresConnection {
    // What stands in the address counts for more than what comes before it.
    var words = [
      ("user", place.schema), ("dbname", place.url), ("fallback_application_name", "quad \(place.schema)"),
      ("client_encoding", "UTF8"), ("keepalives_idle", "10"), ("keepalives_interval", "5"),
      ("keepalives_count", "3"), ("tcp_user_timeout", "20000"),
    ]
    if let password = place.password { words.append(("password", password)) }
    let link: PostgresLink
    do { link = try PostgresLink.open(words, within: limit) } catch {
      if error.isForLackOfRoom, !isWriter { throw StoreError.busy }
      throw StoreError(error, at: place)
    }
    let connection = PostgresConnection(link, isWriter: isWriter, options)
    guard link.version >= oldestServer else {
      throw StoreError.cannotOpen(detail: "\(place.url): PostgreSQL is older than 15")
    }
    guard link.reported("server_encoding") == "UTF8" else {
      throw StoreError.cannotOpen(detail: "\(place.url): the database's encoding is not UTF8")
    }
    try connection.prepareSession(place)
    // One thread that writes may hold a core for so long; all those that read may not.
    if isWriter { link.patience = .microseconds(100) }
    return connection
  }

  private func prepareSession(_ place: PostgresAddress) throws {
    // The server ends the session of a host that is gone, and with it what the session holds.
    try script(
      """
      SET search_path = \(place.quotedSchema);
      SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3
      """)
    guard isWriter else {
      return try script("SET statement_timeout = \(deadline.milliseconds * 9 / 10)")
    }
    // A commit that a timeout cuts short while it waits for a standby would be acknowledged without it.
    try script("SET statement_timeout = 0")
    // A database that acknowledges before it has written would lose what was promised.
    try script(
      """
      SELECT set_config('synchronous_commit', 'on', false)
      WHERE current_setting('synchronous_commit') = 'off'
      """)
  }

  private static let oldestServer: Int32 = 150_000
  /// Statements that are sent before one waits for their answers.
  private let maxQueued = 100

  /// True if the server takes no writes: a standby, or one that its operator made read-only.
  var isReadOnly: Bool {
    link.reported("in_hot_standby") == "on" || link.reported("default_transaction_read_only") == "on"
  }

  /// Gives the connection up: the server is of no use to a writer.
  func giveUp(_ failure: StoreError) { damage = damage ?? failure }

  var statementTexts: [String] { Array(statements.keys) }

  /// Runs a statement, and returns all its rows.
  func rows(_ sql: String, _ values: [(any SQLBindable)?]) throws -> PostgresRows {
    if isAhead { return try rowsLater(sql, values) }
    if let rows = try rowsAhead(sql, values) { return rows }
    let statement = try queue(sql, values)
    return PostgresRows(statement, try answer())
  }

  /// Runs a statement of the open transaction without waiting for its answer. A failure shows with the next
  /// answer that is waited for, that of the commit at the latest.
  func send(_ sql: String, _ values: [(any SQLBindable)?]) throws {
    guard isWriter, isOpen else { return _ = try rows(sql, values) }
    if link.queuedCount >= maxQueued { try settle() }
    _ = try queue(sql, values)
  }

  /// Sends the queries of `body`, for whose answers it need not wait.
  func sendAhead(_ body: () throws -> Void) throws {
    guard isOpen, ahead.hasRoom else { return }
    isAhead = true
    defer { isAhead = false }
    do { try body() } catch let failure as StoreError { throw failure } catch {
      // It misses the rows, and asks again when they are there.
    }
  }

  /// Forgets the answers that were asked for ahead, in favor of another body.
  func forgetAhead() { ahead.forget() }

  private func rowsLater(_ sql: String, _ values: [(any SQLBindable)?]) throws -> PostgresRows {
    let statement = try queue(sql, values)
    ahead.add(statement, values.map { $0?.sqlValue ?? .null }, at: link.queuedCount - 1)
    return PostgresRows(statement, nil)
  }

  /// Returns the answer to a query that was sent ahead, if nothing has changed since.
  private func rowsAhead(_ sql: String, _ values: [(any SQLBindable)?]) throws -> PostgresRows? {
    guard !ahead.isEmpty, let (index, isThere) = ahead.find(sql, values.map { $0?.sqlValue ?? .null }) else {
      return nil
    }
    if !isThere { try settle() }
    return ahead.take(index)
  }

  /// Runs `body` on the rows.
  func first<T>(
    _ sql: String, _ values: [(any SQLBindable)?] = [], map: (borrowing Row) throws -> T
  ) throws -> T? {
    let rows = try rows(sql, values)
    return rows.next() ? try map(Row(rows)) : nil
  }

  /// Runs statements without values. They are not kept.
  func script(_ sql: String) throws {
    try settle()
    PQclear(try checked(link.ask(within: deadline) { PQsendQuery($0, sql) }))
  }

  /// Sends rows to a table: see `PostgresLink.copy`.
  func copy(_ command: String, _ next: () throws -> [UInt8]?) throws {
    try settle()
    PQclear(try checked(try link.copy(command, within: deadline, next)))
  }

  /// Begins a transaction. It is sent with the first statement.
  func begin(_ mode: String) throws {
    try settle()
    (sawConflict, sawFull, firstFailure, proof) = (false, false, nil, nil)
    (hasRunWrites, isOpen) = (false, true)
    ahead.forget()
    try control("BEGIN ISOLATION LEVEL \(mode)")
  }

  /// Commits the transaction, with what was sent before in one round trip.
  /// - Throws: The first failure of a statement in it, even if the body went on after it.
  func commit() throws {
    try refuseFailed()
    try control("COMMIT")
    let result = try answer()
    defer { PQclear(result) }
    let tag = PQcmdStatus(result).map { String(cString: $0) } ?? ""
    guard tag == "COMMIT" else { throw StoreError.sql(code: 0, detail: "COMMIT was answered by \(tag)") }
    isOpen = false
  }

  /// Ends a transaction that has changed nothing. The answer is not waited for.
  func end() throws {
    try refuseFailed()
    try control("COMMIT")
    link.release()
    isOpen = false
  }

  /// - Throws: The failure of a statement of the open transaction, even if the body went on after it.
  func refuseFailed() throws {
    if let failure = damage ?? firstFailure { throw failure }
  }

  func rollBack() {
    isOpen = false
    do { try settle() } catch {
      // It is the transaction's first failure, or follows from that.
    }
    guard damage == nil, link.isInTransaction else { return }
    do { try script("ROLLBACK") } catch { damage = damage ?? .broken(detail: "no rollback: \(error)") }
  }

  /// Puts a statement behind those that were sent.
  private func queue(_ sql: String, _ values: [(any SQLBindable)?]) throws -> PostgresStatement {
    let statement = try prepared(sql)
    if !statement.isReadOnly {
      guard !isAhead else { throw StoreError.misuse(detail: "only queries are sent ahead: \(sql)") }
      hasRunWrites = true
      ahead.forget()
    }
    try queue(statement, PostgresValues(values, for: statement))
    return statement
  }

  private func queue(_ statement: PostgresStatement, _ values: PostgresValues) throws {
    let isQueued = values.lend { pointers, lengths in
      let formats = [Int32](repeating: 1, count: pointers.count)
      return link.queue { handle in
        PQsendQueryPrepared(handle, statement.name, Int32(pointers.count), pointers, lengths, formats, 1)
      }
    }
    if !isQueued { _ = try checked(nil) }
  }

  /// Puts one of the store's own statements that open or end a transaction behind those that were sent.
  private func control(_ sql: String) throws {
    let statement = try controls[sql] ?? prepare(sql)
    controls[sql] = statement
    try queue(statement, PostgresValues([], for: statement))
  }

  /// Waits for the answers to everything that was sent.
  /// - Throws: The first failure among them.
  func settle() throws {
    if link.queuedCount > 0 { PQclear(try lastAnswer()) }
  }

  /// Waits like `settle`, and returns the last answer.
  private func answer() throws -> OpaquePointer { try lastAnswer() ?? checked(nil) }

  /// Returns nil if the last answer is one that was asked for ahead.
  private func lastAnswer() throws -> OpaquePointer? {
    var last: OpaquePointer?
    var failure: (any Error)?
    for (place, result) in link.collect(within: deadline).enumerated() {
      PQclear(last)
      last = nil
      guard failure == nil else {
        PQclear(result)
        continue
      }
      do {
        let good = try checked(result)
        if !ahead.keep(good, at: place) { last = good }
      } catch { failure = error }
    }
    guard let failure else { return last }
    PQclear(last)
    ahead.forget()
    throw failure
  }

  func prepared(_ sql: String) throws -> PostgresStatement {
    useCount += 1
    if let statement = statements[sql] {
      statement.lastUse = useCount
      return statement
    }
    try Connection.refuseControl(sql)
    try PostgresConnection.refuseControl(sql)
    if statements.count >= statementLimit { try dropOldestStatement() }
    let statement = try prepare(sql)
    try StatementRecord.shared?.add(sql)
    statement.lastUse = useCount
    statements[sql] = statement
    return statement
  }

  private func prepare(_ sql: String) throws -> PostgresStatement {
    try settle()
    nameCount += 1
    let name = "q\(nameCount)"
    let text = PostgresSQL.statement(sql)
    PQclear(try checked(link.ask(within: deadline) { PQsendPrepare($0, name, text, 0, nil) }))
    let description = try checked(link.ask(within: deadline) { PQsendDescribePrepared($0, name) })
    defer { PQclear(description) }
    return PostgresStatement(name, sql, description)
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
    if let damage { return damage }
    func field(_ code: Int32) -> String? {
      result.flatMap { PQresultErrorField($0, code) }.map { String(cString: $0) }
    }
    let state = field(quad_pq_sqlstate) ?? ""
    let detail = field(quad_pq_message) ?? link.message
    var failure = StoreError(state: state, constraint: field(quad_pq_constraint), detail: detail)
    if ["40001", "40P01"].contains(state) { sawConflict = true }
    if failure == .full { sawFull = true }
    if let loss = link.loss {
      failure = .unreachable(
        detail: "the connection to PostgreSQL is lost: \(field(quad_pq_message) ?? loss)")
    } else if isWriter, failure == .readOnly {
      failure = .unreachable(detail: "PostgreSQL takes no writes: \(detail)")
    }
    switch failure {
    case .broken, .unreachable: damage = failure
    default: break
    }
    return failure
  }
}

/// Rows that a write left behind, which tell if it was committed.
enum WriteProof {
  case event(StoredEvent)
  case reply(scope: [UInt8], hash: [UInt8], expires: Instant)
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
    case let state where state.hasPrefix("08") || state.hasPrefix("57P0"):
      self = .unreachable(detail: "\(detail) (SQLSTATE \(state))")
    case let state where ["58", "XX"].contains(state.prefix(2)):
      self = .broken(detail: "\(detail) (SQLSTATE \(state))")
    default: self = .sql(code: 0, detail: "\(detail) (SQLSTATE \(state))")
    }
  }

  /// From a refused connection. A server that starts, stops or is full up, and none at all, may be there
  /// again soon; a wrong password, role or database is an operator's to change.
  fileprivate init(_ refusal: ConnectionRefusal, at place: PostgresAddress) {
    let detail = "\(place.url): \(refusal.detail)"
    let code = ServerRefusal(state: refusal.state, detail: refusal.detail)
    self = code.map { .refused($0, detail: detail) } ?? .unreachable(detail: detail)
  }
}
