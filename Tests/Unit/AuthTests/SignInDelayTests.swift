import Schema
import Testing

@testable import auth

@Suite("An account waits longer and longer after wrong passwords")
struct SignInDelayTests {
  private let start = Instant(milliseconds: 1_788_264_000_000)

  @Test(
    "the wait after so many failures in a row, in seconds",
    arguments: [
      (0, 0), (1, 0), (5, 0), (6, 1), (7, 2), (8, 4), (9, 8), (12, 64), (15, 512), (16, 900), (17, 900),
      (99, 900), (100, 86_400), (101, 86_400), (.max, 86_400),
    ])
  func waits(failures: Int, seconds: Int) {
    #expect(SignInDelay.wait(after: failures) == .seconds(seconds))
  }

  @Test("an attempt counts before it is judged: of many at once six pass")
  func reserves() throws {
    var delay: SignInDelay?
    for _ in 1...6 { delay = try SignInDelay.reserve(delay, now: start) }
    #expect(throws: Fault(.slowDown, retryAfterMs: 1000)) { try SignInDelay.reserve(delay, now: start) }
    let later = start.advanced(by: .milliseconds(999))
    #expect(throws: Fault(.slowDown, retryAfterMs: 1)) { try SignInDelay.reserve(delay, now: later) }
    let seventh = try SignInDelay.reserve(delay, now: start.advanced(by: .seconds(1)))
    #expect(seventh.failures == 7)
    #expect(seventh.next == start.advanced(by: .seconds(3)))
  }

  @Test("whoever guesses as fast as they may is judged at most 100 times a day")
  func tries() throws {
    var delay: SignInDelay?
    var now = start
    var judged = 0
    let end = start.advanced(by: .seconds(86_400))
    while now < end {
      do {
        delay = try SignInDelay.reserve(delay, now: now)
        judged += 1
      } catch { now = now.advanced(by: .milliseconds(error.retryAfterMs ?? 0)) }
    }
    #expect((90...100).contains(judged), "\(judged)")
  }

  @Test("after a hundred failures nothing passes for a day, then all is forgotten")
  func hardStop() throws {
    let worn = SignInDelay(failures: 99, last: start, next: start)
    let hundredth = try SignInDelay.reserve(worn, now: start)
    let almost = start.advanced(by: .seconds(86_399))
    #expect(throws: Fault.self) { try SignInDelay.reserve(hundredth, now: almost) }
    let fresh = try SignInDelay.reserve(hundredth, now: start.advanced(by: .seconds(86_400)))
    #expect(fresh.failures == 1)
  }

  @Test("failures of yesterday are forgotten")
  func forgets() throws {
    let old = SignInDelay(failures: 20, last: start, next: start.advanced(by: .seconds(900)))
    #expect(try SignInDelay.reserve(old, now: start.advanced(by: .seconds(86_400))).failures == 1)
    #expect(try SignInDelay.reserve(old, now: start.advanced(by: .seconds(86_399))).failures == 21)
  }

  @Test("an attempt that was not judged is taken back")
  func takesBack() throws {
    #expect(try SignInDelay.reserve(nil, now: start).withoutLast == nil)
    let seventh = SignInDelay(failures: 7, last: start, next: start.advanced(by: .seconds(2)))
    #expect(
      seventh.withoutLast == SignInDelay(failures: 6, last: start, next: start.advanced(by: .seconds(1))))
  }

  @Test("keys of two addresses differ, and tell neither")
  func keys() {
    #expect(SignInDelay.key("ada@hilltop.example") != SignInDelay.key("ben@hilltop.example"))
    #expect(SignInDelay.key("ada@hilltop.example").count == 32)
  }

  @Test("a mail that is put off waits longer each time, within a quarter")
  func mailWaits() {
    let seconds = (1...7).map { MailJob.wait(after: $0, jitter: 0.5).components.seconds }
    #expect(seconds == [10, 60, 300, 1800, 7200, 7200, 7200])
    #expect(MailJob.wait(after: 2, jitter: 0) == .seconds(45))
    #expect(MailJob.wait(after: 2, jitter: 1) == .seconds(75))
  }
}
