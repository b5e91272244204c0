package import Schema

/// Work that is due at a moment and survives restarts.
package struct DurableTimer: Sendable, Equatable {
  package let id: RawUUID
  package let dueAt: Instant
  package let kind: String
  package let body: [UInt8]
  /// Leases taken so far, this one included.
  package let attempts: Int

  package init(id: RawUUID, dueAt: Instant, kind: String, body: [UInt8], attempts: Int = 0) {
    self.id = id
    self.dueAt = dueAt
    self.kind = kind
    self.body = body
    self.attempts = attempts
  }
}

extension Database {
  /// Sets the timer, or moves one with the same id and forgets its attempts.
  package func setTimer(_ timer: DurableTimer) throws {
    try run(
      """
      INSERT INTO timer(id, due_at, kind, body) VALUES (?, ?, ?, ?)
      ON CONFLICT(id) DO UPDATE SET due_at = excluded.due_at, kind = excluded.kind, body = excluded.body,
        attempts = 0, lease_until = 0
      """,
      timer.id, timer.dueAt, timer.kind, timer.body)
  }

  /// Takes timers that are due and not leased, earliest first. One that is not ended comes again when its
  /// lease is over, so what it does must bear being done twice.
  package func leaseTimers(now: Instant, until: Instant, limit: Int) throws -> [DurableTimer] {
    let due = try all(
      """
      SELECT id, due_at, kind, body, attempts FROM timer
      WHERE due_at <= ? AND lease_until <= ? ORDER BY due_at LIMIT ?
      """,
      now, now, limit
    ) { row in
      DurableTimer(
        id: try row.id(0), dueAt: try row.instant(1), kind: try row.text(2), body: try row.blob(3),
        attempts: Int(try row.int(4)) + 1)
    }
    for timer in due {
      try run("UPDATE timer SET attempts = ?, lease_until = ? WHERE id = ?", timer.attempts, until, timer.id)
    }
    return due
  }

  /// - Returns: false when there was none.
  @discardableResult
  package func endTimer(_ id: RawUUID) throws -> Bool {
    try run("DELETE FROM timer WHERE id = ?", id) == 1
  }

  /// When the earliest timer is due; nil without timers.
  package func nextTimer() throws -> Instant? {
    try one("SELECT min(due_at) FROM timer") { try $0.instantOrNil(0) } ?? nil
  }
}
