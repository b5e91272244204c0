import HTTPServer
import Schema
import Testing

@testable import gateway

@Suite("Refused passwords and codes are counted by address")
struct GuessGuardTests {
  private let wrong = Fault(.badCredentials)

  private func isLetIn(_ guesses: GuessGuard, _ address: String, _ now: ContinuousClock.Instant) -> Bool {
    do {
      try guesses.check(address, now: now)
      return true
    } catch { return false }
  }

  @Test("up to the limit an address goes on, beyond it waits for the window's end, others do not")
  func limit() throws {
    let guesses = GuessGuard(isBehindProxy: false, limit: 3)
    let start = ContinuousClock.now
    for _ in 0..<3 {
      #expect(isLetIn(guesses, "192.0.2.1", start))
      guesses.refused("192.0.2.1", wrong, now: start)
    }
    do {
      try guesses.check("192.0.2.1", now: start.advanced(by: .seconds(60)))
      Issue.record("let in")
    } catch {
      #expect(error.code == "slow_down")
      #expect(error.retryAfterMs == 840_000)
    }
    #expect(isLetIn(guesses, "192.0.2.2", start))
    #expect(isLetIn(guesses, "192.0.2.1", start.advanced(by: GuessGuard.window)))
  }

  @Test(
    "what is no guess does not count", arguments: [FaultCode.busy, .emailTaken, .internalError, .slowDown])
  func others(code: FaultCode) {
    let guesses = GuessGuard(isBehindProxy: false, limit: 1)
    guesses.refused("192.0.2.1", Fault(code))
    #expect(isLetIn(guesses, "192.0.2.1", .now))
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
