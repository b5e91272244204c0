import Calendar
import FoundationEssentials
import Schema
import TestSupport
import Testing

@Suite("A zone says what clocks show and when they show it")
struct ZoneTests {
  @Test(
    "the name that people use",
    arguments: [
      ("America/New_York", "New York"), ("America/Argentina/Buenos_Aires", "Buenos Aires"),
      ("Etc/UTC", "UTC"), ("UTC", "UTC"),
    ])
  func place(name: String, place: String) throws {
    #expect(try Zone.named(name).place == place)
  }

  @Test(
    "clocks show",
    arguments: [
      ("Europe/Berlin", "2026-03-29T00:59:59Z", "2026-03-29T01:59:59"),
      ("Europe/Berlin", "2026-03-29T01:00:00Z", "2026-03-29T03:00:00"),
      ("Europe/Berlin", "2026-10-25T00:59:59.999Z", "2026-10-25T02:59:59"),
      ("Europe/Berlin", "2026-10-25T01:00:00Z", "2026-10-25T02:00:00"),
      ("America/New_York", "2026-10-15T23:00:00Z", "2026-10-15T19:00:00"),
      // Half an hour of daylight saving time.
      ("Australia/Lord_Howe", "2026-10-03T15:29:59Z", "2026-10-04T01:59:59"),
      ("Australia/Lord_Howe", "2026-10-03T15:30:00Z", "2026-10-04T02:30:00"),
      ("Asia/Kathmandu", "2026-02-28T18:15:00Z", "2026-03-01T00:00:00"),
      // Past the table, where the rule of the footer holds.
      ("Europe/Berlin", "2500-07-01T12:00:00Z", "2500-07-01T14:00:00"),
      ("America/Nuuk", "2100-03-28T00:59:59Z", "2100-03-27T22:59:59"),
      ("America/Nuuk", "2100-03-28T01:00:00Z", "2100-03-28T00:00:00"),
      ("Africa/Cairo", "2099-10-29T20:59:59Z", "2099-10-29T23:59:59"),
      ("Africa/Cairo", "2099-10-29T21:00:00Z", "2099-10-29T23:00:00"),
      // Before the table.
      ("Europe/Berlin", "1800-01-01T00:00:00Z", "1800-01-01T00:53:28"),
      ("UTC", "2024-02-29T23:59:59Z", "2024-02-29T23:59:59"),
    ])
  func shows(zone: String, at: String, expected: String) throws {
    #expect(try Zone.named(zone).wallTime(at: moment(at)) == wall(expected))
  }

  /// reliability.md, row CLK2: zones whose rules Foundation has wrong.
  @Test(
    "recent changes of law hold",
    arguments: [
      ("America/Vancouver", "2026-03-01T00:00:00Z", -8), ("America/Vancouver", "2026-07-01T00:00:00Z", -7),
      ("America/Vancouver", "2026-12-15T00:00:00Z", -7), ("America/Asuncion", "2026-07-01T00:00:00Z", -3),
      ("America/Asuncion", "2023-07-01T00:00:00Z", -4),
      // Ramadan of 2026.
      ("Africa/Casablanca", "2026-03-01T00:00:00Z", 0), ("Africa/Casablanca", "2025-12-01T00:00:00Z", 1),
    ])
  func followsTheLaw(zone: String, at: String, hours: Int) throws {
    #expect(try Zone.named(zone).offset(at: moment(at)) == hours * 3600)
  }

