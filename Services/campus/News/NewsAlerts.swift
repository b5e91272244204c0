import Calendar
import Schema
import ServiceKit
import Store

/// Alerts about announcements and news: published in batches, each in a transaction with the mark of how far
/// it got, so that a program that was killed goes on where it stopped.
struct NewsAlerts: Sendable {
  let context: ServiceContext

  static let interval = Duration.seconds(2)
  static let retry = Duration.seconds(30)
  /// The time of day of the digest.
  static let digestTime = TimeOfDay(secondsOfDay: 16 * 3600)
  /// The people of a digest per transaction.
  static let digestStep = 100
  /// The alerts of a source about items that were read together.
  static let maxItems = 3
  /// The titles in a digest.
  static let maxTitles = 5

  func run() async {
    while !Task.isCancelled {
      do {
        let moment = context.clock.now
        while try await step() {}
        while try await digestStep() {}
        try await context.clock.wait(for: NewsAlerts.interval, since: moment)
      } catch is CancellationError { return } catch {
        context.log(.error, "alerts about news: \(error)")
        do { try await Task.sleep(for: NewsAlerts.retry) } catch { return }
      }
    }
  }

  /// Publishes the next batch about an announcement or an item.
  /// - Returns: False if there is none.
  func step() async throws -> Bool {
    guard try await context.store.read({ db in try db.hasWork() }) else { return false }
    let call = context.ownCall()
    return try await context.store.write { db in try db.work(call) }
  }

  /// Publishes the next batch of the day's digest, once it is due.
  /// - Returns: False if there is none.
  func digestStep() async throws -> Bool {
    let call = context.ownCall()
    let due = try await context.store.read { db -> CivilDate? in
      let day = NewsAlerts.digestDay(at: call.now, in: try db.schoolZone())
      return try day.flatMap { try db.isDigestDone($0) ? nil : $0 }
    }
    guard let due else { return false }
    return try await context.store.write { db in try db.digest(due, call) }
  }

  /// The day whose digest is due: today from four o'clock on, else yesterday.
  static func digestDay(at now: Instant, in zone: Zone) -> CivilDate? {
    let local = zone.wallTime(at: now)
    return local.time.secondsOfDay >= digestTime.secondsOfDay ? local.date : local.date.adding(days: -1)
  }
}

extension Database {
  /// The time at which news have to be read or announced next.
  func nextNews(at now: Instant) throws -> Instant? {
    if try hasWork() { return now }
    let reading =
      try one("SELECT min(next_at) AS next FROM news_source WHERE is_on = 1") {
        try $0.instantOrNil("next")
      } ?? nil
    return [reading, try nextDigest(at: now)].compactMap { $0 }.min()
  }

  /// Nil while nobody gets one.
  private func nextDigest(at now: Instant) throws -> Instant? {
    let isWanted = try one(
      "SELECT 1 FROM news_follow WHERE delivery = 'digest' LIMIT 1", map: { _ in true })
    guard isWanted == true else { return nil }
    let zone = try schoolZone()
    guard let day = NewsAlerts.digestDay(at: now, in: zone) else { return nil }
    guard try isDigestDone(day) else { return now }
    return day.adding(days: 1).map {
      zone.instant(of: WallTime(date: $0, time: NewsAlerts.digestTime)).instant
    }
  }
}

/// The objects that alerts are about.
enum NewsWork: String {
  case announcement, item
}

extension Database {
  func addWork(_ kind: NewsWork, _ object: RawUUID, _ call: Call) throws {
    try run(
      "INSERT INTO news_work(id, kind, object) VALUES (?, ?, ?)", RawUUID.timed(call.now), kind.rawValue,
      object)
  }

  fileprivate func hasWork() throws -> Bool {
    try one("SELECT 1 FROM news_work LIMIT 1", map: { _ in true }) ?? false
  }

