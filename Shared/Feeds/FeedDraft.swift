internal import Schema

/// An item of an XML feed that is being read.
struct Draft {
  private let base: String?
  private var id: String?
  private var title: Field?
  /// The texts by how much they say: the whole content, then a summary.
  private var content: Field?
  private var summary: Field?
  private var link: String?
  private var guidLink: String?
  private var author: String?
  private var published: Instant?
  private var updated: Instant?
  private var enclosures: [FeedPicture] = []
  private var alt: String?
  private var starts: Instant?
  private var ends: Instant?
  private var place: String?

  init(base: String?) { self.base = base }

  /// Elements that may hold markup without escaping it.
  static let holdsMarkup: Set<String> = [
    "title", "description", "summary", "content", "content:encoded", "xhtml:body", "body",
  ]

  /// - Parameter isDirect: True for a child of the item itself.
  mutating func take(_ field: Field, isDirect: Bool, parent: String) {
    if field.name.hasPrefix("media:") { return media(field) }
    if parent == "author" && field.name == "name" { author = author ?? field.text }
    guard isDirect else { return }
    switch field.name {
    case "title": title = title ?? field
    case "guid":
      id = id ?? nonEmpty(field.text)
      if field.attributes["ispermalink"]?.lowercased() != "false" { guidLink = address(field.text) }
    case "id", "dc:identifier": id = id ?? nonEmpty(field.text)
    case "link": takeLink(field)
    case "content", "content:encoded", "xhtml:body", "body": content = content ?? field
    case "description", "summary", "dcterms:abstract": summary = summary ?? field
    case "author": if author == nil, !field.text.contains("@") { author = nonEmpty(field.text) }
    case "dc:creator", "itunes:author": author = author ?? nonEmpty(field.text)
    case "enclosure":
      guard isPicture(field.attributes["type"], field.attributes["url"]) else { return }
      picture(field.attributes["url"], field)
    case "itunes:image": picture(field.attributes["href"], field)
    default: takeDate(field)
    }
  }

  private mutating func takeDate(_ field: Field) {
    switch field.name {
    case "pubdate", "published", "dc:date", "issued", "created", "dcterms:created", "dcterms:issued":
      published = published ?? FeedDate.instant(field.text)
    case "updated", "modified", "dcterms:modified": updated = updated ?? FeedDate.instant(field.text)
    case "ev:startdate", "xcal:dtstart", "mec:startdate", "startdate":
      starts = starts ?? FeedDate.instant(field.text)
    case "ev:enddate", "xcal:dtend", "mec:enddate", "enddate": ends = ends ?? FeedDate.instant(field.text)
    case "ev:location", "xcal:location", "mec:location", "location": place = place ?? nonEmpty(field.text)
    default: break
    }
  }

  private mutating func takeLink(_ field: Field) {
    guard let href = field.attributes["href"] else {
      link = link ?? address(field.text)
      return
    }
    switch field.attributes["rel"]?.lowercased() ?? "alternate" {
    case "alternate": link = link ?? address(href)
    case "enclosure" where isPicture(field.attributes["type"], href): picture(href, field)
    default: break
    }
  }

  private mutating func media(_ field: Field) {
    switch field.name {
    case "media:content":
      let isImage = field.attributes["medium"] == "image"
      guard isImage || isPicture(field.attributes["type"], field.attributes["url"]) else { return }
      picture(field.attributes["url"], field)
    case "media:thumbnail":
      // A smaller copy of a picture that is there, unless it is the only one.
      if enclosures.isEmpty { picture(field.attributes["url"], field) }
    case "media:description", "media:text": alt = alt ?? nonEmpty(field.text)
    case "media:title": title = title ?? field
    default: break
    }
  }

  private mutating func picture(_ url: String?, _ field: Field) {
    guard enclosures.count < CleanHTML.maxPictures, let url = url.flatMap({ address($0) }) else { return }
    let words = alt
    alt = nil
    enclosures.append(
      FeedPicture(
        address: url, alt: words, width: field.attributes["width"], height: field.attributes["height"]))
  }

  private func isPicture(_ type: String?, _ url: String?) -> Bool {
    if let type, !type.isEmpty { return type.lowercased().hasPrefix("image/") }
    let path = (url ?? "").lowercased().prefix { $0 != "?" && $0 != "#" }
    return [".jpg", ".jpeg", ".png", ".webp", ".gif"].contains { path.hasSuffix($0) }
  }

  private func address(_ text: String) -> String? { WebAddress.absolute(text, base: base) }

  private func nonEmpty(_ text: String) -> String? {
    let text = Text.trim(text)
    return text.isEmpty ? nil : text
  }

  func finished(isAtom: Bool) -> FeedItem {
    var item = FeedItem()
    item.key = id ?? ""
    item.link = link ?? guidLink
    item.title = title.flatMap { FeedText.lineOrNil(plain($0, isAtom), maxLength: FeedItem.maxTitle) }
    item.content = clean([content, summary], item.link ?? base, isAtom)
    item.author = FeedText.lineOrNil(author, maxLength: FeedItem.maxAuthor)
    item.published = published ?? updated
    item.pictures = PictureList.merged(enclosures, item.content.pictures)
    (item.starts, item.ends) = (starts, ends.flatMap { end in starts.map { max($0, end) } })
    item.place = FeedText.lineOrNil(place, maxLength: FeedItem.maxPlace)
    return item
  }

  /// The first text that says something.
  private func clean(_ fields: [Field?], _ base: String?, _ isAtom: Bool) -> CleanHTML {
    for case let field? in fields where !field.text.isEmpty {
      let isPlain = isAtom && !field.isMarkup && ["", "text"].contains(field.attributes["type"] ?? "")
      let clean = isPlain ? CleanHTML(plain: field.text) : CleanHTML(field.text, base: base)
      if !clean.html.isEmpty || !clean.pictures.isEmpty { return clean }
    }
    return CleanHTML("", base: nil)
  }

  /// A title without tags. Atom says whether it has some, RSS does not.
  private func plain(_ field: Field, _ isAtom: Bool) -> String {
    let isText = isAtom && !field.isMarkup && ["", "text"].contains(field.attributes["type"] ?? "")
    return isText || !field.text.contains(where: { $0 == "<" || $0 == "&" })
      ? field.text : CleanHTML(field.text, base: nil).text
  }
}
