import Bus
import Crypto
import Schema
import ServiceKit
import Store
import Synchronization
import TestSupport
import Testing

@testable import campus

@Suite("Reading sources of news")
struct NewsReaderTests {
  @Test("a new source is read at once, its items stored once, changed ones changed")
  func items() async throws {
    let site = NewsSite()
    try await site.with { program in
      site.show(["Fair", "Game"])
      let source = try await site.add(program)
      #expect(source.state == .waiting)
      #expect(try await site.read(program) == 1)
      #expect(try await site.titles(program, source) == ["Fair", "Game"])
      #expect(try await site.source(program).state == .ok)
      #expect(try await site.read(program) == 0)
      site.show(["New", "Fair", "Game"])
      #expect(try await site.read(program, after: .seconds(29 * 60)) == 0)
      #expect(try await site.read(program, after: .seconds(5 * 60)) == 1)
      #expect(try await site.titles(program, source) == ["New", "Fair", "Game"])
    }
  }

  @Test("the tag of the last reading is sent, and 304 changes nothing")
  func validators() async throws {
    let site = NewsSite()
    try await site.with { program in
      site.show(["Fair"], etag: "\"1\"")
      let source = try await site.add(program)
      try await site.read(program)
      site.show(.success(.page(status: 304)))
      try await site.read(program, after: .seconds(3600))
      try await site.read(program, after: .seconds(3600))
      #expect(site.requests.map(\.etag?.text) == [nil, "\"1\"", "\"1\""])
      #expect(try await site.titles(program, source) == ["Fair"])
      #expect(try await site.source(program).state == .ok)
    }
  }

  @Test("a feed that says how long it is good is read no sooner")
  func ttl() async throws {
    let site = NewsSite()
    try await site.with { program in
      site.show(["Fair"], ttl: 120)
      _ = try await site.add(program)
      try await site.read(program)
      #expect(try await site.read(program, after: .seconds(119 * 60)) == 0)
      #expect(try await site.read(program, after: .seconds(14 * 60)) == 1)
    }
  }

