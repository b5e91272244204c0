import Calendar
import Schema
import Testing

@testable import SiteCommands

@Suite("The machine's zone is what its settings say")
struct MachineZoneTests {
  static let settings: [(String, String?, Int)] = [
    ("Europe/Berlin", "Europe/Berlin", 3600), (":Asia/Tokyo", "Asia/Tokyo", 32_400), ("UTC", "UTC", 0),
    ("/usr/share/zoneinfo/America/New_York", "America/New_York", -18_000),
    ("CET-1CEST,M3.5.0,M10.5.0/3", nil, 3600), ("<-03>3", nil, -10_800), ("", "UTC", 0),
    ("Nowhere/At_All", "UTC", 0), ("/nonexistent", "UTC", 0), ("../../etc/passwd", "UTC", 0),
  ]

  @Test("TZ", arguments: settings)
  func reads(setting: String, name: String?, offset: Int) throws {
    let winter = try #require(Instant("2026-12-01T12:00:00Z"))
    let machine = MachineZone(setting)
    #expect(machine.name?.text == name)
    #expect(machine.zone.offset(at: winter) == offset)
  }

  @Test("a rule without a name has summers too")
  func followsRules() throws {
    let summer = try #require(Instant("2026-07-01T12:00:00Z"))
    #expect(MachineZone("CET-1CEST,M3.5.0,M10.5.0/3").zone.offset(at: summer) == 7200)
  }

  @Test("without TZ the machine's own file counts, by its name if it is a link")
  func readsFile() throws {
    #expect(MachineZone(nil, localtime: "/nonexistent").name?.text == "UTC")
    let file = MachineZone(nil, localtime: "/usr/share/zoneinfo/Europe/Paris")
    #expect(file.name?.text == "Europe/Paris")
  }
}
