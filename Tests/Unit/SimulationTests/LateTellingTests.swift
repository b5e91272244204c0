import Bus
import JSON
import Schema
import Store
import TestSupport
import Testing

@testable import ServiceKit
@testable import notifier

@Suite("What is told before an erasure and heard after it is forgotten too")
struct LateTellingTests {
  private let epoch = RawUUID.random()

  private func told<E: Event>(_ event: E, sequence: Int64) throws -> StreamEvent {
    var header = Header(id: .random())
    header.subject = E.topic
    header.sequence = sequence
    header.epoch = epoch
    return try #require(StreamEvent(header: header, body: try JSONCoding.encode(event)))
  }

  @Test("nothing is left in the notifier once auth has told that a person is erased")
  func erased() async throws {
    try await withTemporaryFolder { folder in
      let bus = try await ProcessBus.start(in: folder)
      let now = try #require(Instant("2026-10-16T12:00:00Z"))
      let program = try ProgramInProcess.start(NotifierService.self, in: folder, on: bus, at: now)
      let sinks = [ProgramName.auth, .events].map { name in
        StoreSink(
          context: program.context, subscriptions: program.handlers.subscriptions[name] ?? [:],
          copies: program.handlers.copies[name])
      }
      let (gone, stays) = (PersonID.random(), PersonID.random())
      let alerts = try [gone, stays].enumerated().map { index, person in
        try told(planned(for: person, at: now), sequence: Int64(index + 1))
      }
      let zones = try [gone, stays].enumerated().map { index, person in
        try told(
          Auth.ProfileChanged(person: person, firstName: "A", lastName: "B", zone: ZoneName("Asia/Tokyo")),
          sequence: Int64(index + 1))
      }
      try await sinks[1].apply(alerts, of: .events)
      // What is planned for a person in one transaction is told to their devices once.
      let again = try told(planned(for: stays, at: now), sequence: 3)
      let last = try told(planned(for: stays, at: now), sequence: 4)
      let before = program.context.store.head
      try await sinks[1].apply([again, last], of: .events)
      #expect(program.context.store.head == before + 1, "one event tells of what was planned together")
      try await sinks[0].apply(zones, of: .auth)
      try await sinks[0].apply([told(Auth.PersonErased(person: gone), sequence: 3)], of: .auth)
      for table in ["alert", "slots", "person_zone"] {
        let people = try await program.context.store.read { db in
          try db.all("SELECT person FROM \(table)") { PersonID(try $0.id("person")) }
        }
        #expect(Set(people) == [stays], "\(table)")
      }
      await program.context.store.close()
      await bus.node.stop()
    }
  }

  private func planned(for person: PersonID, at now: Instant) throws -> Alerts.AlertPlanned {
    let at = now.advanced(by: .seconds(3600))
    return Alerts.AlertPlanned(
      key: Alerts.AlertKey(program: .events, object: .random(), lead: LeadTime(checked: 0)), person: person,
      at: at, until: at, text: Alerts.AlertText(key: "event.reminder", values: []), importance: .normal,
      because: .sample, recurrence: nil)
  }
}
