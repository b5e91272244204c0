import FoundationEssentials
import Glibc
import Schema
import Synchronization
import TestSupport
import Testing

@testable import Bus

/// What libzmq 4.3.4 does to those who do not know it, and the promise of ours that it must not break.
@Suite("Pitfalls of calling", .serialized)
struct CallingPitfallTests {
  private static let echo = ["hub.text.echo": NodePair.endpoint { .reply(body: $0.body) }]

  @Test("2: CURVE without a ZAP handler lets nobody in, not even who is known")
  func withoutZAP() async throws {
    try await NodePair.with { pair in
      let context = try Context.open()
      let router = try Socket.open(context, socketRouter)
      try router.secure(.server(secretKey: pair.hubKeys.own.curve.secretKey))
      try router.bind("ipc://\(pair.folder)/open.q")
      let dealer = try Socket.open(context, socketDealer)
      let key = try #require(pair.deskKeys.serverKey(of: NodePair.hubName))
      let own = pair.deskKeys.own.curve
      try dealer.secure(.client(serverKey: key, publicKey: own.publicKey, secretKey: own.secretKey))
      try dealer.connect("ipc://\(pair.folder)/open.q")
      for _ in 0..<200 {
        let sent = try dealer.send([[1], [2], [3]])
        let received = try router.receive(hasRouting: true, limit: 3)
        #expect(sent == .wouldBlock && received == nil)
        try await Task.sleep(for: .milliseconds(5))  // poll
      }
      // The same keys get in where there is a handler.
      let hub = try await pair.hub(CallingPitfallTests.echo)
      let desk = try await pair.desk()
      #expect(try await desk.call(NodePair.call("hub.text.echo", [1])).body == [1])
      await desk.stop()
      await hub.stop()
    }
  }

