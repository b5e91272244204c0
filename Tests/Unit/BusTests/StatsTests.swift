import Bus
import Schema
import TestSupport
import Testing

extension NodeTests {
  @Test("each subject is counted apart: requests, faults by code, time, what runs")
  func subjects() async throws {
    try await NodePair.with { pair in
      let gate = Gate()
      let hub = try await pair.hub([
        "hub.text.echo": NodePair.endpoint { .reply(body: $0.body) },
        "hub.text.refuse": NodePair.endpoint { _ in .fault(Fault(.titleBlank)) },
        "hub.text.wait": NodePair.waiting(at: gate),
      ])
      let desk = try await pair.desk()
      for _ in 0..<5 { _ = try await desk.call(NodePair.call("hub.text.echo")) }
      for _ in 0..<3 { _ = await desk.failure(of: NodePair.call("hub.text.refuse")) }
      _ = await desk.failure(of: NodePair.call("hub.text.nonsense"))
      async let waiting = desk.call(NodePair.call("hub.text.wait"))
      #expect(try await eventually { gate.arrived == 1 })
      let stats = await hub.stats()
      gate.open()
      _ = try await waiting

      let echo = try #require(stats.subjects["hub.text.echo"])
      #expect(echo.requests == 5 && echo.faults.isEmpty && echo.duration.count == 5 && echo.lastFault == nil)
      let (p50, p99) = (try #require(echo.p50Ms), try #require(echo.p99Ms))
      #expect(p50 > 0 && p50 <= p99)
      let refuse = try #require(stats.subjects["hub.text.refuse"])
      #expect(refuse.requests == 3 && refuse.faults == ["title_blank": 3])
      #expect(refuse.lastFault?.code == "title_blank")
      #expect(stats.subjects["hub.text.wait"]?.inFlight == 1)
      #expect(stats.subjects.count == 3 && stats.unknown == 1 && stats.connections == 1)
      #expect(await hub.stats().subjects["hub.text.wait"]?.inFlight == 0)
      await desk.stop()
      await hub.stop()
    }
  }

  @Test("time in the queue is counted for the subject that waited")
  func queueWait() async throws {
    try await NodePair.with { pair in
      let gate = Gate()
      let hub = try await pair.hub([
        "hub.text.wait": NodePair.waiting(at: gate),
        "hub.text.echo": NodePair.endpoint { .reply(body: $0.body) },
      ])
      let desk = try await pair.desk()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<64 { group.addTask { _ = try await desk.call(NodePair.call("hub.text.wait")) } }
        let isBusy = try await eventually { await hub.stats().running == 64 }
        #expect(isBusy)
        group.addTask { _ = try await desk.call(NodePair.call("hub.text.echo")) }
        let isQueued = try await eventually { await hub.stats().queued == 1 }
        #expect(isQueued)
        let queued = ContinuousClock.now
        try await waitUntil("it has waited 30 ms") { queued.duration(to: .now) >= .milliseconds(30) }
        gate.open()
        try await group.waitForAll()
      }
      let stats = await hub.stats()
      #expect(stats.subjects["hub.text.echo"]?.queueWaitMs ?? 0 >= 30)
      #expect(stats.subjects["hub.text.wait"]?.queueWaitMs == 0)
      await desk.stop()
      await hub.stop()
    }
  }

  @Test("however many fault codes a subject answers with, a fixed number is counted by name")
  func faultCodes() async throws {
    try await NodePair.with { pair in
      let hub = try await pair.hub([
        "hub.text.refuse": NodePair.endpoint { inbound in
          .fault(Fault(FaultCode(.notFound, "code_\(inbound.body.first ?? 0)", "No.")))
        }
      ])
      let desk = try await pair.desk()
      for code in UInt8(0)..<100 { _ = await desk.failure(of: NodePair.call("hub.text.refuse", [code])) }
      let faults = try #require(await hub.stats().subjects["hub.text.refuse"]).faults
      #expect(faults.count == SubjectStats.maxCodes + 1)
      #expect(faults[SubjectStats.otherCodes] == 100 - SubjectStats.maxCodes)
      await desk.stop()
      await hub.stop()
    }
  }

  @Test("an unlinkable subject shows neither a count nor a time before the hour is over")
  func unlinkable() async throws {
    try await NodePair.with { pair in
      let hub = try await pair.hub([
        "hub.board.post": Endpoint(callers: [NodePair.deskName], isUnlinkable: true) { inbound in
          inbound.body.isEmpty ? .fault(Fault(.titleBlank)) : .reply(body: [])
        }
      ])
      let desk = try await pair.desk()
      _ = try await desk.call(NodePair.call("hub.board.post", [1]))
      _ = await desk.failure(of: NodePair.call("hub.board.post"))
      let post = try #require(await hub.stats().subjects["hub.board.post"])
      #expect(post.requests == 0 && post.duration.count == 0 && post.faults.isEmpty && post.inFlight == 0)
      #expect(post.lastFault == nil && post.p99Ms == nil)
      await desk.stop()
      await hub.stop()
    }
  }
}

@Suite("A histogram of durations answers as Prometheus would")
struct DurationHistogramTests {
  @Test("counts go into the bucket whose bound they do not exceed")
  func buckets() {
    var histogram = DurationHistogram()
    for duration in [Duration.microseconds(500), .microseconds(501), .milliseconds(10), .seconds(11)] {
      histogram.record(duration)
    }
    #expect(histogram.counts.count == DurationHistogram.boundsMs.count + 1)
    #expect(histogram.counts[0] == 1 && histogram.counts[1] == 1 && histogram.counts[4] == 1)
    #expect(histogram.counts.last == 1 && histogram.count == 4)
    #expect(abs(histogram.sumMs - 11_011.001) < 0.000_001)
  }

  @Test("a quantile lies on the line through its bucket; beyond the last bound it is that bound")
  func quantiles() {
    var histogram = DurationHistogram()
    #expect(histogram.quantile(0.5) == nil)
    for _ in 0..<100 { histogram.record(.milliseconds(7)) }
    #expect(histogram.quantile(0.5) == 7.5 && histogram.quantile(1) == 10)
    for _ in 0..<100 { histogram.record(.seconds(60)) }
    #expect(histogram.quantile(0.99) == 10_000 && histogram.quantile(0.25) == 7.5)
  }
}
