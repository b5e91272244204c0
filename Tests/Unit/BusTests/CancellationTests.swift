import Bus
import FoundationEssentials
import Glibc
import JSON
import Schema
import TestSupport
import Testing

@Suite("What nobody waits for any more is not worked on, from process to process", .serialized)
struct CancellationTests {
  private struct Counts: Codable {
    var began: Int
    var finished: Int
    var cancelled: Int
  }

  private static func counts(_ desk: Node) async throws -> Counts {
    try JSONCoding.decode(Counts.self, from: try await desk.call(EchoSite.call("echo.counts.read")).body)
  }

  private static func with(
    atOnce: Int = 64, _ body: (EchoSite, RunningProgram, Node) async throws -> Void
  ) async throws {
    try await EchoSite.with { site in
      let program = try await site.start("one", bind: BusAddress.local, ["ECHO_AT_ONCE": "\(atOnce)"])
      let desk = try await site.desk([:])
      try await body(site, program, desk)
      await desk.stop()
      #expect(try await program.terminate().status == 0)
    }
  }

  @Test("cancelling the caller's task cancels the handler's")
  func caller() async throws {
    try await CancellationTests.with { _, _, desk in
      let call = Task {
        await desk.failure(of: EchoSite.call("echo.text.work", "60000", within: .seconds(50)))
      }
      try await waitUntil("it began") { try await CancellationTests.counts(desk).began == 1 }
      call.cancel()
      #expect(await call.value?.fault.processed == .maybe)
      try await waitUntil("it is cancelled") { try await CancellationTests.counts(desk).cancelled == 1 }
    }
  }

  @Test("so does the deadline")
  func deadline() async throws {
    try await CancellationTests.with { _, _, desk in
      let call = EchoSite.call("echo.text.work", "60000", within: .milliseconds(300))
      #expect(await desk.failure(of: call)?.fault.processed == .maybe)
      try await waitUntil("it is cancelled") { try await CancellationTests.counts(desk).cancelled == 1 }
    }
  }

  @Test("a call that is taken back while it waits in the queue never begins")
  func queued() async throws {
    try await CancellationTests.with(atOnce: 1) { _, _, desk in
      let first = Task { await desk.failure(of: EchoSite.call("echo.text.work", "1000")) }
      try await waitUntil("it began") { try await CancellationTests.counts(desk).began == 1 }
      let second = Task { await desk.failure(of: EchoSite.call("echo.text.work", "1")) }
      // What is sent after it is read after it.
      _ = try await CancellationTests.counts(desk)
      second.cancel()
      #expect(await second.value?.fault.code == "cancelled")
      #expect(await first.value == nil)
      let counts = try await CancellationTests.counts(desk)
      #expect(counts.began == 1 && counts.finished == 1)
    }
  }
}
