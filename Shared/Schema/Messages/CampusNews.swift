/// The items of sources.
extension Campus {
  static let newsRequests: [any Request.Type] = [ListNews.self, GetNews.self, GetNewsPicture.self]
  static let newsEvents: [any Event.Type] = []

  /// The limit of items that are kept of a source; older ones are deleted.
  package static let maxNewsItems = 200
  /// The limit of pictures that an item shows.
  package static let maxNewsPictures = 10

  /// An item of a source.
  package struct NewsItem: Codable, Hashable, Sendable {
    package let id: NewsID
    package let source: SourceID
    /// The title in plain text; posts have none.
    package let title: String?
    /// The text in HTML: only `p`, `br`, `ul`, `ol`, `li`, `blockquote`, `pre`, `code`, `em`, `strong`, `h3`
    /// and `a` with an address of the web.
    package let html: String
    /// The beginning of the text without any tags, at most 400 characters.
    package let text: String
    /// The page of the item on the web.
    package let link: String?
    /// The name of the author.
    package let author: String?
    /// The time that the item says, or that of its first reading.
    package let published: Instant
    /// The pictures of the item, which this site serves itself.
    package let pictures: [NewsPicture]
    /// The start of the event that the item announces.
    package let starts: Instant?
    /// The end of that event.
    package let ends: Instant?
    /// The place of that event.
    package let place: String?

    package init(
      id: NewsID, source: SourceID, title: String?, html: String, text: String, link: String?,
      author: String?, published: Instant, pictures: [NewsPicture], starts: Instant?, ends: Instant?,
      place: String?
    ) {
      self.id = id
      self.source = source
      self.title = title
      self.html = html
      self.text = text
      self.link = link
      self.author = author
      self.published = published
      self.pictures = pictures
      self.starts = starts
      self.ends = ends
      self.place = place
    }
  }

  /// A picture of an item.
  package struct NewsPicture: Codable, Hashable, Sendable {
    /// The path of the picture on this site, with the size 480: `/v1/school/news/…/pictures/0/480`. The last
    /// part may be `160` or `1200` instead.
    package let address: String
    /// The content of the picture, in words.
    package let alt: String?
    /// The width in pixels that the source says.
    package let width: Int?
    /// The height in pixels that the source says.
    package let height: Int?

    package init(address: String, alt: String?, width: Int?, height: Int?) {
      self.address = address
      self.alt = alt
      self.width = width
      self.height = height
    }
  }

  /// Lists the items of a source, the newest first.
  package struct ListNews: Request {
    package typealias Reply = Page<NewsItem>
    package static let subject = "campus.news.list"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/school/sources/{id}/items")
    package static let faults = [FaultCode.notFound, .cursorBad]
    package static let summary = "List the items of a source."
    package let id: SourceID
    package let cursor: Cursor?
    package let limit: PageLimit?

    package init(id: SourceID, cursor: Cursor? = nil, limit: PageLimit? = nil) {
      self.id = id
      self.cursor = cursor
      self.limit = limit
    }
  }

  /// Returns one item of a source.
  package struct GetNews: Request {
    package typealias Reply = NewsItem
    package static let subject = "campus.news.get"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/school/news/{id}")
    package static let faults = [FaultCode.notFound]
    package static let summary = "Get an item of a source."
    package let id: NewsID

    package init(id: NewsID) {
      self.id = id
    }
  }

  /// Returns a picture of an item. The site reads it from the source and serves it itself, so that no
  /// reader's address reaches the source.
  package struct GetNewsPicture: Request {
    package typealias Reply = PictureFile
    package static let subject = "campus.news.picture"
    package static let deadline = Duration.seconds(15)
    package static let maxRunning = 8
    package static let route: HTTPRoute? = HTTPRoute(
      .get, "/v1/school/news/{id}/pictures/{number}/{variant}")
    package static let faults = [FaultCode.notFound, .newsPictureUnavailable]
    package static let summary = "Get a picture of an item."
    package let id: NewsID
    /// The number of the picture in the item, from 0.
    package let number: NewsPictureNumber
    /// The size.
    package let variant: PictureVariant

    package init(id: NewsID, number: NewsPictureNumber, variant: PictureVariant) {
      self.id = id
      self.number = number
      self.variant = variant
    }
  }

  /// The number of a picture in an item, 0 to 9.
  package struct NewsPictureNumber: WrittenValue {
    package let number: Int
    package static let bad = FaultCode.newsPictureNumberBad
    package static let sample = NewsPictureNumber(checked: 0)

    package init(checked number: Int) { self.number = number }

    package init?(_ description: String) {
      guard let number = Int(description), description.utf8.count == 1,
        (0..<Campus.maxNewsPictures).contains(number)
      else { return nil }
      self.number = number
    }

    package var description: String { String(number) }

    package static var schema: JSONValue { ["type": "string", "pattern": "^[0-9]$"] }
  }
}

extension FaultCode {
  package static let newsPictureUnavailable = FaultCode(
    .badUpstream, "news_picture_unavailable", "The picture can't be loaded from its source right now.")
  package static let newsPictureNumberBad = FaultCode(
    .invalidArgument, "news_picture_number_bad", "Enter the number of a picture from 0 to 9.")
}
