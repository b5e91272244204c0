import Fetch
import Schema
import Synchronization

/// A provider's results, a page at a time. Pages are kept for an hour, so that searching again costs nothing.
final class WebPictures: Sendable {
  /// Sends a request when the provider's limits let it.
  typealias Sender = @Sendable (FetchRequest) async throws(PoliteError) -> FetchResponse

  let provider: any PictureProvider
  fileprivate let send: Sender
  private let cache: Mutex<PageCache>
  private let now: @Sendable () -> ContinuousClock.Instant

  init(
    _ provider: any PictureProvider, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
    send: @escaping Sender
  ) {
    self.provider = provider
    self.send = send
    self.now = now
    cache = Mutex(PageCache())
  }

  /// - Parameter number: From 1.
  func page(_ number: Int, of query: PictureQuery) async throws(PictureFailure) -> PicturePage {
    let key = PageCache.Key(query: query.text.lowercased(), number: number)
    if let page = cache.withLock({ $0.page(key, at: now()) }) { return page }
    let page = try provider.read(try await reply(to: provider.request(query, page: number)))
    cache.withLock { $0.keep(page, key, at: now()) }
    return page
  }
}

extension WebPictures {
  /// True if the provider no longer has the picture.
  func isGone(_ id: String) async throws(PictureFailure) -> Bool {
    try provider.isGone(try await reply(to: provider.check(id)))
  }

  private func reply(to request: FetchRequest) async throws(PictureFailure) -> FetchResponse {
    do { return try await send(request) } catch {
      switch error {
      case .later(let time): throw .busy(time)
      case .fetch(let error): throw .unavailable("\(error)")
      }
    }
  }

  /// The bytes of a found picture.
  func file(_ url: String) async throws(PictureFailure) -> [UInt8] {
    let response = try await reply(
      to: FetchRequest(url: url, timeout: PictureLimits.timeout, maxBody: Media.TakeUpload.bodyLimit))
    guard response.status == 200 else { throw .unavailable("the file of a picture: \(response.status)") }
    return response.body
  }
}

/// Pages by query and number, the least recently used of which go first.
struct PageCache {
  struct Key: Hashable {
    let query: String
    let number: Int
  }

  private struct Entry {
    let page: PicturePage
    let expires: ContinuousClock.Instant
    var used: UInt64
  }

  /// A page of 100 pictures takes about 60 KB.
  static let maxPages = 256
  static let lifetime = Duration.seconds(3600)

  private var entries: [Key: Entry] = [:]
  private var uses: UInt64 = 0

  var count: Int { entries.count }

  mutating func page(_ key: Key, at now: ContinuousClock.Instant) -> PicturePage? {
    guard let entry = entries[key] else { return nil }
    guard entry.expires > now else {
      entries[key] = nil
      return nil
    }
    uses += 1
    entries[key]?.used = uses
    return entry.page
  }

  mutating func keep(_ page: PicturePage, _ key: Key, at now: ContinuousClock.Instant) {
    uses += 1
    entries[key] = Entry(page: page, expires: now + PageCache.lifetime, used: uses)
    guard entries.count > PageCache.maxPages else { return }
    if let oldest = entries.min(by: { $0.value.used < $1.value.used }) { entries[oldest.key] = nil }
  }
}
