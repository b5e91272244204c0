internal import Schema

/// RSS 0.9 to 2.0, RSS 1.0 (RDF) and Atom, with the extensions that feeds of schools use. It reads what it
/// can of a broken document: an end tag closes what is open within it, one without a start is passed over.
struct XMLFeed {
  /// An open element.
  private struct Element {
    let name: String
    let attributes: [String: String]
    /// The place behind its start tag.
    let start: Int
    var text = ""
    var hasChildren = false
  }

  private let bytes: [UInt8]
  private let address: String?
  private var feed = Feed()
  private var keys: Set<String> = []
  private var stack: [Element] = []
  /// The prefixes of the document and what they stand for here.
  private var prefixes: [String: String] = [:]
  private var isAtom = false
  private var hasRoot = false
  private var item: Draft?
  /// The depth of the open item's element.
  private var itemDepth = 0
  /// The feed that a page of the web names.
  private var namedFeed: String?
  private var period: (minutes: Int, frequency: Int) = (0, 1)

  private init(_ bytes: [UInt8], address: String?) {
    self.bytes = bytes
    self.address = address
  }

  static func read(_ bytes: [UInt8], address: String?) throws(FeedFlaw) -> Feed {
    var feed = XMLFeed(bytes, address: address)
    try feed.read()
    return feed.feed
  }

  private static let roots: Set<String> = ["rss", "rdf:rdf", "feed", "channel"]
  private static let items: Set<String> = ["item", "entry"]

  private mutating func read() throws(FeedFlaw) {
    var reader = MarkupReader(bytes, isHTML: false)
    while feed.items.count < Feed.maxItems, let token = reader.next() {
      switch token {
      case .start(let tag):
        let name = name(tag)
        if !hasRoot { try begin(name, tag) }
        if hasRoot { open(name, tag, at: reader.at) }
      case .end(let name): close(resolved(name), at: reader.at)
      case .text(let range, let isCDATA): text(range, isCDATA)
      }
    }
    guard hasRoot else { throw namedFeed == nil ? .unreadable : .page(feed: namedFeed) }
    if period.minutes > 0 { feed.minutes = feed.minutes ?? period.minutes / max(1, period.frequency) }
  }

  /// Looks for the root of a feed. A page of the web may name its feed.
  private mutating func begin(_ name: String, _ tag: MarkupTag) throws(FeedFlaw) {
    if XMLFeed.roots.contains(name) {
      hasRoot = true
      isAtom = name == "feed"
    } else if name == "link", XMLFeed.namesFeed(tag), namedFeed == nil, let href = tag["href"] {
      namedFeed = WebAddress.absolute(href, base: address)
    } else if name == "body" {
      throw .page(feed: namedFeed)
    }
  }

  private static func namesFeed(_ tag: MarkupTag) -> Bool {
    let type = tag["type"]?.lowercased() ?? ""
    return tag["rel"]?.lowercased() == "alternate"
      && ["application/rss+xml", "application/atom+xml", "application/feed+json"].contains(type)
  }

  // MARK: - Elements

  private mutating func open(_ name: String, _ tag: MarkupTag, at start: Int) {
    if let last = stack.indices.last { stack[last].hasChildren = true }
    if item == nil, XMLFeed.items.contains(name) {
      item = Draft(base: address)
      itemDepth = stack.count
    }
    guard stack.count < Feed.maxDepth else { return }
    stack.append(Element(name: name, attributes: tag.attributes, start: start))
    if tag.isClosed { close(name, at: start) }
  }

  private mutating func close(_ name: String, at end: Int) {
    guard let index = stack.lastIndex(where: { $0.name == name }) else { return }
    while stack.count > index {
      let element = stack.removeLast()
      // One without an end tag of its own holds no more than its text.
      let hasEnd = stack.count == index
      ended(element, hasEnd: hasEnd, isItem: item != nil && stack.count == itemDepth, at: end)
    }
  }

  private mutating func text(_ range: Range<Int>, _ isCDATA: Bool) {
    guard let last = stack.indices.last, stack[last].text.utf8.count < Feed.maxField else { return }
    let slice = bytes[range.prefix(Feed.maxField)]
    stack[last].text += isCDATA ? String(decoding: slice, as: UTF8.self) : MarkupText.decode(slice)
  }

