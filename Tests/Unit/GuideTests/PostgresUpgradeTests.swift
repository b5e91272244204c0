import TestSupport
import Testing

@testable import guide

@Suite("A schema of guide on PostgreSQL is brought up to date")
struct PostgresUpgradeTests {
  @Test("every earlier version's becomes the one that a new site has")
  func upgrades() async throws {
    let found = try await PostgresUpgrades.differences("guide", GuideStore.migrations, from: 1)
    #expect(found.isEmpty)
  }
}
