import TestSupport
import Testing

@testable import media_fetcher

@Suite("A schema of media-fetcher on PostgreSQL is brought up to date")
struct PostgresUpgradeTests {
  @Test("every earlier version's becomes the one that a new site has")
  func upgrades() async throws {
    let found = try await PostgresUpgrades.differences("media-fetcher", MediaStore.migrations, from: 1)
    #expect(found.isEmpty)
  }
}