  /// Adds the alerts about new items of a source for those who want to be told at once.
  func announce(_ items: [NewsID], of source: SourceRow, _ call: Call) throws {
    for item in items.prefix(NewsAlerts.maxItems) { try addWork(.item, item.raw, call) }
  }

  fileprivate func work(_ call: Call) throws -> Bool {
    let next = try one("SELECT id, kind, object, last_person FROM news_work ORDER BY id LIMIT 1") { row in
      (
        id: try row.id("id"), kind: NewsWork(rawValue: try row.text("kind")), object: try row.id("object"),
        last: try row.idOrNil("last_person") ?? .min
      )
    }
    guard let next else { return false }
    let people: [PersonID]
    switch next.kind {
    case .announcement: people = try announceTo(AnnouncementID(next.object), after: next.last, call)
    case .item: people = try push(NewsID(next.object), after: next.last, call)
    case nil: people = []
    }
    if let last = people.last, people.count >= Audience.maxPeople {
      try run("UPDATE news_work SET last_person = ? WHERE id = ?", last.raw, next.id)
    } else {
      try run("DELETE FROM news_work WHERE id = ?", next.id)
    }
    return true
  }

  /// Notifies the next people of an announcement, but not its author.
  /// - Returns: The people of this batch; none once it is over or the announcement is gone.
  private func announceTo(_ id: AnnouncementID, after last: RawUUID, _ call: Call) throws -> [PersonID] {
    guard let row = try announcement(id), row.expires.map({ $0 > call.now }) ?? true else { return [] }
    let people = try all(
      "SELECT id FROM person WHERE id > ? ORDER BY id LIMIT ?", last, Audience.maxPeople
    ) { PersonID(try $0.id("id")) }
    var values = [Alerts.AlertValue(name: "title", text: row.title.text)]
    if let author = try row.author.flatMap({ try fullName(of: $0) }) {
      values.append(Alerts.AlertValue(name: "by", text: author))
    }
    try raise(.announcementNew, values, of: id.raw, to: people.filter { $0 != row.author }, call)
    return people
  }

  /// Notifies the next followers of a source's item.
  private func push(_ id: NewsID, after last: RawUUID, _ call: Call) throws -> [PersonID] {
    guard let item = try newsItem(id), let source = try source(item.source), source.isOn else { return [] }
    let people = try all(
      """
      SELECT person FROM news_follow WHERE source = ? AND delivery = 'push' AND person > ?
      ORDER BY person LIMIT ?
      """,
      source.id.raw, last, Audience.maxPeople
    ) { PersonID(try $0.id("person")) }
    let values = [
      Alerts.AlertValue(name: "title", text: item.headline),
      Alerts.AlertValue(name: "source", text: source.title.text),
    ]
    try raise(.newsItem, values, of: id.raw, to: people, importance: .normal, call)
    return people
  }

  private func raise(
    _ key: Alerts.TextKey, _ values: [Alerts.AlertValue], of object: RawUUID, to people: [PersonID],
    importance: Alerts.AlertImportance = .low, _ call: Call
  ) throws {
    guard !people.isEmpty else { return }
    try publish(
      Alerts.AlertRaised(
        program: .campus, object: AlertObjectID(object), people: people,
        text: Alerts.AlertText(key, values), importance: importance),
      to: .programs, call)
  }
}

// MARK: - The digest

extension Database {
  private struct Digest {
    let day: CivilDate
    let since: Instant
    let until: Instant
    let last: RawUUID
  }

  fileprivate func isDigestDone(_ day: CivilDate) throws -> Bool {
    try one(
      "SELECT 1 FROM news_digest WHERE day > ? OR day = ? AND is_done = 1", day.daysSince1970,
      day.daysSince1970, map: { _ in true }) ?? false
  }

