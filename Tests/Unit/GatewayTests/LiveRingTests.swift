import HTTPServer
import Schema
import Testing

@testable import gateway

@Suite("What is kept for live streams that come back has a limit")
struct LiveRingTests {
  private func told(_ count: Int, to live: LiveStream) {
    for _ in 0..<count {
      live.publish(
        topic: "roomhub.task.added", audience: .everyone, body: [UInt8](repeating: 32, count: 1000))
    }
  }

  @Test("beyond QUAD_LIVE_MIB the oldest go, a quarter at a time")
  func limit() {
    let live = LiveStream(start: Instant(milliseconds: 0), mebibytes: 1)
    told(900, to: live)
    #expect(live.figures.events == 900)
    told(4000, to: live)
    #expect(live.figures.bytes <= 1 << 20 && live.figures.bytes > 700_000)
    #expect(live.figures.bytes == live.figures.events * 1128)
  }

  @Test("without the setting far more is kept")
  func usual() {
    let live = LiveStream(start: Instant(milliseconds: 0))
    told(4900, to: live)
    #expect(live.figures.events == 4900)
  }

  @Test("whoever was away when events were missed is reset on coming back")
  func reset() throws {
    let live = LiveStream(start: Instant(milliseconds: 7))
    let welcome = try waiting(after: nil, live)
    told(3, to: live)
    #expect(try waiting(after: "7.3", live) == welcome)
    live.reset()
    let reset = try waiting(after: "7.3", live)
    #expect(reset > welcome)
    #expect(try waiting(after: "7.4", live) == welcome)
    told(2, to: live)
    #expect(try waiting(after: "7.4", live) > welcome + 2000)
    #expect(try waiting(after: "7.3", live) == reset)
  }

  /// The bytes that a stream begins with.
  private func waiting(after id: String?, _ live: LiveStream) throws -> Int {
    let who = SessionCache.Resolved(
      person: PersonID.random(), session: SessionID.random(), assertion: [], scopes: .max, roles: [], at: .now
    )
    return try live.open(who, after: id).waitingBytes
  }
}
