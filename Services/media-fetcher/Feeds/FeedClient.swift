import Fetch
import Schema
import ServiceKit

/// Reads addresses that administrators and feeds name: public ones, and those that the operator allows.
struct FeedClient: Sendable {
  /// One request per host at a time, and a pause between two of them.
  static let limits = HostLimits(maxAtOnce: 1, maxBurst: 8, pause: .milliseconds(250))
  /// Pages of pictures ask for several at once.
  static let pictureLimits = HostLimits(maxAtOnce: 2, maxBurst: 30, pause: .milliseconds(100))
  /// The longest wait for a turn.
  static let patience = Duration.seconds(8)
  static let timeout = Duration.seconds(10)
  /// The formats that a picture of an item may have; servers that convert choose one of them.
  private static let pictureTypes = "image/webp, image/jpeg, image/png, image/gif"
  private static let feedTypes =
    "application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, "
    + "text/xml;q=0.9, */*;q=0.1"

  private let feeds: PoliteClient
  private let pictures: PoliteClient
  private let policy: FetchPolicy

  init(_ setup: ServiceSetup) throws {
    let client = try FetchClient.start()
    let clock = setup.clock
    feeds = PoliteClient(client, FeedClient.limits) { clock.now }
    pictures = PoliteClient(client, FeedClient.pictureLimits) { clock.now }
    do throws(AllowedTargetError) {
      policy = .guarded(besides: try AllowedTargets(setup.settings.text("QUAD_ALLOWED_TARGETS") ?? ""))
    } catch { throw SettingError(name: "QUAD_ALLOWED_TARGETS", problem: "does not fit: \(error)") }
  }

  func feed(_ request: Media.FetchFeed) async throws(Fault) -> FetchResponse {
    var headers = [("Accept", FeedClient.feedTypes)]
    if let etag = request.etag { headers.append(("If-None-Match", etag.text)) }
    if let date = request.lastModified { headers.append(("If-Modified-Since", date.text)) }
    return try await send(
      FetchRequest(
        url: request.address.text, headers: headers, timeout: FeedClient.timeout,
        maxBody: Media.maxFeedBytes), feeds)
  }

  /// The file of a picture, of whatever status.
  func picture(_ address: Campus.NewsAddress) async throws(Fault) -> FetchResponse {
    try await send(
      FetchRequest(
        url: address.text, headers: [("Accept", FeedClient.pictureTypes)], timeout: FeedClient.timeout,
        maxBody: Media.TakeUpload.bodyLimit), pictures)
  }

  private func send(_ request: FetchRequest, _ client: PoliteClient) async throws(Fault) -> FetchResponse {
    do throws(PoliteError) {
      return try await client.send(request, policy: policy, patience: FeedClient.patience)
    } catch {
      switch error {
      case .later(let time): throw Fault(.feedHostBusy, retryAfterMs: max(1000, time.milliseconds))
      case .fetch(.refused): throw Fault(.feedRefused, field: "address")
      case .fetch(.timedOut): throw Fault(.feedSlow)
      case .fetch(.tooLarge): throw Fault(.feedTooLarge)
      case .fetch(.unavailable): throw Fault(.busy, retryAfterMs: 1000)
      case .fetch(.unreachable), .fetch(.interrupted): throw Fault(.feedUnreachable)
      case .fetch(.cancelled): throw Fault(.cancelled)
      }
    }
  }
}
