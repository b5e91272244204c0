import Bus
import Crypto
import JSON
import Schema
import TestSupport

/// A person of the site and what their requests carry.
struct Resident: Sendable {
  let id: PersonID
  /// Signed by auth; good for three minutes.
  let assertion: [UInt8]
  private let tokenHash: String

  /// Signs up over the bus with the gateway's key, as the gateway does for a browser.
  static func signUp(_ name: String, room: RoomAddress? = nil, gateway: Node) async throws -> Resident {
    // Hashing takes its time on a busy machine; it is not what is looked at.
    let account = try await gateway.call(try request(name, room: room, signIn: true), within: .seconds(10))
    guard let token = account.token.flatMap({ Token(text: $0) }) else { throw TestFailure("no token") }
    return try await resolve(Base64URL.encode(token.hash), gateway)
  }

  /// The same person with an assertion made now.
  func renewed(_ gateway: Node) async throws -> Resident { try await Resident.resolve(tokenHash, gateway) }

  private static func resolve(_ tokenHash: String, _ gateway: Node) async throws -> Resident {
    let resolved = try await gateway.call(Auth.ResolveSession(tokenHash: tokenHash))
    guard let assertion = Base64URL.decode(resolved.assertion) else { throw TestFailure("no assertion") }
    return Resident(id: resolved.person, assertion: assertion, tokenHash: tokenHash)
  }

  static func request(_ name: String, room: RoomAddress? = nil, signIn: Bool = false) throws -> Auth.SignUp {
    guard let email = EmailAddress("\(name)@hilltop.example"), let password = Password("a long password")
    else {
      throw TestFailure("\(name) is no name")
    }
    return Auth.SignUp(
      email: email, password: password, firstName: try GivenName(name), lastName: try FamilyName("Test"),
      room: room, signIn: signIn)
  }

  func context(key: String? = nil) -> CallContext { CallContext(assertion: assertion, idempotencyKey: key) }
}

extension RoomAddress {
  /// A room of the dorm `forbes`.
  static func forbes(_ number: Int) throws -> RoomAddress {
    guard let dorm = DormID("forbes"), let number = RoomNumber("\(number)") else {
      throw TestFailure("\(number) is no room")
    }
    return RoomAddress(dorm: dorm, number: number)
  }
}

extension Site {
  func database(_ program: ProgramName) -> String { "\(data)/\(program)/\(program).sqlite" }

  /// Puts the dorm `forbes` on the campus list.
  func defineForbes() async throws {
    let dorm = try RoomAddress.forbes(1).dorm
    _ = try await self.operator.call(
      Roomhub.DefineDorm(id: dorm, name: try DormName("Forbes Hall"), roomCapacity: 4))
  }

  func stats(_ program: ProgramName) async throws -> Control.Stats {
    var header = Header(id: .random())
    header.subject = Control.AskStats.subject
    let call = OutgoingCall(program: program, header: header, body: Array("{}".utf8), within: .seconds(2))
    return try JSONCoding.decode(Control.Stats.self, from: try await self.operator.call(call).body)
  }

  /// Waits until roomhub has applied all that auth has told.
  func waitForRoomhub(within limit: Duration = .seconds(20)) async throws {
    try await waitUntil("roomhub has read what it hears of auth", within: limit) {
      let auth = try await stats(.auth)
      return try await stats(.roomhub).lag(in: "auth", at: auth) == 0
    }
  }
}
