import Bus
import GatewayClient
import Schema
import SiteCommands

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
