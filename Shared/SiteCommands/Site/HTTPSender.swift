package import GatewayClient
package import Schema

/// A sender over HTTP, as the person of its token.
package struct HTTPSender: Sender {
  package let client: SiteClient

  package init(client: SiteClient) { self.client = client }

  package func send<R: Request>(
    _ request: R, idempotencyKey: String?
  ) async throws(ClientError) -> R.Reply {
    do { return try await client.send(request, idempotencyKey: idempotencyKey) } catch {
      // The connection broke, and the request may have taken effect. A retry is safe because it takes effect
      // only once.
      let isSafe = R.repeats != .separate
      guard case .interrupted = error, isSafe else { throw error }
      return try await client.send(request, idempotencyKey: idempotencyKey)
    }
  }
}
