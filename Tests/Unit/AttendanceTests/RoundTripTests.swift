import Schema
import ServiceKit
import Store
import TestSupport
import Testing

@testable import attendance

@Suite("Round trips of a check-in to a server")
struct RoundTripTests {
  @Test("a press waits once for all it asks, and once for its commit")
  func press() async throws {
    try await CheckInClass.with(place: try PostgresServer.newPlace()) { room in
      let checkIn = try await room.open(.place)
      // The statements are prepared.
      _ = try await room.press(checkIn, room.campus.ada, device: "a-device-of-Ada")
      let store = room.program.context.store
      let before = store.counters.roundTrips
      let receipt = try await room.press(checkIn, room.campus.ben, 3, device: "a-device-of-Ben")
      #expect(receipt.status == .present)
      #expect(store.counters.roundTrips - before == 2)
    }
  }
}
