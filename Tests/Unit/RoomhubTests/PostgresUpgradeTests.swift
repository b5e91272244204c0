import TestSupport
import Testing

@testable import roomhub

@Suite("A schema of roomhub on PostgreSQL is brought up to date")
struct PostgresUpgradeTests {
  @Test("every earlier version's becomes the one that a new site has")
  func upgrades() async throws {
    let found = try await PostgresUpgrades.differences("roomhub", RoomhubStore.migrations, from: 6)
    #expect(found.isEmpty)
  }
}
