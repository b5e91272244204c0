import Bus
import FoundationEssentials
import JSON
import Schema
import TestSupport
import Testing

@Suite("Nobody moves time but on a site made for it")
struct TimeTests {
  private static let start = Instant(milliseconds: 1_788_264_000_000)

  @Test("on a site with a test clock tasks carry the time it was set to")
  func testClock() async throws {
    try await Site.with([]) { site in
      let mark = URL(filePath: "\(site.data)/test-clock")
      try Data(Self.start.description.utf8).write(to: mark)
      for program in [ProgramName.auth, .roomhub] { try await site.start(program) }
      try await site.with(key: .gateway) { gateway in
        let person = try await KillTests.moveIn(site, gateway)[0]
        let first = try await add("before", person, gateway)
        #expect(first == Self.start)
        let later = Self.start.advanced(by: .seconds(86_400))
        try await site.moveClock(.roomhub, to: later)
        #expect(try await add("after", person, gateway) == later)
        await #expect(throws: CallError.self) { try await site.moveClock(.roomhub, to: Self.start) }
        #expect(try await add("still", person, gateway) == later)
      }
    }
  }

  @Test("without the mark the clock is refused, and to every key but the operator's")
  func refused() async throws {
    try await Site.with([.roomhub]) { site in
      let later = Self.start.advanced(by: .seconds(10 * 365 * 86_400))
      #expect(await code { try await site.moveClock(.roomhub, to: later) } == FaultCode.notAllowed.code)
      try await site.with(key: .gateway) { gateway in
        let fault = await code { try await gateway.moveClock(.roomhub, to: later) }
        #expect(fault == FaultCode.notAllowed.code)
      }
    }
  }

  @Test("a request about the past needs the seed's key and the seeding mark")
  func asOf() async throws {
    try await Site.with([.auth, .roomhub], seeding: true) { site in
      let person = try await site.with(key: .gateway) { try await KillTests.moveIn(site, $0)[0] }
      var context = person.context()
      context.asOf = Self.start
      try await site.with(key: .seed) { seed in
        let task = Roomhub.AddTask(title: try TaskTitle("long ago"))
        let added = try await seed.call(task, context: context)
        #expect(added.task.added == Self.start)
        try site.setSeeding(false)
        #expect(await code { _ = try await seed.call(task, context: context) } == FaultCode.notAllowed.code)
      }
      try site.setSeeding(true)
      for key in [ProgramName.gateway, .operator] {
        try await site.with(key: key) { node in
          let task = Roomhub.AddTask(title: try TaskTitle("not so"))
          let fault = await code { _ = try await node.call(task, context: context) }
          #expect(fault == FaultCode.notAllowed.code, "\(key)")
        }
      }
    }
  }

  private func add(_ title: String, _ person: Resident, _ gateway: Node) async throws -> Instant {
    let task = Roomhub.AddTask(title: try TaskTitle(title))
    return try await gateway.call(task, context: person.context()).task.added
  }

  /// The fault's code; nil when there was none.
  private func code(_ body: nonisolated(nonsending) () async throws -> Void) async -> String? {
    do { try await body() } catch { return (error as? CallError)?.fault.code ?? "\(error)" }
    return nil
  }
}

extension Site {
  fileprivate func moveClock(_ program: ProgramName, to time: Instant) async throws {
    try await self.operator.moveClock(program, to: time)
  }
}

extension Node {
  fileprivate func moveClock(_ program: ProgramName, to time: Instant) async throws {
    var header = Header(id: .random())
    header.subject = Control.MoveClock.subject
    let body = try JSONCoding.encode(Control.MoveClock(to: time))
    _ = try await call(OutgoingCall(program: program, header: header, body: body, within: .seconds(2)))
  }
}
