import HTTPServer
import Schema
import Testing

@testable import gateway

@Suite("Refused passwords and codes slow an address down and never stop it")
struct GuessGuardTests {
  private let wrong = Fault(.badCredentials)
  private let start = ContinuousClock.now

  /// An address that was refused for that many different accounts.
  private func flagged(limit: Int) -> GuessGuard {
    let guesses = GuessGuard(isBehindProxy: false, limit: limit)
    for number in 0..<limit {
      guesses.refused(Guess(address: "192.0.2.1", account: "guess\(number)@a.example"), wrong, now: start)
    }
    return guesses
  }

  /// How long the request is held, or has to stay away.
  private func wait(_ guesses: GuessGuard, _ guess: Guess, _ now: ContinuousClock.Instant) -> Duration {
    do { return try guesses.admit(guess, now: now) } catch { return .milliseconds(error.retryAfterMs ?? -1) }
  }

  @Test("E2: beyond the limit an address keeps a pace, others and the time after the window do not")
  func pace() {
    let guesses = flagged(limit: 3)
    func stranger(_ number: Int) -> Guess { Guess(address: "192.0.2.1", account: "new\(number)@a.example") }
    #expect(wait(guesses, stranger(0), start) == .zero)
    #expect(wait(guesses, stranger(1), start) == GuessGuard.pace)
    #expect(wait(guesses, stranger(2), start) == GuessGuard.pace * 2)
    #expect(wait(guesses, stranger(3), start.advanced(by: .seconds(1))) == .zero)
    #expect(wait(guesses, Guess(address: "192.0.2.1"), start.advanced(by: .seconds(1))) == GuessGuard.pace)
    #expect(wait(guesses, Guess(address: "192.0.2.2", account: "a"), start) == .zero)
    #expect(wait(guesses, stranger(4), start.advanced(by: GuessGuard.window)) == .zero)
  }

  @Test("E2: of many requests at once the ones that would be held too long come again within seconds")
  func crowd() {
    let guesses = flagged(limit: 3)
    let waits = (0..<1000).map { wait(guesses, Guess(address: "192.0.2.1", account: "c\($0)"), start) }
    let held = Int(GuessGuard.maxHold / GuessGuard.pace) + 1
    #expect(waits.filter { $0 <= GuessGuard.maxHold }.count == held)
    #expect(waits.allSatisfy { $0 <= GuessGuard.maxHold + GuessGuard.pace })
  }

  @Test("E2: different accounts count, and many guesses at one count once")
  func distinct() {
    let guesses = GuessGuard(isBehindProxy: false, limit: 3)
    let guess = Guess(address: "192.0.2.1", account: "ada@a.example")
    for _ in 0..<1000 { guesses.refused(guess, wrong, now: start) }
    for _ in 0..<100 { #expect(wait(guesses, Guess(address: "192.0.2.1", account: "bea"), start) == .zero) }
    for number in 0..<2 {
      guesses.refused(Guess(address: "192.0.2.1", account: "\(number)"), wrong, now: start)
    }
    #expect(wait(guesses, Guess(address: "192.0.2.1", account: "bea"), start) == .zero)
    #expect(wait(guesses, Guess(address: "192.0.2.1", account: "bea"), start) == GuessGuard.pace)
    // The code of a mail names no account: each one is another.
    let codes = GuessGuard(isBehindProxy: false, limit: 2)
    for _ in 0..<2 { codes.refused(Guess(address: "192.0.2.1"), Fault(.codeWrong), now: start) }
    #expect(wait(codes, Guess(address: "192.0.2.1"), start) == .zero)
    #expect(wait(codes, Guess(address: "192.0.2.1"), start) == GuessGuard.pace)
  }

  @Test("E2: the first tries of an account share the pace, later ones come half a minute apart")
  func firstTries() {
    let guesses = flagged(limit: 3)
    let guess = Guess(address: "192.0.2.1", account: "ada@a.example")
    var now = start
    for _ in 0..<GuessGuard.firstTries {
      #expect(wait(guesses, guess, now) == .zero)
      guesses.refused(guess, wrong, now: now)
      now = now.advanced(by: .seconds(1))
    }
    #expect(wait(guesses, guess, now) == .seconds(29))
    #expect(wait(guesses, guess, now.advanced(by: .seconds(29))) == .zero)
    #expect(
      wait(guesses, Guess(address: "192.0.2.1", account: "bea@a.example"), now.advanced(by: .seconds(30)))
        == .zero)
  }

