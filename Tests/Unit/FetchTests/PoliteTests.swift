import Schema
import Synchronization
import Testing
import TestSupport

@testable import Fetch

@Suite("Hosts are given time")
struct PoliteTests {
  private let start = ContinuousClock.now
  private let limits = HostLimits(maxAtOnce: 2, maxBurst: 3, pause: .milliseconds(100))

  @Test("at most so many requests to one host at once, and others as if it were not there")
  func atOnce() {
    var pace = HostPace(limits)
    #expect(pace.begin("a", at: start) == .go)
    #expect(pace.begin("a", at: start) == .go)
    #expect(pace.begin("a", at: start) == .wait(HostPace.retry))
    #expect(pace.begin("b", at: start) == .go)
    pace.end("a", silence: nil, at: start)
    #expect(pace.begin("a", at: start) == .go)
  }

  @Test("after a burst one request per pause, and after a rest a burst again")
  func bucket() {
    var pace = HostPace(limits)
    func begin(_ milliseconds: Int) -> HostPace.Turn {
      let now = start + .milliseconds(milliseconds)
      let turn = pace.begin("a", at: now)
      if turn == .go { pace.end("a", silence: nil, at: now) }
      return turn
    }
    #expect((0..<3).allSatisfy { _ in begin(0) == .go })
    #expect(begin(0) == .wait(.milliseconds(100)))
    #expect(begin(40) == .wait(.milliseconds(60)))
    #expect(begin(100) == .go)
    #expect(begin(100) == .wait(.milliseconds(100)))
    // In a long time no more than a burst is saved.
    #expect((0..<3).allSatisfy { _ in begin(60_000) == .go })
    #expect(begin(60_000) == .wait(.milliseconds(100)))
    // Over ten seconds, the sum is the burst and the pauses.
    var count = 0
    for time in 60_000..<70_000 where begin(time) == .go { count += 1 }
    #expect(count == 99)
  }

  @Test("a host that asks for it is left alone, and nobody else")
  func silence() {
    var pace = HostPace(limits)
    #expect(pace.begin("a", at: start) == .go)
    pace.end("a", silence: .seconds(30), at: start)
    #expect(pace.begin("a", at: start + .seconds(29)) == .wait(.seconds(1)))
    #expect(pace.begin("b", at: start + .seconds(29)) == .go)
    #expect(pace.begin("a", at: start + .seconds(30)) == .go)
    // A shorter time does not take back a longer one.
    #expect(pace.begin("a", at: start + .seconds(30)) == .go)
    pace.end("a", silence: .seconds(50), at: start + .seconds(30))
    pace.end("a", silence: .seconds(5), at: start + .seconds(30))
    #expect(pace.begin("a", at: start + .seconds(30)) == .wait(.seconds(50)))
    // Nobody closes a host for longer than an hour.
    #expect(pace.begin("c", at: start) == .go)
    pace.end("c", silence: .seconds(1_000_000), at: start)
    #expect(pace.begin("c", at: start) == .wait(.seconds(3600)))
  }

  @Test("the number of hosts is limited; those at rest make room")
  func hosts() {
    var pace = HostPace(limits)
    for number in 0..<HostPace.maxHosts { #expect(pace.begin("\(number)", at: start) == .go) }
    #expect(pace.begin("one more", at: start + .seconds(60)) == .wait(limits.pause))
    pace.end("7", silence: nil, at: start)
    pace.end("8", silence: .seconds(600), at: start)
    #expect(pace.begin("one more", at: start + .seconds(60)) == .go)
    #expect(pace.count == HostPace.maxHosts)
    // The one that is to be left alone has not been forgotten.
    #expect(pace.begin("8", at: start + .seconds(60)) == .wait(.seconds(540)))
  }

  @Test(
    "Retry-After is seconds or a date; without one, ten seconds",
    arguments: [
      (429, "120", .seconds(120)), (503, "0", .zero), (503, nil, .seconds(10)), (429, "soon", .seconds(10)),
      (429, "", .seconds(10)), (429, "-5", .seconds(10)), (429, "99999999999999999999", .seconds(3600)),
      (429, "7200", .seconds(3600)), (503, "Sun, 06 Nov 1994 08:49:37 GMT", .seconds(37)),
      (503, "Sun, 06 Nov 1994 08:48:00 GMT", .zero), (503, "Sun, 06 Nov 1994 25:49:37 GMT", .seconds(10)),
      (200, "120", nil), (500, "120", nil),
    ] as [(Int, String?, Duration?)])
  func retryAfter(status: Int, text: String?, expected: Duration?) throws {
    let now = try #require(Instant("1994-11-06T08:49:00Z"))
    let response = FetchResponse(
      status: status, headers: text.map { [(name: "retry-after", value: $0)] } ?? [], body: [])
    #expect(HostPace.silence(after: response, at: now) == expected)
  }

  @Test("the client waits for its turn, and says when it would come")
  func client() async throws {
    let listener = try ScriptedListener { number in
      number < 4
        ? "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
        : "HTTP/1.1 429 Slow\r\nRetry-After: 40\r\nContent-Length: 0\r\n\r\n"
    }
    let fetch = try FetchClient.start()
    defer { fetch.stop() }
    let client = PoliteClient(fetch, limits) { Instant(milliseconds: 0) }
    let request = FetchRequest(url: "http://127.0.0.1:\(listener.port)/")
    let began = ContinuousClock.now
    for _ in 0..<4 { _ = try await client.send(request, policy: .configuredHost) }
    #expect(ContinuousClock.now - began >= .milliseconds(100))
    let error = await #expect(throws: PoliteError.self) {
      _ = try await client.send(request, policy: .configuredHost)
    }
    guard case .later(let time) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(time > .seconds(30) && time <= .seconds(40))
    #expect(listener.connections == 4)
    // A request that fails gives its place back.
    let dead = FetchRequest(url: "http://127.0.0.2:1/")
    for _ in 0..<3 {
      await #expect(throws: PoliteError.self) { _ = try await client.send(dead, policy: .configuredHost) }
    }
    await #expect(throws: PoliteError.fetch(.refused(.credentials))) {
      _ = try await client.send(FetchRequest(url: "http://a@b/"), policy: .configuredHost)
    }
  }
}
