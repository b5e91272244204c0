import Bus
import Crypto
import Schema
import ServiceKit
import Store
import Synchronization
import TestSupport
import Testing

@testable import campus

/// A site whose feeds a test writes: campus asks media-fetcher, which replies with what stands in `pages`.
final class NewsSite: Sendable {
  typealias Reply = Result<Media.FetchedFeed, Fault>
  static let address = Campus.NewsAddress(checked: "https://hilltop.example/news.xml")

  let admin = TestPerson([.admin])
  let ada = TestPerson()
  let ben = TestPerson()
  private let pages = Mutex<[String: Reply]>([:])
  private let seen = Mutex<[Media.FetchFeed]>([])

  var requests: [Media.FetchFeed] { seen.withLock { $0 } }

  func show(_ reply: Reply, at address: Campus.NewsAddress = address) {
    pages.withLock { $0[address.text] = reply }
  }

  /// A feed whose items have these titles, the first being the newest.
  func show(_ titles: [String], etag: String? = nil, ttl: Int? = nil) {
    let items = titles.enumerated().map { number, title in
      let day = 15 - number
      return
        "<item><guid>\(title)</guid><title>\(title)</title><pubDate>\(day) Oct 2026</pubDate></item>"
    }
    let minutes = ttl.map { "<ttl>\($0)</ttl>" } ?? ""
    let feed = "<rss><channel><title>News</title>\(minutes)\(items.joined())</channel></rss>"
    show(.success(.page(feed, etag: etag)))
  }

  var answers: [StubbedReply] {
    [
      StubbedReply(Media.FetchFeed.self) { request in
        self.seen.withLock { $0.append(request) }
        let reply = self.pages.withLock { $0[request.address.text] }
        return try (reply ?? .failure(Fault(.feedUnreachable))).get()
      },
      StubbedReply(Media.TakeFeedPicture.self) { request in
        guard request.address.text.hasSuffix("p.png") else { throw Fault(.pictureBroken) }
        return Media.StoredPicture(object: .sample, width: 10, height: 10, credit: nil)
      },
    ]
  }

  func with(_ body: (ProgramInProcess<CampusService>) async throws -> Void) async throws {
    try await Program.with(CampusService.self, answers: answers) { try await body($0) }
  }

  func add(_ program: ProgramInProcess<CampusService>) async throws -> Campus.Source {
    try await program.ask(
      Campus.AddSource(title: .sample, kind: .feed, address: NewsSite.address), as: admin)
  }

  /// Reads what is due after a time.
  @discardableResult
  func read(_ program: ProgramInProcess<CampusService>, after time: Duration = .zero) async throws -> Int {
    if time > .zero { try program.move(to: program.context.clock.now.advanced(by: time)) }
    return try await NewsReader(context: program.context).step()
  }

  func titles(_ program: ProgramInProcess<CampusService>, _ source: Campus.Source) async throws -> [String?] {
    try await program.ask(Campus.ListNews(id: source.id), as: ada).items.map(\.title)
  }

  func source(_ program: ProgramInProcess<CampusService>) async throws -> Campus.Source {
    try #require(try await program.ask(Campus.ListSources(), as: admin).items.first)
  }
}

extension Media.FetchedFeed {
  static func page(
    _ text: String = "", status: Int = 200, etag: String? = nil, retryAfter: Int? = nil, moved: String? = nil
  ) -> Media.FetchedFeed {
    Media.FetchedFeed(
      status: status, body: Base64URL.encode(Array(text.utf8)),
      etag: etag.flatMap { Media.FeedValidator($0) },
      lastModified: nil, contentType: "text/xml", retryAfter: retryAfter,
      finalAddress: moved.map { Campus.NewsAddress(checked: $0) })
  }
}
