import TestSupport
import Testing

@testable import auth

@Suite("A schema of auth on PostgreSQL is brought up to date")
struct PostgresUpgradeTests {
  @Test("every earlier version's becomes the one that a new site has")
  func upgrades() async throws {
    let found = try await PostgresUpgrades.differences("auth", AuthStore.migrations, from: 1)
    #expect(found.isEmpty)
  }
}
