import Crypto
import Feeds
import Schema
import ServiceKit
import Store

/// Reads the sources that are due, through media-fetcher. Each is leased while it is read, so that of several
/// programs one reads it, and one that was killed is followed by another.
struct NewsReader: Sendable {
  let context: ServiceContext

  static let interval = Duration.seconds(2)
  /// The pause after a failure of the store.
  static let retry = Duration.seconds(30)
  /// The limit of sources that are read at once, all of different hosts.
  static let maxAtOnce = 8
  static let lease = Duration.seconds(60)
  /// The pause after a failure of the site itself.
  static let ownPause = Duration.seconds(30)

  func run() async {
    while !Task.isCancelled {
      do {
        let moment = context.clock.now
        while try await step() > 0 {}
        try await context.clock.wait(for: NewsReader.interval, since: moment)
      } catch is CancellationError { return } catch {
        context.log(.error, "sources of news: \(error)")
        do { try await Task.sleep(for: NewsReader.retry) } catch { return }
      }
    }
  }

  /// Reads some sources that are due.
  /// - Returns: Their number.
  func step() async throws -> Int {
    let now = context.clock.now
    guard try await context.store.read({ db in try db.isSourceDue(at: now) }) else { return 0 }
    let owner = context.instance
    let sources = try await context.store.write { db in try db.leaseSources(to: owner, at: now) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for source in sources { group.addTask { try await read(source) } }
      try await group.waitForAll()
    }
    return sources.count
  }

  private func read(_ source: SourceRow) async throws {
    let call = context.ownCall(within: .seconds(25))
    let outcome: Outcome
    do {
      guard let address = source.feed else { return }
      let reply = try await call.ask(
        Media.FetchFeed(address: address, etag: source.etag, lastModified: source.lastModified))
      outcome = Outcome(reply, of: source)
    } catch let fault as Fault {
      if let problem = Campus.SourceProblem(fault) {
        let wait = fault.retryAfterMs.map { Duration.milliseconds($0) }
        outcome = problem == .busy ? .later(wait ?? NewsReader.ownPause) : .failed(problem, nil)
      } else {
        context.log(.info, "the source \(source.title) waits: \(fault.code)")
        outcome = .later(NewsReader.ownPause)
      }
    }
    let chance = Double.random(in: 0...1)
    let settling = context.ownCall()
    let owner = context.instance
    try await context.store.write { db in
      try db.settle(outcome, of: source, by: owner, chance: chance, settling)
    }
  }

  /// The outcome of reading a source.
  enum Outcome: Sendable {
    case feed(Feed, Media.FetchedFeed, hash: String)
    /// It is what was read before.
    case same(Media.FetchedFeed)
    /// A page that names its feed.
    case found(Campus.NewsAddress)
    case failed(Campus.SourceProblem, Duration?)
    /// It was not asked: its host or this site is busy.
    case later(Duration)

    init(_ reply: Media.FetchedFeed, of source: SourceRow) {
      guard reply.status != 304 else {
        self = .same(reply)
        return
      }
      guard reply.status == 200, let bytes = Base64URL.decode(reply.body) else {
        self = .failed(
          Campus.SourceProblem(status: reply.status), reply.retryAfter.map { .seconds($0) })
        return
      }
      let hash = SHA256.hash(bytes).hexadecimal
      guard hash != source.bodyHash else {
        self = .same(reply)
        return
      }
      let address = (reply.finalAddress ?? source.feed)?.text
      do throws(FeedFlaw) {
        self = .feed(try Feed(bytes, contentType: reply.contentType, address: address), reply, hash: hash)
      } catch {
        // A page leads to its feed once.
        if case .page(let feed?) = error, source.readAddress == nil, let found = Campus.NewsAddress(feed),
          found != source.feed
        {
          self = .found(found)
        } else {
          self = .failed(.notFeed, nil)
        }
      }
    }
  }
}

extension Database {
  func isSourceDue(at now: Instant) throws -> Bool {
    try one(
      """
      SELECT 1 FROM news_source WHERE is_on = 1 AND next_at <= ?
        AND (lease_until IS NULL OR lease_until <= ?) LIMIT 1
      """,
      now, now, map: { _ in true }) ?? false
  }