  @Test(
    "a time that clocks skip moves forward by what they skip",
    arguments: [
      ("America/New_York", "2007-03-11T02:30:00", "2007-03-11T07:30:00Z", "2007-03-11T03:30:00"),
      ("Europe/Berlin", "2026-03-29T02:00:00", "2026-03-29T01:00:00Z", "2026-03-29T03:00:00"),
      ("Europe/Berlin", "2026-03-29T02:59:59", "2026-03-29T01:59:59Z", "2026-03-29T03:59:59"),
      ("Australia/Lord_Howe", "2026-10-04T02:15:00", "2026-10-03T15:45:00Z", "2026-10-04T02:45:00"),
      // The 30th of December 2011 was left out.
      ("Pacific/Apia", "2011-12-30T12:00:00", "2011-12-30T22:00:00Z", "2011-12-31T12:00:00"),
      ("Europe/Berlin", "2500-03-28T02:30:00", "2500-03-28T01:30:00Z", "2500-03-28T03:30:00"),
    ])
  func gaps(zone: String, time: String, at: String, shown: String) throws {
    let zone = try Zone.named(zone)
    let found = zone.instant(of: try wall(time))
    #expect(found.instant == (try moment(at)))
    #expect(found.isAdjusted)
    #expect(zone.wallTime(at: found.instant) == (try wall(shown)))
  }

  @Test(
    "a time that comes twice is the first one",
    arguments: [
      ("Europe/Berlin", "2026-10-25T02:00:00", "2026-10-25T00:00:00Z"),
      ("Europe/Berlin", "2026-10-25T02:59:59", "2026-10-25T00:59:59Z"),
      ("Europe/Berlin", "2026-10-25T03:00:00", "2026-10-25T02:00:00Z"),
      ("America/Havana", "2026-11-01T00:30:00", "2026-11-01T04:30:00Z"),
      ("Australia/Lord_Howe", "2026-04-05T01:45:00", "2026-04-04T14:45:00Z"),
    ])
  func folds(zone: String, time: String, at: String) throws {
    let found = try Zone.named(zone).instant(of: wall(time))
    #expect(found.instant == (try moment(at)))
    #expect(!found.isAdjusted)
  }

  @Test(
    "a day begins at its first moment",
    arguments: [
      ("Europe/Berlin", "2026-11-21", "2026-11-20T23:00:00Z"),
      // Midnight is skipped, or comes twice.
      ("Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00Z"),
      ("America/Havana", "2026-03-08", "2026-03-08T05:00:00Z"),
      ("America/Havana", "2026-11-01", "2026-11-01T04:00:00Z"),
      // From 23:30 to 00:30 of the day.
      ("America/Toronto", "1919-03-31", "1919-03-31T04:30:00Z"),
      ("Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00Z"),
      ("Asia/Kathmandu", "2024-02-29", "2024-02-28T18:15:00Z"),
    ])
  func days(zone: String, day: String, at: String) throws {
    #expect(try Zone.named(zone).startOfDay(date(day)) == moment(at))
  }

  @Test("the ends of time do no harm", arguments: ["Pacific/Kiritimati", "Pacific/Niue", "Europe/Berlin"])
  func ends(name: String) throws {
    let zone = try Zone.named(name)
    for instant in [Instant(milliseconds: .min), Instant(milliseconds: .max)] {
      let shown = zone.wallTime(at: instant)
      #expect(abs(zone.instant(of: shown).instant.milliseconds - instant.milliseconds) < 86_400_000)
      #expect(abs(zone.startOfDay(shown.date).milliseconds - instant.milliseconds) < 259_200_000)
    }
  }
}

@Suite("A file of the database is looked at before it is used")
struct ZoneTableTests {
  private static let changes = TZif(
    transitions: [0, 1000], kinds: [1, 0], times: [(0, 0, 0), (3600, 1, 4)], footer: "UTC0")

  @Test("changes are found, and those beyond the years 1 to 9999 do no harm")
  func reads() throws {
    for (last, count) in [(Int64(1000), 2), (1 << 58, 1)] {
      var file = Self.changes
      file.transitions[1] = last
      let zone = Zone(name: "Test", table: try ZoneTable(file.bytes))
      #expect(zone.offset(at: Instant(milliseconds: 500_000)) == 3600)
      let (start, end) = (Instant(milliseconds: -1000), Instant(milliseconds: .max))
      #expect(zone.changes(from: start, to: end).count == count)
    }
  }

  @Test("a transition after which clocks show what they did is no change")
  func repeated() throws {
    var file = Self.changes
    file.transitions = [0, 500, 1000]
    file.kinds = [1, 1, 0]
    let zone = Zone(name: "Test", table: try ZoneTable(file.bytes))
    let changes = zone.changes(from: Instant(milliseconds: -1000), to: Instant(milliseconds: .max))
    #expect(changes.map(\.milliseconds) == [0, 1_000_000])
  }

