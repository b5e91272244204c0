import Schema
import Store

/// A table of rows that are ordered within an event: `id`, `event`, `place`, `deleted_at`.
struct ListTable: Sendable {
  let name: String
  /// The table of row counts by event: `event`, `items`.
  let counts: String

  static let toDos = ListTable(name: "to_do", counts: "to_do_list")
  static let budgetLines = ListTable(name: "budget_line", counts: "budget")
  static let all = [toDos, budgetLines]

  /// The limit of deleted rows that a list keeps for a restore; beyond it, the oldest is purged.
  static let maxDeleted = 200
  /// The gap between two places of a newly numbered list: enough for 20 moves into one gap.
  static let gap: Int64 = 1 << 20
}

/// The target position of a row.
enum ListSpot: Sendable {
  case first
  case last
  case after(RawUUID)
}

/// The order of a list is one number per row, with gaps, so that a move writes one row. When a gap is used
/// up, the whole list is renumbered, at most 400 rows.
extension Database {
  /// - Throws: `list_full` if one more row does not fit.
  func requireSpace(in table: ListTable, of event: EventID) throws {
    let count = try one("SELECT items FROM \(table.counts) WHERE event = ?", event.raw) {
      try $0.int("items")
    }
    guard (count ?? 0) < Events.maxListed else { throw Fault(.listFull) }
  }

  /// The place for a row at this spot, as if `row` itself were not on the list.
  /// - Throws: `after_unknown` if the row to follow is not on the list.
  func place(
    for row: RawUUID, at spot: ListSpot, in table: ListTable, of event: EventID
  ) throws -> Int64 {
    if let place = try freePlace(for: row, at: spot, in: table, of: event) { return place }
    let ids = try all(
      "SELECT id FROM \(table.name) WHERE event = ? ORDER BY place LIMIT ?", event.raw,
      Events.maxListed + ListTable.maxDeleted + 1
    ) { try $0.id("id") }
    for (index, id) in ids.enumerated() {
      try run("UPDATE \(table.name) SET place = ? WHERE id = ?", Int64(index) * ListTable.gap, id)
    }
    guard let place = try freePlace(for: row, at: spot, in: table, of: event) else {
      throw DamagedRow(what: "the order of \(table.name) of event \(event)")
    }
    return place
  }

  /// Nil if no number is left between the two neighbors.
  private func freePlace(
    for row: RawUUID, at spot: ListSpot, in table: ListTable, of event: EventID
  ) throws -> Int64? {
    func edge(_ rest: String) throws -> Int64? {
      try one(
        "SELECT place FROM \(table.name) WHERE event = ? AND id <> ? ORDER BY place \(rest) LIMIT 1",
        event.raw,
        row
      ) { try $0.int("place") }
    }
    switch spot {
    case .first: return try edge("ASC").map { $0 - ListTable.gap } ?? 0
    case .last: return try edge("DESC").map { $0 + ListTable.gap } ?? 0
    case .after(let other):
      guard
        let before = try one(
          "SELECT place FROM \(table.name) WHERE id = ? AND event = ? AND deleted_at IS NULL", other,
          event.raw,
          map: { try $0.int("place") })
      else { throw Fault(.afterUnknown, field: "after") }
      let next = try one(
        "SELECT place FROM \(table.name) WHERE event = ? AND place > ? AND id <> ? ORDER BY place LIMIT 1",
        event.raw, before, row
      ) { try $0.int("place") }
      guard let next else { return before + ListTable.gap }
      return next - before > 1 ? before + (next - before) / 2 : nil
    }
  }

  /// True if the row is there already, so that a repeated move changes nothing.
  func isAt(_ spot: ListSpot, _ row: RawUUID, in table: ListTable, of event: EventID) throws -> Bool {
    let ids = try all(
      "SELECT id FROM \(table.name) WHERE event = ? AND deleted_at IS NULL ORDER BY place LIMIT ?", event.raw,
      Events.maxListed
    ) { try $0.id("id") }
    guard let index = ids.firstIndex(of: row) else { return false }
    return switch spot {
    case .first: index == 0
    case .last: index == ids.count - 1
    case .after(let other): other == row || (index > 0 && ids[index - 1] == other)
    }
  }

  func setPlace(_ place: Int64, of row: RawUUID, in table: ListTable) throws {
    try run("UPDATE \(table.name) SET place = ? WHERE id = ?", place, row)
  }

  /// Marks the row as deleted, and purges the oldest deleted rows of its list beyond the limit.
  func setDeleted(_ row: RawUUID, at time: Instant, in table: ListTable, of event: EventID) throws {
    try run("UPDATE \(table.name) SET deleted_at = ? WHERE id = ?", time, row)
    try run(
      """
      DELETE FROM \(table.name) WHERE id IN
        (SELECT id FROM \(table.name) WHERE event = ? AND deleted_at IS NOT NULL
         ORDER BY deleted_at DESC, id DESC LIMIT ? OFFSET ?)
      """,
      event.raw, ListTable.maxDeleted, ListTable.maxDeleted)
  }

  func setRestored(_ row: RawUUID, in table: ListTable) throws {
    try run("UPDATE \(table.name) SET deleted_at = NULL WHERE id = ?", row)
  }

  /// Permanently deletes rows that were deleted before `cutoff`.
  /// - Returns: the number of rows deleted, at most `limit`.
  func purgeListed(deletedBefore cutoff: Instant, in table: ListTable, limit: Int) throws -> Int {
    try change(
      """
      DELETE FROM \(table.name) WHERE id IN
        (SELECT id FROM \(table.name) WHERE deleted_at IS NOT NULL AND deleted_at < ?
         ORDER BY deleted_at LIMIT ?)
      """,
      cutoff, limit)
  }

  func hasListed(deletedBefore cutoff: Instant, in table: ListTable) throws -> Bool {
    try one(
      "SELECT 1 FROM \(table.name) WHERE deleted_at IS NOT NULL AND deleted_at < ? LIMIT 1", cutoff,
      map: { _ in true }) ?? false
  }
}