  @Test("failures wait longer and longer, but never end; a success starts over")
  func backoff() async throws {
    let site = NewsSite()
    try await site.with { program in
      site.show(.success(.page(status: 500)))
      _ = try await site.add(program)
      var waits: [Int] = []
      for _ in 0..<12 {
        try await site.read(program)
        let now = program.context.clock.now
        let next = try #require(try await site.source(program).nextFetch)
        waits.append(Int(next.since(now).components.seconds / 60))
        try program.move(to: next)
      }
      #expect(
        waits.allSatisfy { (30...1440).contains($0) } && waits[0] < 34 && waits.suffix(6).min() ?? 0 >= 1440)
      #expect(try await site.source(program).error == .broken)
      site.show(["Fair"])
      try await site.read(program)
      #expect(try await site.source(program).error == nil)
    }
  }

  @Test("a server that asks to be left alone is left alone, whoever wants to read it")
  func busy() async throws {
    let site = NewsSite()
    try await site.with { program in
      site.show(.success(.page(status: 429, retryAfter: 7200)))
      let source = try await site.add(program)
      try await site.read(program)
      _ = try await program.ask(Campus.RefreshSource(id: source.id), as: site.admin)
      #expect(try await site.read(program, after: .seconds(7100)) == 0)
      #expect(try await site.read(program, after: .seconds(101)) == 1)
    }
  }

  @Test(
    "what goes wrong has a name",
    arguments: [
      (NewsSite.Reply.success(.page("<html><body>x", status: 200)), Campus.SourceProblem.notFeed),
      (.success(.page(status: 404)), .missing), (.success(.page(status: 403)), .forbidden),
      (.failure(Fault(.feedRefused)), .refused), (.failure(Fault(.feedTooLarge)), .tooLarge),
      (.failure(Fault(.feedSlow)), .slow), (.failure(Fault(.feedUnreachable)), .unreachable),
    ])
  func problems(reply: NewsSite.Reply, problem: Campus.SourceProblem) async throws {
    let site = NewsSite()
    try await site.with { program in
      site.show(reply)
      _ = try await site.add(program)
      try await site.read(program)
      let source = try await site.source(program)
      #expect(source.error == problem && source.state == .failing)
    }
  }

  @Test("a page leads to its feed, a permanent redirect to the new address")
  func addresses() async throws {
    let site = NewsSite()
    try await site.with { program in
      site.show(
        .success(
          .page("<html><head><link rel='alternate' type='application/rss+xml' href='/rss'></head><body>")))
      _ = try await site.add(program)
      let found = Campus.NewsAddress(checked: "https://hilltop.example/rss")
      site.show(
        .success(.page("<rss><channel></channel></rss>", moved: "https://hilltop.example/feed")), at: found)
      try await site.read(program)
      try await site.read(program)
      try await site.read(program, after: .seconds(3600))
      #expect(
        site.requests.map(\.address.text) == [
          NewsSite.address.text, "https://hilltop.example/rss", "https://hilltop.example/feed",
        ])
      #expect(try await site.source(program).address == NewsSite.address)
    }
  }

  @Test("an account on Mastodon is read by its feed")
  func mastodon() async throws {
    let site = NewsSite()
    try await site.with { program in
      let address = Campus.NewsAddress(checked: "https://school.example/@hilltop")
      _ = try await program.ask(
        Campus.AddSource(title: .sample, kind: .mastodon, address: address), as: site.admin)
      try await site.read(program)
      #expect(site.requests.map(\.address.text) == ["https://school.example/@hilltop.rss"])
    }
  }

  @Test("two hundred items stay, the newest; older ones in the feed do not come back as news")
  func limit() async throws {
    let site = NewsSite()
    try await site.with { program in
      func feed(_ numbers: Range<Int>) -> String {
        let items = numbers.map { number in
          let date = Instant(milliseconds: 1_780_000_000_000 + Int64(number) * 60_000)
          return "<item><guid>\(number)</guid><title>\(number)</title><pubDate>\(date)</pubDate></item>"
        }
        return "<rss><channel>\(items.joined())</channel></rss>"
      }
      site.show(.success(.page(feed(0..<250))))
      let source = try await site.add(program)
      _ = try await program.ask(Campus.FollowSource(id: source.id, delivery: .push), as: site.ada)
      try await site.read(program)
      site.show(.success(.page(feed(0..<251))))
      try await site.read(program, after: .seconds(3600))
      let count = try await program.context.store.read { db in
        try db.one("SELECT count(*) AS count FROM news_item") { try $0.int("count") }
      }
      #expect(count == 200)
      #expect(try await site.titles(program, source).first == "250")
      while try await NewsAlerts(context: program.context).step() {}
      #expect(try program.published(Alerts.AlertRaised.self).map(\.text.values[0].text) == ["250"])
    }
  }

  @Test("a lease that another program holds is respected until it ends, and a change takes it away")
  func leases() async throws {
    let site = NewsSite()
    try await site.with { program in
      site.show(["Fair"])
      let source = try await site.add(program)
      let until = program.context.clock.now.advanced(by: .seconds(60))
      try await program.context.store.write { db in
        try db.run("UPDATE news_source SET lease_owner = ?, lease_until = ?", RawUUID.random(), until)
      }
      #expect(try await site.read(program) == 0)
      // What the other program read is stored by nobody once the source has changed.
      let row = try #require(try await program.context.store.read { try $0.source(source.id) })
      let owner = program.context.instance
      try await program.context.store.write { db in
        try db.settle(
          .failed(.broken, nil), of: row, by: owner, chance: 0, program.context.ownCall())
      }
      #expect(try await site.source(program).error == nil)
      #expect(try await site.read(program, after: .seconds(61)) == 1)
    }
  }
}
