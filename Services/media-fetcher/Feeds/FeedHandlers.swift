import Crypto
import Fetch
import FoundationEssentials
import Schema
import ServiceKit
import Store

/// The feeds of the school's news and the pictures of their items.
extension MediaService {
  /// The time for which a picture is kept after somebody last asked for it.
  static let feedPictureTime = Duration.seconds(30 * 86_400)
  /// A picture's time is renewed once a day, so that showing it seldom writes.
  static let feedPictureRenewal = Duration.seconds(86_400)
  /// The limit of pictures of feeds. Beyond it, those that were asked for longest ago are deleted.
  static let maxFeedPictures = 5000

  func registerFeeds(in handlers: inout Handlers) {
    handlers.on(Media.FetchFeed.self, fetchFeed)
    handlers.on(Media.TakeFeedPicture.self, takeFeedPicture)
  }

  func fetchFeed(_ request: Media.FetchFeed, _ call: Call) async throws -> Media.FetchedFeed {
    let response = try await feeds.feed(request)
    return Media.FetchedFeed(
      status: response.status, body: response.status == 200 ? Base64URL.encode(response.body) : "",
      etag: response.header("ETag").flatMap { Media.FeedValidator($0) },
      lastModified: response.header("Last-Modified").flatMap { Media.FeedValidator($0) },
      contentType: response.header("Content-Type").map { String($0.prefix(200)) },
      retryAfter: response.retryAfter(at: call.now).map { Int($0.components.seconds) },
      finalAddress: response.movedTo.flatMap { Campus.NewsAddress($0) })
  }

  func takeFeedPicture(
    _ request: Media.TakeFeedPicture, _ call: Call
  ) async throws -> EncodedReply<Media.StoredPicture> {
    let address = request.address.text
    let known = try await call.read { db in try db.feedPicture(address) }
    if let known, folder.original(of: known.name) != nil {
      guard
        known.until < call.now.advanced(by: MediaService.feedPictureTime - MediaService.feedPictureRenewal)
      else { return try EncodedReply(try await call.read { db in try db.picture(known.name) }) }
      return try await call.write { db in
        try db.keep(known.name, of: address, until: call.now.advanced(by: MediaService.feedPictureTime))
        return try db.picture(known.name)
      }
    }
    let new = try await fetched(request.address)
    return try await call.write { db in
      try requireFiles(of: new)
      try db.store(new, at: call.now)
      try db.keep(new.name, of: address, until: call.now.advanced(by: MediaService.feedPictureTime))
      try db.endOldFeedPictures()
      return try db.picture(new.name)
    }
  }

  /// Fetches a picture and makes its sizes.
  private func fetched(_ address: Campus.NewsAddress) async throws -> NewPicture {
    let response = try await feeds.picture(address)
    switch response.status {
    case 200: break
    case 429, 503: throw Fault(.feedHostBusy, retryAfterMs: 10_000)
    case 404, 410: throw Fault(.notFound)
    default: throw Fault(.feedUnreachable)
    }
    let file = IncomingName(checked: RawUUID.random().description.filter { $0 != "-" })
    try Data(response.body).write(to: URL(filePath: folder.path(of: file)))
    let new: NewPicture
    do { new = try await maker.take(folder.path(of: file)) } catch {
      try folder.remove(file)
      throw error
    }
    try folder.remove(file)
    return new
  }
}

extension Database {
  fileprivate func feedPicture(_ address: String) throws -> (name: ObjectName, until: Instant)? {
    try one("SELECT picture, until FROM feed_picture WHERE address = ?", address) { row in
      (ObjectName(checked: try row.text("picture")), try row.instant("until"))
    }
  }

  fileprivate func keep(_ name: ObjectName, of address: String, until: Instant) throws {
    try run(
      """
      INSERT INTO feed_picture(address, picture, until) VALUES (?, ?, ?)
      ON CONFLICT(address) DO UPDATE SET picture = excluded.picture, until = excluded.until
      """,
      address, name.text, until)
  }

  /// Their files are deleted by the upkeep.
  fileprivate func endOldFeedPictures() throws {
    try run(
      """
      DELETE FROM feed_picture WHERE address IN
        (SELECT address FROM feed_picture ORDER BY until DESC, address LIMIT 100 OFFSET ?)
      """,
      MediaService.maxFeedPictures)
  }

  func hasExpiredFeedPicture(_ now: Instant) throws -> Bool {
    try one("SELECT 1 FROM feed_picture WHERE until <= ? LIMIT 1", now, map: { _ in true }) ?? false
  }

  func endExpiredFeedPictures(_ now: Instant, limit: Int) throws {
    try run(
      """
      DELETE FROM feed_picture WHERE address IN
        (SELECT address FROM feed_picture WHERE until <= ? ORDER BY until LIMIT ?)
      """,
      now, limit)
  }
}
