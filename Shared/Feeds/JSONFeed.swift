internal import JSON
internal import Schema

/// JSON Feed 1.0 and 1.1 (jsonfeed.org). Of its members only what is shown is read, and a broken item is left
/// out.
enum JSONFeed {
  static func read(_ bytes: [UInt8], address: String?) throws(FeedFlaw) -> Feed {
    let document: Document
    do { document = try JSONCoding.decode(Document.self, from: bytes) } catch { throw .unreadable }
    guard document.items != nil || document.version?.text?.contains("jsonfeed.org") == true else {
      throw .unreadable
    }
    var feed = Feed()
    feed.title = FeedText.lineOrNil(document.title?.text, maxLength: FeedItem.maxTitle)
    feed.link = document.home?.text.flatMap { WebAddress.absolute($0, base: address) }
    var keys: Set<String> = []
    for entry in (document.items ?? []).prefix(Feed.maxItems) {
      if let entry = entry.value { feed.add(item(entry, address), &keys) }
    }
    return feed
  }

  private static func item(_ entry: Entry, _ address: String?) -> FeedItem {
    var item = FeedItem()
    item.key = entry.id?.text ?? ""
    item.title = FeedText.lineOrNil(entry.title?.text, maxLength: FeedItem.maxTitle)
    item.link = (entry.url?.text ?? entry.externalURL?.text).flatMap {
      WebAddress.absolute($0, base: address)
    }
    let base = item.link ?? address
    if let html = entry.html?.text {
      item.content = CleanHTML(limited(html), base: base)
    } else {
      item.content = CleanHTML(plain: limited(entry.text?.text ?? entry.summary?.text ?? ""))
    }
    let author = entry.authors?.first?.value?.name?.text ?? entry.author?.value?.name?.text
    item.author = FeedText.lineOrNil(author, maxLength: FeedItem.maxAuthor)
    item.published = (entry.published?.text ?? entry.modified?.text).flatMap {
      FeedDate.instant($0)
    }
    let files = (entry.attachments ?? []).prefix(CleanHTML.maxPictures).compactMap(\.value)
      .filter { $0.type?.text?.hasPrefix("image/") == true }.map { $0.url?.text }
    item.pictures = PictureList.merged(
      ([entry.image?.text, entry.banner?.text] + files).compactMap { text in
        text.flatMap { WebAddress.absolute($0, base: base) }.map { FeedPicture(address: $0, alt: nil) }
      }, item.content.pictures)
    return item
  }

  private static func limited(_ text: String) -> String {
    text.utf8.count <= Feed.maxField ? text : String(decoding: text.utf8.prefix(Feed.maxField), as: UTF8.self)
  }

  private struct Document: Decodable {
    let version: Loose?
    let title: Loose?
    let home: Loose?
    let items: [Lenient<Entry>]?

    enum CodingKeys: String, CodingKey {
      case version, title, items
      case home = "home_page_url"
    }
  }

  private struct Entry: Decodable {
    let id: Loose?
    let url: Loose?
    let externalURL: Loose?
    let title: Loose?
    let html: Loose?
    let text: Loose?
    let summary: Loose?
    let image: Loose?
    let banner: Loose?
    let published: Loose?
    let modified: Loose?
    let author: Lenient<Author>?
    let authors: [Lenient<Author>]?
    let attachments: [Lenient<Attachment>]?

    enum CodingKeys: String, CodingKey {
      case id, url, title, summary, image, author, authors, attachments
      case externalURL = "external_url"
      case html = "content_html"
      case text = "content_text"
      case banner = "banner_image"
      case published = "date_published"
      case modified = "date_modified"
    }
  }

  private struct Author: Decodable {
    let name: Loose?
  }

  private struct Attachment: Decodable {
    let url: Loose?
    let type: Loose?

    enum CodingKeys: String, CodingKey {
      case url
      case type = "mime_type"
    }
  }

  /// A text, or a number in place of one; nil for anything else.
  private struct Loose: Decodable {
    let text: String?

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      do { text = try container.decode(String.self) } catch {
        do { text = String(try container.decode(Int64.self)) } catch { text = nil }
      }
    }
  }

  /// A part that may be unreadable without making the whole so.
  private struct Lenient<Value: Decodable>: Decodable {
    let value: Value?

    init(from decoder: any Decoder) throws {
      do { value = try Value(from: decoder) } catch { value = nil }
    }
  }
}

/// The pictures of an item, each once.
enum PictureList {
  static func merged(_ lists: [FeedPicture]...) -> [FeedPicture] {
    var known: Set<String> = []
    return Array(
      lists.joined().filter { !$0.isTracker && known.insert($0.address).inserted }.prefix(
        CleanHTML.maxPictures))
  }
}
