import Schema
import ServiceKit
import Store
import TestSupport
import Testing

@Suite("A copy of people's zones is what auth told last")
struct PersonZoneTests {
  private let ada = PersonID.random()
  private let ben = PersonID.random()

  private func withStore(_ body: (ProgramStore) async throws -> Void) async throws {
    try await withTemporaryFolder { folder in
      let store = try ProgramStore.open(
        "\(folder)/zones.sqlite", stream: "zones", migrations: [Migration(1, "zones", PersonZones.table)])
      try await body(store)
      await store.close()
    }
  }

  private func told(_ person: PersonID, _ zone: String?) -> Auth.ProfileChanged {
    Auth.ProfileChanged(
      person: person, firstName: "Ada", lastName: "Lovelace", zone: zone.map { ZoneName(checked: $0) })
  }

  @Test("a zone is kept, replaced and taken away, and each change is known for one")
  func changes() async throws {
    try await withStore { store in
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
    try await withStore { store in
      let (here, gone) = (told(ada, "Europe/Berlin"), told(ben, "Asia/Tokyo"))
      try await store.write { db in
        _ = try db.profileChanged(here)
        _ = try db.profileChanged(gone)
        try db.beginZones()
        #expect(try !db.profileChanged(here), "named again, and the same")
        #expect(try db.forgetStaleZones(limit: 10) == [gone.person])
        #expect(try db.forgetStaleZones(limit: 10) == [])
        #expect(try db.zone(of: here.person)?.text == "Europe/Berlin")
        #expect(try db.zone(of: gone.person) == nil)
      }
    }
  }
}
