import GatewayClient
import Schema
import SiteCommands
import Terminal
import TestSupport
import Testing

@testable import quadctl

@Suite("The bus is a way to the same requests")
struct BusSenderTests {
  @Test("replies, faults and silence come back as over HTTP")
  func sends() async throws {
    try await Site.with([.roomhub]) { site in
      let sender: any Sender = BusSender(bus: site.operator)
      let dorm = Roomhub.DefineDorm(
        id: try #require(DormID("forbes")), name: try DormName("Forbes Hall"), roomCapacity: 2)
      #expect(try await sender.send(dorm).name == "Forbes Hall")
      let large = Roomhub.DefineDorm(id: dorm.id, name: dorm.name, roomCapacity: 99)
      let refused = await #expect(throws: ClientError.self) { try await sender.send(large) }
      #expect(refused.map { Failure(site: $0, tool: "quadctl")?.problem.contains("(capacity_bad") } == true)
      let silent = await #expect(throws: ClientError.self) { try await sender.send(Auth.Me()) }
      guard case .unreachable? = silent else { throw TestFailure("\(String(describing: silent))") }
    }
  }
}
