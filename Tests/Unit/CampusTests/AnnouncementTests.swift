import Schema
import ServiceKit
import TestSupport
import Testing

@testable import campus

@Suite("Announcements")
struct AnnouncementTests {
  private static let post = Campus.PostAnnouncement(title: .sample, text: .sample)

  @Test("staff and administrators post them; their author and administrators change them")
  func access() async throws {
    try await CampusProgram.with { campus in
      let program = campus.program
      let (teacher, other, admin) = (TestPerson([.staff]), TestPerson([.staff]), TestPerson([.admin]))
      await refuses("not_allowed") {
        try await program.ask(AnnouncementTests.post, as: TestPerson())
      }
      let mine = try await program.ask(AnnouncementTests.post, as: teacher)
      let change = Campus.ChangeAnnouncement(
        id: mine.id, version: 1, title: Campus.AnnouncementTitle(checked: "Picture day is Friday"))
      await refuses("not_allowed") { try await program.ask(change, as: other) }
      await refuses("not_allowed") {
        try await program.ask(Campus.DeleteAnnouncement(id: mine.id), as: other)
      }
      #expect(try await program.ask(change, as: admin).version == 2)
      await refuses("changed_elsewhere") { try await program.ask(change, as: teacher) }
      _ = try await program.ask(Campus.DeleteAnnouncement(id: mine.id), as: teacher)
      _ = try await program.ask(Campus.DeleteAnnouncement(id: mine.id), as: other)
      #expect(try await program.ask(Campus.ListAnnouncements(), as: other).items.isEmpty)
    }
  }

  @Test("expire, and no earlier than now")
  func expiry() async throws {
    try await CampusProgram.with { campus in
      let program = campus.program
      let teacher = TestPerson([.staff])
      let now = program.context.clock.now
      await refuses("expiry_in_past") {
        try await program.ask(
          Campus.PostAnnouncement(title: .sample, text: .sample, expires: now), as: teacher)
      }
      _ = try await program.ask(
        Campus.PostAnnouncement(title: .sample, text: .sample, expires: now.advanced(by: .seconds(60))),
        as: teacher)
      #expect(try await program.ask(Campus.ListAnnouncements(), as: TestPerson()).items.count == 1)
      try program.move(to: now.advanced(by: .seconds(60)))
      #expect(try await program.ask(Campus.ListAnnouncements(), as: TestPerson()).items.isEmpty)
    }
  }

  @Test("count who has seen them, for their author and administrators alone")
  func seen() async throws {
    try await CampusProgram.with { campus in
      let program = campus.program
      let (teacher, ada, ben) = (TestPerson([.staff]), TestPerson(), TestPerson())
      try await campus.know(teacher, "Magnus", "Berg")
      let id = try await program.ask(AnnouncementTests.post, as: teacher).id
      for person in [ada, ada, ben] {
        _ = try await program.ask(Campus.SeeAnnouncement(id: id), as: person)
      }
      let adas = try await program.ask(Campus.ListAnnouncements(), as: ada).items[0]
      #expect(adas.isSeen && adas.seen == nil && !adas.isMine && adas.author == "Magnus Berg")
      let mine = try await program.ask(Campus.ListAnnouncements(), as: teacher).items[0]
      #expect(!mine.isSeen && mine.seen == 2 && mine.isMine)
      // A deleted account leaves neither name nor mark.
      for person in [teacher, ada] {
        try await program.receive(Auth.PersonErased(person: person.id), from: .auth)
      }
      let left = try await program.ask(Campus.ListAnnouncements(), as: TestPerson([.admin])).items[0]
      #expect(left.author == nil && left.seen == 1)
    }
  }

  @Test("come in pages, the newest first")
  func pages() async throws {
    try await CampusProgram.with { campus in
      let program = campus.program
      let teacher = TestPerson([.staff])
      var ids: [AnnouncementID] = []
      for _ in 0..<5 {
        ids.insert(try await program.ask(AnnouncementTests.post, as: teacher).id, at: 0)
        try program.move(to: program.context.clock.now.advanced(by: .seconds(1)))
      }
      let first = try await program.ask(
        Campus.ListAnnouncements(limit: PageLimit(checked: 3)), as: TestPerson())
      let second = try await program.ask(Campus.ListAnnouncements(cursor: first.next), as: TestPerson())
      #expect((first.items + second.items).map(\.id) == ids && second.next == nil)
    }
  }

  @Test("stand in the export of their author and of those who have seen them")
  func export() async throws {
    let site = NewsSite()
    try await site.with { program in
      let (teacher, ada) = (TestPerson([.staff]), TestPerson())
      let source = try await site.add(program)
      _ = try await program.ask(Campus.FollowSource(id: source.id, delivery: .push), as: ada)
      var ids: [AnnouncementID] = []
      for _ in 0..<101 {
        ids.insert(try await program.ask(AnnouncementTests.post, as: teacher).id, at: 0)
        try program.move(to: program.context.clock.now.advanced(by: .seconds(1)))
      }
      _ = try await program.ask(Campus.SeeAnnouncement(id: ids[0]), as: ada)
      let first = try await program.ask(Campus.ExportPerson(), as: teacher)
      let second = try await program.ask(Campus.ExportPerson(cursor: first.next), as: teacher)
      #expect((first.announcements + second.announcements).map(\.id) == ids && second.next == nil)
      let adas = try await program.ask(Campus.ExportPerson(), as: ada)
      #expect(adas.seen.map(\.id) == [ids[0]] && adas.announcements.isEmpty && adas.next == nil)
      #expect(adas.sources.map(\.source) == [source.id] && adas.sources[0].delivery == .push)
    }
  }
}
