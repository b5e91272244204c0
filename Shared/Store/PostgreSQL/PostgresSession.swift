internal import Schema
internal import Synchronization

/// The stream that a writer owns, as it left it.
struct StreamOwner {
  let place: PostgresAddress
  let epoch: RawUUID
  /// Another number means that another process opened the schema.
  let generation: Int64
}

/// A writer's connection, and another one in its place when it is lost.
///
/// A server that was restarted, or whose network was away, is back within a second or two: the write at hand
/// waits for that. When it takes longer, this write and those behind it are refused until there is a server,
/// each after one try at most.
final class PostgresSession {
  private var current: PostgresConnection
  private let owner: StreamOwner
  private let order: CommitOrder
  private let options: StoreOptions
  private var outage: Outage?

  private struct Outage {
    let began: ContinuousClock.Instant
    var lastTry: ContinuousClock.Instant?
    var failure: StoreError

    /// True unless a write has to be refused at once, because another one has just tried in vain.
    func isToBeTried(after pause: Duration, _ patience: Duration) -> Bool {
      guard let lastTry, began.duration(to: .now) >= patience else { return true }
      return lastTry.duration(to: .now) >= pause
    }
  }

  /// The pauses between two tries: doubled from the first to the last.
  private static let pauses = (first: Duration.milliseconds(20), last: Duration.milliseconds(500))

  init(
    _ connection: PostgresConnection, _ owner: StreamOwner, _ order: CommitOrder, _ options: StoreOptions
  ) {
    (current, self.owner, self.order, self.options) = (connection, owner, order, options)
  }

  /// Returns the connection, or another one if it is lost.
  /// - Parameter isInTurn: True if it is this writer's turn to commit.
  /// - Throws: `unreachable` if there is no server yet, `broken` if the data is not as this process left it.
  func connection(_ state: StoreState, isInTurn: Bool = false) throws -> PostgresConnection {
    guard let damage = current.damage else { return current }
    guard case .unreachable = damage else { throw damage }
    if let failure = state.broken { throw failure }
    var outage = outage ?? Outage(began: .now, failure: damage)
    defer { self.outage = current.damage == nil ? nil : outage }
    var pause = PostgresSession.pauses.first
    while outage.isToBeTried(after: pause, options.outagePatience) {
      do {
        try reconnect(state, isInTurn: isInTurn)
        state.markOutage(nil, nil)
        return current
      } catch let failure as StoreError {
        if case .broken = failure {
          state.markBroken(failure)
          throw failure
        }
        (outage.failure, outage.lastTry) = (failure, .now)
      }
      guard outage.began.duration(to: .now) < options.outagePatience, !state.isClosing else { break }
      state.rest(for: pause)
      pause = min(pause * 2, PostgresSession.pauses.last)
    }
    mark(outage.failure, state)
    throw outage.failure
  }

  /// Tells if a write was committed whose commit nobody answered. Nil if that cannot be known. It is still
  /// this writer's turn.
  func wasCommitted(_ proof: WriteProof?, _ state: StoreState) -> Bool? {
    // Its rows are there or they are not, once the session that wrote them has ended.
    guard let proof else { return nil }
    do {
      return try connection(state, isInTurn: true).read { database in
        switch proof {
        case .event(let stored):
          try database.one(
            "SELECT 1 AS found FROM outbox WHERE seq = ? AND id = ?", stored.seq, stored.event.id
          ) { _ in true } ?? false
        case .reply(let scope, let hash, let expires):
          try database.one(
            "SELECT 1 AS found FROM idem WHERE scope = ? AND req_hash = ? AND expires_at = ?", scope, hash,
            expires
          ) { _ in true } ?? false
        }
      }
    } catch { return nil }
  }

  /// Tells the store what a failed write says about its server.
  func note(_ error: any Error, _ state: StoreState) {
    switch error as? StoreError {
    case .broken(let detail): state.markBroken(.broken(detail: detail))
    case .unreachable: mark(current.damage ?? .unreachable(detail: "\(error)"), state)
    default: break
    }
  }

  private func mark(_ failure: StoreError, _ state: StoreState) {
    state.markOutage(current.isReadOnly && current.link.loss == nil ? .readOnly : .unreachable, "\(failure)")
  }

  private func reconnect(_ state: StoreState, isInTurn: Bool) throws {
    let place = owner.place
    let connection: PostgresConnection
    do {
      connection = try PostgresConnection.open(place, isWriter: true, options, within: options.connectLimit)
    } catch let failure as StoreError {
      switch failure {
      case .cannotOpen, .refused: throw StoreError.unreachable(detail: "\(failure)")
      default: throw failure
      }
    }
    guard !connection.isReadOnly else {
      let failure = StoreError.unreachable(detail: "\(place.url) takes no writes")
      connection.giveUp(failure)
      current = connection
      throw failure
    }
    do {
      try connection.end(current.link.process, at: place)
      try connection.share(place)
      if isInTurn {
        try resume(connection, state)
      } else {
        try order.inTurn { try resume(connection, state) }
      }
    } catch {
      switch error as? StoreError {
      case .broken, .unreachable: throw error
      case .inUse, .full, .busy: throw StoreError.unreachable(detail: "\(error)")
      default: throw StoreError.broken(detail: "the schema is not as it was left: \(error)")
      }
    }
    current = connection
  }

  /// Compares the data with what this process knows of it, and publishes the events of commits that nobody
  /// answered.
  private func resume(_ connection: PostgresConnection, _ state: StoreState) throws {
    // They might still commit.
    for process in order.doubted { try connection.end(process, at: owner.place) }
    let known = state.head.load(ordering: .relaxed)
    let found = try connection.writing { database in
      // Once this is committed, so is on the standby whatever was committed before.
      try database.run("UPDATE stream SET generation = generation")
      let row = try database.one("SELECT epoch, generation, retained_from FROM stream") { row in
        (
          epoch: try row.id("epoch"), generation: try row.int("generation"),
          from: try row.int("retained_from")
        )
      }
      guard let row, row.epoch == owner.epoch, row.generation == owner.generation else {
        throw StoreError.broken(detail: "another process has opened schema \(owner.place.schema) meanwhile")
      }
      let head = try database.streamHead()
      guard head >= known else {
        throw StoreError.broken(
          detail: "the server has lost what it had acknowledged: event \(known) was the newest, now \(head)")
      }
      let events = try database.events(from: known + 1, limit: Int(head - known), maxBytes: .max).events
      return Connection.Outgoing(events: events, retainedFrom: row.from)
    }
    state.raiseHeads(found.events)
    state.publish(found)
    order.settle()
  }

  /// Looks for events of commits that nobody answered on other connections. It is this writer's turn.
  func settleDoubts(on connection: PostgresConnection, _ state: StoreState) throws {
    do { try resume(connection, state) } catch {
      if case .broken = error as? StoreError { note(error, state) }
      throw error
    }
  }
}
