import Bus
import Fetch
import GatewayClient
import Schema
import TestSupport
import Testing

/// A running site with its gateway and one dorm of two-person rooms.
struct Campus {
  let site: Site
  let anybody: SiteClient

  static let password = "a quiet evening in the library"

  nonisolated(nonsending) static func with(
    _ body: nonisolated(nonsending) (Campus) async throws -> Void
  ) async throws {
    try await Site.with(Catalogue.rows.map(\.name)) { site in
      let dorm = Roomhub.DefineDorm(
        id: try #require(DormID("forbes")), name: try DormName("Forbes Hall"), roomCapacity: 2)
      _ = try await site.operator.call(dorm)
      let base = try await site.address
      // Until then, a live stream begins with resets.
      let readiness = FetchRequest(url: base + Catalogue.readyPath, timeout: .seconds(5), maxBody: 65_536)
      let fetch = try FetchClient.start()
      try await waitUntil("the gateway hears every program") {
        try await fetch.send(readiness, policy: .configuredHost).status == 200
      }
      try await body(Campus(site: site, anybody: try SiteClient(base: base)))
    }
  }

  /// Signs somebody up and in.
  func person(_ name: String) async throws -> SiteClient {
    let account = try await anybody.send(try Campus.signUp(name))
    return anybody.with(token: account.token)
  }

  /// Somebody who has opened, or entered with its code, a room of Forbes Hall.
  func member(_ name: String, code: JoinCode? = nil) async throws -> SiteClient {
    let client = try await person(name)
    let joined = try await client.send(try Campus.join("101A", code: code))
    try #require(joined.state == .joined)
    return client
  }

  static func signUp(_ name: String) throws -> Auth.SignUp {
    Auth.SignUp(
      email: try #require(EmailAddress("\(name)@hilltop.example")),
      password: try #require(Password(password)),
      firstName: try GivenName(name), lastName: try FamilyName("Okafor"), signIn: true)
  }

  static func signIn(_ name: String, password: String = password) throws -> Auth.SignIn {
    Auth.SignIn(
      email: try #require(EmailAddress("\(name)@hilltop.example")), password: try #require(Password(password))
    )
  }

  static func join(_ number: String, dorm: String = "forbes", code: JoinCode? = nil) throws
    -> Roomhub.JoinRoom
  {
    let dorm: DormID = try #require(DormID(dorm))
    let number: RoomNumber = try #require(RoomNumber(number))
    return Roomhub.JoinRoom(dorm: dorm, number: number, code: code)
  }
}

/// The fault that `body` is refused with.
nonisolated(nonsending) func fault<Reply>(
  _ body: nonisolated(nonsending) () async throws -> Reply
) async throws -> Fault {
  do { _ = try await body() } catch ClientError.refused(let fault) { return fault }
  throw TestFailure("it was not refused")
}
