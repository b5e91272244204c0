import Schema
import ServiceKit
import Store

extension Database {
  /// Publishes an administrator's action, in the transaction that performs it. An entry without a person is
  /// the operator's.
  func audit(
    _ action: Auth.AuditAction, of object: String, _ detail: String?, _ call: Call
  ) throws {
    let entry = Auth.AuditEntry(
      id: .timed(call.now), at: call.now, actor: call.identity?.person, action: action, object: object,
      detail: detail)
    try publish(Roomhub.Audited(entry: entry), to: .programs, call)
  }
}
