import Schema
import ServiceKit
import Store

/// Deletes expired rows in small steps, so that other writes wait for at most one step.
struct NotifierUpkeep: Sendable {
  let context: ServiceContext

  static let interval = Duration.seconds(30)
  /// The time for which notices, ended alerts and the ids of erased people are kept. The alerts are kept so
  /// that they do not fire twice.
  static let lifetime = Duration.seconds(90 * 24 * 3600)
  static let step = 500

  func run() async {
    while !Task.isCancelled {
      do {
        let moment = context.clock.now
        try await purge(moment)
        try await context.clock.wait(for: NotifierUpkeep.interval, since: moment)
      } catch is CancellationError { return } catch {
        context.log(.error, "upkeep: \(error)")
        do { try await Task.sleep(for: NotifierUpkeep.interval) } catch { return }
      }
    }
  }

  private func purge(_ now: Instant) async throws {
    let old = now.advanced(by: .zero - NotifierUpkeep.lifetime)
    let cleared = now.advanced(by: .zero - NotifierService.clearUndo)
    let sweeps: [Sweep] = [
      Sweep(table: "notice", column: "cleared_at", cutoff: cleared),
      Sweep(table: "notice", column: "at", cutoff: old),
      Sweep(table: "alert", column: "ended_at", cutoff: old),
      Sweep(table: "erased_person", key: "person", column: "at", cutoff: old),
    ]
    for sweep in sweeps {
      while !Task.isCancelled, try await context.store.read({ try $0.hasPast(sweep) }) {
        try await context.store.write { try $0.deletePast(sweep, limit: NotifierUpkeep.step) }
      }
    }
    while !Task.isCancelled, try await context.store.read({ try $0.hasOldDeliveries(now: now) }) {
      try await context.store.write { try $0.pruneDeliveries(now: now, limit: NotifierUpkeep.step) }
    }
  }
}

/// Expired rows of a table.
private struct Sweep {
  let table: String
  var key = "id"
  let column: String
  let cutoff: Instant
}

extension Database {
  fileprivate func hasPast(_ sweep: Sweep) throws -> Bool {
    try one(
      "SELECT 1 FROM \(sweep.table) WHERE \(sweep.column) < ? LIMIT 1", sweep.cutoff, map: { _ in true }
    ) ?? false
  }

  fileprivate func deletePast(_ sweep: Sweep, limit: Int) throws {
    try run(
      """
      DELETE FROM \(sweep.table) WHERE \(sweep.key) IN
        (SELECT \(sweep.key) FROM \(sweep.table) WHERE \(sweep.column) < ? ORDER BY \(sweep.column) LIMIT ?)
      """,
      sweep.cutoff, limit)
  }
}
