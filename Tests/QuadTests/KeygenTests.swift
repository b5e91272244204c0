import Bus
import Schema
import TestSupport
import Testing

@Suite("Keys are made once and never by accident again")
struct KeygenTests {
  @Test("a site starts with made keys")
  func starts() async throws {
    try await Site.with([.auth, .roomhub]) { site in
      let dorms = try await site.operator.call(Roomhub.ListDorms())
      #expect(dorms.items.isEmpty)
    }
  }
}
