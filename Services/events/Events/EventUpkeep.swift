import Schema
import ServiceKit
import Store

/// The background work of events: repeating events move to their next time, all-day events follow their
/// owner's zone, events without a look get one, events of before the index are indexed, deleted events and
/// list lines are purged. The steps are small, so that other writes wait for at most one step.
struct EventUpkeep: Sendable {
  let context: ServiceContext
  private let moves = DueRows("moving an event", rowsAStep: EventUpkeep.movesAStep)

  init(context: ServiceContext) {
    self.context = context
  }

  static let interval = Duration.seconds(1)
  /// The limit of events moved per transaction; each may publish its reminders to a room.
  static let movesAStep = 100
  /// The limit of events per transaction that get a look.
  static let looksAStep = 500
  /// The limit of events purged per transaction, with everything that depends on them.
  static let purgesAStep = 50
  /// The limit of deleted to-dos and budget lines purged per transaction.
  static let rowsAStep = 500

  func run() async {
    while !Task.isCancelled {
      do {
        let moment = context.clock.now
        try await step()
        try await context.clock.wait(for: EventUpkeep.interval, since: moment)
      } catch is CancellationError { return } catch {
        context.log(.error, "upkeep: \(error)")
        do { try await Task.sleep(for: EventUpkeep.interval) } catch { return }
      }
    }
  }

  /// Does all work that is due now.
  func step() async throws {
    try await moveRepeats()
    try await moveAllDays()
    try await storeLooks()
    try await indexEvents()
    try await purge()
  }

  private func moveRepeats() async throws {
    try await moves.work(in: context, due: { try $0.movingEvents(at: $1, limit: $2) }) { db, id, call in
      try db.moveRepeat(EventID(id), call)
    }
  }

  private func moveAllDays() async throws {
    while !Task.isCancelled, try await context.store.read({ try $0.isMovingAllDays() }) {
      let call = context.ownCall()
      _ = try await context.store.write { try $0.moveAllDays(limit: EventUpkeep.movesAStep, call) }
    }
  }

  private func storeLooks() async throws {
    while !Task.isCancelled, try await context.store.read({ try $0.hasUnlooked() }) {
      try await context.store.write { try $0.storeLooks(limit: EventUpkeep.looksAStep) }
    }
  }

  private func indexEvents() async throws {
    while !Task.isCancelled, try await context.store.read({ try $0.hasDueEvent() }) {
      _ = try await context.store.write { try $0.indexDueEvents(limit: EventUpkeep.purgesAStep) }
    }
  }

  private func purge() async throws {
    let call = context.ownCall()
    let cutoff = call.now.advanced(by: .zero - EventsService.restoreLimit)
    while !Task.isCancelled, try await context.store.read({ try $0.hasEvent(deletedBefore: cutoff) }) {
      _ = try await context.store.write {
        try $0.purgeEvents(deletedBefore: cutoff, limit: EventUpkeep.purgesAStep, call)
      }
    }
    for table in ListTable.all {
      while !Task.isCancelled,
        try await context.store.read({ try $0.hasListed(deletedBefore: cutoff, in: table) })
      {
        _ = try await context.store.write {
          try $0.purgeListed(deletedBefore: cutoff, in: table, limit: EventUpkeep.rowsAStep)
        }
      }
    }
  }
}

extension Database {
  /// The events that move now, the most overdue first.
  func movingEvents(at now: Instant, limit: Int) throws -> [RawUUID] {
    try all(
      """
      SELECT id FROM event WHERE deleted_at IS NULL AND moves_at IS NOT NULL AND moves_at <= ?
      ORDER BY moves_at LIMIT ?
      """,
      now, limit
    ) { try $0.id("id") }
  }

  fileprivate func isMovingAllDays() throws -> Bool {
    try one("SELECT 1 FROM person_zone WHERE is_moving = 1 LIMIT 1", map: { _ in true }) ?? false
  }

  /// The time at which an event next moves. All-day events that wait for a move are due now.
  func nextMove(at now: Instant) throws -> Instant? {
    if try isMovingAllDays() { return now }
    let next =
      try one(
        "SELECT min(moves_at) AS moves_at FROM event WHERE deleted_at IS NULL AND moves_at IS NOT NULL",
        map: { try $0.instantOrNil("moves_at") }) ?? nil
    return next.flatMap { $0 < EventRow.endless ? $0 : nil }
  }

  /// Moves a repeating event whose start or reminder has passed, and plans the next one. Of reminders that
  /// passed unplanned, the latest is planned first, although it is due. Does nothing if the event has changed
  /// and is not due any more.
  func moveRepeat(_ id: EventID, _ call: Call) throws {
    let found = try one(
      """
      SELECT \(EventRow.columns) FROM event
      WHERE id = ? AND deleted_at IS NULL AND moves_at IS NOT NULL AND moves_at <= ?
      """,
      id.raw, call.now
    ) { try EventRow($0) }
    guard let event = found else { return }
    let planned = try alerts(of: event, at: call.now)
    for missed in try missedAlerts(of: event, at: call.now) { try publish(missed, to: .programs, call) }
    var moved = event
    try moved.schedule(call.now)
    try update(moved)
    try replan(moved, instead: planned, call)
    guard moved.next != event.next else { return }
    try publish(Events.EventChanged(id: event.id), to: try audience(of: event), call)
  }
}
