import Bus
import Crypto
import Schema
import ServiceKit
import Store
import Synchronization
import TestSupport
import Testing

@testable import campus

@Suite("Sources of news")
struct SourceTests {
  @Test("only administrators choose them, and see addresses and those that are off")
  func access() async throws {
    let site = NewsSite()
    try await site.with { program in
      await refuses("not_allowed") {
        try await program.ask(
          Campus.AddSource(title: .sample, kind: .feed, address: NewsSite.address), as: site.ada)
      }
      var source = try await site.add(program)
      #expect(source.address == NewsSite.address)
      #expect(try await program.ask(Campus.ListSources(), as: site.ada).items.map(\.address) == [nil])
      source = try await program.ask(Campus.ChangeSource(id: source.id, isOn: false), as: site.admin)
      #expect(try await program.ask(Campus.ListSources(), as: site.ada).items.isEmpty)
      await refuses("not_found") {
        try await program.ask(Campus.ListNews(id: source.id), as: site.ada)
      }
      #expect(try await site.read(program) == 0)
    }
  }

  @Test("have what their kind needs, once, and an order")
  func rules() async throws {
    let site = NewsSite()
    try await site.with { program in
      let feed = try await site.add(program)
      await refuses("source_twice") { try await site.add(program) }
      await refuses("source_address_missing") {
        try await program.ask(Campus.AddSource(title: .sample, kind: .mastodon), as: site.admin)
      }
      await refuses("source_link_missing") {
        try await program.ask(Campus.AddSource(title: .sample, kind: .card), as: site.admin)
      }
      let card = try await program.ask(
        Campus.AddSource(title: .sample, kind: .card, link: NewsSite.address, note: .sample), as: site.admin)
      #expect(card.state == .ok && card.noted != nil)
      await refuses("source_not_fetched") {
        try await program.ask(Campus.FollowSource(id: card.id), as: site.ada)
      }
      let order = try await program.ask(
        Campus.OrderSources(ids: Campus.SourceOrder(checked: [card.id])), as: site.admin)
      #expect(order.items.map(\.id) == [card.id, feed.id])
      await refuses("changed_elsewhere") {
        try await program.ask(Campus.ChangeSource(id: card.id, version: 7, layout: .list), as: site.admin)
      }
      _ = try await program.ask(Campus.DeleteSource(id: feed.id), as: site.admin)
      #expect(try await program.ask(Campus.ListSources(), as: site.ada).items.map(\.id) == [card.id])
    }
  }

  @Test("another address takes the items of the old one away")
  func moved() async throws {
    let site = NewsSite()
    try await site.with { program in
      site.show(["Fair"], etag: "\"1\"")
      let source = try await site.add(program)
      try await site.read(program)
      let other = Campus.NewsAddress(checked: "https://other.example/feed")
      _ = try await program.ask(Campus.ChangeSource(id: source.id, address: other), as: site.admin)
      #expect(try await site.titles(program, source).isEmpty)
      try await site.read(program)
      #expect(site.requests.last?.address == other && site.requests.last?.etag == nil)
    }
  }

  @Test("pictures have addresses of this site, which serves them itself")
  func pictures() async throws {
    let site = NewsSite()
    try await site.with { program in
      site.show(
        .success(
          .page(
            "<rss><channel><item><title>A</title><description>&lt;img src='p.png'&gt;&lt;img src='q.png'&gt;"
              + "</description></item></channel></rss>")))
      let source = try await site.add(program)
      try await site.read(program)
      let item = try #require(try await program.ask(Campus.ListNews(id: source.id), as: site.ada).items.first)
      #expect(item.pictures.map(\.address) == (0...1).map { "/v1/school/news/\(item.id)/pictures/\($0)/480" })
      func picture(_ number: Int) async throws -> PictureFile {
        try await program.ask(
          Campus.GetNewsPicture(
            id: item.id, number: Campus.NewsPictureNumber(checked: number), variant: .medium), as: site.ada)
      }
      #expect(try await picture(0).object == .sample)
      await refuses("news_picture_unavailable") { try await picture(1) }
      await refuses("not_found") { try await picture(2) }
    }
  }
}

