import HTTPServer
import Schema
import Synchronization

/// Counts rejected passwords and codes by address, in memory. A dorm is one address, so the limit is far
/// above ordinary typing errors. It stops one machine that tries many accounts.
final class GuessGuard: Sendable {
  static let maxRefusals = 300
  static let window = Duration.seconds(15 * 60)
  static let maxAddresses = 50_000

  private struct Refusals {
    var count = 0
    var since: ContinuousClock.Instant
  }

  private let isBehindProxy: Bool
  private let limit: Int
  private let refusals = Mutex<[String: Refusals]>([:])

  /// - Parameter isBehindProxy: true if a proxy of our own adds the last entry of X-Forwarded-For.
  init(isBehindProxy: Bool, limit: Int = GuessGuard.maxRefusals) {
    self.isBehindProxy = isBehindProxy
    self.limit = limit
  }

  /// The caller's address: an IPv4 address, or the first 64 bits of an IPv6 address, which belong to one
  /// household.
  func address(of request: HTTPRequest) -> String {
    var address = request.peer
    if isBehindProxy,
      let forwarded = request.headers.last(where: { $0.name.lowercased() == "x-forwarded-for" }),
      let last = forwarded.value.split(separator: ",").last
    {
      address = String(last.filter { $0 != " " }.prefix(45))
    }
    guard address.contains(":") else { return address }
    return IPv6Prefix.first64(of: address)
  }

  /// - Throws: `slow_down` with the time until the address may try again.
  func check(_ address: String, now: ContinuousClock.Instant = .now) throws(Fault) {
    let wait = refusals.withLock { refusals -> Duration? in
      guard let known = refusals[address], known.count >= limit else { return nil }
      let left = GuessGuard.window - (now - known.since)
      return left > .zero ? left : nil
    }
    if let wait { throw Fault(.slowDown, retryAfterMs: wait.wholeMilliseconds) }
  }

  /// Counts a rejected password, code or link. A fault of a busy site does not count as a guess.
  func refused(_ address: String, _ fault: Fault, now: ContinuousClock.Instant = .now) {
    guard [.unauthenticated, .permissionDenied, .notFound].contains(fault.kind) else { return }
    refusals.withLock { refusals in
      if refusals.count >= GuessGuard.maxAddresses {
        refusals = refusals.filter { now - $0.value.since < GuessGuard.window }
        // That many addresses at once are a distributed attack, which only the delays of each account can
        // slow down.
        if refusals.count >= GuessGuard.maxAddresses { refusals.removeAll(keepingCapacity: true) }
      }
      var known = refusals[address] ?? Refusals(since: now)
      if now - known.since >= GuessGuard.window { known = Refusals(since: now) }
      known.count += 1
      refusals[address] = known
    }
  }
}

/// The network part of an IPv6 address as text.
enum IPv6Prefix {
  /// Returns `2001:db8:1:2` for `2001:db8:1:2::7`. Text that is no such address is returned unchanged.
  static func first64(of text: String) -> String {
    let halves = text.split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false)
    func groups(_ half: Substring) -> [Substring] { half.split(separator: ":") }
    guard let first = halves.first else { return text }
    var all = groups(first)
    if halves.count == 2 {
      let tail = groups(halves[1])
      guard all.count + tail.count <= 8 else { return text }
      all += Array(repeating: "0", count: 8 - all.count - tail.count) + tail
    }
    guard all.count >= 4 else { return text }
    return all.prefix(4).map { $0.lowercased() }.joined(separator: ":")
  }
}

extension Duration {
  var wholeMilliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}
