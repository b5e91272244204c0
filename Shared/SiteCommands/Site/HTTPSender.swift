package import GatewayClient
package import Schema

/// A sender over HTTP, as the person of its token.
package struct HTTPSender: Sender {
  package let client: SiteClient

  package init(client: SiteClient) { self.client = client }

  package func send<R: Request>(
    _ request: R, idempotencyKey: String?
  ) async throws(ClientError) -> R.Reply {
    do { return try await sendAgain(request, idempotencyKey) } catch { throw await explained(error, R.self) }
  }

  /// Sends a request a second time if its connection broke. It may have taken effect; a retry is safe because
  /// it takes effect only once.
  private func sendAgain<R: Request>(
    _ request: R, _ idempotencyKey: String?
  ) async throws(ClientError) -> R.Reply {
    do { return try await client.send(request, idempotencyKey: idempotencyKey) } catch {
      let isSafe = R.repeats != .separate
      guard case .interrupted = error, isSafe else { throw error }
      return try await client.send(request, idempotencyKey: idempotencyKey)
    }
  }

  /// The error of a site that does not have the request's address, because it does not run the app. An object
  /// that a program does not find gets the same code, so the site is asked.
  private func explained<R: Request>(_ error: ClientError, _ type: R.Type) async -> ClientError {
    guard case .refused(let fault) = error, fault.code == FaultCode.notFound.code,
      let app = Catalogue.app(of: R.program)
    else { return error }
    do {
      guard let apps = try await client.send(Auth.GetSite(), idempotencyKey: nil).apps, !apps.contains(app)
      else { return error }
      return .refused(Fault(.absent(app)))
    } catch { return .refused(fault) }
  }
}
