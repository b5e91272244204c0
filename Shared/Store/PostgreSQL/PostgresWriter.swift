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
    let state = StoreState(options, nil, head, writers: options.writerCount, onCommit)
    let readers = ReaderPool(path, options, at: place)
    let owner = StreamOwner(place: place, epoch: head.epoch, generation: generation)
    let order = CommitOrder(writers: options.writerCount, head: head.head)
    try connection.share(place)
    try connection.disown(place)
    var writers = [PostgresWriter(Mutex(PostgresSession(connection, owner, order, options)), order)]
    for _ in 1..<options.writerCount {
      let another = try PostgresConnection.open(place, isWriter: true, options, within: .seconds(10))
      try another.share(place)
      writers.append(PostgresWriter(Mutex(PostgresSession(another, owner, order, options)), order))
    }
    for (number, writer) in writers.enumerated() {
      try WorkThread.start(number == 0 ? "store-\(stream)" : "store\(number)-\(stream)") {
        writer.run(state.queues[number], state)
        guard order.end() else { return }
        readers.close()
        writer.close(state)
        lock?.release()
        state.markDone()
      }
    }
    return ProgramStore(head, wasChecked: false, state, readers)
  }
}

extension PostgresConnection {
  /// Makes this connection the only one that writes to the schema, as long as it lasts. The server ends the
  /// session of a program that was killed a moment later than the program: that is waited for.
  func own(_ place: PostgresAddress) throws {
    try lock("pg_advisory_lock", place)
  }

  /// Keeps other processes from owning the schema as long as this connection lasts.
  func share(_ place: PostgresAddress) throws {
    try lock("pg_advisory_lock_shared", place)
  }

  private func lock(_ function: String, _ place: PostgresAddress) throws {
    do {
      try script("SET lock_timeout = '2s'")
      try script("SELECT \(function)(\(PostgresConnection.key(of: place)))")
      try script("SET lock_timeout = 0")
    } catch StoreError.busy {
      throw StoreError.inUse(path: "schema \(place.schema) of \(place.url)")
    }
  }

  /// Lets other connections of this process share the schema with this one.
  func disown(_ place: PostgresAddress) throws {
    try script("SELECT pg_advisory_unlock(\(PostgresConnection.key(of: place)))")
  }

  /// Ends an earlier session of this process, which the server may still think alive.
  /// - Throws: `busy` if it lives on.
  func end(_ process: Int64, at place: PostgresAddress) throws {
    let held = """
      FROM pg_locks WHERE locktype = 'advisory' AND pid = \(process) AND pid <> pg_backend_pid()
        AND (classid::bigint << 32) + objid::bigint = \(PostgresConnection.key(of: place))
      """
    try script("SELECT pg_terminate_backend(pid, 1000) \(held)")
    if try first("SELECT 1 AS found \(held)", map: { _ in true }) ?? false { throw StoreError.busy }
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
      try end()
      return value
    } catch {
      rollBack()
      throw damage ?? error
    }
  }
}

/// A connection that writes, and the loop of its thread.
///
/// On the only connection, waiting writes share a transaction. Those that share one would wait for the rows
/// of another connection's until the server ends them all, so with several connections none shares one.
private final class PostgresWriter: Sendable {
  private let session: Mutex<PostgresSession>
  private let order: CommitOrder

  /// A write that loses against another transaction this many times is `busy`.
  private static let maxRetries = 5
  /// After so many it runs alone: it can lose against other processes only.
  private static let maxRetriesBeside = 3
  /// A write runs again so many times because its connection was lost before the commit.
  private static let maxReruns = 2

  init(_ session: consuming sending Mutex<PostgresSession>, _ order: CommitOrder) {
    self.session = session
    self.order = order
  }

