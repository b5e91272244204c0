import Schema
import ServiceKit
import Store

extension Database {
  /// Publishes an administrator's change to a course of others, in the transaction that makes it.
  func audit(_ action: Auth.AuditAction, of object: String, _ detail: String?, _ call: Call) throws {
    let entry = Auth.AuditEntry(
      id: .timed(call.now), at: call.now, actor: call.identity?.person, action: action, object: object,
      detail: detail)
    try publish(Attendance.Audited(entry: entry), to: .programs, call)
  }
}
