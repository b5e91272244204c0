import Bus
import Schema
import Synchronization
import Testing

/// Contexts with CURVE are not made and ended side by side (libzmq 4.3.4), so the suites of this file take
/// turns.
@Suite("A call ends by its deadline and says whether it was processed", .serialized)
struct NodeTests {
  @Test("bytes go there and back")
  func echo() async throws {
    try await NodePair.with { pair in
      let hub = try await pair.hub(["hub.text.echo": NodePair.endpoint { .reply(body: $0.body) }])
      let desk = try await pair.desk()
      let body = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
      #expect(try await desk.call(NodePair.call("hub.text.echo", body)).body == body)
      await desk.stop()
      await hub.stop()
    }
  }

  @Test("what memory holds is answered without the handler, what it does not hold by the handler")
  func memory() async throws {
    try await NodePair.with { pair in
      let hub = try await pair.hub([
        "hub.text.find": Endpoint(
          callers: [NodePair.deskName],
          memory: { inbound in
            switch inbound.body {
            case [1]: .reply(body: [10])
            case [2]: .fault(Fault(.notFound))
            default: nil
            }
          },
          handler: { .reply(body: $0.body + [20]) })
      ])
      let desk = try await pair.desk()
      // One at a time, and many side by side: sent by the calling thread, and by the bus thread.
      for number in 0..<3 as Range<UInt8> {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for _ in 0..<(number == 2 ? 200 : 1) {
            group.addTask {
              let found = try await desk.call(NodePair.call("hub.text.find", [1])).body
              let made = try await desk.call(NodePair.call("hub.text.find", [3])).body
              let refused = await desk.failure(of: NodePair.call("hub.text.find", [2]))?.fault.code
              #expect(found == [10] && made == [3, 20] && refused == "not_found")
            }
          }
          try await group.waitForAll()
        }
      }
      let stats = await hub.stats()
      let subject = try #require(stats.subjects["hub.text.find"])
      #expect(subject.requests == 606 && subject.inFlight == 0 && stats.running == 0)
      #expect(subject.duration.count == 606)
      let stranger = await desk.failure(of: NodePair.call("hub.text.other", [1]))
      #expect(stranger?.fault.code == "subject_unknown")
      await desk.stop()
      await hub.stop()
    }
  }

  @Test("work that the bus thread starts is answered when it is done, from whatever thread")
  func start() async throws {
    try await NodePair.with { pair in
      let hub = try await pair.hub([
        "hub.text.start": Endpoint(
          callers: [NodePair.deskName],
          start: { inbound, complete in
            switch inbound.body {
            case [1]: Task { complete(.reply(body: [10])) }
            case [2]: complete(.fault(Fault(.notFound)))
            default: return false
            }
            return true
          },
          handler: { .reply(body: $0.body + [20]) })
      ])
      let desk = try await pair.desk()
      for count in [1, 1, 200] {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for _ in 0..<count {
            group.addTask {
              let made = try await desk.call(NodePair.call("hub.text.start", [1])).body
              let handled = try await desk.call(NodePair.call("hub.text.start", [3])).body
              let refused = await desk.failure(of: NodePair.call("hub.text.start", [2]))?.fault.code
              #expect(made == [10] && handled == [3, 20] && refused == "not_found")
            }
          }
          try await group.waitForAll()
        }
      }
      let stats = await hub.stats()
      let subject = try #require(stats.subjects["hub.text.start"])
      #expect(subject.requests == 606 && subject.inFlight == 0 && stats.running == 0)
      #expect(subject.duration.count == 606)
      await desk.stop()
      await hub.stop()
    }
  }

  @Test("a fault arrives as it was thrown")
  func fault() async throws {
    try await NodePair.with { pair in
      let hub = try await pair.hub([
        "hub.text.refuse": NodePair.endpoint { _ in .fault(Fault(.titleBlank, field: "title")) }
      ])
      let desk = try await pair.desk()
      let failure = await desk.failure(of: NodePair.call("hub.text.refuse"))
      guard case .refused(let fault)? = failure else { throw failure ?? CallError.unreadable("answered") }
      #expect(fault.code == "title_blank" && fault.service == "hub" && fault.fields?.first?.field == "title")
      await desk.stop()
      await hub.stop()
    }
  }

  @Test("a header that is too large never leaves the caller")
  func largeHeader() async throws {
    try await NodePair.with { pair in
      let hub = try await pair.hub(["hub.text.echo": NodePair.endpoint { .reply(body: $0.body) }])
      let desk = try await pair.desk()
      var header = Header(id: .random())
      header.subject = "hub.text.echo"
      let value = String(repeating: "x", count: FrameLimit.paramValue)
      header.params = (1...20).map { Header.Param(name: "p\($0)", value: value) }
      let call = OutgoingCall(program: NodePair.hubName, header: header, body: [], within: .seconds(5))
      let failure = await desk.failure(of: call)
      guard case .refused(let fault)? = failure else { throw failure ?? CallError.unreadable("answered") }
      #expect(fault.code == "too_large" && fault.processed == .no)
      #expect(try await desk.call(NodePair.call("hub.text.echo", [1])).body == [1])
      #expect(await hub.stats().malformed == 0)
      await desk.stop()
      await hub.stop()
    }
  }

  @Test("a program that is not there is named, unprocessed, before the deadline")
  func down() async throws {
    try await NodePair.with { pair in
      let desk = try await pair.desk()
      let fault = await desk.failure(of: NodePair.call("hub.text.echo"))?.fault
      #expect(fault?.code == "service_unavailable" && fault?.processed == .no && fault?.service == "hub")
      await desk.stop()
    }
  }

  @Test("a program that comes up while the call waits still answers it")
  func late() async throws {
    try await NodePair.with { pair in
      let desk = try await pair.desk()
      async let reply = desk.call(NodePair.call("hub.text.echo", [1, 2]))
      let hub = try await pair.hub(["hub.text.echo": NodePair.endpoint { .reply(body: $0.body) }])
      #expect(try await reply.body == [1, 2])
      await desk.stop()
      await hub.stop()
    }
  }

  @Test("a silent handler is given up at the deadline, cancelled, and may have had an effect")
  func silent() async throws {
    try await NodePair.with { pair in
      let cancelled = Atomic(0)
      let hub = try await pair.hub([
        "hub.text.sleep": NodePair.endpoint { _ in
          await untilCancelled()
          cancelled.add(1, ordering: .relaxed)
          return .fault(Fault(.cancelled, processed: .maybe))
        }
      ])
      let desk = try await pair.desk()
      let failure = await desk.failure(of: NodePair.call("hub.text.sleep", within: .milliseconds(200)))
      #expect(failure?.fault.processed == .maybe)
      #expect(try await eventually { cancelled.load(ordering: .relaxed) == 1 })
      await desk.stop()
      await hub.stop()
    }
  }

  @Test("cancelling the task cancels the handler")
  func cancel() async throws {
    try await NodePair.with { pair in
      let cancelled = Atomic(0)
      let arrived = Atomic(0)
      let hub = try await pair.hub([
        "hub.text.sleep": NodePair.endpoint { _ in
          arrived.add(1, ordering: .relaxed)
          await untilCancelled()
          cancelled.add(1, ordering: .relaxed)
          return .reply(body: [])
        }
      ])
      let desk = try await pair.desk()
      let task = Task { try await desk.call(NodePair.call("hub.text.sleep", within: .seconds(50))) }
      #expect(try await eventually { arrived.load(ordering: .relaxed) == 1 })
      task.cancel()
      #expect(try await eventually { cancelled.load(ordering: .relaxed) == 1 })
      await #expect(throws: CallError.self) { _ = try await task.value }
      await desk.stop()
      await hub.stop()
    }
  }

  @Test("beyond 64 at work and 256 waiting, requests are shed at once")
  func admission() async throws {
    try await NodePair.with { pair in
      let gate = Gate()
      let hub = try await pair.hub([
        "hub.text.wait": NodePair.waiting(at: gate)
      ])
      let desk = try await pair.desk()
      let outcomes = await withTaskGroup(of: String.self) { group in
        for _ in 0..<400 {
          group.addTask {
            await desk.failure(of: NodePair.call("hub.text.wait", within: .seconds(30)))?.fault.code ?? "done"
          }
        }
        group.addTask {
          do {
            let isFull = try await eventually { await hub.stats().shed == 80 }
            gate.open()
            return isFull ? "full" : "never full"
          } catch { return "\(error)" }
        }
        return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
      }
      // Of the 80 the budget lets 49 come again, and those find room.
      #expect(outcomes == ["done": 369, "busy": 31, "full": 1])
      let stats = await desk.stats()
      #expect(stats.retriesByReason == ["busy": 49] && stats.retriesWithheld == 31)
      await desk.stop()
      await hub.stop()
    }
  }

  @Test("a body over the subject's limit is refused")
  func tooLarge() async throws {
    try await NodePair.with { pair in
      let hub = try await pair.hub([
        "hub.text.echo": NodePair.endpoint(bodyLimit: 10) { .reply(body: $0.body) }
      ])
      let desk = try await pair.desk()
      let large = NodePair.call("hub.text.echo", [UInt8](repeating: 0, count: 11))
      #expect(await desk.failure(of: large)?.fault.code == "too_large")
      await desk.stop()
      await hub.stop()
    }
  }
}

