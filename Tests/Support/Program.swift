package import Bus
package import Crypto
internal import JSON
package import Schema
package import ServiceKit

/// One program and its callers, in process within milliseconds, or as a process over the bus:
///
///     try await Program.with(RoomhubService.self) { room in
///       let added = try await room.ask(Roomhub.AddTask(title: "Buy milk"), as: ada)
///     }
///
/// Both ways include decoding, access and idempotency. In process, requests to other programs get the replies
/// of the test (`answers`), and events of other programs arrive by `receive`.
package enum Program {
  package enum Way: CaseIterable, Sendable {
    case inProcess
    case overBus
  }

  /// The start time of an in-process program's clock.
  package static let start = Instant(milliseconds: 1_792_152_000_000)  // 2026-10-16T12:00:00Z

  /// Runs `body` with a program of its own in the test's process.
  package static func with<S: Service, Result>(
    _ type: S.Type, at now: Instant = start, answers: [StubbedReply] = [],
    settings: [String: String] = [:], place: String? = nil,
    _ body: nonisolated(nonsending) (ProgramInProcess<S>) async throws -> Result
  ) async throws -> Result {
    for answer in answers where !Catalogue.mayCall(S.program, answer.request) {
      throw TestFailure("\(S.program) may not send \(answer.request.subject)")
    }
    return try await withTemporaryFolder { folder in
      let bus = try await ProcessBus.start(in: folder, answers: answers)
      let program: ProgramInProcess<S>
      let result: Result
      do {
        program = try ProgramInProcess.start(
          type, in: folder, on: bus, at: now, settings: settings, place: place)
        do { result = try await body(program) } catch {
          await program.stop()
          throw error
        }
      } catch {
        await bus.stop()
        throw error
      }
      await program.stop()
      await bus.stop()
      return result
    }
  }

  /// Runs `body` with a program either way: `@Test(arguments: Program.Way.allCases)` for behavior that might
  /// depend on the bus.
  package static func with<S: Service, Result>(
    _ type: S.Type, _ way: Way, _ body: nonisolated(nonsending) (any AskedProgram) async throws -> Result
  ) async throws -> Result {
    switch way {
    case .inProcess: try await with(type) { try await body($0) }
    case .overBus:
      try await Site.with([S.program]) { site in
        let keys = try KeyRing.load(.auth, from: site.keys)
        guard let seed = keys.own.signing.flatMap({ Base64URL.decode($0) }),
          let signing = SigningKey(seed: seed)
        else { throw TestFailure("auth.key holds no signing seed") }
        return try await site.with(key: .gateway) { gateway in
          try await site.with(key: .auth) { auth in
            let nodes = [ProgramName.gateway: gateway, .auth: auth, .operator: site.operator]
            return try await body(ProgramOverBus(program: S.program, nodes: nodes, signing: signing))
          }
        }
      }
    }
  }
}

/// A program that a test can send requests to.
package protocol AskedProgram: Sendable {
  /// The key that signs as auth here.
  var signing: SigningKey { get }

  /// Sends bytes to a subject with a program's key.
  /// - Throws: The fault in its reply.
  func send(_ header: Header, _ body: [UInt8], from caller: ProgramName) async throws(Fault) -> [UInt8]
}

extension AskedProgram {
  /// Sends a request as a person through the gateway, or with the operator's key.
  /// - Parameter key: The idempotency key.
  package func ask<R: Request>(
    _ request: R, as person: TestPerson? = nil, key: String? = nil
  ) async throws -> R.Reply {
    let body = try await ask(R.self, body: try JSONCoding.encode(request), as: person, key: key)
    return try JSONCoding.decode(R.Reply.self, from: body)
  }

  /// Sends a request with another program's key.
  package func ask<R: Request>(_ request: R, from caller: ProgramName) async throws -> R.Reply {
    var header = Header(id: .random())
    header.subject = R.subject
    header.schema = "\(R.subject)@\(R.version)"
    return try JSONCoding.decode(
      R.Reply.self, from: try await send(header, try JSONCoding.encode(request), from: caller))
  }

  /// Sends such a request with a body that need not match the request's declaration.
  package func ask<R: Request>(
    _ type: R.Type, body: [UInt8], as person: TestPerson? = nil, key: String? = nil
  ) async throws(Fault) -> [UInt8] {
    var header = Header(id: .random())
    header.subject = R.subject
    header.schema = "\(R.subject)@\(R.version)"
    header.assertion = person?.assertion(signedWith: signing)
    header.idempotencyKey = key
    return try await send(header, body, from: person == nil ? .operator : .gateway)
  }
}

/// A program of the build in a process of its own, reached over its socket.
struct ProgramOverBus: AskedProgram {
  let program: ProgramName
  let nodes: [ProgramName: Node]
  let signing: SigningKey

  func send(_ header: Header, _ body: [UInt8], from caller: ProgramName) async throws(Fault) -> [UInt8] {
    guard let node = nodes[caller] else { throw Fault(.notAllowed) }
    let call = OutgoingCall(program: program, header: header, body: body, within: .seconds(5))
    do { return try await node.call(call).body } catch { throw error.fault }
  }
}

/// A signed-in person. A program identifies people only by the signature of auth's key.
package struct TestPerson: Sendable, Hashable {
  package let id = PersonID.random()
  private let session = SessionID.random()
  private let roles: Set<SiteRole>

  package init(_ roles: Set<SiteRole> = [.student]) { self.roles = roles }

  func assertion(signedWith key: SigningKey) -> [UInt8] {
    Identity(person: id, session: session, roles: roles, issued: SiteClock.system).signed(with: key)
  }
}
