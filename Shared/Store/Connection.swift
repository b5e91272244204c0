internal import CSQLite

/// A connection to the file, used by one thread at a time: `ProgramStore` keeps each behind a `Mutex`.
final class Connection {
  /// The events to publish once the open transaction is committed.
  struct Outgoing {
    var events: [StoredEvent] = []
    var retainedFrom: Int64?
  }

  let handle: OpaquePointer
  let isWriter: Bool
  var outgoing = Outgoing()
  /// The failure after which the file must not be touched again.
  private(set) var damage: StoreError?
  /// True if a statement that may change the file ran since this was last cleared.
  var hasRunWrites = false
  /// True if SQLite reported a full disk since this was last cleared.
  var sawFull = false
  /// Pages in the log after the last commit. The number falls when the log restarts, which takes a checkpoint
  /// and then a moment without readers.
  private(set) var logPages = 0
  /// Bytes of one page and its header in the log.
  static let logPageSize = 4096 + 24
  private var checkpointAt: Int
  private let checkpointPages: Int
  private let statementLimit: Int
  private var statements: [String: Statement] = [:]
  /// Cached statements by the memory address of their text. A literal never moves, so a statement that runs a
  /// thousand times a second is found without hashing its text.
  private var places = [Statement?](repeating: nil, count: Connection.placeCount)
  /// BEGIN, COMMIT and the like, which bodies must not use.
  private var controls: [String: Statement] = [:]
  private var useCount: UInt64 = 0
  private var isOpen = true
  /// The log of the writer, whose file system is asked after each checkpoint; nil if it is appended to.
  private var logPath: String?

  private init(_ handle: OpaquePointer, isWriter: Bool, _ options: StoreOptions) {
    self.handle = handle
    self.isWriter = isWriter
    statementLimit = options.statementLimit
    checkpointPages = options.checkpointPages
    checkpointAt = options.checkpointPages
  }

  deinit {
    close()
  }

  /// Opens the single connection that writes and checkpoints.
  static func writer(_ path: String, _ options: StoreOptions) throws -> Connection {
    let code = LogFile.registration
    guard code == SQLITE_OK else {
      throw StoreError.cannotOpen(detail: String(cString: sqlite3_errstr(code)))
    }
    let vfs = options.appendsLog ? nil : LogFile.vfs
    let connection = try open(path, SQLITE_OPEN_READWRITE, isWriter: true, options, vfs: vfs)
    if !options.appendsLog {
      connection.logPath = path + "-wal"
      try connection.keepLog()
    }
    try connection.script(
      """
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = \(options.synchronous.rawValue);
      PRAGMA foreign_keys = ON;
      PRAGMA cache_size = -8192;
      PRAGMA wal_autocheckpoint = 0;
      PRAGMA journal_size_limit = 67108864;
      PRAGMA secure_delete = \(options.erasesDeleted ? "ON" : "OFF");
      """)
    if let limit = options.pageLimit { try connection.script("PRAGMA max_page_count = \(limit)") }
    let mode = try connection.first("PRAGMA journal_mode") { try $0.text("journal_mode") }
    guard mode == "wal" else { throw StoreError.cannotOpen(detail: "no write-ahead log on this file system") }
    // Checkpoints run after the replies of a group were sent, so a commit must not start one.
    sqlite3_wal_hook(
      connection.handle, logHook, Unmanaged.passUnretained(connection).toOpaque())
    return connection
  }

  /// Opens a read-only connection. It requires the writer's to be open.
  static func reader(_ path: String, _ options: StoreOptions) throws -> Connection {
    let connection = try open(path, SQLITE_OPEN_READONLY, isWriter: false, options)
    try connection.script("PRAGMA query_only = ON")
    try connection.leaveLogOnClose()
    return connection
  }

  /// Opens a connection for VACUUM INTO: it cannot write to its own file, only to the copy.
  static func copier(_ path: String, _ options: StoreOptions) throws -> Connection {
    let connection = try open(path, SQLITE_OPEN_READONLY, isWriter: false, options)
    try connection.leaveLogOnClose()
    return connection
  }

  /// Opens the empty file of a copy that another store fills. Half a copy is of no use, so nothing is synced.
  static func filler(_ path: String, _ options: StoreOptions) throws -> Connection {
    let connection = try open(path, SQLITE_OPEN_READWRITE, isWriter: true, options)
    try connection.script("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
    return connection
  }

  /// Opens an empty database in memory.
  static func memory() throws -> Connection {
    try open(":memory:", SQLITE_OPEN_READWRITE, isWriter: true, StoreOptions())
  }

  private static func open(
    _ path: String, _ mode: Int32, isWriter: Bool, _ options: StoreOptions, vfs: String? = nil
  ) throws -> Connection {
    withoutStatistics
    var handle: OpaquePointer?
    let flags = mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_PRIVATECACHE
    let code = sqlite3_open_v2(path, &handle, flags, vfs)
    guard code == SQLITE_OK, let handle else {
      sqlite3_close(handle)
      throw StoreError.cannotOpen(detail: "\(path): \(String(cString: sqlite3_errstr(code)))")
    }
    let connection = Connection(handle, isWriter: isWriter, options)
    try connection.check(quad_sqlite_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1))
    try connection.script(
      """
      PRAGMA busy_timeout = \(busyWait);
      PRAGMA trusted_schema = OFF;
      PRAGMA cell_size_check = ON;
      PRAGMA mmap_size = 0;
      PRAGMA temp_store = MEMORY;
      """)
    return connection
  }