  @Test("4: a burst is read to its end, though libzmq signals it once")
  func burst() async throws {
    try await NodePair.with { pair in
      let hub = try await pair.hub(CallingPitfallTests.echo)
      let desk = try await pair.desk()
      for count in [2, Engine.messagesPerTurn * 4] {
        // Nothing else is sent that would wake a reader who went to sleep too early.
        let answered = await withTaskGroup(of: Bool.self) { group in
          for _ in 0..<count {
            group.addTask {
              await desk.failure(of: NodePair.call("hub.text.echo", within: .seconds(8), flags: .repeatable))
                == nil
            }
          }
          return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        // A thousand at once are more than the queue takes; what is shed is answered as well.
        let shed = await desk.stats().retriesWithheld
        #expect(answered + shed >= count)
      }
      await desk.stop()
      await hub.stop()
    }
  }

  @Test("4: what comes while something is sent is read, whoever sends", arguments: [1, 3, 12])
  func hidden(callers: Int) async throws {
    try await NodePair.with { pair in
      let hub = try await pair.hub(CallingPitfallTests.echo)
      let desk = try await pair.desk()
      // Few at once are sent by the callers' own threads, many by the bus thread. A reply whose sign was
      // taken away would lie there until its deadline.
      let unanswered = await withTaskGroup(of: Int.self) { group in
        for _ in 0..<callers {
          group.addTask {
            var unanswered = 0
            for _ in 0..<(3000 / callers) {
              let call = NodePair.call("hub.text.echo", within: .seconds(4))
              if await desk.failure(of: call) != nil { unanswered += 1 }
            }
            return unanswered
          }
        }
        return await group.reduce(0, +)
      }
      #expect(unanswered == 0)
      await desk.stop()
      await hub.stop()
    }
  }

  @Test("5: a drain answers all that runs: nothing is unbound under it")
  func drain() async throws {
    try await NodePair.with { pair in
      let gate = Gate()
      let hub = try await pair.hub([
        "hub.text.wait": NodePair.endpoint { inbound in
          await gate.pass()
          return .reply(body: inbound.body)
        }
      ])
      let desk = try await pair.desk()
      let answers = Task {
        await withTaskGroup(of: Bool.self) { group in
          for _ in 0..<50 {
            group.addTask {
              await desk.failure(of: NodePair.call("hub.text.wait", within: .seconds(9))) == nil
            }
          }
          return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
      }
      #expect(try await eventually { gate.arrived == 50 })
      async let drained: Void = hub.drain(within: .seconds(8))
      try await holds("none is given up", for: .milliseconds(300)) { gate.arrived == 50 }
      gate.open()
      await drained
      await hub.stop()
      #expect(await answers.value == 50)
      await desk.stop()
    }
  }

  @Test(
    "6: a program whose threads are all taken stays connected, and does not answer ping"
  )
  func heartbeat() async throws {
    try await EchoSite.with { site in
      let program = try await site.start("busy", bind: BusAddress.local)
      let desk = try await site.desk([:])
      _ = try await desk.call(EchoSite.call("echo.text.echo"))
      let threads = ProcessInfo.processInfo.activeProcessorCount
      async let spun = withTaskGroup(of: Bool.self) { group in
        for _ in 0..<threads {
          let spin = EchoSite.call("echo.text.spin", "3500", within: .seconds(20), flags: [])
          group.addTask { await desk.failure(of: spin) == nil }
        }
        return await group.reduce(true) { $0 && $1 }
      }
      let ping = EchoSite.call(Control.Ping.subject, within: .milliseconds(500))
      try await waitUntil("ping goes the way of the handlers") { await desk.failure(of: ping) != nil }
      // A broken connection would have cut the calls, which may not be repeated.
      #expect(await spun)
      #expect(await desk.failure(of: EchoSite.call(Control.Ping.subject)) == nil)
      await desk.stop()
      #expect(try await program.terminate().status == 0)
    }
  }

  @Test("7: a request to a program that is down is not delivered late")
  func late() async throws {
    try await NodePair.with { pair in
      let desk = try await pair.desk()
      let fault = await desk.failure(of: NodePair.call("hub.text.echo", within: .milliseconds(300)))?.fault
      #expect(fault?.processed == .no)
      let hub = try await pair.hub(CallingPitfallTests.echo)
      #expect(try await desk.call(NodePair.call("hub.text.echo", [1])).body == [1])
      #expect(await hub.stats().requests == 1)
      await desk.stop()
      await hub.stop()
    }
  }

  @Test("11: a message is exactly one frame; what has more is dropped, and the next one is read")
  func frames() async throws {
    try await NodePair.with { pair in
      let hub = try await pair.hub(CallingPitfallTests.echo)
      let context = try Context.open()
      let dealer = try Socket.open(context, socketDealer)
      let key = try #require(pair.deskKeys.serverKey(of: NodePair.hubName))
      let own = pair.deskKeys.own.curve
      try dealer.secure(.client(serverKey: key, publicKey: own.publicKey, secretKey: own.secretKey))
      try dealer.connect("ipc://\(pair.folder)/hub.q")
      var header = Header(id: .random())
      header.subject = "hub.text.echo"
      header.remainingMs = 5000
      let request = WireMessage(.request, header.encoded(), [9])
      var wrong = 0
      for count in [2, 3, 4, 5, 1000] {
        let frames = (0..<count).map { $0 == 0 ? request.bytes : [0] }
        try await waitUntil("the connection takes \(count) frames") { try dealer.send(frames) == .done }
        wrong += 1
      }
      let sent = try dealer.send(request)
      #expect(sent == .done)
      var answers: [Received] = []
      try await waitUntil("the good one is answered") {
        if let received = try dealer.receive(hasRouting: false, limit: 1) { answers.append(received) }
        return !answers.isEmpty
      }
      #expect(answers.count == 1 && answers[0].message?.kind == .reply)
      let stats = await hub.stats()
      #expect(stats.malformed == wrong && stats.requests == 1)
      await hub.stop()
    }
  }

  @Test("LINGER: a node stops at once, whatever was not sent", .timeLimit(.minutes(1)))
  func linger() async throws {
    try await EchoSite.with { site in
      let program = try await site.start("frozen", bind: BusAddress.local)
      let desk = try await site.desk([:])
      _ = try await desk.call(EchoSite.call("echo.text.echo"))
      try await program.freeze()
      let large = String(repeating: "x", count: 200_000)
      let calls = Task {
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<200 {
            let call = EchoSite.call("echo.text.echo", large, within: .seconds(120))
            group.addTask { _ = await desk.failure(of: call) }
          }
        }
      }
      try await waitUntil("the calls are on their way") { await desk.stats().calls > 200 }
      await desk.stop()
      await calls.value
      program.send(SIGCONT)
      #expect(try await program.terminate().status == 0)
    }
  }
}

/// ZMQ_DEALER and ZMQ_ROUTER: the library itself stays behind the module that owns it.
let socketDealer: Int32 = 5
let socketRouter: Int32 = 6
