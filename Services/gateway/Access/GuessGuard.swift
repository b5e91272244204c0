import Crypto
import HTTPServer
import Schema
import ServiceKit
import Synchronization

/// Slows down an address that guesses passwords and codes, and never stops it: a dorm is one address, so most
/// of its requests come from others than the guesser.
///
/// An address counts the different accounts and codes it was refused for in 15 minutes. Beyond the limit, its
/// requests share a pace, except for those that are hardly guesses: from a device that has opened the account
/// before, or to an account that this address has opened before. The guesses at one account have the
/// account's own delays in auth. Everything is in memory, with limits: beyond them, the entry that was not
/// used for the longest time is forgotten. That many addresses at once are a distributed attack, which only
/// the delays of each account can slow down.
final class GuessGuard: Sendable {
  static let maxRefusals = 300
  static let window = Duration.seconds(15 * 60)
  static let maxAddresses = 50_000
  /// Accounts over all addresses whose refusals are known, and accounts that have been opened.
  static let maxAccounts = 100_000
  /// The time between two guesses of an address beyond its limit.
  static let pace = Duration.milliseconds(200)
  /// The longest time that a request is held back. Beyond it, the caller has to come again.
  static let maxHold = Duration.seconds(4)
  /// The attempts at one account that only share the pace, and the time between any later ones.
  static let firstTries = 3
  static let laterPace = Duration.seconds(30)
  /// Refusals in a row after which a device or an address no longer counts as known to an account.
  static let maxKnownRefusals = 10

  fileprivate typealias Key = [UInt8]

  fileprivate struct Refusals {
    var count = 0
    var since: ContinuousClock.Instant
    /// The moment at which the next guess beyond the limit may go on.
    var next: ContinuousClock.Instant
  }

  fileprivate struct Tries {
    var count: Int
    var last: ContinuousClock.Instant
  }

  fileprivate struct State {
    var refusals = LRUCache<String, Refusals>(limit: GuessGuard.maxAddresses)
    var tries = LRUCache<Key, Tries>(limit: GuessGuard.maxAccounts)
    /// Refusals in a row of those who have opened an account before.
    var known = LRUCache<Key, Int>(limit: GuessGuard.maxAccounts)
  }

  private let isBehindProxy: Bool
  private let limit: Int
  private let secret = SecretKey.random()
  private let state = Mutex(State())

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

  /// Returns the time for which the request is held back; usually none.
  /// - Throws: `slow_down` with the time until the same request passes, if that is longer than `maxHold`.
  func admit(_ guess: Guess, now: ContinuousClock.Instant = .now) throws(Fault) -> Duration {
    let pair = account(guess)
    let ways = ways(guess)
    let wait = state.withLock { state -> Duration in
      if ways.contains(where: { state.known[$0] != nil }) { return .zero }
      guard var refusals = state.refusals[guess.address], now - refusals.since < GuessGuard.window,
        refusals.count >= limit
      else { return .zero }
      if let pair, let tries = state.tries[pair], tries.count >= GuessGuard.firstTries {
        let left = GuessGuard.laterPace - (now - tries.last)
        if left > GuessGuard.maxHold { return left }
      }
      let turn = max(refusals.next, now)
      if turn - now <= GuessGuard.maxHold {
        refusals.next = turn.advanced(by: GuessGuard.pace)
        state.refusals[guess.address] = refusals
      }
      return turn - now
    }
    guard wait <= GuessGuard.maxHold else {
      throw Fault(.slowDown, retryAfterMs: wait.wholeMilliseconds)
    }
    return wait
  }

  /// Counts a rejected password, code or link. A fault of a busy site does not count as a guess.
  func refused(_ guess: Guess, _ fault: Fault, now: ContinuousClock.Instant = .now) {
    guard [.unauthenticated, .permissionDenied, .notFound].contains(fault.kind) else { return }
    let pair = account(guess)
    let ways = ways(guess)
    state.withLock { state in
      for way in ways {
        guard let count = state.known[way] else { continue }
        state.known[way] = count + 1 < GuessGuard.maxKnownRefusals ? count + 1 : nil
      }
      var isNew = true
      if let pair {
        let old = state.tries[pair].flatMap { now - $0.last < GuessGuard.window ? $0 : nil }
        isNew = old == nil
        state.tries[pair] = Tries(count: (old?.count ?? 0) + 1, last: now)
      }
      var refusals = state.refusals[guess.address] ?? Refusals(since: now, next: now)
      if now - refusals.since >= GuessGuard.window { refusals = Refusals(since: now, next: now) }
      if isNew { refusals.count += 1 }
      state.refusals[guess.address] = refusals
    }
  }

  /// Remembers who has opened the account. `device` is the token of a device that became known just now.
  func opened(_ guess: Guess, device: String? = nil) {
    guard guess.account != nil else { return }
    var guess = guess
    if let device { guess.device = device }
    let ways = ways(guess)
    let pair = account(guess)
    state.withLock { state in
      for way in ways { state.known[way] = 0 }
      if let pair { state.tries[pair] = nil }
    }
  }

  /// The account as this address knows it.
  private func account(_ guess: Guess) -> Key? {
    guess.account.map { hash("account", guess.address, $0) }
  }

  /// The device and the address, each of which may have opened the account before.
  private func ways(_ guess: Guess) -> [Key] {
    guard let account = guess.account else { return [] }
    let device = guess.device.map { hash("device", $0, account) }
    return [hash("address", guess.address, account), device].compactMap(\.self)
  }

  private func hash(_ texts: String...) -> Key {
    BLAKE2b.hash(parts: texts.map { Array($0.utf8) }, key: secret)
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
