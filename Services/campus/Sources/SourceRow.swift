import Schema
import ServiceKit
import Store

/// A source as it is stored.
struct SourceRow: Sendable {
  let id: SourceID
  var title: Campus.SourceTitle
  let kind: Campus.SourceKind
  var layout: Campus.SourceLayout
  var link: Campus.NewsAddress?
  var address: Campus.NewsAddress?
  var note: Campus.SourceNote?
  var noted: Instant?
  var isOn: Bool
  var place: Int
  var version: Int
  /// The address that the feed has moved to, or at which it was found.
  var readAddress: Campus.NewsAddress?
  var etag: Media.FeedValidator?
  var lastModified: Media.FeedValidator?
  var bodyHash: String?
  /// The time for which a copy of the feed is good, in minutes.
  var minutes: Int?
  var next: Instant?
  /// The failures since the last success.
  var failures = 0
  var read: Instant?
  var problem: Campus.SourceProblem?

  static let columns = """
    id, title, kind, layout, link, address, note, noted_at, is_on, place, version, read_address, etag,
    last_modified, body_hash, minutes, next_at, failures, read_at, problem
    """

  init(_ request: Campus.AddSource, place: Int, at now: Instant) {
    id = .timed(now)
    title = request.title
    kind = request.kind
    layout = request.layout ?? .list
    link = request.link
    address = request.kind.isFetched ? request.address : nil
    note = request.note
    noted = request.note.map { _ in now }
    isOn = request.isOn ?? true
    self.place = place
    version = 1
    next = request.kind.isFetched ? now : nil
  }

  init(row: borrowing Row) throws {
    id = SourceID(try row.id("id"))
    title = Campus.SourceTitle(checked: try row.text("title"))
    kind = Campus.SourceKind(rawValue: try row.text("kind")) ?? .card
    layout = Campus.SourceLayout(rawValue: try row.text("layout")) ?? .list
    link = try row.textOrNil("link").map { Campus.NewsAddress(checked: $0) }
    address = try row.textOrNil("address").map { Campus.NewsAddress(checked: $0) }
    note = try row.textOrNil("note").map { Campus.SourceNote(checked: $0) }
    noted = try row.instantOrNil("noted_at")
    isOn = try row.int("is_on") == 1
    place = Int(try row.int("place"))
    version = Int(try row.int("version"))
    readAddress = try row.textOrNil("read_address").map { Campus.NewsAddress(checked: $0) }
    etag = try row.textOrNil("etag").map { Media.FeedValidator(checked: $0) }
    lastModified = try row.textOrNil("last_modified").map { Media.FeedValidator(checked: $0) }
    bodyHash = try row.textOrNil("body_hash")
    minutes = try row.intOrNil("minutes").map { Int($0) }
    next = try row.instantOrNil("next_at")
    failures = Int(try row.int("failures"))
    read = try row.instantOrNil("read_at")
    problem = try row.textOrNil("problem").flatMap { Campus.SourceProblem(rawValue: $0) }
  }

  /// The address that is read now: that of a Mastodon account's feed has the ending `.rss`.
  var feed: Campus.NewsAddress? {
    if let readAddress { return readAddress }
    guard let address, kind == .mastodon, !address.text.hasSuffix(".rss") else { return address }
    let text = address.text.hasSuffix("/") ? String(address.text.dropLast()) : address.text
    return Campus.NewsAddress(text + ".rss") ?? address
  }

  /// Forgets what is known of the feed at the old address.
  mutating func move(to new: Campus.NewsAddress, at now: Instant) {
    address = new
    (readAddress, etag, lastModified, bodyHash, minutes) = (nil, nil, nil, nil, nil)
    (failures, read, problem, next) = (0, nil, nil, now)
  }

  /// The source as a person sees it.
  func shown(follow: Campus.NewsDelivery?, toAdministrator: Bool) -> Campus.Source {
    let state: Campus.SourceState =
      !kind.isFetched ? .ok : problem != nil ? .failing : read == nil ? .waiting : .ok
    return Campus.Source(
      id: id, title: title, kind: kind, layout: layout, link: link, address: toAdministrator ? address : nil,
      note: note, noted: noted, isOn: isOn, follow: follow, state: state, lastFetched: read,
      nextFetch: toAdministrator && isOn ? next : nil, error: problem, version: version)
  }
}

extension Database {
  func source(_ id: SourceID) throws -> SourceRow? {
    try one(
      "SELECT \(SourceRow.columns) FROM news_source WHERE id = ?", id.raw, map: SourceRow.init(row:))
  }

  /// A source that the person may see.
  func source(_ id: SourceID, withOff: Bool) throws -> SourceRow {
    guard let source = try source(id), source.isOn || withOff else { throw Fault(.notFound) }
    return source
  }

  /// In the order of the segments.
  func sources() throws -> [SourceRow] {
    try all(
      "SELECT \(SourceRow.columns) FROM news_source ORDER BY place, id LIMIT ?", Campus.maxSources,
      map: SourceRow.init(row:))
  }

  func hasSource(at address: Campus.NewsAddress?, besides id: SourceID) throws -> Bool {
    guard let address else { return false }
    return try one(
      "SELECT 1 FROM news_source WHERE address = ? AND id <> ?", address.text, id.raw, map: { _ in true })
      ?? false
  }

  func add(_ source: SourceRow, at now: Instant) throws {
    try run(
      """
      INSERT INTO news_source(id, title, kind, layout, link, address, note, noted_at, is_on, place, version,
        added_at, next_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      source.id.raw, source.title.text, source.kind.rawValue, source.layout.rawValue, source.link?.text,
      source.address?.text, source.note?.text, source.noted, source.isOn ? 1 : 0, source.place,
      source.version, now, source.next)
  }

  /// Stores a changed source. Whoever reads the old address meanwhile loses the lease.
  func update(_ source: SourceRow) throws {
    try run(
      """
      UPDATE news_source SET title = ?, layout = ?, link = ?, address = ?, note = ?, noted_at = ?, is_on = ?,
        place = ?, version = ?, read_address = ?, etag = ?, last_modified = ?, body_hash = ?, minutes = ?,
        next_at = ?, failures = ?, read_at = ?, problem = ?, lease_owner = NULL, lease_until = NULL
      WHERE id = ?
      """,
      source.title.text, source.layout.rawValue, source.link?.text, source.address?.text, source.note?.text,
      source.noted, source.isOn ? 1 : 0, source.place, source.version, source.readAddress?.text,
      source.etag?.text, source.lastModified?.text, source.bodyHash, source.minutes, source.next,
      source.failures, source.read, source.problem?.rawValue, source.id.raw)
  }

  func follows(of person: PersonID) throws -> [SourceID: Campus.NewsDelivery] {
    let rows = try all(
      "SELECT source, delivery FROM news_follow WHERE person = ? LIMIT ?", person.raw, Campus.maxSources
    ) { (SourceID(try $0.id("source")), Campus.NewsDelivery(rawValue: try $0.text("delivery")) ?? .digest) }
    return Dictionary(rows, uniquingKeysWith: { first, _ in first })
  }
}