  private mutating func ended(_ element: Element, hasEnd: Bool, isItem: Bool, at end: Int) {
    if isItem {
      if let draft = item { feed.add(draft.finished(isAtom: isAtom), &keys) }
      item = nil
      return
    }
    let depth = item == nil ? stack.count : stack.count - itemDepth
    let parent = stack.last?.name ?? ""
    var field = Field(name: element.name, attributes: element.attributes, text: element.text)
    if hasEnd && element.hasChildren && Draft.holdsMarkup.contains(element.name) {
      // Markup that is not escaped, as in Atom's XHTML: its source, up to the end tag.
      field.text = source(element.start, end)
      field.isMarkup = true
    }
    if item != nil {
      item?.take(field, isDirect: depth == 1, parent: parent)
    } else {
      take(field, parent: parent)
    }
  }

  private func source(_ start: Int, _ end: Int) -> String {
    let slice = bytes[start..<max(start, end)]
    let upTo = slice.lastIndex(of: UInt8(ascii: "<")) ?? slice.endIndex
    return String(decoding: slice[..<upTo].prefix(Feed.maxField), as: UTF8.self)
  }

  /// An element of the feed itself.
  private mutating func take(_ field: Field, parent: String) {
    guard parent == "channel" || parent == "feed" else { return }
    switch field.name {
    case "title": feed.title = feed.title ?? FeedText.lineOrNil(field.text, maxLength: FeedItem.maxTitle)
    case "link":
      guard ["", "alternate"].contains(field.attributes["rel"] ?? "") else { return }
      let link = field.attributes["href"] ?? field.text
      feed.link = feed.link ?? WebAddress.absolute(link, base: address)
    case "ttl": feed.minutes = Int(Text.trim(field.text)).flatMap { $0 > 0 ? min($0, 1440) : nil }
    case "sy:updateperiod":
      let minutes = ["hourly": 60, "daily": 1440, "weekly": 1440, "monthly": 1440, "yearly": 1440]
      period.minutes = minutes[Text.trim(field.text).lowercased()] ?? 0
    case "sy:updatefrequency": period.frequency = min(max(1, Int(Text.trim(field.text)) ?? 1), 100)
    default: break
    }
  }

  // MARK: - Namespaces

  private static let namespaces: [String: String] = [
    "http://www.w3.org/2005/atom": "", "http://purl.org/atom/ns#": "", "http://purl.org/rss/1.0/": "",
    "http://my.netscape.com/rdf/simple/0.9/": "", "http://www.w3.org/1999/02/22-rdf-syntax-ns#": "rdf",
    "http://purl.org/dc/elements/1.1/": "dc", "http://purl.org/dc/terms/": "dcterms",
    "http://purl.org/rss/1.0/modules/content/": "content",
    "http://purl.org/rss/1.0/modules/syndication/": "sy", "http://search.yahoo.com/mrss/": "media",
    "http://search.yahoo.com/mrss": "media", "http://purl.org/rss/1.0/modules/event/": "ev",
    "http://www.itunes.com/dtds/podcast-1.0.dtd": "itunes", "urn:ietf:params:xml:ns:xcal": "xcal",
    "http://www.w3.org/1999/xhtml": "xhtml",
  ]

  /// The name of an element with the usual prefix of its namespace, whatever prefix the document chose.
  private mutating func name(_ tag: MarkupTag) -> String {
    for (name, value) in tag.attributes where name.hasPrefix("xmlns:") && prefixes.count < 40 {
      if let usual = XMLFeed.namespaces[value.lowercased()] { prefixes[String(name.dropFirst(6))] = usual }
    }
    return resolved(tag.name)
  }

  private func resolved(_ name: String) -> String {
    guard let colon = name.firstIndex(of: ":") else { return name }
    let prefix = String(name[..<colon])
    let local = name[name.index(after: colon)...]
    guard let usual = prefixes[prefix] ?? (prefix == "atom" ? "" : nil) else { return name }
    return usual.isEmpty ? String(local) : "\(usual):\(local)"
  }
}

/// An element that has ended.
struct Field {
  let name: String
  let attributes: [String: String]
  var text: String
  /// True for text that is markup itself.
  var isMarkup = false
}
