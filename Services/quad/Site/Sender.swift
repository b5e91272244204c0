import Bus
import GatewayClient
import Schema

/// A way to a site's programs. Commands say what they want; who they are and how it travels is the sender's.
protocol Sender: Sendable {
  /// - Parameter idempotencyKey: under the same key a request takes effect once.
  /// - Throws: `ClientError`, whichever way it goes.
  func send<R: Request>(_ request: R, idempotencyKey: String?) async throws(ClientError) -> R.Reply
}

extension Sender {
  /// Sends under a key of its own, so that it may be sent again.
  func send<R: Request>(_ request: R) async throws(ClientError) -> R.Reply {
    let isKept = R.repeats == .stored || R.repeats == .secretReply
    return try await send(request, idempotencyKey: isKept ? RawUUID.random().description : nil)
  }
}

/// Over HTTP, as the person whose token it holds.
struct HTTPSender: Sender {
  let client: SiteClient

  func send<R: Request>(_ request: R, idempotencyKey: String?) async throws(ClientError) -> R.Reply {
    do { return try await client.send(request, idempotencyKey: idempotencyKey) } catch {
      // The connection broke and the request may have taken effect: sent once more it does so only once.
      let isSafe = R.repeats != .separate
      guard case .interrupted = error, isSafe else { throw error }
      return try await client.send(request, idempotencyKey: idempotencyKey)
    }
  }
}

/// Over the bus, with the key that the node has. The bus itself sends again where that is safe.
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
