import Testing

@testable import Threads

@Suite("Work without a moment of its own is done on the machine's beat")
struct BeatTests {
  @Test("a wait ends at a whole multiple of its interval")
  func ends() {
    #expect(Beat.untilNext(.seconds(1), at: 5_300_000_000) == .milliseconds(700))
    #expect(Beat.untilNext(.seconds(2), at: 5_300_000_000) == .milliseconds(700))
    #expect(Beat.untilNext(.milliseconds(250), at: 5_300_000_000) == .milliseconds(200))
  }

  @Test("right before a beat it is a whole interval, and never more than that")
  func early() {
    #expect(Beat.untilNext(.seconds(1), at: 5_999_900_000) == .seconds(1))
    #expect(Beat.untilNext(.seconds(1), at: 6_000_000_000) == .seconds(1))
    for now in stride(from: Int64(0), to: 3_000_000_000, by: 7_654_321) {
      let wait = Beat.untilNext(.seconds(1), at: now)
      #expect(wait > .milliseconds(60) && wait <= .seconds(1))
    }
  }
}
