import Fetch
import Schema
import Synchronization
import Testing

@testable import media_fetcher

@Suite("A search goes on until all pictures were shown")
struct FinderTests {
  private func picture(_ source: Media.PictureSource, _ id: String) -> FoundPicture {
    FoundPicture(
      source: source, id: id, title: id, width: 10, height: 10, credit: "c", page: nil, file: "f",
      preview: "p")
  }

  private func index(_ source: Media.PictureSource, _ count: Int, _ text: String = "sun") -> PictureIndex {
    PictureIndex((0..<count).map { (picture(source, "\($0)"), [text]) })
  }

  private func all(_ finder: PictureFinder, seed: UInt64, limit: Int) async throws -> [String] {
    let wanted = try #require(query("sun"))
    var names: [String] = []
    var skip = 0
    while true {
      let found = try await finder.find(wanted, seed: seed, skip: skip, limit: limit)
      names += found.pictures.map { "\($0.source) \($0.id)" }
      skip += limit
      if found.isLast { return names }
      try #require(skip < 10_000)
    }
  }

  @Test("own pictures first, each once, in another order for another seed", arguments: [1, 7, 30])
  func local(limit: Int) async throws {
    let finder = PictureFinder(provider: .bundled, own: index(.own, 5), rest: .bundled(index(.bundled, 40)))
    let one = try await all(finder, seed: 1, limit: limit)
    #expect(one.count == 45 && Set(one).count == 45)
    #expect(one.prefix(5).allSatisfy { $0.hasPrefix("own") })
    #expect(try await all(finder, seed: 1, limit: limit) == one)
    #expect(try await all(finder, seed: 2, limit: limit) != one)
  }

  @Test("a reply says when it was the last, and what lies beyond is empty")
  func ends() async throws {
    let finder = PictureFinder(provider: .bundled, own: .empty, rest: .bundled(index(.bundled, 3)))
    let wanted = try #require(query("sun"))
    #expect(try await !finder.find(wanted, seed: 1, skip: 0, limit: 2).isLast)
    #expect(try await finder.find(wanted, seed: 1, skip: 2, limit: 1).isLast)
    let beyond = try await finder.find(wanted, seed: 1, skip: 50, limit: 5)
    #expect(beyond == FoundPictures(pictures: [], total: 3, isLast: true))
    let none = try await finder.find(try #require(query("moon")), seed: 1, skip: 0, limit: 5)
    #expect(none == FoundPictures(pictures: [], total: 0, isLast: true))
    #expect(try await finder.find(wanted, seed: 1, skip: -5, limit: 1000).pictures.count == 3)
  }

  /// A provider of `total` pictures, and the numbers of the pages that were fetched.
  private func web(_ total: Int) -> (WebPictures, @Sendable () -> [Int]) {
    let asked = Mutex<[Int]>([])
    let box = Box(asked)
    let web = WebPictures(Counting(total: total)) { request throws(PoliteError) in
      let page = Int(request.url) ?? 0
      box.asked.withLock { $0.append(page) }
      return FetchResponse(status: page, headers: [], body: [])
    }
    return (web, { box.asked.withLock { $0 } })
  }

  @Test("pictures of the web come after our own, each once, at one request a page", arguments: [1, 30])
  func remote(limit: Int) async throws {
    let (web, asked) = web(946)
    let finder = PictureFinder(provider: .bundled, own: index(.own, 5), rest: .web(web))
    let names = try await all(finder, seed: 3, limit: limit)
    #expect(names.count == 951 && Set(names).count == 951)
    #expect(names.prefix(5).allSatisfy { $0.hasPrefix("own") })
    #expect(asked().sorted() == Array(1...10))
  }

  @Test("no more than the provider's depth, and few requests for one reply")
  func depth() async throws {
    let (web, asked) = web(1_000_000)
    let finder = PictureFinder(provider: .bundled, own: .empty, rest: .web(web))
    let wanted = try #require(query("sun"))
    let found = try await finder.find(wanted, seed: 3, skip: 0, limit: 30)
    #expect(found.total == 4000 && found.pictures.count == 30 && !found.isLast)
    #expect(asked().count <= 2)
    let last = try await finder.find(wanted, seed: 3, skip: 3990, limit: 30)
    #expect(last.pictures.count == 10 && last.isLast)
    #expect(asked().max() ?? 0 <= 40)
  }

  @Test("a provider that is away, or asks for time, says so")
  func failures() async throws {
    let wanted = try #require(query("sun"))
    for (error, expected) in [
      (PoliteError.later(.seconds(3)), PictureFailure.busy(.seconds(3))),
      (.fetch(.timedOut), .unavailable("no complete response in time")),
    ] {
      let web = WebPictures(Counting(total: 5)) { _ throws(PoliteError) in throw error }
      await #expect(throws: expected) {
        let finder = PictureFinder(provider: .flickr, own: .empty, rest: .web(web))
        _ = try await finder.find(wanted, seed: 1, skip: 0, limit: 1)
      }
    }
  }

  @Test("pages are kept for an hour, and 256 of them")
  func cache() {
    var cache = PageCache()
    let start = ContinuousClock.now
    func key(_ number: Int) -> PageCache.Key { PageCache.Key(query: "sun", number: number) }
    for number in 0..<PageCache.maxPages {
      cache.keep(PicturePage(total: number, pictures: []), key(number), at: start)
    }
    #expect(cache.page(key(0), at: start)?.total == 0)
    cache.keep(PicturePage(total: 7, pictures: []), key(999), at: start)
    #expect(cache.count == PageCache.maxPages)
    // The one that was used stayed; the one that was not, for longest, made room.
    #expect(cache.page(key(0), at: start) != nil && cache.page(key(1), at: start) == nil)
    #expect(cache.page(key(999), at: start + .seconds(3599)) != nil)
    #expect(cache.page(key(999), at: start + .seconds(3600)) == nil)
    #expect(cache.count == PageCache.maxPages - 1)
  }
}

/// A value that a closure can hold.
private final class Box: Sendable {
  let asked: Mutex<[Int]>
  init(_ asked: consuming Mutex<[Int]>) { self.asked = asked }
}

/// A provider whose request is its page's number, and whose reply too.
private struct Counting: PictureProvider {
  let total: Int
  let pageSize = 100
  let maxResults = 4000

  func request(_ query: PictureQuery, page: Int) -> FetchRequest { FetchRequest(url: "\(page)") }

  func read(_ response: FetchResponse) throws(PictureFailure) -> PicturePage {
    let start = (response.status - 1) * pageSize
    let pictures = (start..<min(start + pageSize, total)).map { number in
      FoundPicture(
        source: .flickr, id: "\(number)", title: "", width: 1, height: 1, credit: "", page: nil, file: "",
        preview: "")
    }
    return PicturePage(total: total, pictures: pictures)
  }

  func check(_ id: String) -> FetchRequest { FetchRequest(url: id) }
  func isGone(_ response: FetchResponse) -> Bool { response.status == 404 }
}