  /// Leases the sources that have waited longest, at most one of each host.
  fileprivate func leaseSources(to owner: RawUUID, at now: Instant) throws -> [SourceRow] {
    let due = try all(
      """
      SELECT \(SourceRow.columns) FROM news_source WHERE is_on = 1 AND next_at <= ?
        AND (lease_until IS NULL OR lease_until <= ?) ORDER BY next_at, id LIMIT ?
      """,
      now, now, Campus.maxSources, map: SourceRow.init(row:))
    var hosts: Set<String> = []
    var leased: [SourceRow] = []
    for source in due where leased.count < NewsReader.maxAtOnce && hosts.insert(source.host).inserted {
      try run(
        "UPDATE news_source SET lease_owner = ?, lease_until = ? WHERE id = ?", owner,
        now.advanced(by: NewsReader.lease), source.id.raw)
      leased.append(source)
    }
    return leased
  }

  /// Stores the outcome of reading a source, unless it was changed meanwhile or somebody else reads it.
  func settle(
    _ outcome: NewsReader.Outcome, of read: SourceRow, by owner: RawUUID, chance: Double, _ call: Call
  ) throws {
    let isMine = try one(
      "SELECT 1 FROM news_source WHERE id = ? AND lease_owner = ?", read.id.raw, owner, map: { _ in true })
    guard isMine == true, var source = try source(read.id) else { return }
    let (before, wasRead) = (source.problem, source.read != nil)
    var isChanged = false
    switch outcome {
    case .feed(let feed, let reply, let hash):
      let stored = try store(feed, of: source.id, at: call.now)
      source.succeed(reply, minutes: feed.minutes, hash: hash, chance: chance, at: call.now)
      isChanged = stored.isChanged || !wasRead
      // The items of a new source are no news.
      if wasRead { try announce(stored.new, of: source, call) }
    case .same(let reply):
      source.succeed(reply, minutes: source.minutes, hash: source.bodyHash, chance: chance, at: call.now)
      isChanged = !wasRead
    case .found(let address):
      source.readAddress = address
      source.next = call.now
    case .failed(let problem, let wait):
      source.fail(problem, retryAfter: wait, chance: chance, at: call.now)
    case .later(let wait):
      source.next = call.now.advanced(by: min(max(wait, .seconds(1)), NewsSchedule.longest))
    }
    try update(source)
    if isChanged || source.problem != before {
      try publish(Campus.SourceChanged(id: source.id), to: .everyone, call)
    }
  }
}

extension SourceRow {
  /// The host that is asked.
  fileprivate var host: String {
    let rest = (feed?.text ?? "").split(separator: "/", maxSplits: 2).last ?? ""
    return rest.prefix { !"/?#".contains($0) }.lowercased()
  }

  fileprivate mutating func succeed(
    _ reply: Media.FetchedFeed, minutes: Int?, hash: String?, chance: Double, at now: Instant
  ) {
    if let moved = reply.finalAddress { readAddress = moved }
    // The reply 304 may leave them out.
    etag = reply.etag ?? (reply.status == 304 ? etag : nil)
    lastModified = reply.lastModified ?? (reply.status == 304 ? lastModified : nil)
    bodyHash = hash
    self.minutes = minutes
    (failures, problem, read) = (0, nil, now)
    next = now.advanced(by: NewsSchedule.afterSuccess(minutes: minutes, chance: chance))
  }

  fileprivate mutating func fail(
    _ problem: Campus.SourceProblem, retryAfter: Duration?, chance: Double, at now: Instant
  ) {
    failures += 1
    self.problem = problem
    // The feed may be back at the address that an administrator chose.
    if problem == .missing || problem == .notFeed {
      (readAddress, etag, lastModified, bodyHash) = (nil, nil, nil, nil)
    }
    next = now.advanced(
      by: NewsSchedule.afterFailure(failures, retryAfter: retryAfter, chance: chance))
  }
}
