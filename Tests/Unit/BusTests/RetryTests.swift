import Bus
import Schema
import Synchronization
import Testing

/// A handler that refuses with a fault until it has been asked often enough.
private final class Refusal: Sendable {
  private let state = Mutex<[ContinuousClock.Instant]>([])
  var times: [ContinuousClock.Instant] { state.withLock { $0 } }

  func endpoint(_ fault: Fault, times: Int = .max) -> Endpoint {
    NodePair.endpoint { [self] _ in
      let count = state.withLock { state in
        state.append(.now)
        return state.count
      }
      return count <= times ? .fault(fault) : .reply(body: [1])
    }
  }
}

@Suite("What had no effect is tried again, within its time and a budget", .serialized)
struct RetryTests {
  private static func with(
    _ fault: Fault, times: Int = .max, _ body: (Node, Node, Refusal) async throws -> Void
  ) async throws {
    try await NodePair.with { pair in
      let refusal = Refusal()
      let hub = try await pair.hub(["hub.text.ask": refusal.endpoint(fault, times: times)])
      let desk = try await pair.desk()
      try await body(desk, hub, refusal)
      await desk.stop()
      await hub.stop()
    }
  }

  @Test("a busy program is asked again, not before it said")
  func busy() async throws {
    try await RetryTests.with(Fault(.busy, retryAfterMs: 300), times: 2) { desk, _, refusal in
      let reply = try await desk.call(NodePair.call("hub.text.ask"))
      #expect(reply.body == [1])
      let times = refusal.times
      #expect(times.count == 3)
      #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= .milliseconds(300) })
      #expect(await desk.stats().retriesByReason == ["busy": 2])
    }
  }

  @Test("three attempts are all, and the last refusal is told")
  func attempts() async throws {
    try await RetryTests.with(Fault(.busy, retryAfterMs: 1)) { desk, _, refusal in
      let fault = await desk.failure(of: NodePair.call("hub.text.ask"))?.fault
      #expect(fault?.code == "busy" && fault?.processed == .no && refusal.times.count == 3)
    }
  }

  @Test("a pause that does not fit the deadline is not made")
  func deadline() async throws {
    try await RetryTests.with(Fault(.busy, retryAfterMs: 1000)) { desk, _, refusal in
      let fault = await desk.failure(of: NodePair.call("hub.text.ask", within: .milliseconds(900)))?.fault
      #expect(fault?.code == "busy" && refusal.times.count == 1)
      #expect(await desk.stats().retries == 0, "it was not put in line")
    }
  }

  @Test(
    "nothing else is: not what may have had an effect, nor what another program refused, nor a mistake",
    arguments: [
      Fault(.busy, processed: .maybe), Fault(.busy, service: "auth"), Fault(.draining, service: "auth"),
      Fault(.serviceUnavailable, service: "auth"), Fault(.notFound), Fault(.slowDown, retryAfterMs: 1),
      Fault(.internalError, processed: .maybe), Fault(.deadlineExceeded),
    ])
  func others(_ fault: Fault) async throws {
    try await RetryTests.with(fault) { desk, _, refusal in
      for _ in 0..<2 {
        let told = await desk.failure(of: NodePair.call("hub.text.ask", flags: .repeatable))?.fault
        #expect(told?.code == fault.code && told?.processed == fault.processed)
      }
      #expect(refusal.times.count == 2)
    }
  }

  @Test("a program that refuses all is not asked three times as often: the budget ends")
  func budget() async throws {
    try await RetryTests.with(Fault(.busy, retryAfterMs: 1)) { desk, _, refusal in
      await withTaskGroup { group in
        for _ in 0..<200 {
          group.addTask { _ = await desk.failure(of: NodePair.call("hub.text.ask")) }
        }
      }
      let stats = await desk.stats()
      #expect(stats.retries <= 49 && refusal.times.count == 200 + stats.retries)
      #expect(stats.retriesWithheld >= 151 && (stats.peers["hub"]?.retryBudget ?? 100) < 50)
    }
  }
}

