import Schema
import Store
import TestSupport
import Testing

@testable import ServiceKit
@testable import media_fetcher

@Suite("A picture is used as long as the program whose object shows it says so")
struct UseTests {
  private let picture = ObjectName(checked: String(repeating: "ab", count: 32))

  @Test("a snapshot ends the uses that it does not list, and no other program's")
  func snapshots() async throws {
    try await withTemporaryFolder { folder in
      let bus = try await ProcessBus.start(in: folder)
      let store = try ProgramStore.open(
        "\(folder)/media.sqlite", stream: "media", migrations: MediaStore.migrations)
      let call = Call(
        identity: nil, program: .mediaFetcher, caller: .auth, now: Instant(milliseconds: 0),
        deadline: ContinuousClock.now.advanced(by: .seconds(10)), bus: bus.node, store: store,
        idempotency: nil, flags: [], trace: nil, assertion: nil, isUnlinkable: false, tracer: Tracer(),
        log: Log(program: .mediaFetcher, level: .error))
      let (here, gone) = (PersonID.random(), PersonID.random())
      // The id of an event may be that of a person: ids are unique among objects of one kind.
      let uses = [(PictureUser.person, here), (.person, gone), (.event, here), (.event, gone)]
      let kept = try await store.write { db in
        for (place, id) in uses { try db.use(picture, at: place, id.raw, by: here) }
        try MediaService.portraitUses.mark(db, call)
        try db.use(picture, at: .person, here.raw, by: here)
        try MediaService.portraitUses.sweep(db, call)
        let portraits = try left(db)
        try MediaService.eventUses.mark(db, call)
        try db.use(picture, at: .event, gone.raw, by: here)
        try MediaService.eventUses.sweep(db, call)
        return (portraits, try left(db))
      }
      #expect(kept.0 == ["event \(here)", "event \(gone)", "person \(here)"])
      #expect(kept.1 == ["event \(gone)", "person \(here)"])
      await store.close()
      await bus.stop()
    }
  }

  private func left(_ db: borrowing Database) throws -> Set<String> {
    Set(
      try db.all("SELECT place, id FROM picture_use LIMIT 10") {
        "\(try $0.text("place")) \(PersonID(try $0.id("id")))"
      })
  }
}