  /// Keeps this connection from copying the log when it closes: only an intact writer may do that.
  func leaveLogOnClose() throws {
    try check(quad_sqlite_db_config(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1))
  }

  /// Keeps the log file when the connection closes, emptied.
  private func keepLog() throws {
    var keeps: Int32 = 1
    try check(sqlite3_file_control(handle, "main", SQLITE_FCNTL_PERSIST_WAL, &keeps))
  }

  func close() {
    guard isOpen else { return }
    isOpen = false
    forgetPlaces()
    statements = [:]
    controls = [:]
    sqlite3_close_v2(handle)
  }

  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  var statementTexts: [String] { Array(statements.keys) }

  /// Rows changed by the last insert, update or delete.
  var changeCount: Int { Int(sqlite3_changes(handle)) }

  var lastRowID: Int64 { sqlite3_last_insert_rowid(handle) }

  /// True if a DEFERRED foreign key is not satisfied: COMMIT would fail for the whole group.
  var hasOpenForeignKeys: Bool {
    var count: Int32 = 0
    var highest: Int32 = 0
    sqlite3_db_status(handle, SQLITE_DBSTATUS_DEFERRED_FKS, &count, &highest, 0)
    return count != 0
  }

  /// Runs `body` with a prepared statement bound to the values, and resets it for the next use.
  func with<T>(
    _ sql: String, _ values: [(any SQLBindable)?], _ body: (Statement) throws -> T
  ) throws -> T {
    let statement = try prepared(sql)
    statement.isInUse = true
    defer { statement.reset() }
    guard statement.parameterCount == values.count else {
      throw StoreError.misuse(
        detail: "\(statement.parameterCount) values wanted, \(values.count) given: \(sql)")
    }
    try check(statement.bind(values))
    if !statement.isReadOnly { hasRunWrites = true }
    return try body(statement)
  }

  /// Returns true while there is a row.
  func step(_ statement: Statement) throws -> Bool {
    switch sqlite3_step(statement.handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw failure(code)
    }
  }

  /// Runs one of the store's own statements that open or end a transaction.
  func control(_ sql: String) throws {
    if controls[sql] == nil { controls[sql] = try prepare(sql) }
    guard let statement = controls[sql] else { return }
    defer { statement.reset() }
    _ = try step(statement)
  }

  /// Rolls back a failed transaction. If even that fails, the connection counts as damaged: a later commit
  /// must not keep writes that were reported as lost.
  func rollBack() {
    guard isInTransaction else { return }
    do { try control("ROLLBACK") } catch { damage = damage ?? .broken(detail: "no rollback: \(error)") }
  }

  /// Returns the first row of one of the store's own statements, for those that run only once.
  func first<T>(_ sql: String, map: (borrowing Row) throws -> T) throws -> T? {
    let statement = try prepare(sql)
    return try step(statement) ? try map(Row(statement)) : nil
  }

  /// Runs several statements without values. None of them is cached.
  func script(_ sql: String) throws {
    try check(sqlite3_exec(handle, sql, nil, nil, nil))
  }

  var isCheckpointDue: Bool { logPages >= checkpointAt }

  fileprivate func noteLogPages(_ pages: Int) {
    if pages < logPages { checkpointAt = checkpointPages }
    logPages = pages
  }

  /// Copies the log into the file. Readers keep the log from restarting. At eight times its limit, the
  /// checkpoint briefly waits for them, because under constant reads the log would otherwise grow without
  /// end.
  func checkpoint() throws {
    let waits = logPages >= 8 * checkpointPages
    checkpointAt = logPages + checkpointPages
    sqlite3_busy_timeout(handle, Connection.checkpointWait)
    defer { sqlite3_busy_timeout(handle, Connection.busyWait) }
    let mode = waits ? SQLITE_CHECKPOINT_RESTART : SQLITE_CHECKPOINT_PASSIVE
    let code = sqlite3_wal_checkpoint_v2(handle, nil, mode, nil, nil)
    if code & 0xFF != SQLITE_BUSY { try check(code) }
    // The next commit may overwrite what was copied.
    if let logPath { try check(JournalCheck.run(logPath)) }
  }