@Suite("A node lets in whom it knows and loses nobody when it drains", .serialized)
struct NodeLifeTests {
  @Test("a key that is not in public.json gets no answer, and the operator is told")
  func stranger() async throws {
    try await NodePair.with { pair in
      let notes = Notes()
      let hub = try await pair.hub(
        notes: notes, ["hub.text.echo": NodePair.endpoint { .reply(body: $0.body) }])
      let stranger = try await pair.desk(pair.strangerKeys)
      await #expect(throws: CallError.self) { _ = try await stranger.call(NodePair.call("hub.text.echo")) }
      #expect(notes.all.contains { $0.contains("unknown key") })
      #expect(await hub.stats().requests == 0)
      await stranger.stop()
      await hub.stop()
    }
  }

  @Test("a drain answers what runs, and a restart answers what came meanwhile")
  func drain() async throws {
    try await NodePair.with { pair in
      let gate = Gate()
      let slow = NodePair.endpoint { inbound in
        if inbound.body.isEmpty { await gate.pass() }
        return .reply(body: inbound.body)
      }
      let first = try await pair.hub(["hub.text.slow": slow])
      let desk = try await pair.desk()
      async let running = desk.call(NodePair.call("hub.text.slow"))
      #expect(try await eventually { gate.arrived == 1 })
      async let drained: Void = first.drain(within: .seconds(5))
      async let next = desk.call(NodePair.call("hub.text.slow", [7]))
      gate.open()
      #expect(try await running.body == [])
      await drained
      await first.stop()
      let second = try await pair.hub(["hub.text.slow": slow])
      #expect(try await next.body == [7])
      await desk.stop()
      await second.stop()
    }
  }

