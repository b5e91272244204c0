import Schema
import ServiceKit
import Store

/// Deletes what was written in rooms that closed, 30 days later, and what is of no more use for joining.
enum RoomPurge {
  static let delay = Duration.seconds(30 * 24 * 3600)
  /// How often it looks; mostly there is nothing to do.
  static let interval = Duration.seconds(10)
  /// Rows a step: other writes wait for at most one step.
  static let step = 500

  /// Everything a room leaves behind, in this order: reports before their messages, and the hours of the
  /// board, newest first, before what they are hashed over, so that no step leaves a chain that looks broken.
  /// Deleted tasks go by themselves: at that time each was deleted 30 days ago at least. The row of the room
  /// stays: an address and three times.
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

  private static func sweep(_ context: ServiceContext) async throws {
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

/// A table whose rows go with their room or their person, a few at a time. The key is what tells its rows
/// apart; the condition is that of an index that begins with the column, so that no step reads the whole
/// table.
struct PurgedTable {
  let name: String
  let key: String
  private let rest: String

  init(_ name: String, key: String, where condition: String? = nil, order: String? = nil) {
    self.name = name
    self.key = key
    rest = (condition.map { " AND \($0)" } ?? "") + (order.map { " ORDER BY \($0)" } ?? "")
  }

  /// The rows of one step: the owner's id and how many rows at most.
  func selection(by column: String) -> String {
    "SELECT \(key) FROM \(name) WHERE \(column) = ?\(rest) LIMIT ?"
  }

  /// Deletes them; takes the same two values.
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
      time, map: { RoomID(try $0.id(0)) })
  }

  /// One step; false once nothing of the room is left.
  fileprivate func purge(_ room: RoomID, now: Instant, limit: Int) throws -> Bool {
    for table in RoomPurge.tables where try run(table.deletion(by: "room"), room.raw, limit) > 0 {
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