  /// Milliseconds: the wait for another program's lock, and for readers when the log should restart.
  private static let busyWait: Int32 = 5000
  private static let checkpointWait: Int32 = 20

  private func prepared(_ sql: String) throws -> Statement {
    useCount += 1
    let place = Connection.place(of: sql)
    // Equal texts at one address are compared by that address.
    if let statement = places[place], statement.sql == sql, !statement.isInUse {
      statement.lastUse = useCount
      return statement
    }
    if let statement = statements[sql], !statement.isInUse {
      statement.lastUse = useCount
      places[place] = statement
      return statement
    }
    try Connection.refuseControl(sql)
    let statement = try prepare(sql)
    statement.lastUse = useCount
    if statements[sql] == nil {
      if statements.count >= statementLimit { dropOldestStatement() }
      if statements.count < statementLimit { statements[sql] = statement }
    }
    return statement
  }

  private static let placeCount = 256

  /// Returns a slot of the cache. Any number works: it is only where the search starts, never the result.
  private static func place(of sql: String) -> Int {
    let address = sql.utf8.withContiguousStorageIfAvailable { Int(bitPattern: $0.baseAddress) } ?? 0
    return (address >> 4 ^ address >> 12) & (placeCount - 1)
  }

  private func prepare(_ sql: String) throws -> Statement {
    var handle: OpaquePointer?
    var isWhole = true
    let code = sql.withCString { text in
      var tail: UnsafePointer<CChar>?
      let code = sqlite3_prepare_v3(self.handle, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, &tail)
      if let tail {
        isWhole = String(cString: tail).allSatisfy { $0.isWhitespace || $0 == ";" }
      }
      return code
    }
    try check(code)
    guard let handle else { throw StoreError.misuse(detail: "no statement: \(sql)") }
    let statement = Statement(handle, sql)
    try StatementRecord.shared?.add(sql)
    guard isWhole else { throw StoreError.misuse(detail: "more than one statement: \(sql)") }
    return statement
  }

  /// Rejects statements that control transactions. Only the store opens and ends them: a body that did would
  /// acknowledge writes before they are committed.
  static func refuseControl(_ sql: String) throws {
    let word = sql.drop { $0.isWhitespace }.prefix { $0.isLetter }.uppercased()
    let refused = [
      "BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE", "PRAGMA", "ATTACH", "DETACH", "VACUUM",
    ]
    if refused.contains(word) { throw StoreError.misuse(detail: "\(word) is the store's own") }
  }

  private func dropOldestStatement() {
    let oldest = statements.filter { !$0.value.isInUse }.min { $0.value.lastUse < $1.value.lastUse }
    guard let oldest else { return }
    statements[oldest.key] = nil
    forgetPlaces()
  }

  private func forgetPlaces() {
    for place in places.indices { places[place] = nil }
  }

  private func check(_ code: Int32) throws {
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// Classifies the failure, and records those after which the file is in doubt.
  private func failure(_ code: Int32) -> StoreError {
    let detail = String(cString: sqlite3_errmsg(handle))
    switch code & 0xFF {
    case SQLITE_FULL:
      sawFull = true
      return .full
    case SQLITE_IOERR, SQLITE_CORRUPT, SQLITE_NOTADB:
      let failure = StoreError.broken(detail: "\(detail) (SQLite \(code))")
      if damage == nil { damage = failure }
      return failure
    case SQLITE_BUSY, SQLITE_LOCKED:
      return .busy
    case SQLITE_READONLY:
      return isWriter ? .sql(code: code, detail: detail) : .readOnly
    case SQLITE_CONSTRAINT:
      return .constraint(kind: ConstraintKind(code), detail: detail)
    default:
      return .sql(code: code, detail: detail)
    }
  }
}

/// Disables SQLite's memory statistics: it counts every allocation under a lock shared by all connections,
/// for figures that Quad does not read. The call fails if SQLite is already in use, and then only speed is
/// lost.
private let withoutStatistics: Void = { _ = quad_sqlite_config(SQLITE_CONFIG_MEMSTATUS, 0) }()

private func logHook(
  _ context: UnsafeMutableRawPointer?, _: OpaquePointer?, _: UnsafePointer<CChar>?, _ pages: Int32
) -> Int32 {
  if let context { Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().noteLogPages(Int(pages)) }
  return SQLITE_OK
}

extension ConstraintKind {
  /// From SQLite's extended result codes, which are macros Swift does not import: 19 | (n << 8).
  fileprivate init(_ code: Int32) {
    self =
      switch code >> 8 {
      case 1: .check
      case 3: .foreignKey
      case 5: .notNull
      case 6: .primaryKey
      case 7: .trigger
      case 8, 10: .unique
      case 12: .dataType
      default: .other
      }
  }
}
