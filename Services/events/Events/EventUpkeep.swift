import Schema
import ServiceKit
import Store

/// What events does by itself: repeating events go on to their next time, all-day events follow their owner's
/// zone, deleted events and lines of their lists are purged. In small steps, so that other writes wait for
/// one step at most.
struct EventUpkeep: Sendable {
  let context: ServiceContext

  static let interval = Duration.seconds(1)
  /// Events moved in one transaction; each may tell its reminders to a room.
  static let movesAStep = 100
  /// Events purged in one transaction, with what hangs on them.
  static let purgesAStep = 50
  /// Deleted to-dos and budget lines purged in one transaction.
  static let rowsAStep = 500

  func run() async {
    while !Task.isCancelled {
      do {
        let moment = context.clock.now
        try await moveRepeats()
        try await moveAllDays()
        try await purge()
        try await context.clock.wait(for: EventUpkeep.interval, since: moment)
      } catch is CancellationError { return } catch {
        context.log(.error, "upkeep: \(error)")
        do { try await Task.sleep(for: EventUpkeep.interval) } catch { return }
      }
    }
  }

  private func moveRepeats() async throws {
    while !Task.isCancelled {
      let call = context.ownCall()
      guard try await context.store.read({ try $0.hasMove(at: call.now) }) else { return }
      try await context.store.write { try $0.moveRepeats(limit: EventUpkeep.movesAStep, call) }
    }
  }

  private func moveAllDays() async throws {
    while !Task.isCancelled, try await context.store.read({ try $0.isMovingAllDays() }) {
      let call = context.ownCall()
      _ = try await context.store.write { try $0.moveAllDays(limit: EventUpkeep.movesAStep, call) }
    }
  }

  private func purge() async throws {
    let cutoff = context.clock.now.advanced(by: .zero - EventsService.restoreLimit)
    while !Task.isCancelled, try await context.store.read({ try $0.hasEvent(deletedBefore: cutoff) }) {
      _ = try await context.store.write {
        try $0.purgeEvents(deletedBefore: cutoff, limit: EventUpkeep.purgesAStep)
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
  fileprivate func hasMove(at now: Instant) throws -> Bool {
    try one(
      "SELECT 1 FROM event WHERE deleted_at IS NULL AND moves_at IS NOT NULL AND moves_at <= ? LIMIT 1", now,
      map: { _ in true }) ?? false
  }

  fileprivate func isMovingAllDays() throws -> Bool {
    try one("SELECT 1 FROM person_zone WHERE is_moving = 1 LIMIT 1", map: { _ in true }) ?? false
  }

  /// When an event goes on to its next time; a person's all-day events that wait to be moved are due now.
  func nextMove(at now: Instant) throws -> Instant? {
    if try isMovingAllDays() { return now }
    let next =
      try one(
        "SELECT min(moves_at) FROM event WHERE deleted_at IS NULL AND moves_at IS NOT NULL",
        map: { try $0.instantOrNil(0) }) ?? nil
    return next.flatMap { $0 < EventRow.endless ? $0 : nil }
  }

  /// Repeating events whose time or reminder has passed: the next ones are planned.
  func moveRepeats(limit: Int, _ call: Call) throws {
    let events = try all(
      """
      SELECT \(EventRow.columns) FROM event
      WHERE deleted_at IS NULL AND moves_at IS NOT NULL AND moves_at <= ? ORDER BY moves_at LIMIT ?
      """,
      call.now, limit
    ) { try EventRow($0) }
    for event in events {
      let planned = try alerts(of: event, at: call.now)
      var moved = event
      try moved.schedule(call.now)
      try update(moved)
      try replan(moved, instead: planned, call)
      guard moved.next != event.next else { continue }
      try tell(Events.EventChanged(id: event.id), to: try audience(of: event), call)
    }
  }
}