  @Test("anything else is damaged")
  func damaged() throws {
    var files: [[UInt8]] = [[], Array("TZif".utf8)]
    let whole = Self.changes.bytes
    files += (0..<whole.count).map { Array(whole.prefix($0)) }
    func add(_ change: (inout TZif) -> Void) {
      var file = Self.changes
      change(&file)
      files.append(file.bytes)
    }
    add { $0.transitions = [1000, 1000] }
    add { $0.kinds = [2, 0] }
    add { $0.times[1].0 = 26 * 3600 }
    add { $0.times[1].0 = .min }
    add { $0.times[1].1 = 2 }
    add { $0.times[1].2 = 8 }
    add { $0.names = Array("U C\0DST\0".utf8) }
    add { $0.leapSeconds = 1 }
    add { $0.version = UInt8(ascii: "A") }
    for footer in [
      "UTC", "U0", "UTC25", "UTC0DST", "UTC0DST,M13.1.0,M1.1.0", "UTC0DST,J0,J1", "UTC0DST,1,2/168",
    ] {
      add { $0.footer = footer }
    }
    for file in files { #expect(throws: ZoneFault.damaged) { try ZoneTable(file) } }
  }
}

@Suite("Only zones of the database are found")
struct ZoneNameTests {
  @Test("every name is a zone, and they are the known ones")
  func names() throws {
    let names = try Zone.allNames()
    for name in names { #expect(throws: Never.self) { try Zone.named(name) } }
    #expect(names.count > 400)
    for name in ["UTC", "America/Argentina/Buenos_Aires", "EST5EDT", "Etc/GMT+12", "America/Port-au-Prince"] {
      #expect(names.contains(name))
    }
    #expect(!names.contains { $0.hasPrefix("posix") || $0.hasPrefix("right") || $0.hasSuffix(".tab") })
  }

  @Test(
    "anything else is unknown",
    arguments: [
      "", "Europe", "Europe/", "/etc/localtime", "../zoneinfo/UTC", "Europe/../UTC", "Europe//Berlin",
      "UTC\0",
      "posix/UTC", "right/UTC", "localtime", "posixrules", "tzdata.zi", "zone.tab", "Factory",
      "Europe/Berlin ",
      "europe/berlin", "Mars/Olympus", "A/B/C/D", "UTC/UTC", "W. Europe Standard Time",
      String(repeating: "A", count: 5000),
    ])
  func unknown(name: String) {
    #expect(throws: ZoneFault.unknown) { try Zone.named(name) }
  }

  @Test(
    "the site's zone is the one the environment names, or universal time",
    arguments: [
      ("Europe/Berlin", "Europe/Berlin"), (nil, "UTC"), ("", "UTC"), ("Mars/Olympus", "UTC"),
      (":/etc/localtime", "UTC"), ("CET-1CEST", "UTC"),
    ])
  func site(name: String?, zone: String) {
    #expect(Zone.inEnvironment(name).name == zone)
  }

  @Test("a new release of the database takes effect at the next look")
  func releases() async throws {
    try await withTemporaryFolder { folder in
      let zones = ZoneFolder(folder)
      #expect(throws: ZoneFault.unknown) { try zones.zone(named: "Test") }
      #expect(zones.release() == nil)
      let noon = try moment("2026-07-01T12:00:00Z")
      for (rule, hours) in [("AAA-1", 1), ("AAA-2", 2), ("AAA-1BBB,M3.5.0,M10.5.0", 2)] {
        try Data(TZif(footer: rule).bytes).write(to: URL(filePath: folder + "/Test"))
        #expect(try zones.zone(named: "Test").offset(at: noon) == hours * 3600)
      }
      try Data("no zone".utf8).write(to: URL(filePath: folder + "/Test"))
      #expect(throws: ZoneFault.damaged) { try zones.zone(named: "Test") }
    }
    #expect(ZoneFolder.system.release()?.hasPrefix("20") == true)
  }
}
