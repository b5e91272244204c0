internal import Fetch
package import Schema

/// The typed client of a site's HTTP API: what a program on the bus asks with `Node.call`, a person's program
/// asks with `send`. Method, path, query and body follow from the request's declaration.
package struct SiteClient: Sendable {
  /// `http://127.0.0.1:8080`, without a slash at its end.
  package let base: String
  /// The bearer token of the person who asks; nil before the sign-in.
  package let token: String?
  private let fetch: FetchClient

  /// An answer longer than this is not read to its end; the bus's own limit of a body.
  package static let maxReplyBytes = 4 * 1024 * 1024
  /// A person's export is longer: what the gateway makes at most, and some room for its frame.
  package static let maxExportBytes = 65 * 1024 * 1024
  /// All programs are asked for all their pages before the last byte comes.
  package static let exportTime = Duration.seconds(120)
  /// What the way to the gateway and back may take beside the request's own deadline.
  package static let travelTime = Duration.seconds(3)
  /// Three pulses of the live stream: a stream that is silent for longer is dead.
  package static let maxSilence = Duration.seconds(45)

  /// - Throws: `unreachable` when the HTTP client of this process cannot be started.
  package init(base: String, token: String? = nil) throws(ClientError) {
    do { fetch = try FetchClient.start() } catch { throw ClientError(error) }
    self.base = base.hasSuffix("/") ? String(base.dropLast()) : base
    self.token = token
  }

  private init(base: String, token: String?, fetch: FetchClient) {
    self.base = base
    self.token = token
    self.fetch = fetch
  }

  /// The same client for another person, or nobody; it shares the connections.
  package func with(token: String?) -> SiteClient {
    SiteClient(base: base, token: token, fetch: fetch)
  }

  /// Sends a request and reads its reply. Nothing is sent again by itself.
  ///
  /// - Parameter idempotencyKey: under the same key a request takes effect once, however often it is sent; 1
  ///   to 255 visible ASCII characters. Counts for requests declared `.stored` or `.secretReply`.
  package func send<R: Request>(
    _ request: R, idempotencyKey: String? = nil
  ) async throws(ClientError) -> R.Reply {
    let form = try HTTPForm(request)
    let document = R.Reply.self as? any DocumentReply.Type
    var headers = self.headers(accept: document?.form.rawValue ?? "application/json")
    if !form.body.isEmpty { headers.append(("Content-Type", form.contentType)) }
    if let state = form.state { headers.append(("If-None-Match", "\"\(state)\"")) }
    if let idempotencyKey { headers.append(("Idempotency-Key", idempotencyKey)) }
    let response: FetchResponse
    do {
      response = try await fetch.send(
        FetchRequest(
          method: form.method.rawValue, url: base + form.target, headers: headers, body: form.body,
          timeout: R.deadline + SiteClient.travelTime, maxBody: SiteClient.maxReplyBytes),
        policy: .configuredHost)
    } catch { throw ClientError(error) }
    return try Answer.reply(to: R.self, response)
  }

  /// Everything the site keeps on the person who asks, as the JSON document of `GET /v1/me/export`. It is no
  /// request of one program, so it is not sent with `send`.
  package func export() async throws(ClientError) -> [UInt8] {
    let response: FetchResponse
    do {
      response = try await fetch.send(
        FetchRequest(
          url: base + "/v1/me/export", headers: headers(accept: "application/json"),
          timeout: SiteClient.exportTime, maxBody: SiteClient.maxExportBytes), policy: .configuredHost)
    } catch { throw ClientError(error) }
    guard response.status == 200 else { throw Answer.error(response, declared: [.busy]) }
    return response.body
  }

  /// Hears the live stream until it ends or `onEvent` answers false.
  ///
  /// A reader that is slow slows the stream down; one that stays slow is let go by the gateway and goes on
  /// where it was with `after`. The stream does not connect again by itself: the caller waits a moment first,
  /// else a site that starts is met by all its people at once.
  ///
  /// - Parameters:
  ///   - after: the id of the last event seen; nil hears only what comes from now on.
  ///   - onOpen: the stream stands: what is fetched from now on and what is heard leave no gap between them.
  ///   - onEvent: an event of type `LiveEvent.reset` says that events are missing: fetch everything again.
  nonisolated(nonsending) package func events(
    after: String? = nil, onOpen: nonisolated(nonsending) () async -> Void = {},
    onEvent: nonisolated(nonsending) (LiveEvent) async -> Bool
  ) async throws(ClientError) {
    var headers = self.headers(accept: "text/event-stream")
    if let after { headers.append(("Last-Event-ID", after)) }
    var reader = LiveEventReader()
    var isOpen = false
    let response: FetchResponse
    do {
      response = try await fetch.lines(
        FetchRequest(
          url: base + "/v1/stream", headers: headers, timeout: SiteClient.maxSilence,
          maxBody: SiteClient.maxReplyBytes), policy: .configuredHost
      ) { line in
        if !isOpen {
          isOpen = true
          await onOpen()
        }
        guard let event = reader.read(line) else { return true }
        return await onEvent(event)
      }
    } catch { throw ClientError(error) }
    guard response.status == 200 else { throw Answer.error(response, declared: []) }
  }

  private func headers(accept: String) -> [(String, String)] {
    var headers = [("Accept", accept)]
    if let token { headers.append(("Authorization", "Bearer \(token)")) }
    return headers
  }
}
