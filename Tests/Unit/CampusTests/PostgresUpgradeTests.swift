import TestSupport
import Testing

@testable import campus

@Suite("A schema of campus on PostgreSQL is brought up to date")
struct PostgresUpgradeTests {
  @Test("every earlier version's becomes the one that a new site has")
  func upgrades() async throws {
    let found = try await PostgresUpgrades.differences("campus", CampusStore.migrations, from: 1)
    #expect(found.isEmpty)
  }
}
