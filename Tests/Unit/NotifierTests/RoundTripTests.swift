import Schema
import ServiceKit
import Store
import TestSupport
import Testing

@testable import notifier

@Suite("Round trips of an alert to a server")
struct RoundTripTests {
  private func planned(for person: PersonID, after seconds: Double) -> Alerts.AlertPlanned {
    let at = Program.start.advanced(by: .seconds(seconds))
    return Alerts.AlertPlanned(
      key: Alerts.AlertKey(program: .events, object: .random(), lead: LeadTime(checked: 0)), person: person,
      at: at, until: at, text: Alerts.AlertText(key: "event.reminder", values: []), importance: .normal,
      because: .sample, recurrence: nil)
  }

  @Test("planning waits for the cursor, once for all it asks of the person, and once for its commit")
  func plan() async throws {
    try await Program.with(NotifierService.self, place: try PostgresServer.newPlace()) { program in
      let person = PersonID.random()
      // The statements are prepared.
      for number in 1...2 {
        try await program.receive(planned(for: person, after: Double(number) * 3600), from: .events)
      }
      let store = program.context.store
      let before = store.counters.roundTrips
      try await program.receive(planned(for: person, after: 7200), from: .events)
      #expect(store.counters.roundTrips - before == 3)
      let slots = try await store.read { try $0.slots(of: person) }
      #expect(slots.armed == 3)
    }
  }
}
