import Crypto
import Schema
import ServiceKit
import Store

/// Exports to other programs' calendars: the private feed, and the file of one event.
extension EventsService {
  /// The time of a feed's last read is stored to the minute, because calendars read often.
  static let readPrecision = Duration.seconds(60)

  func registerCalendars(in handlers: inout Handlers) {
    handlers.on(Events.GetFeed.self, getFeed)
    handlers.on(Events.MakeFeed.self, makeFeed)
    handlers.on(Events.EndFeed.self, endFeed)
    handlers.on(Events.ReadFeed.self, readFeed)
    handlers.on(Events.GetCalendarFile.self, getCalendarFile)
    handlers.on(Events.ImportCalendar.self, importCalendar)
  }

  func getFeed(_ request: Events.GetFeed, _ call: Call) async throws -> Events.FeedState {
    let person = try call.person
    return try await call.read { try $0.feed(of: person) }
      ?? Events.FeedState(isOn: false, made: nil, lastRead: nil)
  }

  func makeFeed(_ request: Events.MakeFeed, _ call: Call) async throws -> EncodedReply<Events.MadeFeed> {
    let person = try call.person
    let token = Token.random()
    return try await call.write { db in
      try db.makeFeed(of: person, tokenHash: token.hash, at: call.now)
      return Events.MadeFeed(token: token.text, path: "/v1/feeds/\(token.text)")
    }
  }

  func endFeed(_ request: Events.EndFeed, _ call: Call) async throws -> EncodedReply<Empty> {
    let person = try call.person
    return try await call.write { try $0.endFeed(of: person) }
  }

  /// A calendar that already has the current state costs one index lookup.
  func readFeed(_ request: Events.ReadFeed, _ call: Call) async throws -> Events.FeedCalendar {
    guard let token = Token(text: request.token.text) else { throw Fault(.feedUnknown) }
    let known = request.state?.text
    let (feed, state, events) = try await call.read { db -> (ReadFeed, String, [EventRow]?) in
      guard let feed = try db.feed(tokenHash: token.hash) else { throw Fault(.feedUnknown) }
      let list = FeedList(person: feed.person, circles: try db.circles(of: feed.person), now: call.now)
      let marks = try db.marks(of: list)
      let state = FeedState.tag(of: marks)
      return (feed, state, state == known ? nil : try db.events(of: list, marks))
    }
    try await note(feed, token, call)
    guard let events else { return Events.FeedCalendar(etag: state, text: nil) }
    return Events.FeedCalendar(etag: state, text: try FeedText.text(of: events, for: feed.person))
  }

  /// Stores the time of the read. On a full disk it is skipped and the calendar still gets a reply: reading
  /// needs no disk space.
  private func note(_ feed: ReadFeed, _ token: Token, _ call: Call) async throws {
    if let last = feed.lastRead, call.now.since(last) < EventsService.readPrecision { return }
    do {
      try await call.store.write { try $0.noteFeedRead(tokenHash: token.hash, at: call.now) }
    } catch StoreError.full {}
  }

  func getCalendarFile(
    _ request: Events.GetCalendarFile, _ call: Call
  ) async throws -> Events.EventCalendar {
    let person = try call.person
    let event = try await call.read { try $0.visibleEvent(request.id, for: person) }
    let state = FeedState.tag(of: [EventMark(event)])
    if request.state?.text == state { return Events.EventCalendar(etag: state, text: nil) }
    return Events.EventCalendar(etag: state, text: try FeedText.file(of: event), title: event.title)
  }
}
