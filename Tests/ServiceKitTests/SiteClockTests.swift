import FoundationEssentials
import Schema
import ServiceKit
import Testing

@Suite("Only a site made for it lets its clock be moved")
struct SiteClockTests {
  private static let start = Instant(milliseconds: 1_788_264_000_000)

  private func clock(_ mark: String?) throws -> SiteClock {
    let folder = "/tmp/q-clock-\(RawUUID.random())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    if let mark { try Data(mark.utf8).write(to: URL(filePath: "\(folder)/\(SiteClock.mark)")) }
    return try SiteClock(dataFolder: folder)
  }

  @Test("a test clock stands still until it is set forward, and never goes back")
  func moves() throws {
    let clock = try clock("\(Self.start)\n")
    #expect(clock.isTest && clock.now == Self.start)
    let later = Self.start.advanced(by: .seconds(3600))
    #expect(clock.set(later) && clock.now == later)
    #expect(clock.set(later), "the same moment is no step back")
    #expect(!clock.set(Self.start) && clock.now == later)
  }

  @Test("the system's clock goes by itself and refuses to be set")
  func system() throws {
    let clock = try clock(nil)
    #expect(!clock.isTest)
    let before = SiteClock.system
    #expect(!clock.set(before.advanced(by: .seconds(3600))))
    #expect(clock.now >= before && clock.now <= SiteClock.system)
  }

  @Test("a mark without a moment stops the program", arguments: ["", "yes", "2026-09-01", "1788264000000"])
  func badMark(_ text: String) {
    #expect(throws: SettingError.self) { try clock(text) }
  }
}
