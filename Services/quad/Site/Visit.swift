import FoundationEssentials
import GatewayClient
import Schema
import SiteCommands
import Terminal

/// One command of a person at a site: the typed words, the sender, and the output of the reply.
struct Visit: SiteVisit {
  let arguments: Arguments
  let home: Home
  let site: SiteAddress
  /// The bearer token; nil if nobody is signed in.
  let token: String?
  /// The stored session, if the token is its own.
  let session: SiteSession?
  let client: SiteClient

  /// - Parameter site: the one named on the command line; else that of `QUAD_SITE`, of the session, or of
  ///   this machine.
  init(
    _ arguments: Arguments, site: SiteAddress? = nil,
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws {
    self.arguments = arguments
    home = try Home(environment)
    let kept = try home.session()
    self.site = try site ?? Visit.site(environment, kept)
    // A token is sent only to the site that issued it.
    session = kept?.site == self.site.text ? kept : nil
    token = environment["QUAD_TOKEN"].flatMap { $0.isEmpty ? nil : $0 } ?? session?.token
    client = try SiteClient(base: self.site.text, token: token)
  }

  private static func site(_ environment: [String: String], _ kept: SiteSession?) throws -> SiteAddress {
    if let text = environment["QUAD_SITE"], !text.isEmpty {
      do { return try SiteAddress(text) } catch {
        throw EnvironmentError(problem: "QUAD_SITE: \(error.problem)")
      }
    }
    guard let kept else { return .standard }
    do { return try SiteAddress(kept.site) } catch {
      throw Failure("the saved session cannot be used: \(error.problem)")
    }
  }

  /// Sends a request as the signed-in person.
  func send<R: Request>(_ request: R) async throws -> R.Reply {
    if R.access != .anyone, token == nil { throw Failure.signInFirst }
    return try await HTTPSender(client: client).ask(request)
  }

  /// Checks for a session before a command asks questions whose answers the site would reject.
  func needSession() throws(Failure) {
    if token == nil { throw .signInFirst }
  }

  /// The person of the token.
  func person() async throws -> PersonID {
    if let session, session.token == token { return session.person }
    return try await send(Auth.Me()).id
  }

  var listOwner: String? { token.map { ShownLists.owner(site: site.text, token: $0) } }
}

extension Verb {
  /// A verb of a person at the site of their session. It can print JSON.
  static func person(
    _ name: String, _ takes: String = "", _ summary: String, options: [Option] = [], choices: [String] = [],
    run: @escaping @Sendable (Visit) async throws -> Void
  ) -> Verb {
    Verb(name, takes, summary, options: options + [.json], choices: choices) { arguments in
      try await run(try Visit(arguments))
    }
  }
}
