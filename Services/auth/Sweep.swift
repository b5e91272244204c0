import Schema
import ServiceKit
import Store

/// Deletes expired rows, in small steps.
struct Sweep: Sendable {
  let context: ServiceContext

  static let interval = Duration.seconds(60)
  /// The limit of rows per step. Other writes wait for at most one step.
  static let step = 200
  /// The time for which expired invitations are kept, so that their uses can still be returned.
  static let inviteAfterlife = Duration.seconds(30 * 24 * 3600)

  func run() async throws {
    while !Task.isCancelled {
      do {
        while try await sweepOnce() >= Sweep.step, !Task.isCancelled {}
      } catch is CancellationError { return } catch { context.log(.error, "sweep: \(error)") }
      try await Task.sleep(for: Sweep.interval)
    }
  }

  /// - Returns: the largest number of deleted rows of any one kind.
  private func sweepOnce() async throws -> Int {
    let call = context.ownCall()
    return try await context.store.write { db in
      let now = SiteClock.system
      let counts = [
        try db.endExpiredSessions(now: now, limit: Sweep.step, call),
        try db.endExpiredTokens(now: now, limit: Sweep.step, call),
        try db.dropExpiredSignUps(now: now, limit: Sweep.step),
        try db.dropExpired(now: now, limit: Sweep.step),
        try db.pruneInvites(
          before: call.now.advanced(by: .zero - Sweep.inviteAfterlife), limit: Sweep.step),
        try db.pruneAudit(
          before: call.now.advanced(by: .zero - AuthService.auditLifetime), limit: Sweep.step),
        try db.dropReported(before: now.advanced(by: .zero - ReportedRow.lifetime), limit: Sweep.step),
      ]
      return counts.max() ?? 0
    }
  }
}

extension Database {
  /// Deletes expired codes, email changes, delays and counts of mails.
  fileprivate func dropExpired(now: Instant, limit: Int) throws -> Int {
    let changes = try all(
      "SELECT id FROM email_change WHERE expires_at <= ? ORDER BY expires_at LIMIT ?", now, limit
    ) { try $0.id("id") }
    for change in changes { try deleteEmailChange(change) }
    let codes = try change(
      """
      DELETE FROM one_time_code WHERE hash IN
        (SELECT hash FROM one_time_code WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)
      """,
      now, limit)
    let delays = try change(
      """
      DELETE FROM sign_in_delay WHERE key IN
        (SELECT key FROM sign_in_delay WHERE last_at <= ? ORDER BY last_at LIMIT ?)
      """,
      now.advanced(by: .zero - SignInDelay.memory), limit)
    let asked = try change(
      "DELETE FROM mail_asked WHERE id IN (SELECT id FROM mail_asked WHERE at <= ? ORDER BY at LIMIT ?)",
      now.advanced(by: .zero - MailQuota.span), limit)
    return [changes.count, codes, delays, asked].max() ?? 0
  }
}
