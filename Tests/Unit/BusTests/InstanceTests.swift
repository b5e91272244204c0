import Bus
import Glibc
import Schema
import Synchronization
import TestSupport
import Testing

@Suite("Several instances of a program share its calls, and stand in for each other", .serialized)
struct InstanceTests {
  private static let addresses = ["BUS_ECHO": EchoSite.addresses(3)]

  /// Until the caller has made so many calls more.
  private static func wait(for count: Int, more desk: Node) async throws {
    let before = await desk.stats().calls
    try await waitUntil("\(count) calls more") { await desk.stats().calls >= before + count }
  }

  /// Three instances, and a caller that has a connection to each.
  private static func withThree(
    _ body: (EchoSite, [RunningProgram], Node) async throws -> Void
  ) async throws {
    try await EchoSite.with { site in
      let instances = try await site.start(3)
      let desk = try await site.desk(addresses)
      _ = try await desk.call(EchoSite.call("echo.text.echo"))
      #expect(try await eventually { await desk.stats().peers["echo"]?.up == 3 })
      try await body(site, instances, desk)
      await desk.stop()
      for instance in instances where instance.isRunning {
        #expect(try await instance.terminate().status == 0)
      }
    }
  }

  @Test("each gets a fair share")
  func share() async throws {
    try await InstanceTests.withThree { _, _, desk in
      let load = try await Load.run(desk) { try await InstanceTests.wait(for: 2000, more: desk) }
      #expect(load.failures == [])
      #expect(load.replies.count == 3)
      // A third each, less for one that a busy machine holds up: it has more calls in progress.
      for (name, count) in load.replies {
        #expect(count * 10 >= load.total, "\(name) got \(count) of \(load.total)")
      }
    }
  }

  @Test("kill -9 of one under load fails no call that may be repeated")
  func killed() async throws {
    try await InstanceTests.withThree { site, instances, desk in
      let load = try await Load.run(desk, callers: 64) {
        try await InstanceTests.wait(for: 500, more: desk)
        _ = try await instances[1].kill()
        try await InstanceTests.wait(for: 2000, more: desk)
      }
      #expect(load.failures == [])
      #expect(await desk.stats().peers["echo"]?.up == 2)
      // A new process at the same place is called again.
      let again = try await site.start("again", bind: "ipc://{run}/echo-2.{q|e}")
      #expect(
        try await eventually {
          try await desk.call(EchoSite.call("echo.instance.name")).body == Array("again".utf8)
        })
      #expect(try await again.terminate().status == 0)
    }
  }

  @Test("E5: a frozen one is out of rotation soon, holds up no call, and is back when it goes on")
  func frozen() async throws {
    try await InstanceTests.withThree { _, instances, desk in
      let load = try await Load.run(desk) {
        try await InstanceTests.wait(for: 500, more: desk)
        let begin = ContinuousClock.now
        try await instances[0].freeze()
        try await waitUntil("it is out of rotation") {
          await desk.stats().peers["echo"]?.up == 2
        }
        print("a frozen instance was out of rotation after \(begin.duration(to: .now))")
      }
      instances[0].send(SIGCONT)
      #expect(load.failures == [])
      #expect(load.slowest < .seconds(2), "the goal, 1 s, is judged by Tests/Proofs")
      try await waitUntil("it is back") { await desk.stats().peers["echo"]?.up == 3 }
      let after = try await Load.run(desk) { try await InstanceTests.wait(for: 1000, more: desk) }
      #expect(after.failures == [])
      #expect(after.replies["1", default: 0] > 0)
    }
  }

  @Test("one that drains under load fails no call at all, repeatable or not")
  func drained() async throws {
    try await InstanceTests.withThree { _, instances, desk in
      let load = try await Load.run(desk, callers: 32, flags: []) {
        try await InstanceTests.wait(for: 500, more: desk)
        #expect(try await instances[2].terminate().status == 0)
        try await InstanceTests.wait(for: 500, more: desk)
      }
      #expect(load.failures == [])
    }
  }

  @Test("a program with several places has to be told which is its own")
  func place() async throws {
    try await EchoSite.with { site in
      let ended = try await RunningProgram.run("echo", environment: site.environment(InstanceTests.addresses))
      #expect(ended.status == 78 && ended.errors.contains("BUS_BIND"))
    }
  }
}

@Suite("A host name stands for as many instances as it has addresses", .serialized)
struct HostNameTests {
  @Test("instances come and go with the addresses of the name")
  func names() async throws {
    try await EchoSite.with { site in
      let port = try EchoSite.freePort()
      var instances: [RunningProgram] = []
      for number in 1...3 {
        instances.append(
          try await site.start("\(number)", bind: "tcp://127.0.0.\(number):\(port)"))
      }
      let known = Mutex<[String]?>(["127.0.0.1"])
      let desk = try await site.desk(["BUS_ADDRESS": "tcp://{program}.campus:\(port)"]) { host in
        host == "echo.campus" ? known.withLock { $0 } : nil
      }
      #expect(try await names(desk, 1) == ["1"])
      known.withLock { $0 = ["127.0.0.1", "127.0.0.3"] }
      try await waitUntil("the new address is called") { await desk.stats().peers["echo"]?.up == 2 }
      #expect(try await names(desk, 2) == ["1", "3"])
      // A name server that is down takes nobody away; an address that is gone is not called any more.
      known.withLock { $0 = nil }
      try await holds("those that are known stay", for: .milliseconds(5500)) {
        await desk.stats().peers["echo"]?.up == 2
      }
      known.withLock { $0 = ["127.0.0.2", "127.0.0.3"] }
      try await waitUntil("the addresses are the new ones") {
        try await names(desk, 2) == ["2", "3"]
      }
      #expect(await desk.stats().peers["echo"]?.instances == 2)
      await desk.stop()
      for instance in instances { #expect(try await instance.terminate().status == 0) }
    }
  }

  private func names(_ desk: Node, _ count: Int) async throws -> Set<String> {
    var names: Set<String> = []
    for _ in 0..<30 * count {
      let reply = try await desk.call(EchoSite.call("echo.instance.name"))
      names.insert(String(decoding: reply.body, as: UTF8.self))
    }
    return names
  }

  @Test("the system's resolver is asked")
  func resolver() async throws {
    try await EchoSite.with { site in
      let port = try EchoSite.freePort()
      let instance = try await site.start("local", bind: "tcp://127.0.0.1:\(port)")
      let desk = try await site.desk(["BUS_ECHO": "tcp://localhost:\(port)"])
      #expect(try await names(desk, 1) == ["local"])
      await desk.stop()
      #expect(try await instance.terminate().status == 0)
    }
  }

  @Test("a name that nobody knows is a program that is down")
  func unknown() async throws {
    try await EchoSite.with { site in
      let desk = try await site.desk(["BUS_ECHO": "tcp://a..b:1"])
      let fault = await desk.failure(of: EchoSite.call("echo.text.echo"))?.fault
      #expect(fault?.code == "service_unavailable" && fault?.processed == .no)
      await desk.stop()
    }
  }
}
