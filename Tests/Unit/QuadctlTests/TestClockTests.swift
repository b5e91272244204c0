import Bus
import Schema
import Testing

@testable import quadctl

@Suite("A site is at rest when nothing is due and all have read what the others told")
struct TestClockTests {
  private static let now = Instant(milliseconds: 1_000_000)

  private static func state(next: Instant?, head: Int64, cursor: Int64) -> TestClock.State {
    TestClock.State(programs: [
      .events: Control.Due(now: now, next: nil, head: head, cursors: ["auth": 99]),
      .notifier: Control.Due(now: now, next: next, head: 0, cursors: ["events": cursor]),
    ])
  }

  @Test("at rest, or not")
  func rests() {
    let later = Self.now.advanced(by: .seconds(1))
    #expect(Self.state(next: later, head: 7, cursor: 7).isAtRest)
    #expect(Self.state(next: nil, head: 7, cursor: 8).isAtRest)
    #expect(!Self.state(next: Self.now, head: 7, cursor: 7).isAtRest)
    #expect(!Self.state(next: later, head: 7, cursor: 6).isAtRest)
    #expect(Self.state(next: later, head: 7, cursor: 7).next == later)
    #expect(TestClock.State().next == nil && TestClock.State().isAtRest)
  }
}
