package import Schema
package import Testing

/// Expects a fault with this code, and returns it.
@discardableResult
package func refuses<Reply>(
  _ code: String, _ body: () async throws -> Reply, at place: SourceLocation = #_sourceLocation
) async -> Fault? {
  let fault = await #expect(throws: Fault.self, sourceLocation: place) { _ = try await body() }
  #expect(fault?.code == code, sourceLocation: place)
  return fault
}
