package import GatewayClient
package import Schema

/// A connection to a site's programs. Commands state the request; the sender adds the caller and the
/// transport.
package protocol Sender: Sendable {
  /// Sends a request.
  /// - Parameter idempotencyKey: requests with the same key take effect once.
  /// - Throws: `ClientError`, with any transport.
  func send<R: Request>(_ request: R, idempotencyKey: String?) async throws(ClientError) -> R.Reply
}

extension Sender {
  /// Sends a request with an idempotency key of its own, so that it may be retried.
  package func send<R: Request>(_ request: R) async throws(ClientError) -> R.Reply {
    let isKept = R.repeats == .stored || R.repeats == .secretReply
    return try await send(request, idempotencyKey: isKept ? RawUUID.random().description : nil)
  }
}
