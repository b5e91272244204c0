import Schema
import ServiceKit
import Store

extension Database {
  /// Tells what an administrator does, in the transaction that does it. Without a person it was the operator.
  func audit(
    _ action: Auth.AuditAction, of object: String, _ detail: String?, _ call: Call
  ) throws {
    let entry = Auth.AuditEntry(
      id: .timed(call.now), at: call.now, actor: call.identity?.person, action: action, object: object,
      detail: detail)
    try publish(Roomhub.Audited(entry: entry), to: .programs, call)
  }
}
