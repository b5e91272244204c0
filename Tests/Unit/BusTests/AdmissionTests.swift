import Bus
import Schema
import Synchronization
import TestSupport
import Testing

@Suite("A program takes on what it can do in time, and lets go of what nobody waits for", .serialized)
struct AdmissionTests {
  /// A handler that takes 50 ms, and the most of it that ran at once.
  private final class Work: Sendable {
    private let state = Mutex((running: 0, most: 0))
    var most: Int { state.withLock { $0.most } }

    func endpoint(atOnce: Int, _ gate: Gate? = nil) -> Endpoint {
      Endpoint(callers: [NodePair.deskName], maxRunning: atOnce) { [self] inbound in
        state.withLock { state in
          state.running += 1
          state.most = max(state.most, state.running)
        }
        defer { state.withLock { $0.running -= 1 } }
        await gate?.pass()
        do { try await Task.sleep(for: .milliseconds(50)) } catch {  // not a wait: stands for work
          return .fault(Fault(.cancelled))
        }
        return .reply(body: inbound.body)
      }
    }
  }

  @Test("what would wait past its deadline is shed when it comes")
  func wait() async throws {
    try await NodePair.with { pair in
      let work = Work()
      let hub = try await pair.hub(["hub.text.work": work.endpoint(atOnce: 1)])
      let desk = try await pair.desk()
      // The first one shows how long one takes.
      _ = try await desk.call(NodePair.call("hub.text.work"))
      let outcomes = await outcomes(desk, 30, within: .milliseconds(400))
      let stats = await hub.stats()
      print("30 calls of 50 ms one by one within 400 ms: \(outcomes), shed for the wait \(stats.shedForWait)")
      #expect(stats.shedForWait >= 15)
      // Nearly all that was let in was done in time.
      #expect(outcomes["done", default: 0] >= 3)
      #expect(outcomes["service_unavailable", default: 0] + outcomes["deadline_exceeded", default: 0] <= 4)
      await desk.stop()
      await hub.stop()
    }
  }

  private func outcomes(_ desk: Node, _ count: Int, within: Duration) async -> [String: Int] {
    await withTaskGroup(of: String.self) { group in
      for _ in 0..<count {
        group.addTask {
          await desk.failure(of: NodePair.call("hub.text.work", within: within))?.fault.code ?? "done"
        }
      }
      return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
  }

  @Test("a subject runs no more at once than it may, and holds up no other subject")
  func limit() async throws {
    try await NodePair.with { pair in
      let (work, gate) = (Work(), Gate())
      let hub = try await pair.hub([
        "hub.text.work": work.endpoint(atOnce: 2, gate),
        "hub.text.echo": NodePair.endpoint { .reply(body: $0.body) },
      ])
      let desk = try await pair.desk()
      async let slow = outcomes(desk, 20, within: .seconds(20))
      #expect(try await eventually { await hub.stats().queued > 10 })
      #expect(try await desk.call(NodePair.call("hub.text.echo", [1])).body == [1])
      #expect(await hub.stats().queued > 0, "the others are still waiting")
      gate.open()
      #expect(await slow == ["done": 20] && work.most == 2)
      await desk.stop()
      await hub.stop()
    }
  }

  /// A hub whose 64 handlers are all taken until the gate opens.
  private func withFull(_ body: (NodePair, Node, Node, Gate) async throws -> Void) async throws {
    try await NodePair.with { pair in
      let gate = Gate()
      let hub = try await pair.hub([
        "hub.text.wait": NodePair.waiting(at: gate)
      ])
      let desk = try await pair.desk()
      let taken = Task {
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<64 {
            group.addTask { _ = await desk.failure(of: NodePair.call("hub.text.wait", within: .seconds(60))) }
          }
        }
      }
      #expect(try await eventually { gate.arrived == 64 })
      try await body(pair, hub, desk, gate)
      gate.open()
      await taken.value
      await desk.stop()
      await hub.stop()
    }
  }

  @Test("what waits past its deadline is not started, says so, and makes room")
  func expired() async throws {
    try await withFull { pair, hub, desk, gate in
      let codes = await withTaskGroup(of: String.self) { group in
        for _ in 0..<256 {
          group.addTask {
            let fault = await desk.failure(of: NodePair.call("hub.text.wait", within: .milliseconds(400)))?
              .fault
            return "\(fault?.code ?? "done") \(fault?.processed ?? .yes)"
          }
        }
        return await group.reduce(into: Set<String>()) { $0.insert($1) }
      }
      // Who asks learns it from the program, or gives up at the same moment and cannot know.
      #expect(codes.isSubset(of: ["deadline_exceeded no", "service_unavailable maybe"]))
      try await waitUntil("queued is 0") { await hub.stats().queued == 0 }
      #expect(gate.arrived == 64)
      let stats = await hub.stats()
      #expect(stats.shed == 0 && stats.expired + stats.cancelled == 256)
    }
  }

  @Test("a call that is taken back while it waits never starts")
  func queued() async throws {
    try await withFull { pair, hub, desk, gate in
      let call = Task { await desk.failure(of: NodePair.call("hub.text.wait", within: .seconds(60)))?.fault }
      try await waitUntil("queued is 1") { await hub.stats().queued == 1 }
      call.cancel()
      #expect(await call.value?.code == "cancelled")
      try await waitUntil("queued is 0") { await hub.stats().queued == 0 }
      #expect(await hub.stats().cancelled == 1)
      gate.open()
      try await waitUntil("running is 0") { await hub.stats().running == 0 }
      #expect(gate.arrived == 64)
    }
  }

  @Test("a task that is cancelled before it calls does not wait for the answer")
  func cancelledBefore() async throws {
    try await NodePair.with { pair in
      let desk = try await pair.desk()
      let call = Task {
        while !Task.isCancelled { await Task.yield() }
        return await desk.failure(of: NodePair.call("hub.text.echo", within: .seconds(60)))?.fault
      }
      call.cancel()
      #expect(await call.value?.code == "cancelled")
      await desk.stop()
    }
  }

  @Test("the handler of a caller that vanished is cancelled once the deadline is over")
  func vanished() async throws {
    try await NodePair.with { pair in
      let ended = Mutex<ContinuousClock.Instant?>(nil)
      let began = Atomic(0)
      let hub = try await pair.hub([
        "hub.text.sleep": NodePair.endpoint { _ in
          began.add(1, ordering: .relaxed)
          await untilCancelled()
          ended.withLock { $0 = .now }
          return .reply(body: [])
        }
      ])
      let desk = try await pair.desk()
      let begin = ContinuousClock.now
      async let failure = desk.failure(of: NodePair.call("hub.text.sleep", within: .milliseconds(700)))
      #expect(try await eventually { began.load(ordering: .relaxed) == 1 })
      await desk.stop()
      #expect(await failure != nil)
      #expect(try await eventually { ended.withLock { $0 } != nil })
      let took = (ended.withLock { $0 } ?? begin) - begin
      #expect(took >= .milliseconds(600))
      #expect(await hub.stats().cancelled == 1)
      await hub.stop()
    }
  }
}
