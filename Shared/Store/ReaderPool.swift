internal import Dispatch
internal import Synchronization

/// A read-only connection. The mutex is never contended, since the pool lends it to one caller.
final class Reader: Sendable {
  private let backing: Mutex<Backing>

  init(_ path: String, _ options: StoreOptions) throws {
    backing = Mutex(.sqlite(try Connection.reader(path, options)))
  }

  init(_ place: PostgresAddress, _ options: StoreOptions) throws {
    let connection = try PostgresConnection.open(
      place, isWriter: false, options, within: options.connectLimit)
    backing = Mutex(.postgres(connection))
  }

  /// Runs `body` inside one read transaction.
  func read<T: Sendable>(_ body: @Sendable (borrowing Database) throws -> T) throws -> T {
    try backing.withLock { backing in
      switch backing {
      case .sqlite(let connection):
        try connection.control("BEGIN")
        do {
          let answer = try body(Database(connection))
          try connection.control("COMMIT")
          return answer
        } catch {
          connection.rollBack()
          throw error
        }
      case .postgres(let connection): return try connection.read(body)
      }
    }
  }

  /// True if the connection is lost and must not be used again.
  var isLost: Bool {
    backing.withLock { backing in
      if case .postgres(let connection) = backing { return connection.damage != nil }
      return false
    }
  }
}

/// Read-only connections, opened on demand up to a limit and then kept.
final class ReaderPool: Sendable {
  private struct State {
    var free: [Reader] = []
    var openCount = 0
    var isClosed = false
    /// The last connection that PostgreSQL did not take, and its error.
    var refusal: (at: ContinuousClock.Instant, error: any Error)?
  }

  private static let refusalMemory = Duration.milliseconds(250)
  private static let maxWait = DispatchTimeInterval.milliseconds(250)

  private let state = Mutex(State())
  let path: String
  let options: StoreOptions
  /// Nil for a file.
  let place: PostgresAddress?
  /// The connections that may still be taken, on PostgreSQL: there are fewer than threads that read, so that
  /// one waits a moment for another's.
  private let room: DispatchSemaphore?

  init(_ path: String, _ options: StoreOptions, at place: PostgresAddress? = nil) {
    self.path = path
    self.options = options
    self.place = place
    room = place == nil ? nil : DispatchSemaphore(value: options.readerLimit)
  }

  var openCount: Int { state.withLock { $0.openCount } }

  /// Lends a connection to `body`, inside one read transaction. If that is lost, `body` runs once more, on a
  /// new one.
  func read<T: Sendable>(_ body: @Sendable (borrowing Database) throws -> T) throws -> T {
    do { return try read(by: take(), body) } catch StoreError.unreachable where place != nil {
      return try read(by: take(isNew: true), body)
    }
  }

  private func read<T: Sendable>(
    by reader: Reader, _ body: @Sendable (borrowing Database) throws -> T
  ) throws -> T {
    defer { giveBack(reader) }
    return try reader.read(body)
  }

  /// Closes the free connections. Those in use are closed when they come back.
  func close() {
    let free = state.withLock { state in
      state.isClosed = true
      state.openCount -= state.free.count
      defer { state.free = [] }
      return state.free
    }
    _ = consume free
  }

  func take(isNew: Bool = false) throws -> Reader {
    if let room, room.wait(timeout: .now() + ReaderPool.maxWait) == .timedOut { throw StoreError.busy }
    do { return try takeOne(isNew) } catch {
      room?.signal()
      throw error
    }
  }

  private func takeOne(_ isNew: Bool) throws -> Reader {
    let free: Reader? = try state.withLock { state in
      if state.isClosed { throw StoreError.closed }
      if !isNew, let reader = state.free.popLast() { return reader }
      // The callers' threads are few: they do not all wait for a server that has just not answered.
      if let refusal = state.refusal, refusal.at.duration(to: .now) < ReaderPool.refusalMemory {
        throw refusal.error
      }
      if state.openCount >= options.readerLimit { throw StoreError.busy }
      state.openCount += 1
      return nil
    }
    if let free { return free }
    do {
      return try place.map { try Reader($0, options) } ?? Reader(path, options)
    } catch {
      state.withLock { state in
        state.openCount -= 1
        if place != nil { state.refusal = (.now, error) }
      }
      throw error
    }
  }

  func giveBack(_ reader: Reader) {
    defer { room?.signal() }
    let isLost = reader.isLost
    let ended: [Reader] = state.withLock { state in
      guard isLost || state.isClosed else {
        state.free.append(reader)
        return []
      }
      // Those that wait here were lost with it.
      let ended = isLost ? state.free : []
      state.openCount -= 1 + ended.count
      state.free.removeAll { _ in isLost }
      return ended
    }
    _ = consume ended
  }
}
