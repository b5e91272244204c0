import Schema
import Testing

@testable import gateway

@Suite("Who asks too often waits, and nobody else")
struct RateLimitTests {
  private let start = ContinuousClock.now

  private func passes(_ limit: RateLimit<String>, _ key: String, after: Duration, cost: Int = 1) -> Bool {
    do {
      try limit.take(key, cost: cost, now: start.advanced(by: after))
      return true
    } catch { return false }
  }

  @Test("ten seconds' worth at once, then the rate, for each key alone")
  func rate() {
    let limit = RateLimit<String>(perSecond: 4)
    let atOnce = (0..<100).count { _ in passes(limit, "ada", after: .zero) }
    #expect(atOnce == 40)
    #expect(passes(limit, "eve", after: .zero))
    let inTheNextSecond = (0..<100).count { passes(limit, "ada", after: .milliseconds(10 * Int64($0))) }
    #expect(inTheNextSecond == 3)
    #expect((0..<100).count { _ in passes(limit, "ada", after: .seconds(60)) } == 40)
  }

  @Test("the refusal says when the request would pass, and then it does")
  func wait() throws {
    let limit = RateLimit<String>(perSecond: 4)
    for _ in 0..<40 { #expect(passes(limit, "ada", after: .zero)) }
    let wait: Int64
    do {
      try limit.take("ada", cost: 2, now: start)
      Issue.record("passed")
      return
    } catch {
      #expect(error.code == "slow_down")
      wait = try #require(error.retryAfterMs)
    }
    #expect(wait == 500)
    #expect(!passes(limit, "ada", after: .milliseconds(wait - 1), cost: 2))
    #expect(passes(limit, "ada", after: .milliseconds(wait), cost: 2))
  }

  @Test("what was refused is not counted: whoever waits gets in however often they asked")
  func refused() {
    let limit = RateLimit<String>(perSecond: 1)
    for _ in 0..<1000 { _ = passes(limit, "ada", after: .zero) }
    #expect(passes(limit, "ada", after: .seconds(1)))
  }

  @Test("0 sets no limit")
  func none() {
    let limit = RateLimit<String>(perSecond: 0)
    #expect((0..<10_000).allSatisfy { _ in passes(limit, "ada", after: .zero) })
  }

  @Test("keys are forgotten when there are too many, those first whose time is over")
  func bound() {
    let limit = RateLimit<Int>(perSecond: 1)
    func passes(_ key: Int, after: Duration, cost: Int = 1) -> Bool {
      do {
        try limit.take(key, cost: cost, now: start.advanced(by: after))
        return true
      } catch { return false }
    }
    #expect(passes(0, after: .zero, cost: 10))
    for key in 1..<RateLimit<Int>.maxKeys { #expect(passes(key, after: .zero)) }
    // Those that asked once may ask again by now; the one that took all may not, and is not forgotten.
    #expect(passes(-1, after: .seconds(5)))
    #expect(!passes(0, after: .seconds(5), cost: 10))
  }
}
