import Schema
import ServiceKit
import Store

/// The alerts of programs that the site no longer runs.
extension NotifierService {
  /// Cancels them all before any of them fires. A program that comes back plans its alerts again, because its
  /// cursor is then before every event: the notifier fetches its snapshot.
  func cancelAlertsOfAbsentPrograms(_ context: ServiceContext) async throws {
    for planner in Catalogue.alertPlanners where !context.settings.apps.run(planner) {
      let call = context.ownCall()
      let count = try await context.store.write { db -> Int in
        guard let cursor = try db.cursor(planner.text), cursor.seq >= 0 else { return 0 }
        let count = try db.openAlerts(of: planner)
        let table = NotifierService.alerts(of: planner, marking: "ended_at IS NULL")
        try table.mark(db, call)
        try table.sweep(db, call)
        try db.setCursor(planner.text, StreamCursor(epoch: cursor.epoch, seq: -1), at: call.now)
        return count
      }
      if count > 0 { context.log(.info, "\(planner) is not run here: \(count) alerts of it are canceled") }
    }
  }
}

extension Database {
  fileprivate func openAlerts(of planner: ProgramName) throws -> Int {
    try one(
      "SELECT count(*) AS count FROM alert WHERE program = ? AND ended_at IS NULL", planner.text
    ) { Int(try $0.int("count")) } ?? 0
  }
}
