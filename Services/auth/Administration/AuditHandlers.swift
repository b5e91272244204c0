import Schema
import ServiceKit
import Store

/// Actions of administrators, in auth and in other programs.
extension AuthService {
  static let auditLifetime = Duration.seconds(2 * 366 * 24 * 3600)

  func listAudit(_ request: Auth.ListAudit, _ call: Call) async throws -> Page<Auth.AuditEntry> {
    let limit = (request.limit ?? .standard).count
    let key = try request.cursor.map { try TimeKey($0) } ?? .last
    let entries = try await call.read { db in
      try db.auditEntries(by: request.actor, after: key, limit: limit + 1)
    }
    return Page(entries, limit: limit) { TimeKey(time: $0.at, id: $0.id.raw).cursor }
  }
}
