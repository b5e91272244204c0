import Bus
import Glibc
import Schema
import TestSupport
import Testing

@Suite("A program that is silent costs one call its time, and the others nothing", .serialized)
struct SilenceTests {
  private static func with(_ body: (RunningProgram, Node) async throws -> Void) async throws {
    try await EchoSite.with { site in
      let program = try await site.start("one", bind: BusAddress.local)
      let desk = try await site.desk([:])
      _ = try await desk.call(EchoSite.call("echo.text.echo"))
      try await body(program, desk)
      await desk.stop()
      guard program.isRunning else { return }
      program.send(SIGCONT)
      #expect(try await program.terminate().status == 0)
    }
  }

  private static func openBreakers(_ desk: Node) async -> Int? {
    await desk.stats().peers["echo"]?.breakersOpen
  }

  @Test("E5: after the first call that a frozen program left without an answer, calls fail at once")
  func frozen() async throws {
    try await SilenceTests.with { program, desk in
      try await program.freeze()
      // Long enough for a stalled machine, whose ping leaves late.
      let first = EchoSite.call("echo.text.echo", within: .seconds(5))
      #expect(await desk.failure(of: first)?.fault.code == "service_unavailable")
      #expect(await SilenceTests.openBreakers(desk) == 1, "after the first")
      let begin = ContinuousClock.now
      for _ in 0..<20 {
        let fault = await desk.failure(of: EchoSite.call("echo.text.echo", within: .seconds(60)))?.fault
        #expect(fault?.code == "service_unavailable" && fault?.processed == .no)
      }
      print("20 calls to a frozen program failed within \(begin.duration(to: .now))")
      program.send(SIGCONT)
      try await waitUntil("it is called again") {
        await desk.failure(of: EchoSite.call("echo.text.echo")) == nil
      }
      #expect(await SilenceTests.openBreakers(desk) == 0)
    }
  }

  @Test("E5: a program that is gone costs one call its wait")
  func gone() async throws {
    try await SilenceTests.with { program, desk in
      _ = try await program.kill()
      try await waitUntil("its connection is closed") { await desk.stats().peers["echo"]?.up == 0 }
      let fault = await desk.failure(of: EchoSite.call("echo.text.echo"))?.fault
      #expect(fault?.code == "service_unavailable" && fault?.processed == .no)
      #expect(await SilenceTests.openBreakers(desk) == 1, "after the first")
      #expect(await desk.stats().breakersOpened == 1)
    }
  }

  @Test("E5: a handler that takes its time is no silence: the program answers the ping")
  func slow() async throws {
    try await SilenceTests.with { _, desk in
      let call = EchoSite.call("echo.text.work", "5000", within: .milliseconds(1500), flags: [])
      #expect(await desk.failure(of: call)?.fault.processed == .maybe)
      #expect(await SilenceTests.openBreakers(desk) == 0)
    }
  }
}