  @Test("a repeatable call outlives a broken connection; another says it may have been processed")
  func broken() async throws {
    try await NodePair.with { pair in
      let gate = Gate()
      let first = try await pair.hub([
        "hub.text.slow": NodePair.waiting(at: gate, [1])
      ])
      let desk = try await pair.desk()
      async let kept = desk.call(NodePair.call("hub.text.slow", flags: .repeatable))
      async let lost = desk.failure(of: NodePair.call("hub.text.slow"))
      #expect(try await eventually { gate.arrived == 2 })
      await first.stop()
      gate.open()
      let second = try await pair.hub(["hub.text.slow": NodePair.endpoint { _ in .reply(body: [2]) }])
      #expect(try await kept.body == [2])
      #expect(await lost?.fault.processed == .maybe)
      await desk.stop()
      await second.stop()
    }
  }

  @Test("a subscriber is greeted with the head, and hears what is published and each heartbeat")
  func stream() async throws {
    try await NodePair.with { pair in
      let epoch = RawUUID.random()
      let hub = try await pair.hub(welcome: Welcome(stream: "hub", epoch: epoch, head: 41), [:])
      let desk = try await pair.desk()
      let heard = Notes()
      desk.subscribe(to: NodePair.hubName) { signal in
        switch signal {
        case .welcome(let welcome, _): heard.add("welcome \(welcome.head)")
        case .event(let header, let body, _): heard.add("event \(header.sequence ?? 0) \(body)")
        case .heartbeat(let header, _): heard.add("heartbeat \(header.sequence ?? 0)")
        }
      }
      #expect(try await eventually { heard.all.contains("welcome 41") })
      // The welcome may come before the subscription has arrived, a heartbeat can't.
      #expect(try await eventually { heard.all.contains("heartbeat 41") })
      var header = Header(id: .random())
      header.sequence = 42
      hub.publish(
        [Publication(header, body: [9])],
        welcome: Welcome(stream: "hub", epoch: epoch, head: 42))
      #expect(try await eventually { heard.all.contains("event 42 [9]") })
      #expect(try await eventually { heard.all.contains("heartbeat 42") })
      let late = Notes()
      let other = try await pair.desk()
      other.subscribe(to: NodePair.hubName) { signal in
        if case .welcome(let welcome, _) = signal { late.add("\(welcome.head)") }
      }
      #expect(try await eventually { late.all == ["42"] })
      await other.stop()
      await desk.stop()
      await hub.stop()
    }
  }
}
