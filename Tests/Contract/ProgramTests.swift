import Bus
import Crypto
import JSON
import Schema
import Testing
import TestSupport

/// The real programs, asked over their sockets for everything that is declared of them.
@Suite("A program answers what is declared of it, and only whom it should", .timeLimit(.minutes(5)))
struct ProgramTests {
  @Test("every request: reply or declared fault, no JSON, nobody, and a key that may not ask")
  func everyRequest() async throws {
    try await Site.with(Catalogue.programs) { site in
      try await site.defineDorm()
      try await site.with(key: .gateway) { gateway in
        for (number, request) in Catalogue.requests.enumerated() {
          let asker = try await Asker.make(number, for: request, site, gateway)
          try await check(request, asker, site, gateway)
        }
      }
    }
  }

  /// The key that stands for a caller of this request: the gateway where people ask, else a program.
  private func caller(of request: any Request.Type) -> ProgramName {
    Catalogue.mayCall(.gateway, request) ? .gateway : request.callers[0]
  }

  private func check<R: Request>(
    _ type: R.Type, _ asker: Asker, _ site: Site, _ gateway: Node
  ) async throws {
    let (description, sample) = try SchemaRecorder.describe(type)
    let body = try JSONCoding.encode(sample)
    let caller = caller(of: type)
    if caller == .gateway {
      try await checkAccess(type, body, gateway)
      try await checkForm(type, description, body, asker, gateway)
    } else {
      try await site.with(key: caller) { node in
        try await checkForm(type, description, body, asker, node)
      }
    }
    // Its key counts only while a site is being filled, whatever it asks for.
    try await site.with(key: .seed) { seed in
      let code = try await ask(type, body, seed, asker.assertion).code
      #expect(code == "not_allowed", "\(R.subject)")
    }
  }

  /// Whoever is not signed in is told so, unless anybody may ask.
  private func checkAccess<R: Request>(_ type: R.Type, _ body: [UInt8], _ gateway: Node) async throws {
    // One request answers this of the token it asks about.
    guard !R.faults.contains(.signInRequired) else { return }
    let code = try await ask(type, body, gateway, nil).code
    #expect((code == "signin_required") == (R.access != .anyone && R.access != .programs), "\(R.subject)")
  }

  /// The sample gets a reply of the declared form, or a fault that is declared; what is no JSON is refused.
  private func checkForm<R: Request>(
    _ type: R.Type, _ description: MessageDescription, _ body: [UInt8], _ asker: Asker, _ node: Node
  ) async throws {
    let broken = try await ask(type, Array("{no json".utf8), node, asker.assertion)
    #expect(broken.code == "bad_json", "\(R.subject): \(broken)")
    let codes = Set((R.faults + description.faults + Contract.anyRequest).map(\.code))
    let answer = try await ask(type, body, node, asker.assertion)
    switch answer {
    case .reply(let reply):
      let again = try JSONCoding.encode(try JSONCoding.decode(R.Reply.self, from: reply.body))
      #expect(again == reply.body, "\(R.subject): the reply has members that are not declared")
      #expect(reply.status.map { [200, 201, 202, 204].contains($0) } ?? true, "\(R.subject)")
    case .fault(let fault):
      #expect(codes.contains(fault.code), "\(R.subject) answered \(fault.code), which is not declared")
    }
  }

  private enum Contract {
    /// What any request may answer besides its own faults; never `internal`.
    static let anyRequest: [FaultCode] = [
      .wrongType, .fieldMissing, .busy, .serviceUnavailable, .storageFull, .keyReused, .alreadyDone,
    ]
  }

  private enum Outcome: CustomStringConvertible {
    case reply(Reply)
    case fault(Fault)

    var code: String? { if case .fault(let fault) = self { fault.code } else { nil } }
    var description: String { code ?? "a reply" }
  }

  private func ask<R: Request>(
    _ type: R.Type, _ body: [UInt8], _ node: Node, _ assertion: [UInt8]?
  ) async throws -> Outcome {
    var header = Header(id: .random())
    header.subject = R.subject
    header.schema = "\(R.subject)@\(R.version)"
    header.assertion = assertion
    header.idempotencyKey = RawUUID.random().description
    let call = OutgoingCall(program: R.program, header: header, body: body, within: .seconds(5))
    do { return .reply(try await node.call(call)) } catch {
      if case .unreachable(let fault) = error { throw TestFailure("\(R.subject): \(fault.code)") }
      return .fault(error.fault)
    }
  }
}

/// Somebody of their own for each request, so that one that ends sessions or moves out disturbs no other: in
/// a room, and with the role that the request takes.
private struct Asker {
  let assertion: [UInt8]

  static func make(
    _ number: Int, for request: any Request.Type, _ site: Site, _ gateway: Node
  ) async throws -> Asker {
    let email = EmailAddress(checked: "asker\(number)@hilltop.example")
    let password = try #require(Password("a quiet evening in the library"))
    let account = try await gateway.call(
      Auth.SignUp(
        email: email, password: password, firstName: GivenName(checked: "Asker"),
        lastName: FamilyName(checked: "Test"), signIn: true))
    var token = account.token
    if case .role(let role) = request.access {
      let roles = try #require(SiteRoles([role, .student]))
      let person = try #require(account.person)
      _ = try await site.operator.call(Auth.SetRoles(id: person, roles: roles))
      token = try await gateway.call(Auth.SignIn(email: email, password: password)).token
    }
    let text = try #require(token)
    let hash = try #require(Token(text: text)).hash
    let resolved = try await gateway.call(Auth.ResolveSession(tokenHash: Base64URL.encode(hash)))
    let assertion = try #require(Base64URL.decode(resolved.assertion))
    let join = Roomhub.JoinRoom(dorm: .sample, number: RoomNumber(checked: "\(number + 1)"))
    _ = try await gateway.call(join, context: CallContext(assertion: assertion))
    return Asker(assertion: assertion)
  }
}

extension Site {
  fileprivate func defineDorm() async throws {
    _ = try await self.operator.call(
      Roomhub.DefineDorm(id: .sample, name: DormName(checked: "Forbes Hall"), roomCapacity: 4))
  }
}
