import Bus
import GatewayClient
import Schema

/// A connection to a site's programs. Commands state the request; the sender adds the person and the
/// transport.
protocol Sender: Sendable {
  /// Sends a request.
  /// - Parameter idempotencyKey: requests with the same key take effect once.
  /// - Throws: `ClientError`, with any transport.
  func send<R: Request>(_ request: R, idempotencyKey: String?) async throws(ClientError) -> R.Reply
}

extension Sender {
  /// Sends a request with an idempotency key of its own, so that it may be retried.
  func send<R: Request>(_ request: R) async throws(ClientError) -> R.Reply {
    let isKept = R.repeats == .stored || R.repeats == .secretReply
    return try await send(request, idempotencyKey: isKept ? RawUUID.random().description : nil)
  }
}

/// A sender over HTTP, as the person of its token.
struct HTTPSender: Sender {
  let client: SiteClient

  func send<R: Request>(_ request: R, idempotencyKey: String?) async throws(ClientError) -> R.Reply {
    do { return try await client.send(request, idempotencyKey: idempotencyKey) } catch {
      // The connection broke, and the request may have taken effect. A retry is safe because it takes effect
      // only once.
      let isSafe = R.repeats != .separate
      guard case .interrupted = error, isSafe else { throw error }
      return try await client.send(request, idempotencyKey: idempotencyKey)
    }
  }
}

/// A sender over the bus, with the node's key. The bus itself retries where that is safe.
struct BusSender: Sender {
  let bus: Node

  func send<R: Request>(_ request: R, idempotencyKey: String?) async throws(ClientError) -> R.Reply {
    do {
      return try await bus.call(request, context: CallContext(idempotencyKey: idempotencyKey))
    } catch {
      switch error {
      case .refused(let fault): throw .refused(fault)
      case .unreachable(let fault) where fault.processed == .no: throw .unreachable(fault.message)
      case .unreachable(let fault): throw .interrupted(fault.message)
      case .unreadable(let what): throw .unreadable(what)
      }
    }
  }
}
