import Bus
import JSON
import Schema
import Store
import TestSupport
import Testing

@testable import ServiceKit
@testable import events

@Suite("A zone that a snapshot of auth does not list is forgotten")
struct ZoneSnapshotTests {
  private func changed(_ person: PersonID, _ zone: String) -> Auth.ProfileChanged {
    Auth.ProfileChanged(person: person, firstName: "A", lastName: "B", zone: ZoneName(checked: zone))
  }

  @Test("the zone of whoever is listed stays, also one that this machine does not know")
  func stale() async throws {
    try await withTemporaryFolder { folder in
      let bus = try await ProcessBus.start(in: folder)
      let now = try #require(Instant("2026-10-16T12:00:00Z"))
      let program = try ProgramInProcess.start(EventsService.self, in: folder, on: bus, at: now)
      let (ada, ben, eve) = (PersonID.random(), PersonID.random(), PersonID.random())
      for person in [ada, ben, eve] {
        try await program.receive(changed(person, "Europe/Berlin"), from: .auth)
      }
      let epoch = RawUUID.random()
      let rows = try [changed(ada, "Asia/Tokyo"), changed(eve, "Mars/Olympus")].map { event in
        var header = Header(id: .random())
        header.subject = Auth.ProfileChanged.topic
        header.sequence = 9
        header.epoch = epoch
        return try #require(StreamEvent(header: header, body: try JSONCoding.encode(event)))
      }
      let sink = StoreSink(
        context: program.context, subscriptions: program.handlers.subscriptions[.auth] ?? [:],
        copies: program.handlers.copies[.auth])
      try await sink.apply(Snapshot(epoch: epoch, head: 9, rows: rows, published: []), of: .auth)
      let zones = try await program.context.store.read { db in
        try [ada, ben, eve].map { try db.zone(of: $0)?.text }
      }
      #expect(zones == ["Asia/Tokyo", nil, "Europe/Berlin"])
      await program.context.store.close()
      await bus.stop()
    }
  }
}
