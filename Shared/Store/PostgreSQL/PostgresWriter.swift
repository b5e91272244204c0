internal import Schema
internal import Synchronization
internal import Threads

extension ProgramStore {
  /// Opens or creates a program's schema.
  static func openPostgres(
    _ place: PostgresAddress, _ path: String, _ stream: String, _ migrations: [Migration],
    _ options: StoreOptions, _ lock: LockFile?, _ onCommit: @escaping @Sendable ([StoredEvent]) -> Void
  ) throws -> ProgramStore {
    let connection = try PostgresConnection.open(place, isWriter: true, options, within: .seconds(10))
    guard !connection.isReadOnly else {
      throw StoreError.unreachable(detail: "\(place.url) takes no writes")
    }
    try connection.requireRoom(options.programCount * options.maxConnections)
    try connection.own(place)
    // Tables of a whole program are made.
    connection.deadline = .seconds(600)
    let (head, generation) = try connection.writing { database in
      try connection.script("CREATE SCHEMA IF NOT EXISTS \(place.quotedSchema)")
      try connection.dropReplaced(place)
      try connection.migrate(migrations, in: place, adopting: options.adopts, options)
      let head = try database.openStream(stream, options)
      return (head, try database.raiseGeneration() ?? 0)
    }
    connection.deadline = options.statementDeadline
    let state = StoreState(options, nil, head, onCommit)
    let readers = ReaderPool(path, options, at: place)
    let owner = StreamOwner(place: place, epoch: head.epoch, generation: generation)
    let writer = PostgresWriter(Mutex(PostgresSession(connection, owner, options)))
    try WorkThread.start("store-\(stream)") {
      writer.run(state)
      readers.close()
      writer.close(state)
      lock?.release()
      state.markDone()
    }
    return ProgramStore(head, wasChecked: false, state, readers)
  }
}

extension PostgresConnection {
  /// Makes this connection the only one that writes to the schema, as long as it lasts. The server ends the
  /// session of a program that was killed a moment later than the program: that is waited for.
  func own(_ place: PostgresAddress) throws {
    do {
      try script("SET lock_timeout = '2s'")
      try script("SELECT pg_advisory_lock(\(PostgresConnection.key(of: place)))")
      try script("SET lock_timeout = 0")
    } catch StoreError.busy {
      throw StoreError.inUse(path: "schema \(place.schema) of \(place.url)")
    }
  }

  /// Ends an earlier session of this process, which the server may still think alive.
  func end(_ process: Int64, at place: PostgresAddress) throws {
    let key = PostgresConnection.key(of: place)
    try script(
      """
      SELECT pg_terminate_backend(pid, 1000) FROM pg_locks
      WHERE locktype = 'advisory' AND pid = \(process) AND pid <> pg_backend_pid()
        AND (classid::bigint << 32) + objid::bigint = \(key)
      """)
  }

  private static func key(of place: PostgresAddress) -> String {
    "hashtextextended(\(PostgresAddress.literal("quad store \(place.schema)")), 0)"
  }

  /// A server that is full up refuses whoever comes last, at any time: that shows at the start instead.
  fileprivate func requireRoom(_ needed: Int) throws {
    let sql = """
      SELECT least(
        CAST(current_setting('max_connections') AS bigint)
          - CAST(current_setting('superuser_reserved_connections') AS bigint),
        (SELECT CAST(nullif(datconnlimit, -1) AS bigint) FROM pg_database WHERE datname = current_database())
      ) AS there
      """
    let there = try first(sql) { Int(try $0.int("there")) } ?? 0
    guard there >= needed else { throw StoreError.tooFewConnections(there: there, needed: needed) }
  }

  func writing<T>(_ body: (borrowing Database) throws -> T) throws -> T {
    try begin("SERIALIZABLE")
    do {
      let value = try body(Database(self))
      try commit()
      return value
    } catch {
      rollBack()
      throw error
    }
  }

  /// Runs `body` over one snapshot.
  func read<T>(_ body: (borrowing Database) throws -> T) throws -> T {
    do {
      try begin("REPEATABLE READ READ ONLY")
      let value = try body(Database(self))
      try commit()
      return value
    } catch {
      rollBack()
      throw damage ?? error
    }
  }
}

