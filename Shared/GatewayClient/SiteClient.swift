internal import Fetch
package import Schema

/// The typed client of a site's HTTP API. `send` is to a person's program what `Node.call` is to a program on
/// the bus. Method, path, query and body follow from the request's declaration.
package struct SiteClient: Sendable {
  /// `http://127.0.0.1:8080`, without a trailing slash.
  package let base: String
  /// The bearer token of the person; nil before sign-in.
  package let token: String?
  private let fetch: FetchClient

  /// The maximum size of a reply, equal to the bus's limit for a body. A longer reply is not read to its end.
  package static let maxReplyBytes = 4 * 1024 * 1024
  /// The maximum size of a person's export, which is longer: the gateway's maximum plus some framing.
  package static let maxExportBytes = 65 * 1024 * 1024
  /// The timeout of an export. All programs are queried for all their pages before the last byte arrives.
  package static let exportTime = Duration.seconds(120)
  /// The same of an archive with pictures, which is written to a file.
  package static let maxArchiveBytes = 4_300_000_000
  package static let archiveTime = Duration.seconds(3600)
  /// Time for the round trip to the gateway, in addition to the request's own deadline.
  package static let travelTime = Duration.seconds(3)
  /// Three pulses of the live stream. A stream that is silent for longer is dead.
  package static let maxSilence = Duration.seconds(45)

  /// - Throws: `unreachable` if the HTTP client of this process cannot be started.
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

  /// Returns this client for another person, or for none. It shares the connections.
  package func with(token: String?) -> SiteClient {
    SiteClient(base: base, token: token, fetch: fetch)
  }

  /// Sends a request and returns its reply. The client never retries on its own.
  ///
  /// - Parameter idempotencyKey: A request takes effect once under the same key, however often it is sent; 1
  ///   to 255 visible ASCII characters. Applies to requests declared `.stored` or `.secretReply`.
  /// - Parameter patience: The timeout; the request's deadline and the time for the round trip unless given.
  package func send<R: Request>(
    _ request: R, idempotencyKey: String? = nil,
    within patience: Duration = R.deadline + SiteClient.travelTime
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
          timeout: patience, maxBody: SiteClient.maxReplyBytes),
        policy: .configuredHost)
    } catch { throw ClientError(error) }
    return try ReplyDecoding.reply(to: R.self, response)
  }

  /// Returns everything the site stores about the person, as the JSON document of `GET /v1/me/export`. It
  /// does not use `send`, because it is not a request to a single program.
  package func export() async throws(ClientError) -> [UInt8] {
    let response: FetchResponse
    do {
      response = try await fetch.send(
        FetchRequest(
          url: base + "/v1/me/export", headers: headers(accept: "application/json"),
          timeout: SiteClient.exportTime, maxBody: SiteClient.maxExportBytes), policy: .configuredHost)
    } catch { throw ClientError(error) }
    guard response.status == 200 else { throw ReplyDecoding.error(response, declared: [.busy]) }
    return response.body
  }

  /// Writes everything the site stores about the person, with the files of their pictures, to an open file:
  /// the ZIP archive of `GET /v1/me/export?pictures=true`.
  package func exportPictures(to file: Int32) async throws(ClientError) {
    let response: FetchResponse
    do {
      response = try await fetch.send(
        FetchRequest(
          url: base + "/v1/me/export?pictures=true", headers: headers(accept: "application/zip"),
          timeout: SiteClient.archiveTime, maxBody: SiteClient.maxArchiveBytes, file: file),
        policy: .configuredHost)
    } catch { throw ClientError(error) }
    guard response.status == 200 else { throw ReplyDecoding.error(response, declared: [.busy]) }
  }

  /// Uploads a picture. It does not use `send`, because the body is a file instead of a member.
  package func upload(_ picture: [UInt8]) async throws(ClientError) -> Media.StoredPicture {
    let type = [("Content-Type", "application/octet-stream")]
    let response: FetchResponse
    do {
      response = try await fetch.send(
        FetchRequest(
          method: "POST", url: base + "/v1/uploads", headers: headers(accept: "application/json") + type,
          body: picture, timeout: Media.TakeUpload.deadline + SiteClient.travelTime,
          maxBody: SiteClient.maxReplyBytes), policy: .configuredHost)
    } catch { throw ClientError(error) }
    return try ReplyDecoding.reply(to: Media.TakeUpload.self, response)
  }

  /// Reads the live stream until it ends or `onEvent` returns false.
  ///
  /// A slow reader slows the stream down. If it stays slow, the gateway disconnects it, and it continues from
  /// its cursor with `after`. The stream does not reconnect by itself. The caller waits a moment first, or
  /// else all clients would reconnect to a starting site at once.
  ///
  /// - Parameters:
  ///   - after: The id of the last event received. With nil, only new events arrive.
  ///   - onOpen: Called when the stream is open. Data fetched from now on and the events leave no gap.
  ///   - onEvent: Called with each event. The type `LiveEvent.reset` means that events are missing: fetch
  ///     everything again.
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
    guard response.status == 200 else { throw ReplyDecoding.error(response, declared: []) }
  }

  private func headers(accept: String) -> [(String, String)] {
    var headers = [("Accept", accept)]
    if let token { headers.append(("Authorization", "Bearer \(token)")) }
    return headers
  }
}
