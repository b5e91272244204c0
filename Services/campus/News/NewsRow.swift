import Crypto
import Feeds
import JSON
import Schema
import ServiceKit
import Store

/// An item of a source as it is stored.
struct NewsRow: Sendable {
  let id: NewsID
  let source: SourceID
  let title: String?
  let html: String
  let plain: String
  let link: String?
  let author: String?
  let published: Instant
  let pictures: [Picture]
  let starts: Instant?
  let ends: Instant?
  let place: String?

  /// A picture of an item, with its address on the web.
  struct Picture: Codable, Hashable, Sendable {
    let address: String
    let alt: String?
    let width: Int?
    let height: Int?
  }

  static let columns = """
    id, source, title, html, plain, link, author, published_at, pictures, starts_at, ends_at, place
    """

  init(row: borrowing Row) throws {
    id = NewsID(try row.id("id"))
    source = SourceID(try row.id("source"))
    title = try row.textOrNil("title")
    html = try row.text("html")
    plain = try row.text("plain")
    link = try row.textOrNil("link")
    author = try row.textOrNil("author")
    published = try row.instant("published_at")
    pictures =
      try row.textOrNil("pictures").map { try JSONCoding.decode([Picture].self, from: Array($0.utf8)) } ?? []
    starts = try row.instantOrNil("starts_at")
    ends = try row.instantOrNil("ends_at")
    place = try row.textOrNil("place")
  }

  /// The item as people see it: pictures have addresses on this site.
  var shown: Campus.NewsItem {
    Campus.NewsItem(
      id: id, source: source, title: title, html: html, text: plain, link: link, author: author,
      published: published,
      pictures: pictures.enumerated().map { number, picture in
        Campus.NewsPicture(
          address: "/v1/school/news/\(id)/pictures/\(number)/480", alt: picture.alt, width: picture.width,
          height: picture.height)
      }, starts: starts, ends: ends, place: place)
  }

  /// A few words about the item, for alerts.
  var headline: String { FeedText.line(title ?? plain, maxLength: 100) }
}

extension FeedItem {
  var keyHash: String { SHA256.hash(Array(key.utf8)).hexadecimal }

  var picturesText: String? {
    get throws {
      guard !pictures.isEmpty else { return nil }
      let stored = pictures.map {
        NewsRow.Picture(address: $0.address, alt: $0.alt, width: $0.width, height: $0.height)
      }
      return String(decoding: try JSONCoding.encode(stored), as: UTF8.self)
    }
  }

  /// The hash of what is shown.
  var contentHash: String {
    get throws {
      let texts = [
        title, content.html, link, author, published?.description, try picturesText, starts?.description,
        ends?.description, place,
      ]
      return SHA256.hash(texts.flatMap { Array(($0 ?? "").utf8) + [0] }).hexadecimal
    }
  }
}

extension Database {
  func newsItem(_ id: NewsID) throws -> NewsRow? {
    try one("SELECT \(NewsRow.columns) FROM news_item WHERE id = ?", id.raw, map: NewsRow.init(row:))
  }

  /// The newest first.
  func newsItems(of source: SourceID, before key: TimeKey, limit: Int) throws -> [NewsRow] {
    try all(
      """
      SELECT \(NewsRow.columns) FROM news_item
      WHERE source = ? AND (published_at, id) < (?, ?) ORDER BY published_at DESC, id DESC LIMIT ?
      """,
      source.raw, key.time, key.id, limit, map: NewsRow.init(row:))
  }

  /// Stores what a feed says. Items that it no longer has stay until newer ones take their place.
  /// - Returns: The new items, the newest first.
  func store(_ feed: Feed, of source: SourceID, at now: Instant) throws -> (new: [NewsID], isChanged: Bool) {
    let known = try knownItems(of: source)
    var new: Set<NewsID> = []
    var isChanged = false
    for (item, published) in dated(feed.items, at: now).prefix(Campus.maxNewsItems) {
      let hash = try item.contentHash
      let old = known[item.keyHash]
      guard old?.hash != hash else { continue }
      isChanged = true
      let id = old?.id ?? .timed(now)
      if old == nil { new.insert(id) }
      // An item without a date keeps that of its first reading.
      let date = item.published == nil ? old?.published ?? published : published
      try put(item, id, of: source, published: date, hash, at: now)
    }
    guard isChanged else { return ([], false) }
    try run(
      """
      DELETE FROM news_item WHERE id IN (SELECT id FROM news_item WHERE source = ?
        ORDER BY published_at DESC, id DESC LIMIT 1000 OFFSET ?)
      """,
      source.raw, Campus.maxNewsItems)
    let kept = try all(
      "SELECT id FROM news_item WHERE source = ? ORDER BY published_at DESC, id DESC LIMIT ?", source.raw,
      Campus.maxNewsItems
    ) { NewsID(try $0.id("id")) }
    return (kept.filter { new.contains($0) }, true)
  }

  /// The items by their dates, the newest first. Those without one are as new as now, in the feed's order. A
  /// date in the future is a mistake.
  private func dated(_ items: [FeedItem], at now: Instant) -> [(FeedItem, Instant)] {
    items.enumerated().map { index, item in
      let usual = now.advanced(by: .milliseconds(-index))
      return (item, min(item.published ?? usual, usual))
    }.sorted { $0.1 > $1.1 }
  }

  private func knownItems(
    of source: SourceID
  ) throws -> [String: (id: NewsID, hash: String, published: Instant)] {
    let rows = try all(
      "SELECT id, key_hash, content_hash, published_at FROM news_item WHERE source = ? LIMIT ?", source.raw,
      2 * Campus.maxNewsItems
    ) { row in
      (
        try row.text("key_hash"),
        (
          id: NewsID(try row.id("id")), hash: try row.text("content_hash"),
          published: try row.instant("published_at")
        )
      )
    }
    return Dictionary(rows, uniquingKeysWith: { first, _ in first })
  }

  private func put(
    _ item: FeedItem, _ id: NewsID, of source: SourceID, published: Instant, _ hash: String, at now: Instant
  ) throws {
    try run(
      """
      INSERT INTO news_item(id, source, key_hash, content_hash, title, html, plain, link, author,
        published_at, read_at, pictures, starts_at, ends_at, place)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT(id) DO UPDATE SET content_hash = excluded.content_hash, title = excluded.title,
        html = excluded.html, plain = excluded.plain, link = excluded.link, author = excluded.author,
        published_at = excluded.published_at, pictures = excluded.pictures, starts_at = excluded.starts_at,
        ends_at = excluded.ends_at, place = excluded.place
      """,
      id.raw, source.raw, item.keyHash, hash, item.title, item.content.html, item.content.text, item.link,
      item.author, published, now, try item.picturesText, item.starts, item.ends, item.place)
  }
}
