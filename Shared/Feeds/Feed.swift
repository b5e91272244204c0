package import Schema

/// The contents of a feed.
package struct Feed: Hashable, Sendable {
  package var title: String?
  /// The page that the feed belongs to.
  package var link: String?
  /// The time for which a copy is good, as the feed says it (`ttl`, `sy:updatePeriod`); in minutes.
  package var minutes: Int?
  /// The items in the order of the feed, each once; at most `maxItems`.
  package var items: [FeedItem] = []

  /// The limit of items that are read. The newest come first in most feeds.
  package static let maxItems = 300
  /// The limit of elements within each other. Deeper ones count as their parent's.
  static let maxDepth = 64
  /// The limit of a text's size in bytes. The rest of a longer one is left out.
  static let maxField = 256 * 1024
}

/// An item of a feed.
package struct FeedItem: Hashable, Sendable {
  /// The identity of the item: its id, or else its link and its title.
  package var key = ""
  package var title: String?
  package var content = CleanHTML("", base: nil)
  package var link: String?
  package var author: String?
  package var published: Instant?
  package var pictures: [FeedPicture] = []
  /// The event that the item announces.
  package var starts: Instant?
  package var ends: Instant?
  package var place: String?

  package init() {}

  package static let maxTitle = 200
  package static let maxAuthor = 100
  package static let maxPlace = 200
}

/// A picture of an item.
package struct FeedPicture: Hashable, Sendable {
  package let address: String
  package let alt: String?
  package let width: Int?
  package let height: Int?

  package static let maxAlt = 500

  package init(address: String, alt: String?, width: String? = nil, height: String? = nil) {
    self.address = address
    self.alt = FeedText.lineOrNil(alt, maxLength: FeedPicture.maxAlt)
    self.width = FeedPicture.pixels(width)
    self.height = FeedPicture.pixels(height)
  }

  /// True for a picture of a pixel, which only counts readers.
  var isTracker: Bool { (width ?? 100) <= 2 || (height ?? 100) <= 2 }

  private static func pixels(_ text: String?) -> Int? {
    guard let text, let number = Int(text.hasSuffix("px") ? String(text.dropLast(2)) : text) else {
      return nil
    }
    return (0...20_000).contains(number) ? number : nil
  }
}

/// The reason why something is no feed.
package enum FeedFlaw: Error, Hashable, Sendable {
  /// A page of the web; with the address of its feed if it names one.
  case page(feed: String?)
  case unreadable
}

extension Feed {
  /// Reads RSS 0.9 to 2.0, Atom or JSON Feed in any encoding.
  /// - Parameter contentType: The header `Content-Type`, which may name the encoding.
  /// - Parameter address: The address of the feed, which relative ones are relative to.
  package init(_ bytes: [UInt8], contentType: String?, address: String?) throws(FeedFlaw) {
    let text = FeedEncoding.utf8(bytes, contentType: contentType)
    let first = text.first { !MarkupReader.isSpace($0) }
    self =
      first == UInt8(ascii: "{")
      ? try JSONFeed.read(text, address: address) : try XMLFeed.read(text, address: address)
  }

  /// Adds an item unless the feed has it.
  mutating func add(_ item: FeedItem, _ keys: inout Set<String>) {
    var item = item
    if item.key.isEmpty { item.key = "\(item.link ?? "") \(item.title ?? item.content.text)" }
    item.key = String(item.key.prefix(2000))
    guard item.title != nil || !item.content.html.isEmpty || !item.pictures.isEmpty,
      items.count < Feed.maxItems, keys.insert(item.key).inserted
    else { return }
    items.append(item)
  }
}
