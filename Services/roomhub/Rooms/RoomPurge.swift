import Schema
import ServiceKit
import Store

/// Deletes the contents of closed rooms after 30 days, and join data that is no longer needed.
enum RoomPurge {
  static let delay = Duration.seconds(30 * 24 * 3600)
  /// The interval between sweeps. Most of them find nothing to do.
  static let interval = Duration.seconds(10)
  /// Rows per step. Other writes wait for at most one step.
  static let step = 500

  /// All data that a room leaves behind, in the order of deletion: reports before their messages, and the
  /// hours of the board, newest first, before the messages they hash, so that no step leaves a chain that
  /// looks broken. Deleted tasks are purged separately: by then each was deleted at least 30 days ago. The
  /// row of the room stays, with an address and three times.
  static let tables = [
    PurgedTable("alert_job", key: "person, room"),
    PurgedTable("reported", key: "message"),
    PurgedTable("read_mark", key: "person"),
    PurgedTable("board_hour", key: "room, hour", order: "hour DESC"),
    PurgedTable("message", key: "room, hour, id"),
    PurgedTable("task", key: "id", where: "completed_at IS NULL AND deleted_at IS NULL"),
    PurgedTable("task", key: "id", where: "completed_at IS NOT NULL AND deleted_at IS NULL"),
    PurgedTable("join_request", key: "id"),
    PurgedTable("past_member", key: "id"),
  ]

  static func run(_ context: ServiceContext) async {
    while !Task.isCancelled {
      do { try await sweep(context) } catch is CancellationError { return } catch {
        context.log(.error, "purge of closed rooms: \(error)")
      }
      do { try await Task.sleep(for: interval) } catch { return }
    }
  }

  /// Deletes all that is due now.
  static func sweep(_ context: ServiceContext) async throws {
    let now = context.clock.now
    let closed = now.advanced(by: .zero - delay)
    let decided = now.advanced(by: .zero - JoinLimits.decisionLifetime)
    let failed = now.advanced(by: .zero - JoinLimits.wrongCodeWindow)
    while !Task.isCancelled,
      let room = try await context.store.read({ try $0.roomToPurge(closedBefore: closed) })
    {
      let isMore = try await context.store.write { db in try db.purge(room, now: now, limit: step) }
      if !isMore { context.log(.info, "purged a closed room") }
    }
    guard try await context.store.read({ try $0.hasOldJoins(decidedBefore: decided, failedBefore: failed) })
    else { return }
    var forgotten = step
    while forgotten >= step, !Task.isCancelled {
      forgotten = try await context.store.write { db in
        try db.forgetJoins(decidedBefore: decided, failedBefore: failed, limit: step)
      }
    }
  }
}

/// A table whose rows are deleted with their room or their person, a few at a time. The key identifies a row.
/// The condition is that of an index that begins with the column, so that no step reads the whole table.
struct PurgedTable {
  let name: String
  let key: String
  private let rest: String

  init(_ name: String, key: String, where condition: String? = nil, order: String? = nil) {
    self.name = name
    self.key = key
    rest = (condition.map { " AND \($0)" } ?? "") + (order.map { " ORDER BY \($0)" } ?? "")
  }

  /// A query for the rows of one step. Its values are the owner's id and the limit on rows.
  func selection(by column: String) -> String {
    "SELECT \(key) FROM \(name) WHERE \(column) = ?\(rest) LIMIT ?"
  }

  /// A statement that deletes those rows. It has the same two values.
  func deletion(by column: String) -> String {
    "DELETE FROM \(name) WHERE (\(key)) IN (\(selection(by: column)))"
  }
}

extension Database {
  fileprivate func roomToPurge(closedBefore time: Instant) throws -> RoomID? {
    try one(
      """
      SELECT id FROM room WHERE closed_at IS NOT NULL AND purged_at IS NULL AND closed_at < ?
      ORDER BY closed_at LIMIT 1
      """,
      time, map: { RoomID(try $0.id("id")) })
  }

  /// Runs one step. Returns false once nothing of the room is left.
  fileprivate func purge(_ room: RoomID, now: Instant, limit: Int) throws -> Bool {
    for table in RoomPurge.tables where try change(table.deletion(by: "room"), room.raw, limit) > 0 {
      return true
    }
    try run("UPDATE room SET open_tasks = 0, purged_at = ? WHERE id = ?", now, room.raw)
    return false
  }

  fileprivate func hasOldJoins(decidedBefore decided: Instant, failedBefore failed: Instant) throws -> Bool {
    try one(
      """
      SELECT 1 WHERE EXISTS (SELECT 1 FROM join_request WHERE decision IS NOT NULL AND decided_at < ?)
        OR EXISTS (SELECT 1 FROM join_failure WHERE at < ?)
      """,
      decided, failed, map: { _ in true }) ?? false
  }
}
