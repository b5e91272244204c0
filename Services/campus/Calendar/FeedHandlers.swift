import Crypto
import Schema
import ServiceKit
import Store

/// A person's feeds for other calendars: the addresses, and what calendars read there.
extension CampusService {
  /// The time of a feed's last read is stored to the minute, because calendars read often.
  static let readPrecision = Duration.seconds(60)

  func registerFeeds(in handlers: inout Handlers) {
    handlers.on(Campus.ListFeeds.self, listFeeds)
    handlers.on(Campus.ReplaceFeeds.self, replaceFeeds)
    handlers.on(Campus.EndFeed.self, endFeed)
    handlers.on(Campus.ReadFeed.self, readFeed)
  }

  func listFeeds(_ request: Campus.ListFeeds, _ call: Call) async throws -> Campus.FeedStates {
    let person = try call.person
    return Campus.FeedStates(items: try await call.read { try $0.feeds(of: person) })
  }

  func replaceFeeds(
    _ request: Campus.ReplaceFeeds, _ call: Call
  ) async throws -> EncodedReply<Campus.MadeFeeds> {
    let person = try call.person
    let kinds = request.kind.map { [$0] } ?? Campus.FeedKind.allCases
    let tokens = Dictionary(uniqueKeysWithValues: kinds.map { ($0, Token.random()) })
    return try await call.write { db in
      for (kind, token) in tokens {
        try db.makeFeed(kind, of: person, tokenHash: token.hash, at: call.now)
      }
      func path(_ kind: Campus.FeedKind) -> String? {
        tokens[kind].map { "/v1/school/feeds/\($0.text).ics" }
      }
      return Campus.MadeFeeds(
        cycle: path(.cycle), classes: path(.classes), activities: path(.activities), lunch: path(.lunch))
    }
  }

  func endFeed(_ request: Campus.EndFeed, _ call: Call) async throws -> EncodedReply<Empty> {
    let person = try call.person
    return try await call.write { db in
      try db.endFeed(request.kind, of: person)
      return Empty()
    }
  }

  func readFeed(_ request: Campus.ReadFeed, _ call: Call) async throws -> Campus.FeedCalendar {
    guard let token = Token(text: request.token.text) else { throw Fault(.feedUnknown) }
    let (feed, text) = try await call.read { db in
      guard let feed = try db.feed(tokenHash: token.hash) else { throw Fault(.feedUnknown) }
      return (feed, try db.feedText(of: feed, at: call.now))
    }
    try await note(feed, token, call)
    let etag = Base64URL.encode(BLAKE2b.hash(Array(text.utf8)))
    return Campus.FeedCalendar(etag: etag, text: etag == request.state?.text ? nil : text)
  }

  /// Stores the time of the read. On a full disk it is skipped and the calendar still gets a reply: reading
  /// needs no disk space.
  private func note(_ feed: FeedRow, _ token: Token, _ call: Call) async throws {
    if let last = feed.lastRead, call.now.since(last) < CampusService.readPrecision { return }
    do {
      try await call.store.write { try $0.noteFeedRead(tokenHash: token.hash, at: call.now) }
    } catch StoreError.full {}
  }
}
