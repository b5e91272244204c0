import Schema
import Store
import TestSupport
import Testing

@testable import ServiceKit

@Suite("A copy of people's zones is what auth told last")
struct PersonZoneTests {
  private let ada = PersonID.random()
  private let ben = PersonID.random()

  private func withStore(_ body: (ProgramStore, Call) async throws -> Void) async throws {
    try await withTemporaryFolder { folder in
      let bus = try await ProcessBus.start(in: folder)
      let store = try ProgramStore.open(
        PostgresServer.place(insteadOf: "\(folder)/zones.sqlite"), stream: "zones",
        migrations: [Migration(1, "zones", PersonZones.table)])
      let call = Call(
        identity: nil, program: .events, caller: .events, now: Instant(milliseconds: 0),
        deadline: ContinuousClock.now.advanced(by: .seconds(10)), bus: bus.node, store: store,
        idempotency: nil, flags: [], trace: nil, assertion: nil, isUnlinkable: false, tracer: Tracer(),
        log: Log(program: .events, level: .error))
      try await body(store, call)
      await store.close()
      await bus.stop()
    }
  }

  private func told(_ person: PersonID, _ zone: String?) -> Auth.ProfileChanged {
    Auth.ProfileChanged(
      person: person, firstName: "Ada", lastName: "Lovelace", zone: zone.map { ZoneName(checked: $0) })
  }

  @Test("a zone is kept, replaced and taken away, and each change is known for one")
  func changes() async throws {
    try await withStore { store, _ in
      let steps: [(zone: String?, isChange: Bool)] = [
        (nil, false), ("Europe/Berlin", true), ("Europe/Berlin", false), ("Asia/Tokyo", true), (nil, true),
        (nil, false),
      ]
      for step in steps {
        let event = told(ada, step.zone)
        let zone = try await store.write { db in
          #expect(try db.profileChanged(event) == step.isChange, "\(step)")
          return try db.zone(of: event.person)?.text
        }
        #expect(zone == step.zone)
      }
    }
  }

  @Test("whom a snapshot of auth does not name has no zone any more")
  func snapshot() async throws {
    try await withStore { store, call in
      let (here, gone) = (told(ada, "Europe/Berlin"), told(ben, "Asia/Tokyo"))
      try await store.write { db in
        _ = try db.profileChanged(here)
        _ = try db.profileChanged(gone)
        try PersonZones.copied().mark(db, call)
        #expect(try !db.profileChanged(here), "named again, and the same")
        try PersonZones.copied { person, _, _ in #expect(person == gone.person) }.sweep(db, call)
        #expect(try db.zone(of: here.person)?.text == "Europe/Berlin")
        #expect(try db.zone(of: gone.person) == nil)
      }
    }
  }
}
