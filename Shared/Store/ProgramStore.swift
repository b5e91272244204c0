package import Schema
internal import Synchronization
internal import Threads

/// A program's data: its own tables, and the stream of events it publishes, in a file or, for a path of the
/// form `postgres://host/database`, in a schema on PostgreSQL. One process opens it at a time.
package final class ProgramStore: Sendable {
  /// The stream's identity. Consumers with another epoch have to fetch a snapshot.
  package let epoch: RawUUID
  /// True if an operator began the epoch, by a restore or an empty store. Consumers of another epoch then
  /// follow, which they otherwise do not.
  package let isReplacement: Bool
  /// True if the file was checked when it was opened, because its last owner did not close it.
  package let wasChecked: Bool
  let state: StoreState
  let readers: ReaderPool

  /// Opens or creates the file with mode 0600 and migrates its tables. Blocks the calling thread.
  /// - Parameter stream: The program's name. A file of another stream is rejected.
  /// - Parameter onCommit: Called with the events of each commit, in order, on the writer's thread before the
  ///   writes get their replies. It must return at once: the next commit waits for it.
  package static func open(
    _ path: String, stream: String, migrations: [Migration], options: StoreOptions = StoreOptions(),
    onCommit: @escaping @Sendable ([StoredEvent]) -> Void = { _ in }
  ) throws -> ProgramStore {
    if let place = PostgresAddress(path, stream: stream, password: options.password) {
      // A restore sees by the lock that the program runs: the server is not asked.
      let lock = try place.copyPath(options).map(LockFile.take)
      if let path = place.copyPath(options) { try StoreCopy.removeLeftover(of: path) }
      return try openPostgres(place, path, stream, migrations, options, lock, onCommit)
    }
    let lock = try LockFile.take(path)
    let mark: MarkFile
    do {
      mark = try MarkFile.load(path, isIgnored: options.startsNewEpoch || options.beginsAnew)
      try StoreFiles(path: path).compare(with: mark.mark, wasClean: lock.wasClean, options)
    } catch {
      lock.putBack()
      throw error
    }
    let existed = try LockFile.prepare(path)
    try StoreCopy.removeLeftover(of: path)
    let connection = try Connection.writer(path, options)
    let isChecked = existed && !lock.wasClean
    let place: StreamHead
    do {
      if isChecked { try connection.quickCheck() }
      if let mark = mark.mark { try connection.compare(with: mark, path) }
      try connection.migrate(migrations)
      place = try connection.openStream(stream, options)
      // The log exists by now. SQLite syncs its name as well, with the first commit, but ignores a failure.
      // Then a power cut would remove the log with all acknowledged writes in it.
      try LockFile.syncFolder(of: path)
      let generation = try connection.raiseGeneration()
      let opened = StoreMark(
        stream: stream, epoch: place.epoch, generation: generation ?? mark.mark?.generation ?? 0,
        head: place.head, log: try LogFrames.end(of: path + "-wal", frames: connection.logPages), state: .open
      )
      try mark.begin(opened, isWritten: generation != nil)
    } catch {
      try connection.leaveLogOnClose()
      if case StoreError.lost = error { lock.putBack() }
      throw error
    }
    let state = StoreState(options, mark, place, onCommit)
    state.logBytes.store(Int64(connection.logPages * Connection.logPageSize), ordering: .relaxed)
    let readers = ReaderPool(path, options)
    try startWriter("store-\(stream)", Mutex(connection), state, readers, lock)
    return ProgramStore(place, wasChecked: isChecked, state, readers)
  }

  /// The file that was adopted when it was opened (`StoreOptions.adopts`), which is of no use any more.
  package var adopted: String? { readers.options.adopts }

  init(_ place: StreamHead, wasChecked: Bool, _ state: StoreState, _ readers: ReaderPool) {
    epoch = place.epoch
    isReplacement = place.isReplacement
    self.wasChecked = wasChecked
    self.state = state
    self.readers = readers
  }

  deinit {
    state.close()
  }

  /// Runs `body` on the writer's thread in a transaction and returns once that is on disk. Concurrent writes
  /// share one sync; one that throws is rolled back alone. The writer waits for nothing else, so `body` must
  /// not block. `body` may run twice, with the first run discarded, if another write of its group has to be
  /// rolled back. So it must change nothing but the file.
  /// - Parameter key: What the write is about, or whose it is. On PostgreSQL, writes of equal keys follow
  ///   each other on one connection, and others may run beside them. Those without one follow each other too.
  @discardableResult
  package nonisolated(nonsending) func write<T: Sendable>(
    about key: RawUUID? = nil, _ body: @escaping @Sendable (borrowing Database) throws -> T
  ) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
      write(about: key, body) { continuation.resume(with: $0) }
    }
  }

  /// Runs `body` like above, without a task. `then` gets the result once it is on disk, on the writer's
  /// thread, which waits for it, or at once if the queue is full.
  package func write<T: Sendable>(
    about key: RawUUID? = nil, _ body: @escaping @Sendable (borrowing Database) throws -> T,
    then: @escaping @Sendable (Result<T, any Error>) -> Void
  ) {
    let job = Job(
      perform: { database in
        let value = try body(database)
        return { failure in then(failure.map { .failure($0) } ?? .success(value)) }
      },
      refuse: { then(.failure($0)) })
    if !state.add(job, key) { then(.failure(state.refusal)) }
  }

  /// Probes a full disk, or a server that was gone, with a write that changes nothing, so that `health`
  /// recovers without waiting for a request. Does nothing if writes are taken.
  /// - Throws: `StoreError.full` if there is still no space, `unreachable` if there is still no server.
  package func tryForRoom() async throws {
    guard [.full, .readOnly, .unreachable].contains(health) else { return }
    // The log may have space for one small write on a disk that is full.
    if readers.place == nil, try DiskRoom.free(beside: readers.path) < DiskRoom.minFree {
      throw StoreError.full
    }
    let id = RawUUID.random()
    try await write { db in
      try db.run("INSERT INTO idem(scope, req_hash, expires_at) VALUES (?, ?, 0)", id, [UInt8]())
      try db.run("DELETE FROM idem WHERE scope = ?", id)
    }
  }

  /// Notes the newest event in the store's mark, so that a copy or a log without it is not taken for the
  /// store. Does nothing if it is noted, or on PostgreSQL.
  package func noteHead() async throws {
    guard health == .intact, let mark = state.mark,
      mark.isBehind(head, frames: Int(logBytes) / Connection.logPageSize)
    else { return }
    try await write { _ in }
  }

  /// Checks tables and indexes for damage, one table after the other, while the store is in use. Returns
  /// early when the store closes. Damage is noted in the mark, so that the store is not opened again, and
  /// makes the store `broken`. Does nothing on PostgreSQL, whose pages are its own to check.
  ///
  /// Blocks the calling thread for about a second per 100 MB: call it on a `WorkThread`.
  package func checkTables() throws {
    guard let mark = state.mark else { return }
    do {
      try StoreCheck.run(
        readers.path, readers.options, isCanceled: { state.isClosing || state.broken != nil })
    } catch let failure as StoreError {
      guard case .broken = failure, !state.isClosing else { throw failure }
      try mark.change { $0.state = .damaged }
      state.markBroken(failure)
      throw failure
    }
  }

  /// Runs `body` on the calling thread over a snapshot of the committed data.
  package nonisolated(nonsending) func read<T: Sendable>(
    _ body: @Sendable (borrowing Database) throws -> T
  ) async throws -> T {
    try readNow(body)
  }

  /// Returns events from `seq` on, ascending: all, or those of some topic classes. Compare `seq` with
  /// `retainedFrom` afterwards: earlier events are no longer kept.
  /// - Parameter maxBytes: The limit for the events in memory; at least one event is returned.
  package func replay(
    from seq: Int64, of classes: [String]? = nil, limit: Int, maxBytes: Int
  ) throws -> StoredEvents {
    try readNow { try $0.events(from: seq, of: classes, limit: limit, maxBytes: maxBytes) }
  }

  /// Rejects further writes with `StoreError.closed`. Waiting writes still complete.
  package func refuseWrites() {
    state.close()
  }

  /// Rejects further writes, completes the waiting ones, copies the log into the file, marks it clean and
  /// releases the lock. Safe to call twice.
  package func close() async {
    state.close()
    await withCheckedContinuation { continuation in
      state.whenDone { continuation.resume() }
    }
  }

  /// The newest committed seq, 0 before the first event.
  package var head: Int64 { state.head.load(ordering: .acquiring) }

  /// The newest committed seq of each topic class, as any snapshot read before shows it. It may be too high,
  /// during a commit and after one that failed.
  package var heads: StreamHeads { state.heads.withLock { $0 } }

  /// The oldest seq that can be replayed; `head` + 1 if there is none.
  package var retainedFrom: Int64 { state.retainedFrom.load(ordering: .acquiring) }

  package var health: StoreHealth {
    StoreHealth(rawValue: state.health.load(ordering: .acquiring)) ?? .broken
  }

  /// The reason why the health is `readOnly` or `unreachable`.
  package var outage: String? { state.outage.withLock { $0 } }

  package var counters: StoreCounters { state.counters.withLock { $0 } }

  /// The number of writes waiting for the writer.
  package var waitingWrites: Int { state.queues.reduce(0) { $0 + $1.count } }

  /// Bytes of the log that hold pages since its last restart. It grows while a reader holds an old snapshot.
  package var logBytes: Int64 { state.logBytes.load(ordering: .relaxed) }

  /// The number of open read-only connections.
  package var openReaders: Int { readers.openCount }

  private func readNow<T: Sendable>(_ body: @Sendable (borrowing Database) throws -> T) throws -> T {
    do {
      return try readers.read(body)
    } catch let failure as StoreError {
      if case .broken = failure { state.markBroken(failure) }
      throw failure
    }
  }

  private static func startWriter(
    _ name: String, _ connection: consuming sending Mutex<Connection>, _ state: StoreState,
    _ readers: ReaderPool,
    _ lock: LockFile
  ) throws {
    let writer = Writer(connection)
    try WorkThread.start(name) {
      writer.run(state)
      readers.close()
      if writer.close(state, readers.path) { lock.markClean() }
      lock.release()
      state.markDone()
    }
  }
}

