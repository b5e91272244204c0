internal import Schema
internal import Synchronization
internal import Threads

extension ProgramStore {
  /// Opens or creates a program's schema.
  static func openPostgres(
    _ place: PostgresAddress, _ path: String, _ stream: String, _ migrations: [Migration],
    _ options: StoreOptions, _ onCommit: @escaping @Sendable ([StoredEvent]) -> Void
  ) throws -> ProgramStore {
    let connection = try PostgresConnection.open(place, isWriter: true, options)
    try connection.own(place)
    let head = try connection.writing { database in
      try connection.script("CREATE SCHEMA IF NOT EXISTS \(place.quotedSchema)")
      try connection.dropReplaced(place)
      try connection.migrate(migrations, in: place, adopting: options.adopts, options)
      let head = try database.openStream(stream, options)
      _ = try database.raiseGeneration()
      return head
    }
    let state = StoreState(options, nil, head, onCommit)
    let readers = ReaderPool(path, options, at: place)
    let writer = PostgresWriter(Mutex(connection))
    try WorkThread.start("store-\(stream)") {
      writer.run(state)
      readers.close()
      writer.close(state)
      state.markDone()
    }
    return ProgramStore(head, wasChecked: false, state, readers)
  }
}

extension PostgresConnection {
  /// Makes this connection the only one that writes to the schema, as long as it lasts. The server ends the
  /// session of a program that was killed a moment later than the program: that is waited for.
  fileprivate func own(_ place: PostgresAddress) throws {
    do {
      try script("SET lock_timeout = '2s'")
      let key = PostgresAddress.literal("quad store \(place.schema)")
      try script("SELECT pg_advisory_lock(hashtextextended(\(key), 0))")
      try script("SET lock_timeout = 0")
    } catch StoreError.busy {
      throw StoreError.inUse(path: "schema \(place.schema) of \(place.url)")
    }
  }

  fileprivate func writing<T>(_ body: (borrowing Database) throws -> T) throws -> T {
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

  /// Runs `body` over one snapshot. A lost connection is of no consequence to a read, which can be repeated.
  func read<T>(_ body: (borrowing Database) throws -> T) throws -> T {
    do {
      try begin("REPEATABLE READ READ ONLY")
      let value = try body(Database(self))
      try commit()
      return value
    } catch {
      rollBack()
      throw damage == nil ? error : StoreError.busy
    }
  }
}

/// The single connection that writes, and the loop of its thread: one transaction for each write.
///
/// Writes of several connections that share a transaction would wait for each other's rows until the server
/// ends them all; so that there can be several connections one day, no write shares one.
private final class PostgresWriter: Sendable {
  private let connection: Mutex<PostgresConnection>

  /// A write that loses against another transaction this many times is `busy`.
  private static let maxRetries = 5

  init(_ connection: consuming sending Mutex<PostgresConnection>) {
    self.connection = connection
  }

  /// Runs until the queue is closed and empty.
  func run(_ state: StoreState) {
    connection.withLock { connection in
      while let jobs = state.queue.takeAll() {
        for job in jobs { PostgresWriter.perform(job, connection, state) }
      }
    }
  }

  /// Counts the stop.
  func close(_ state: StoreState) {
    guard state.broken == nil else { return }
    connection.withLock { connection in
      do { _ = try connection.writing { try $0.raiseGeneration() } } catch {
        if let damage = connection.damage { state.markBroken(damage) }
      }
    }
  }

  private static func perform(_ job: Job, _ connection: PostgresConnection, _ state: StoreState) {
    let began = ContinuousClock.now
    for attempt in 0...maxRetries {
      connection.outgoing = Connection.Outgoing()
      connection.lastSeq = state.head.load(ordering: .relaxed)
      var answer: Job.Answer?
      do {
        if let failure = state.broken ?? connection.damage { throw failure }
        try connection.begin("SERIALIZABLE")
        answer = try job.perform(Database(connection))
        state.raiseHeads(connection.outgoing.events)
        try connection.commit()
      } catch {
        connection.rollBack()
        if connection.damage == nil, connection.sawConflict, attempt < maxRetries { continue }
        return refuse(job, answer, error, connection, state)
      }
      state.counters.withLock { $0.committed(1, in: .now - began) }
      state.markFull(false)
      state.publish(connection.outgoing)
      answer?(nil)
      return
    }
  }

  /// Replies to a write that did not happen, or of which nobody knows.
  private static func refuse(
    _ job: Job, _ answer: Job.Answer?, _ error: any Error, _ connection: PostgresConnection,
    _ state: StoreState
  ) {
    state.counters.withLock { counters in
      if answer == nil { counters.rolledBack += 1 } else { counters.lost += 1 }
    }
    if connection.sawFull { state.markFull(true) }
    if let answer, let failure = connection.damage ?? (error as? StoreError) {
      answer(failure)
    } else {
      job.refuse(error)
    }
    if let damage = connection.damage { state.markBroken(damage) }
  }
}