@Suite("An instance that does not answer is left alone until it does", .serialized)
struct BreakerTests {
  @Test("five deadlines in a row open the breaker: calls fail at once and unprocessed; a ping closes it")
  func deadlines() async throws {
    try await NodePair.with { pair in
      let gate = Gate()
      let hub = try await pair.hub([
        "hub.text.silent": NodePair.waiting(at: gate),
        "hub.text.echo": NodePair.endpoint { .reply(body: $0.body) },
      ])
      let desk = try await pair.desk()
      // Taken before the breaker opens: a slow machine can only make the time longer.
      let begin = ContinuousClock.now
      for _ in 0..<5 {
        #expect(await desk.stats().peers["hub"]?.breakersOpen != 1)
        let silent = NodePair.call("hub.text.silent", within: .milliseconds(200))
        #expect(await desk.failure(of: silent)?.fault.processed == .maybe)
      }
      let fault = await desk.failure(of: NodePair.call("hub.text.echo", flags: .repeatable))?.fault
      #expect(fault?.code == "service_unavailable" && fault?.processed == .no)
      #expect(await hub.stats().subjects["hub.text.echo"]?.requests ?? 0 == 0, "it was not asked")
      // The program works, so the first ping, after a second, is answered.
      #expect(try await eventually { await desk.stats().peers["hub"]?.breakersOpen == 0 })
      #expect(ContinuousClock.now - begin > .milliseconds(500))
      #expect(try await desk.call(NodePair.call("hub.text.echo", [3])).body == [3])
      #expect(await desk.stats().breakersOpened == 1)
      gate.open()
      await desk.stop()
      await hub.stop()
    }
  }

  @Test(
    "calls that waited in vain open it: the next fails at once, and one is answered as soon as it is up",
    .timeLimit(.minutes(1)))
  func down() async throws {
    try await NodePair.with { pair in
      let desk = try await pair.desk()
      let codes = await withTaskGroup(of: String?.self) { group in
        for _ in 0..<5 {
          group.addTask { await desk.failure(of: NodePair.call("hub.text.echo"))?.fault.code }
        }
        return await group.reduce(into: Set<String?>()) { $0.insert($1) }
      }
      #expect(codes == ["service_unavailable"])
      var stats = await desk.stats()
      #expect(stats.breakersOpened == 1 && (stats.peers["hub"]?.retryBudget ?? 0) == 100)
      // Each would have the patience of the five, and all together more than the test has.
      for _ in 0..<100 {
        let fault = await desk.failure(of: NodePair.call("hub.text.echo", within: .seconds(120)))?.fault
        #expect(fault?.code == "service_unavailable" && fault?.processed == .no)
      }
      let hub = try await pair.hub(["hub.text.echo": NodePair.endpoint { .reply(body: $0.body) }])
      #expect(try await eventually { await desk.failure(of: NodePair.call("hub.text.echo")) == nil })
      stats = await desk.stats()
      #expect(stats.peers["hub"]?.breakersOpen == 0 && stats.breakersOpened == 1)
      await desk.stop()
      await hub.stop()
    }
  }

  @Test("faults that are answered leave it closed")
  func faults() async throws {
    try await NodePair.with { pair in
      let hub = try await pair.hub([
        "hub.text.refuse": NodePair.endpoint { _ in .fault(Fault(.internalError, processed: .maybe)) }
      ])
      let desk = try await pair.desk()
      for _ in 0..<40 {
        #expect(await desk.failure(of: NodePair.call("hub.text.refuse"))?.fault.code == "internal")
      }
      #expect(await desk.stats().breakersOpened == 0)
      await desk.stop()
      await hub.stop()
    }
  }

  @Test("many calls that one broken connection cuts are one failure")
  func broken() async throws {
    try await NodePair.with { pair in
      let gate = Gate()
      let slow = NodePair.endpoint { inbound in
        if inbound.body.isEmpty { await gate.pass() }
        return .reply(body: [])
      }
      let first = try await pair.hub(["hub.text.slow": slow])
      let desk = try await pair.desk()
      let cut = Task {
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<60 { group.addTask { _ = await desk.failure(of: NodePair.call("hub.text.slow")) } }
        }
      }
      #expect(try await eventually { gate.arrived == 60 })
      await first.stop()
      await cut.value
      gate.open()
      let second = try await pair.hub(["hub.text.slow": slow])
      #expect(await desk.failure(of: NodePair.call("hub.text.slow", [1])) == nil)
      let stats = await desk.stats()
      #expect(stats.breakersOpened == 0 && (stats.peers["hub"]?.retryBudget ?? 0) >= 99)
      await desk.stop()
      await second.stop()
    }
  }
}