/// The single connection that writes, and the loop of its thread: one transaction for each write.
///
/// Writes of several connections that share a transaction would wait for each other's rows until the server
/// ends them all; so that there can be several connections one day, no write shares one.
private final class PostgresWriter: Sendable {
  private let session: Mutex<PostgresSession>

  /// A write that loses against another transaction this many times is `busy`.
  private static let maxRetries = 5
  /// A write runs again so many times because its connection was lost before the commit.
  private static let maxReruns = 2

  init(_ session: consuming sending Mutex<PostgresSession>) {
    self.session = session
  }

  /// Runs until the queue is closed and empty.
  func run(_ state: StoreState) {
    session.withLock { session in
      while let jobs = state.queue.takeAll() {
        for job in jobs { PostgresWriter.perform(job, session, state) }
      }
    }
  }

  /// Counts the stop.
  func close(_ state: StoreState) {
    guard state.broken == nil else { return }
    session.withLock { session in
      do { _ = try session.connection(state).writing { try $0.raiseGeneration() } } catch {
        // Nothing is lost by a stop that is not counted, except if the store is broken.
        if case .broken = error as? StoreError { session.note(error, state) }
      }
    }
  }

  private static func perform(_ job: Job, _ session: PostgresSession, _ state: StoreState) {
    let began = ContinuousClock.now
    var (conflicts, losses) = (0, 0)
    while true {
      let connection: PostgresConnection
      do { connection = try session.connection(state) } catch { return refuse(job, error, state) }
      switch attempt(job, connection, state) {
      case .committed(let answer):
        state.markFull(false)
        state.publish(connection.outgoing)
        return accept(answer, began, state)
      case .undone(let error):
        if connection.damage == nil, connection.sawConflict, conflicts < maxRetries {
          conflicts += 1
          continue
        }
        if case .unreachable = connection.damage, losses < maxReruns {
          losses += 1
          continue
        }
        if connection.sawFull { state.markFull(true) }
        session.note(error, state)
        return refuse(job, error, state)
      case .unknown(let answer, let failure):
        if case .unreachable = failure {
          switch session.wasCommitted(connection.proof, state) {
          case true?: return accept(answer, began, state)
          case false? where losses < maxReruns:
            losses += 1
            continue
          default: break
          }
        } else {
          session.note(failure, state)
        }
        return lose(answer, failure, state)
      }
    }
  }

  private enum Outcome {
    case committed(Job.Answer)
    case undone(any Error)
    /// The failure came during the commit.
    case unknown(Job.Answer, StoreError)
  }

  private static func attempt(_ job: Job, _ connection: PostgresConnection, _ state: StoreState) -> Outcome {
    connection.outgoing = Connection.Outgoing()
    connection.lastSeq = state.head.load(ordering: .relaxed)
    let answer: Job.Answer
    do {
      if let failure = state.broken { throw failure }
      try connection.begin("SERIALIZABLE")
      answer = try job.perform(Database(connection))
      try connection.refuseFailed()
    } catch {
      connection.rollBack()
      return .undone(connection.damage ?? error)
    }
    state.raiseHeads(connection.outgoing.events)
    do { try connection.commit() } catch {
      connection.rollBack()
      // Whatever the server says to a COMMIT, it says after it has rolled back.
      return connection.damage.map { .unknown(answer, $0) } ?? .undone(error)
    }
    return .committed(answer)
  }

  private static func accept(_ answer: Job.Answer, _ began: ContinuousClock.Instant, _ state: StoreState) {
    state.counters.withLock { $0.committed(1, in: .now - began) }
    answer(nil)
  }

  /// Replies to a write that did not happen.
  private static func refuse(_ job: Job, _ error: any Error, _ state: StoreState) {
    state.counters.withLock { $0.rolledBack += 1 }
    job.refuse(error)
  }

  /// Replies to a write of which nobody knows.
  private static func lose(_ answer: Job.Answer, _ failure: StoreError, _ state: StoreState) {
    state.counters.withLock { $0.lost += 1 }
    if case .unreachable(let detail) = failure { answer(.unknown(detail: detail)) } else { answer(failure) }
  }
}
