import FoundationEssentials
import HTTPServer
import TestSupport
import Testing

@Suite("Freed memory goes back to the system")
struct FreedMemoryTests {
  /// The pages that this process has in memory.
  private func residentPages() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    return try #require(text.split(separator: " ").dropFirst().first.flatMap { Int($0) })
  }

  @Test("memory between what is still in use is given back", .enabled(if: !SanitizerEnvironment.isOn))
  func holes() throws {
    var blocks = (0..<60_000).map { [UInt8](repeating: UInt8(truncatingIfNeeded: $0), count: 1000) }
    let kept = stride(from: 0, to: blocks.count, by: 100).map { blocks[$0] }
    blocks = []
    let before = try residentPages()
    #expect(FreedMemory.giveBack())
    let after = try residentPages()
    #expect(before - after > 5000, "20 MB of 60")
    #expect(kept.count == 600)
  }
}
