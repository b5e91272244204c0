package import JSON
package import Store

/// A write that needs nothing but the store. It begins on the bus thread, without a task, and its reply is
/// sent by the writer's thread: two switches of threads less.
package struct PreparedWrite<Reply: Codable & Sendable>: Sendable {
  let body: @Sendable (borrowing Database) throws -> Reply
  /// A part of the reply that was encoded before the write began.
  let known: (any KnownValue)?
  /// Queries of the body that need nothing from each other (`Database.ahead`).
  let ahead: (@Sendable (borrowing Database) throws -> Void)?
  /// Called when it has ended, whether it succeeded or not.
  let ended: @Sendable () -> Void

  package init(
    knowing known: (any KnownValue)? = nil, ahead: (@Sendable (borrowing Database) throws -> Void)? = nil,
    _ body: @escaping @Sendable (borrowing Database) throws -> Reply,
    ended: @escaping @Sendable () -> Void = {}
  ) {
    self.body = body
    self.known = known
    self.ahead = ahead
    self.ended = ended
  }
}