@Suite("Alerts about news")
struct NewsAlertTests {
  private func raised(_ program: ProgramInProcess<CampusService>) throws -> [Alerts.AlertRaised] {
    try program.published(Alerts.AlertRaised.self)
  }

  @Test("come at once to those who want that, but not about what a new source has")
  func push() async throws {
    let site = NewsSite()
    try await site.with { program in
      let alerts = NewsAlerts(context: program.context)
      site.show(["Old"])
      let source = try await site.add(program)
      let mine = try await program.ask(Campus.FollowSource(id: source.id, delivery: .push), as: site.ada)
      #expect(mine.follow == .push)
      _ = try await program.ask(Campus.FollowSource(id: source.id), as: site.ben)
      try await site.read(program)
      while try await alerts.step() {}
      #expect(try raised(program).isEmpty)
      site.show(["Fair", "Old"])
      try await site.read(program, after: .seconds(3600))
      while try await alerts.step() {}
      let alert = try #require(try raised(program).first)
      #expect(alert.people == [site.ada.id] && alert.text.key == "news.item")
      #expect(alert.text.values.map(\.text) == ["Fair", "Hilltop News"])
      _ = try await program.ask(Campus.UnfollowSource(id: source.id), as: site.ada)
      site.show(["Game", "Fair", "Old"])
      try await site.read(program, after: .seconds(3600))
      while try await alerts.step() {}
      #expect(try raised(program).count == 1)
    }
  }

  @Test("come once a day at four, with what is new since the day before")
  func digest() async throws {
    let site = NewsSite()
    // 12:00 in UTC, which is the zone of tests.
    try await site.with { program in
      let alerts = NewsAlerts(context: program.context)
      while try await alerts.digestStep() {}
      site.show(["Old"])
      let source = try await site.add(program)
      _ = try await program.ask(Campus.FollowSource(id: source.id), as: site.ada)
      try await site.read(program)
      site.show(["Fair", "Game", "Old"])
      try await site.read(program, after: .seconds(3600))
      while try await alerts.digestStep() {}
      #expect(try raised(program).isEmpty)
      try program.move(to: Program.start.advanced(by: .seconds(4 * 3600)))
      while try await alerts.digestStep() {}
      while try await alerts.digestStep() {}
      let alert = try #require(try raised(program).first)
      #expect(alert.people == [site.ada.id] && alert.text.key == "news.digest")
      #expect(alert.text.values.map(\.text) == ["2", "Fair\nGame"] && alert.importance == .low)
      try program.move(to: Program.start.advanced(by: .seconds(29 * 3600)))
      while try await alerts.digestStep() {}
      // Nothing is new on the next day.
      #expect(try raised(program).count == 1)
    }
  }

  @Test("about an announcement reach everybody but its author, in batches that go on where they stopped")
  func announcement() async throws {
    let site = NewsSite()
    try await site.with { program in
      try await program.context.store.write { db in
        for number in 0..<1100 {
          try db.run(
            "INSERT INTO person(id, first_name, last_name) VALUES (?, 'A', ?)", RawUUID.random(), "\(number)")
        }
      }
      let teacher = TestPerson([.staff])
      try await program.receive(
        Auth.SignedUp(person: teacher.id, firstName: "Magnus", lastName: "Berg", room: nil), from: .auth)
      _ = try await program.ask(
        Campus.PostAnnouncement(title: .sample, text: .sample), as: teacher)
      let alerts = NewsAlerts(context: program.context)
      #expect(try await alerts.step())
      let again = NewsAlerts(context: program.context)
      while try await again.step() {}
      let told = try raised(program)
      #expect(told.count == 3 && Set(told.flatMap(\.people)).count == 1100)
      #expect(told.flatMap(\.people).count == 1100 && !told.flatMap(\.people).contains(teacher.id))
      #expect(told[0].text.values.map(\.text) == ["Picture day is Thursday", "Magnus Berg"])
    }
  }
}
