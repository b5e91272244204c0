import Images
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
        PostgresServer.place(insteadOf: "\(folder)/media.sqlite"), stream: "media",
        migrations: MediaStore.migrations)
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

  @Test("results that somebody looked at take no space and end, the oldest first, beyond their limit")
  func found() async throws {
    try await withTemporaryFolder { folder in
      let store = try ProgramStore.open(
        PostgresServer.place(insteadOf: "\(folder)/media.sqlite"), stream: "media",
        migrations: MediaStore.migrations)
      let (person, other) = (PersonID.random(), PersonID.random())
      let names = (0..<MediaService.maxFound + 3).map { number in
        ObjectName(checked: String(repeating: "a", count: 60) + "\(1000 + number)")
      }
      let (held, space) = try await store.write { db in
        for (number, name) in names.enumerated() {
          let now = Instant(milliseconds: Int64(number))
          try db.store(
            NewPicture(name: name, facts: ImageFacts(width: 1, height: 1, format: .jpeg), bytes: 10), at: now)
          try db.hold(name, by: other, now, until: now)
          // The first is an upload of the person's own, the second is used.
          try db.hold(name, by: person, now, until: now, found: number > 0)
          if number == 1 { try db.hold(name, by: person, now, until: now) }
          try db.endOldFound(of: person)
        }
        let held = try names.filter { try db.mayUse($0, person) }
        return (held, try (db.space(of: person).pictures, db.space(of: other).pictures))
      }
      #expect(held == Array(names[..<2] + names[3...]))
      #expect(space == (2, names.count))
      await store.close()
    }
  }

  private func left(_ db: borrowing Database) throws -> Set<String> {
    Set(
      try db.all("SELECT place, id FROM picture_use LIMIT 10") {
        "\(try $0.text("place")) \(PersonID(try $0.id("id")))"
      })
  }
}
