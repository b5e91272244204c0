internal import Synchronization

/// A read-only connection. The mutex is never contended, since the pool lends it to one caller.
final class Reader: Sendable {
  private let connection: Mutex<Connection>

  init(_ path: String, _ options: StoreOptions) throws {
    connection = Mutex(try Connection.reader(path, options))
  }

  /// Runs `body` inside one read transaction.
  func read<T: Sendable>(_ body: @Sendable (borrowing Database) throws -> T) throws -> T {
    try connection.withLock { connection in
      try connection.control("BEGIN")
      do {
        let answer = try body(Database(connection))
        try connection.control("COMMIT")
        return answer
      } catch {
        connection.rollBack()
        throw error
      }
    }
  }
}

/// Read-only connections, opened on demand up to a limit and then kept.
final class ReaderPool: Sendable {
  private struct State {
    var free: [Reader] = []
    var openCount = 0
    var isClosed = false
  }

  private let state = Mutex(State())
  let path: String
  let options: StoreOptions

  init(_ path: String, _ options: StoreOptions) {
    self.path = path
    self.options = options
  }

  var openCount: Int { state.withLock { $0.openCount } }

  /// Lends a connection to `body`, inside one read transaction.
  func read<T: Sendable>(_ body: @Sendable (borrowing Database) throws -> T) throws -> T {
    let reader = try take()
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

  func take() throws -> Reader {
    let free: Reader? = try state.withLock { state in
      if state.isClosed { throw StoreError.closed }
      if let reader = state.free.popLast() { return reader }
      if state.openCount >= options.readerLimit { throw StoreError.busy }
      state.openCount += 1
      return nil
    }
    if let free { return free }
    do {
      return try Reader(path, options)
    } catch {
      state.withLock { $0.openCount -= 1 }
      throw error
    }
  }

  func giveBack(_ reader: Reader) {
    state.withLock { state in
      if state.isClosed { state.openCount -= 1 } else { state.free.append(reader) }
    }
  }
}
