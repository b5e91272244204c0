import HTTPServer
import JSON
import Schema
import ServiceKit

/// A request that may be a guess: where it comes from, and what it tries to open.
struct Guess: Sendable {
  let address: String
  /// The account, or the path of a secret link; nil if the secret alone is sent.
  var account: String?
  var device: String?
}

extension GuessGuard {
  /// - Parameter body: The request's JSON.
  func guess(_ request: HTTPRequest, _ route: Route, _ body: [UInt8], _ cookies: BrowserCookies) -> Guess {
    var guess = Guess(address: address(of: request))
    if let member = route.request.guessedMember {
      let sent = Sent(body)
      guess.account = sent?.text(member).map { Text.trim($0).lowercased() }
      guess.device =
        request.header("Cookie").flatMap { Cookies.value(cookies.device, in: $0) }
        ?? route.request.deviceMember.flatMap { sent?.text($0) }
    } else if route.http.method == .get {
      guess.account = request.path
    }
    return guess
  }

  /// Waits for the turn of an address that guesses. The thread serves others meanwhile.
  nonisolated(nonsending) func wait(_ guess: Guess) async throws(Fault) {
    let wait = try admit(guess)
    guard wait > .zero else { return }
    do { try await Task.sleep(for: wait) } catch {
      throw Fault(.slowDown, retryAfterMs: wait.wholeMilliseconds)
    }
  }
}

/// The members of a request's body; nil for one that its program rejects anyway.
private struct Sent {
  private let members: [String: JSONValue]

  init?(_ body: [UInt8]) {
    do { members = try JSONCoding.decode([String: JSONValue].self, from: body) } catch { return nil }
  }

  func text(_ name: String) -> String? {
    guard case .string(let text)? = members[name] else { return nil }
    return text
  }
}
