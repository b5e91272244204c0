package import Schema
internal import Synchronization
internal import Threads

/// A program's file: its own tables, and the stream of events it publishes. One process opens it at a time.
package final class ProgramStore: Sendable {
  /// The stream's identity. Consumers with another epoch have to fetch a snapshot.
  package let epoch: RawUUID
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
    let lock = try LockFile.take(path)
    let existed = try LockFile.prepare(path)
    try StoreCopy.removeLeftover(of: path)
    let connection = try Connection.writer(path, options)
    let isChecked = existed && !lock.wasClean
    let place: StreamHead
    do {
      if isChecked { try connection.quickCheck() }
      try connection.migrate(migrations)
      place = try connection.openStream(stream, startsNewEpoch: options.startsNewEpoch)
      // The log exists by now. SQLite syncs its name as well, with the first commit, but ignores a failure.
      // Then a power cut would remove the log with all acknowledged writes in it.
      try LockFile.syncFolder(of: path)
    } catch {
      try connection.leaveLogOnClose()
      throw error
    }
    let state = StoreState(options, head: place.head, retainedFrom: place.retainedFrom, onCommit)
    let readers = ReaderPool(path, options)
    try startWriter("store-\(stream)", Mutex(connection), state, readers, lock)
    return ProgramStore(epoch: place.epoch, wasChecked: isChecked, state, readers)
  }

  private init(epoch: RawUUID, wasChecked: Bool, _ state: StoreState, _ readers: ReaderPool) {
    self.epoch = epoch
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
  @discardableResult
  package nonisolated(nonsending) func write<T: Sendable>(
    _ body: @escaping @Sendable (borrowing Database) throws -> T
  ) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
      let job = Job(
        perform: { database in
          let value = try body(database)
          return { failure in
            if let failure {
              continuation.resume(throwing: failure)
            } else {
              continuation.resume(returning: value)
            }
          }
        },
        refuse: { continuation.resume(throwing: $0) })
      if !state.queue.add(job) {
        continuation.resume(throwing: state.refusal)
      }
    }
  }

  /// Probes a full disk with a write that changes nothing, so that `health` recovers without waiting for a
  /// request. Does nothing if the disk is not full.
  /// - Throws: `StoreError.full` if there is still no space.
  package func tryForRoom() async throws {
    guard health == .full else { return }
    // The log may have space for one small write on a disk that is full.
    guard try DiskRoom.free(beside: readers.path) >= DiskRoom.minFree else { throw StoreError.full }
    let id = RawUUID.random()
    try await write { db in
      try db.run("INSERT INTO idem(scope, req_hash, expires_at) VALUES (?, ?, 0)", id, [UInt8]())
      try db.run("DELETE FROM idem WHERE scope = ?", id)
    }
  }

  /// Runs `body` on the calling thread over a snapshot of the committed data.
  package nonisolated(nonsending) func read<T: Sendable>(
    _ body: @Sendable (borrowing Database) throws -> T
  ) async throws -> T {
    try readNow(body)
  }

  /// Returns events from `seq` on, ascending. If the first one is not `seq` itself, that event is no longer
  /// kept.
  /// - Parameter maxBytes: The limit for the events in memory; at least one event is returned.
  package func replay(from seq: Int64, limit: Int, maxBytes: Int) throws -> [StoredEvent] {
    try readNow { try $0.events(from: seq, limit: limit, maxBytes: maxBytes) }
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

  /// The oldest seq that can be replayed; `head` + 1 if there is none.
  package var retainedFrom: Int64 { state.retainedFrom.load(ordering: .acquiring) }

  package var health: StoreHealth {
    StoreHealth(rawValue: state.health.load(ordering: .acquiring)) ?? .broken
  }

  package var counters: StoreCounters { state.counters.withLock { $0 } }

  /// The number of writes waiting for the writer.
  package var waitingWrites: Int { state.queue.count }

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
      writer.close(isIntact: state.broken == nil)
      if state.broken == nil { lock.markClean() }
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
      while let jobs = state.queue.takeAll() { group.perform(jobs) }
    }
  }

  func close(isIntact: Bool) {
    connection.withLock { connection in
      if !isIntact {
        do { try connection.leaveLogOnClose() } catch {
          // SQLite rejects only unknown options, and then opening the readers has already failed.
        }
      }
      connection.close()
    }
  }
}
