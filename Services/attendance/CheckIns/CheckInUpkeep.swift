import Schema
import ServiceKit
import Store

/// The background work of check-ins: they open, are told to close soon, close at their limit, forget their
/// place a day later, and are purged 30 days after a deletion. Each check-in has a transaction of its own, so
/// that presses wait for at most one roster.
struct CheckInUpkeep: Sendable {
  let context: ServiceContext

  static let interval = Duration.seconds(1)
  /// The limit of check-ins per read of what is due.
  static let checkInsARead = 50
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

  /// Does all work that is due now.
  func step() async throws {
    try await each({ try $0.opening(at: $1, limit: $2) }) { db, row, course, call in
      try db.notifyOpening(row, course, call)
    }
    try await each({ try $0.closingSoon(at: $1, limit: $2) }) { db, row, course, call in
      try db.notifyClosingSoon(row, course, call)
    }
    try await each({ try $0.overdue(at: $1, limit: $2) }) { db, row, course, call in
      try db.close(row, of: course, at: row.closes, call)
    }
    try await delete()
  }

  private typealias Due = @Sendable (borrowing Database, Instant, Int) throws -> [CheckInRow]
  private typealias Work = @Sendable (borrowing Database, CheckInRow, CourseRow, Call) throws -> Void

  /// Does the work for each check-in that is due. It is read again in its transaction, because it may have
  /// changed meanwhile.
  private func each(_ due: @escaping Due, _ work: @escaping Work) async throws {
    while !Task.isCancelled {
      let call = context.ownCall()
      let rows = try await context.store.read { try due($0, call.now, CheckInUpkeep.checkInsARead) }
      for row in rows {
        try await context.store.write { db in
          guard let current = try db.checkIn(row.id), current == row, let course = try db.course(row.course)
          else { return }
          try work(db, current, course, call)
        }
      }
      guard rows.count == CheckInUpkeep.checkInsARead else { return }
    }
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
