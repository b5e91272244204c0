import FoundationEssentials
import Schema
import ServiceKit
import TestSupport
import Testing

@Suite("Only a site made for it lets its clock be moved")
struct SiteClockTests {
  private static let start = Instant(milliseconds: 1_788_264_000_000)

  private func withFolder(_ mark: String?, _ body: (String) throws -> Void) async throws {
    try await withTemporaryFolder { folder in
      if let mark { try Data(mark.utf8).write(to: URL(filePath: "\(folder)/\(SiteClock.mark)")) }
      try body(folder)
    }
  }

  @Test(
    "a test clock stands still until it is set forward, never goes back, and a restart goes on from there")
  func moves() async throws {
    try await withFolder("\(Self.start)\n") { folder in
      let clock = try SiteClock(dataFolder: folder)
      #expect(clock.isTest && clock.now == Self.start)
      let later = Self.start.advanced(by: .seconds(3600))
      #expect(try clock.set(later) && clock.now == later)
      #expect(try clock.set(later), "the same moment is no step back")
      #expect(try !clock.set(Self.start) && clock.now == later)
      #expect(try SiteClock(dataFolder: folder).now == later)
    }
  }

  @Test(
    "who sleeps on a test clock is woken by a step of it, also one that was taken just before",
    .timeLimit(.minutes(1)))
  func wakes() async throws {
    try await withTemporaryFolder { folder in
      try Data("\(Self.start)\n".utf8).write(to: URL(filePath: "\(folder)/\(SiteClock.mark)"))
      let clock = try SiteClock(dataFolder: folder)
      let later = Self.start.advanced(by: .seconds(60))
      async let slept: Void = clock.wait(for: .seconds(3600), since: Self.start)
      #expect(try clock.set(later))
      try await slept
      try await clock.wait(for: .seconds(3600), since: Self.start)
      let sleeper = Task { try await clock.wait(for: .seconds(3600), since: later) }
      sleeper.cancel()
      await #expect(throws: CancellationError.self) { try await sleeper.value }
      try await clock.wait(for: .milliseconds(1), since: later)
    }
  }

  @Test("the system's clock goes by itself and refuses to be set")
  func system() async throws {
    try await withFolder(nil) { folder in
      let clock = try SiteClock(dataFolder: folder)
      #expect(!clock.isTest)
      let before = SiteClock.system
      #expect(try !clock.set(before.advanced(by: .seconds(3600))))
      #expect(clock.now >= before && clock.now <= SiteClock.system)
      #expect(!FileManager.default.fileExists(atPath: "\(folder)/\(SiteClock.mark)"))
    }
  }

  @Test("a mark without a moment stops the program", arguments: ["", "yes", "2026-09-01", "1788264000000"])
  func badMark(_ text: String) async throws {
    try await withFolder(text) { folder in
      #expect(throws: SettingError.self) { try SiteClock(dataFolder: folder) }
    }
  }
}