  @Test("E2: who has opened an account before passes, until ten refusals in a row")
  func known() {
    let guesses = flagged(limit: 3)
    let laptop = Guess(address: "192.0.2.1", account: "ada", device: "laptop")
    guesses.opened(Guess(address: "198.51.100.7", account: "ada"), device: "laptop")
    for _ in 0..<20 { #expect(wait(guesses, laptop, start) == .zero) }
    #expect(wait(guesses, Guess(address: "192.0.2.1", account: "eve", device: "laptop"), start) == .zero)
    #expect(wait(guesses, Guess(address: "192.0.2.1", account: "eve", device: "laptop"), start) > .zero)
    // The address that has opened it is known too, without the device.
    guesses.opened(Guess(address: "192.0.2.1", account: "bea"))
    let bea = Guess(address: "192.0.2.1", account: "bea")
    for _ in 0..<20 { #expect(wait(guesses, bea, start) == .zero) }
    for _ in 0..<GuessGuard.maxKnownRefusals { guesses.refused(bea, wrong, now: start) }
    #expect(wait(guesses, bea, start) > .zero)
  }

  @Test(
    "what is no guess does not count", arguments: [FaultCode.busy, .emailTaken, .internalError, .slowDown])
  func others(code: FaultCode) {
    let guesses = GuessGuard(isBehindProxy: false, limit: 1)
    guesses.refused(Guess(address: "192.0.2.1"), Fault(code), now: start)
    #expect(wait(guesses, Guess(address: "192.0.2.1"), start) == .zero)
    #expect(wait(guesses, Guess(address: "192.0.2.1"), start) == .zero)
  }

  @Test("E2: the account is the one that the body names, however it is written; a link is its path")
  func reading() throws {
    let table = RouteTable()
    let guesses = GuessGuard(isBehindProxy: false)
    func guess(_ method: String, _ path: String, _ body: String, _ cookie: String? = nil) throws -> Guess {
      guard case .route(let route, _) = table.match(method: method, path: path) else {
        throw Fault(.notFound)
      }
      let headers = cookie.map { [(name: "Cookie", value: $0)] } ?? []
      let request = HTTPRequest(method: method, path: path, headers: headers, body: Array(body.utf8))
      return guesses.guess(request, route, request.body, BrowserCookies(isSecure: false))
    }
    let signIn = try guess(
      "POST", "/v1/signin", #"{"email": " Ada@A.example", "password": "x"}"#, "device=tok")
    #expect(signIn.account == "ada@a.example" && signIn.device == "tok")
    let token = try guess("POST", "/v1/signin", #"{"email": "a@b.c", "deviceToken": "mine"}"#)
    #expect(token.device == "mine")
    #expect(try guess("POST", "/v1/signin", #"{"email": 5}"#).account == nil)
    #expect(try guess("POST", "/v1/email/confirm", #"{"code": "x"}"#).account == nil)
    #expect(try guess("GET", "/v1/shared-events/abc", "").account == "/v1/shared-events/abc")
  }

  @Test("the address is the peer's, and behind our own proxy the last one it names")
  func address() {
    let headers = [(name: "x-forwarded-for", value: "10.0.0.9, 203.0.113.7")]
    let request = HTTPRequest(method: "POST", path: "/v1/signin", headers: headers, peer: "127.0.0.1")
    #expect(GuessGuard(isBehindProxy: false).address(of: request) == "127.0.0.1")
    #expect(GuessGuard(isBehindProxy: true).address(of: request) == "203.0.113.7")
  }

  @Test(
    "an IPv6 household is one address",
    arguments: [
      ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2"), ("2001:db8::7", "2001:db8:0:0"), ("::1", "0:0:0:0"),
      ("2001:DB8:1:2::", "2001:db8:1:2"), ("not:an", "not:an"),
    ])
  func household(address: String, prefix: String) {
    #expect(IPv6Prefix.first64(of: address) == prefix)
  }
}

@Suite("A person sends so many an hour")
struct HourlyQuotaTests {
  private let now = Instant(milliseconds: 1_788_264_000_000 + 600_000)
  private let ada = PersonID(RawUUID(high: 1, low: 1))
  private let eve = PersonID(RawUUID(high: 1, low: 2))

  @Test("five, then none until the next hour; a repeat of one that counts is free")
  func limit() throws {
    let quota = HourlyQuota()
    for number in 0..<5 {
      #expect(try quota.take(ada, "board", key: "k\(number)", limit: 5, now: now) != nil)
    }
    #expect(try quota.take(ada, "board", key: "k3", limit: 5, now: now) == nil)
    do {
      _ = try quota.take(ada, "board", key: "k5", limit: 5, now: now)
      Issue.record("a sixth was taken")
    } catch {
      #expect(error.code == "slow_down")
      #expect(error.retryAfterMs == 3_000_000)
    }
    #expect(try quota.take(eve, "board", key: "k0", limit: 5, now: now) != nil)
    #expect(try quota.take(ada, "other", key: "k0", limit: 5, now: now) != nil)
    #expect(try quota.take(ada, "board", key: "k5", limit: 5, now: now.advanced(by: .seconds(3000))) != nil)
  }

  @Test("what took no effect is given back")
  func giveBack() throws {
    let quota = HourlyQuota()
    let ticket = try #require(try quota.take(ada, "board", key: "a", limit: 1, now: now))
    quota.giveBack(ticket)
    #expect(try quota.take(ada, "board", key: "b", limit: 1, now: now) != nil)
  }
}