  /// Publishes the digest of the next people.
  fileprivate func digest(_ day: CivilDate, _ call: Call) throws -> Bool {
    guard try !isDigestDone(day) else { return false }
    let digest = try begun(day, call)
    let people = try all(
      """
      SELECT DISTINCT person FROM news_follow WHERE delivery = 'digest' AND person > ?
      ORDER BY person LIMIT ?
      """,
      digest.last, NewsAlerts.digestStep
    ) { PersonID(try $0.id("person")) }
    var groups: [[SourceID]: [PersonID]] = [:]
    for person in people {
      let sources = try follows(of: person).filter { $0.value == .digest }.keys
      groups[sources.sorted { $0.description < $1.description }, default: []].append(person)
    }
    var news: [SourceID: News] = [:]
    for (sources, people) in groups.sorted(by: { $0.value[0].description < $1.value[0].description }) {
      try publishDigest(of: sources, to: people, digest, &news, call)
    }
    let isDone = people.count < NewsAlerts.digestStep
    try run(
      "UPDATE news_digest SET last_person = ?, is_done = ? WHERE id = 1", (people.last?.raw ?? digest.last),
      isDone ? 1 : 0)
    return !isDone
  }

  /// The digest of a day has what was read since the last one.
  private func begun(_ day: CivilDate, _ call: Call) throws -> Digest {
    let last = try one("SELECT day, since, until, last_person FROM news_digest WHERE id = 1") { row in
      Digest(
        day: CivilDate(daysSince1970: try row.int("day")), since: try row.instant("since"),
        until: try row.instant("until"), last: try row.idOrNil("last_person") ?? .min)
    }
    if let last, last.day == day { return last }
    // After a longer silence, old news is no news.
    let earliest = call.now.advanced(by: .seconds(-3 * 86_400))
    let new = Digest(
      day: day, since: max(last?.until ?? call.now.advanced(by: .seconds(-86_400)), earliest),
      until: call.now, last: .min)
    try run(
      """
      INSERT INTO news_digest(id, day, since, until, last_person, is_done) VALUES (1, ?, ?, ?, NULL, 0)
      ON CONFLICT(id) DO UPDATE SET day = excluded.day, since = excluded.since, until = excluded.until,
        last_person = NULL, is_done = 0
      """,
      new.day.daysSince1970, new.since, new.until)
    return new
  }

  /// The new items of a source.
  private struct News {
    let count: Int
    let headlines: [(time: Instant, text: String)]
  }

  private func publishDigest(
    of sources: [SourceID], to people: [PersonID], _ digest: Digest, _ news: inout [SourceID: News],
    _ call: Call
  ) throws {
    var found: [News] = []
    for source in sources {
      let known = try news[source] ?? self.news(of: source, digest)
      news[source] = known
      found.append(known)
    }
    let count = found.reduce(0) { $0 + $1.count }
    guard count > 0 else { return }
    let titles = found.flatMap(\.headlines).sorted { $0.time > $1.time }.prefix(NewsAlerts.maxTitles)
    let values = [
      Alerts.AlertValue(name: "count", text: String(count)),
      Alerts.AlertValue(name: "titles", text: titles.map(\.text).joined(separator: "\n")),
    ]
    try raise(.newsDigest, values, of: .timed(call.now), to: people, call)
  }

  private func news(of id: SourceID, _ digest: Digest) throws -> News {
    guard let source = try source(id), source.isOn else { return News(count: 0, headlines: []) }
    // What a source had when it was added is no news.
    let first =
      try one("SELECT min(read_at) AS first FROM news_item WHERE source = ?", id.raw) {
        try $0.instantOrNil("first")
      } ?? nil
    let since = max(digest.since, first ?? digest.since)
    let items = try all(
      """
      SELECT \(NewsRow.columns) FROM news_item WHERE source = ? AND read_at > ? AND read_at <= ?
      ORDER BY published_at DESC, id DESC LIMIT ?
      """,
      id.raw, since, digest.until, Campus.maxNewsItems, map: NewsRow.init(row:))
    return News(
      count: items.count,
      headlines: items.prefix(NewsAlerts.maxTitles).map { ($0.published, $0.headline) })
  }
}