/// The single connection that writes, and the loop of its thread.
private final class Writer: Sendable {
  private let connection: Mutex<Connection>

  init(_ connection: consuming Mutex<Connection>) {
    self.connection = connection
  }

  /// Runs until the queue is closed and empty.
  func run(_ state: StoreState) {
    connection.withLock { connection in
      let group = GroupCommit(connection, state)
      while let jobs = state.queues[0].takeAll() { group.perform(jobs) }
    }
  }

  /// Copies the log into the file, and marks how both were left.
  /// - Returns: False if something failed. The next open then checks the file.
  func close(_ state: StoreState, _ path: String) -> Bool {
    connection.withLock { connection in
      do {
        if let failure = state.broken { throw failure }
        let (generation, head) = (try connection.raiseGeneration(), state.head.load(ordering: .relaxed))
        try state.mark?.change { mark in
          mark.generation = generation ?? mark.generation
          mark.head = head
          mark.log = nil
          mark.state = .closing
        }
      } catch {
        do { try connection.leaveLogOnClose() } catch {
          // SQLite rejects only unknown options, and then opening the readers has already failed.
        }
        connection.close()
        return failed(error, state)
      }
      connection.close()
      do { if let mark = state.mark { try markClosed(mark, path) } } catch { return failed(error, state) }
      return true
    }
  }

  private func failed(_ error: any Error, _ state: StoreState) -> Bool {
    if let failure = error as? StoreError, case .broken = failure { state.markBroken(failure) }
    return false
  }

  /// Notes the size and the sum of the file, unless another process still has changes of it in the log.
  private func markClosed(_ mark: MarkFile, _ path: String) throws {
    guard try StoreFiles(path: path).isLogBlank(), let size = DiskFile.size(path) else { return }
    let sum = size <= FileSum.maxSize ? try FileSum.of(path) : nil
    try mark.change { $0.state = .closed(size: size, sum: sum) }
  }
}
