package import Store

/// A write that needs nothing but the store. It begins on the bus thread, without a task, and its reply is
/// sent by the writer's thread: two switches of threads less.
package struct PreparedWrite<Reply: Codable & Sendable>: Sendable {
  let body: @Sendable (borrowing Database) throws -> Reply
  /// Called when it has ended, whether it succeeded or not.
  let ended: @Sendable () -> Void

  package init(
    _ body: @escaping @Sendable (borrowing Database) throws -> Reply,
    ended: @escaping @Sendable () -> Void = {}
  ) {
    self.body = body
    self.ended = ended
  }
}
