import Schema
import ServiceKit
import Store

/// The numbers of the administrators' start page that auth keeps.
extension Database {
  /// The time for which an account counts as new, and an expired invitation as a recent one.
  private static var week: Duration { .seconds(7 * 24 * 3600) }

  func counts(at now: Instant) throws -> [Control.Count: Int] {
    var counts = try people(since: now.advanced(by: .zero - Self.week))
    counts[.expiredInvites] = try expiredInvites(at: now)
    counts[.waitingMails] = try one("SELECT count(*) AS count FROM mail_job") { Int(try $0.int("count")) }
    return counts
  }

  private func people(since start: Instant) throws -> [Control.Count: Int] {
    try one(
      """
      SELECT count(*) AS people, count(CASE WHEN signed_up_at > ? THEN 1 END) AS new_people,
        count(CASE WHEN roles LIKE '%student%' THEN 1 END) AS students,
        count(CASE WHEN roles LIKE '%staff%' THEN 1 END) AS staff,
        count(CASE WHEN roles LIKE '%admin%' THEN 1 END) AS admins
      FROM person WHERE is_erasing = 0
      """,
      start
    ) { row in
      [
        .people: Int(try row.int("people")), .newPeople: Int(try row.int("new_people")),
        .students: Int(try row.int("students")), .staff: Int(try row.int("staff")),
        .admins: Int(try row.int("admins")),
      ]
    } ?? [:]
  }

  /// Invitations that ran out of time before they ran out of uses. The sweep deletes them after 30 days.
  private func expiredInvites(at now: Instant) throws -> Int? {
    try one(
      "SELECT count(*) AS count FROM invite WHERE expires_at <= ? AND revoked_at IS NULL AND used < uses", now
    ) { Int(try $0.int("count")) }
  }
}
