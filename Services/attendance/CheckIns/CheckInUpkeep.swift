import Schema
import ServiceKit
import Store

/// The background work of check-ins: they open, are told to close soon, close at their limit, forget their
/// place a day later, and are purged 30 days after a deletion. Each check-in has a transaction of its own, so
/// that presses wait for at most one roster, and one that throws does not hold up the others.
struct CheckInUpkeep: Sendable {
  let context: ServiceContext
  private let openings = DueRows("opening a check-in", rowsAStep: 1)
  private let lastCalls = DueRows("a check-in's last call", rowsAStep: 1)
  private let closings = DueRows("closing a check-in", rowsAStep: 1)

  static let interval = Duration.seconds(1)
  /// The limit of check-ins per transaction that deletes.
  static let deletedAStep = 20

  func run() async {
    while !Task.isCancelled {
      do {
        let moment = context.clock.now
        try await step()
        try await context.clock.wait(for: CheckInUpkeep.interval, since: moment)
      } catch is CancellationError { return } catch {
        context.log(.error, "upkeep: \(error)")
        do { try await Task.sleep(for: CheckInUpkeep.interval) } catch { return }
      }
    }
  }

  init(context: ServiceContext) {
    self.context = context
  }

  /// Does all work that is due now.
  func step() async throws {
    try await openings.work(in: context, due: { try $0.opening(at: $1, limit: $2) }) { db, id, call in
      let (row, course) = try db.dueCheckIn(id)
      if let tells = row.tells, tells <= call.now { try db.notifyOpening(row, course, call) }
    }
    try await lastCalls.work(in: context, due: { try $0.closingSoon(at: $1, limit: $2) }) { db, id, call in
      let (row, course) = try db.dueCheckIn(id)
      if let soon = row.soon, soon <= call.now { try db.notifyClosingSoon(row, course, call) }
    }
    try await closings.work(in: context, due: { try $0.overdue(at: $1, limit: $2) }) { db, id, call in
      let (row, course) = try db.dueCheckIn(id)
      guard row.closed == nil, row.closes <= call.now else { return }
      try db.close(row, of: course, at: row.closes, call)
    }
    try await delete()
  }

  private func delete() async throws {
    let now = context.clock.now
    let forgotten = now.advanced(by: .zero - CheckInRow.keepsPlace)
    let purged = now.advanced(by: .zero - AttendanceService.restoreLimit)
    while !Task.isCancelled, try await context.store.read({ try $0.hasPlaces(endedBefore: forgotten) }) {
      try await context.store.write {
        try $0.forgetPlaces(endedBefore: forgotten, limit: CheckInUpkeep.deletedAStep)
      }
    }
    while !Task.isCancelled, try await context.store.read({ try $0.hasCheckIn(deletedBefore: purged) }) {
      try await context.store.write {
        try $0.purgeCheckIns(deletedBefore: purged, limit: CheckInUpkeep.deletedAStep)
      }
    }
  }
}
