import GatewayClient
import Schema
import SiteCommands

/// A sender for a machine that has much else to do: it retries what a starting or busy program refuses.
struct PatientSender: Sender {
  private let sender: HTTPSender

  init(client: SiteClient) { sender = HTTPSender(client: client) }

  func send<R: Request>(_ request: R, idempotencyKey: String?) async throws(ClientError) -> R.Reply {
    var patience = Patience()
    while true {
      do { return try await sender.send(request, idempotencyKey: idempotencyKey) } catch {
        guard case .refused(let fault) = error, await patience.allows(fault) else { throw error }
      }
    }
  }
}
