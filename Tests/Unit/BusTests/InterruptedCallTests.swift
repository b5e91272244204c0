import Bus
import Schema
import Testing

@Suite("A call that was cut off says whether it may have taken effect")
struct InterruptedCallTests {
  @Test(
    "one that was read by a program which then went away for good may have run, repeatable or not",
    arguments: [Header.Flags.repeatable, []])
  func read(_ flags: Header.Flags) async throws {
    try await NodePair.with { pair in
      let gate = Gate()
      let hub = try await pair.hub([
        "hub.text.slow": NodePair.waiting(at: gate, [1])
      ])
      let desk = try await pair.desk()
      async let failure = desk.failure(of: NodePair.call("hub.text.slow", flags: flags))
      #expect(try await eventually { gate.arrived == 1 })
      await hub.stop()
      gate.open()
      #expect(await failure?.fault.processed == .maybe)
      await desk.stop()
    }
  }
}