  /// Runs until the queue is closed and empty.
  func run(_ queue: BlockingQueue<Job>, _ state: StoreState) {
    let size = order.writerCount == 1 ? PostgresGroup.maxWrites : 1
    session.withLock { session in
      while let jobs = queue.takeAll() {
        for start in stride(from: 0, to: jobs.count, by: size) {
          let group = Array(jobs[start..<min(start + size, jobs.count)])
          guard group.count == 1 || !PostgresWriter.perform(together: group, session, order, state) else {
            continue
          }
          for job in group { PostgresWriter.perform(job, session, order, state) }
        }
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

  /// Returns false if none of the writes is kept: each has to run by itself, where it meets its own failure.
  private static func perform(
    together jobs: [Job], _ session: PostgresSession, _ order: CommitOrder, _ state: StoreState
  ) -> Bool {
    let began = ContinuousClock.now
    let connection: PostgresConnection
    do { connection = try session.connection(state) } catch { return false }
    let group = PostgresGroup(jobs, on: connection)
    switch attempt(group.run, connection, session, order, state) {
    case .committed:
      state.counters.withLock { counters in
        if !group.answers.isEmpty { counters.committed(group.answers.count, in: .now - began) }
        counters.rolledBack += group.refused.count
      }
      group.answer(nil)
    case .undone, .outdated: return false
    case .unknown(let failure):
      state.counters.withLock { $0.lost += group.answers.count }
      group.answer(failure.ofUnknownCommit)
    }
    return true
  }

  private static func perform(
    _ job: Job, _ session: PostgresSession, _ order: CommitOrder, _ state: StoreState
  ) {
    let began = ContinuousClock.now
    var (conflicts, losses) = (0, 0)
    while true {
      let connection: PostgresConnection
      do { connection = try session.connection(state) } catch { return refuse(job, error, state) }
      var answer: Job.Answer = { _ in }
      let outcome = order.run(alone: conflicts >= maxRetriesBeside) {
        attempt({ answer = try job.perform($0) }, connection, session, order, state)
      }
      switch outcome {
      case .committed:
        state.counters.withLock { $0.committed(1, in: .now - began) }
        return answer(nil)
      case .undone(let error):
        if connection.damage == nil, connection.sawConflict, conflicts < maxRetries {
          conflicts += 1
          state.counters.withLock { $0.retries += 1 }
          continue
        }
        if case .unreachable = connection.damage, losses < maxReruns {
          losses += 1
          continue
        }
        if connection.sawFull { state.markFull(true) }
        session.note(error, state)
        return refuse(job, error, state)
      case .unknown(let failure):
        state.counters.withLock { $0.lost += 1 }
        return answer(failure.ofUnknownCommit)
      case .outdated where losses < maxReruns: losses += 1
      case .outdated: return refuse(job, StoreError.busy, state)
      }
    }
  }

  private enum Outcome {
    case committed
    case undone(any Error)
    /// The failure came during the commit.
    case unknown(StoreError)
    /// It was undone because it may not have known the newest events.
    case outdated
  }

  private static func attempt(
    _ body: (borrowing Database) throws -> Void, _ connection: PostgresConnection,
    _ session: PostgresSession, _ order: CommitOrder, _ state: StoreState
  ) -> Outcome {
    let earlier = connection.link.roundTrips
    defer { state.counters.withLock { $0.roundTrips += connection.link.roundTrips - earlier } }
    connection.outgoing = Connection.Outgoing()
    connection.unnumbered = []
    connection.lastSeq = order.writerCount == 1 ? state.head.load(ordering: .relaxed) : nil
    if state.options.numbersEarly {
      connection.earlyNumber = { order.early.add(1, ordering: .relaxed).oldValue }
    }
    do {
      if let failure = state.broken { throw failure }
      try connection.begin("SERIALIZABLE")
      try body(Database(connection))
      // In its turn, a write waits for no row that another holds. A write without a proof is in doubt if its
      // session ends from now on.
      if order.writerCount > 1 || connection.proof == nil { try connection.settle() }
      try connection.refuseFailed()
    } catch {
      connection.rollBack()
      return .undone(connection.damage ?? error)
    }
    return order.inTurn { finish(connection, session, order, state) }
  }

  /// Numbers the events of a write, commits it and publishes them.
  private static func finish(
    _ connection: PostgresConnection, _ session: PostgresSession, _ order: CommitOrder, _ state: StoreState
  ) -> Outcome {
    guard !order.isUncertain else {
      connection.rollBack()
      do { try session.settleDoubts(on: connection, state) } catch { return .undone(error) }
      return .outdated
    }
    do {
      try Database(connection).addUnnumbered(after: state.head.load(ordering: .relaxed), on: connection)
      try connection.refuseFailed()
    } catch {
      connection.rollBack()
      return .undone(connection.damage ?? error)
    }
    state.raiseHeads(connection.outgoing.events)
    do { try connection.commit() } catch {
      connection.rollBack()
      // Whatever the server says to a COMMIT, it says after it has rolled back.
      guard let damage = connection.damage else { return .undone(error) }
      if case .unreachable = damage, connection.link.loss == nil { return .undone(damage) }
      return look(for: damage, connection, session, order, state)
    }
    state.markFull(false)
    state.publish(connection.outgoing)
    return .committed
  }

  /// Finds out if a write was committed whose commit nobody answered.
  private static func look(
    for damage: StoreError, _ connection: PostgresConnection, _ session: PostgresSession,
    _ order: CommitOrder, _ state: StoreState
  ) -> Outcome {
    guard case .unreachable = damage else {
      session.note(damage, state)
      return .unknown(damage)
    }
    if case .event = connection.proof { order.doubt(connection.link.process) }
    return switch session.wasCommitted(connection.proof, state) {
    case true?: .committed
    case false?: .undone(damage)
    case nil: .unknown(damage)
    }
  }

  /// Replies to a write that did not happen.
  private static func refuse(_ job: Job, _ error: any Error, _ state: StoreState) {
    state.counters.withLock { $0.rolledBack += 1 }
    job.refuse(error)
  }
}

extension StoreError {
  /// The failure of a commit of which nobody knows if it happened.
  fileprivate var ofUnknownCommit: StoreError {
    if case .unreachable(let detail) = self { .unknown(detail: detail) } else { self }
  }
}
