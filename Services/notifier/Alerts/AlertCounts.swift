import Schema
import ServiceKit
import Store

/// The numbers of the administrators' start page that the notifier keeps.
extension Database {
  /// The time after which a due alert counts as late: the firing loop takes far less.
  private static var patience: Duration { .seconds(60) }
  /// The time for which a failed delivery counts.
  private static var week: Duration { .seconds(7 * 24 * 3600) }

  func counts(at now: Instant) throws -> [Control.Count: Int] {
    var counts: [Control.Count: Int] = [:]
    counts[.alerts] = try one(
      "SELECT count(*) AS count FROM alert WHERE ended_at IS NULL", map: { Int(try $0.int("count")) })
    counts[.lateAlerts] = try one(
      "SELECT count(*) AS count FROM alert WHERE state = 'armed' AND held_until IS NULL AND at < ?",
      now.advanced(by: .zero - Self.patience)
    ) { Int(try $0.int("count")) }
    counts[.waitingDeliveries] = try one("SELECT count(*) AS count FROM delivery WHERE ended_at IS NULL") {
      Int(try $0.int("count"))
    }
    counts[.deadDeliveries] = try one(
      """
      SELECT count(*) AS count FROM delivery
      WHERE state = 'dead' AND ended_at IS NOT NULL AND ended_at > ?
      """,
      now.advanced(by: .zero - Self.week)
    ) { Int(try $0.int("count")) }
    return counts
  }
}
