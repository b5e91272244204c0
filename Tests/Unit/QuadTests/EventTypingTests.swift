import Calendar
import Schema
import SiteCommands
import Terminal
import Testing

@testable import quad

@Suite("What of an event is typed is read on the clocks that are meant")
struct EventTypingTests {
  /// Saturday, 21 November 2026, 23:30 in Berlin: Sunday in Auckland.
  private static let now = Instant("2026-11-21T22:30:00Z")

  static let times: [(String, String, String)] = [
    ("2026-11-24 18:00", "Europe/Berlin", "2026-11-24 18:00:00"),
    ("fri", "Europe/Berlin", "2026-11-27 all day"),
    ("tomorrow", "Europe/Berlin", "2026-11-22 all day"),
    ("tomorrow", "Pacific/Auckland", "2026-11-23 all day"),
    ("23:45", "Europe/Berlin", "2026-11-21 23:45:00"), ("09:00", "Europe/Berlin", "2026-11-22 09:00:00"),
    ("+3d", "Pacific/Auckland", "2026-11-25 11:30:00"), ("+90m", "Europe/Berlin", "2026-11-22 01:00:00"),
    ("2026-11-24T18:00:00Z", "Europe/Berlin", "2026-11-24 19:00:00"),
    // A time that the clocks skip is sent as it was typed: the site says where it went.
    ("2027-03-28 02:30", "Europe/Berlin", "2027-03-28 02:30:00"),
  ]

  @Test("times", arguments: times)
  func readsTimes(text: String, zone: String, expected: String) throws {
    let name = try #require(ZoneName(zone))
    let time = try EventTyping.time(
      text, isAllDay: false, in: Zone.named(name), named: name, now: try #require(EventTypingTests.now))
    #expect("\(time.date) \(time.time?.description ?? "all day")" == expected)
    #expect(time.zone == name)
  }

  @Test("all day takes a day alone")
  func readsDays() throws {
    let name = try #require(ZoneName("Europe/Berlin"))
    let (zone, now) = (try Zone.named(name), try #require(EventTypingTests.now))
    for text in ["2026-11-24", "+3d"] {
      let time = try EventTyping.time(text, isAllDay: true, in: zone, named: name, now: now)
      #expect(time.time == nil && time.date.description == "2026-11-24")
    }
    #expect(throws: UsageError.self) {
      try EventTyping.time("fri 18:00", isAllDay: true, in: zone, named: name, now: now)
    }
    #expect(throws: UsageError.self) { try EventTyping.day("18:00", now: now) }
  }

  @Test("lengths and reminders")
  func readsLengths() throws {
    let lengths = ["0": 0, "90m": 90, "2h": 120, "3d": 4320, "1w": 10_080]
    for (text, minutes) in lengths { #expect(EventTyping.minutes(text) == minutes) }
    for text in ["", "m", "2", "2y", "-2h", "1h30m", "٢h", "9999999m"] {
      #expect(EventTyping.minutes(text) == nil)
    }
    #expect(try EventTyping.leads(["1d,0", "2h"]).all.map(\.minutes) == [1440, 0, 120])
    #expect(throws: Fault.self) { try EventTyping.leads(["1d", "24h"]) }
    #expect(throws: Fault.self) { try EventTyping.leads(["60w"]) }
    #expect(throws: UsageError.self) { try EventTyping.leads(["soon"]) }
    #expect(Phrases.length(minutes: 120) == "2 hours" && Phrases.length(minutes: 90) == "90 minutes")
    #expect(Phrases.length(minutes: 1440) == "1 day" && Phrases.length(minutes: 0) == "0 minutes")
    #expect(try EventTyping.rule("Weekly").text == "FREQ=WEEKLY")
  }
}

@Suite("The site's time is learned from its answers")
struct SiteTimeTests {
  private func instant(_ milliseconds: Int64) -> Instant { Instant(milliseconds: 1_000_000 + milliseconds) }

  @Test("it lies between the question and the answer, and several answers narrow it")
  func narrows() {
    var time = SiteTime(instant(500), asked: .milliseconds(0), answered: .milliseconds(400))
    // Somewhere between 100 and 500 ahead.
    #expect(time.now(at: .zero) == instant(300))
    #expect(time.now(at: .seconds(5)) == instant(5300))
    time.learn(instant(1500), asked: .milliseconds(1100), answered: .milliseconds(1200))
    #expect(time.now(at: .zero) == instant(350))
  }

  @Test("a clock that was set at the site takes the place of what was known")
  func replaces() {
    var time = SiteTime(instant(0), asked: .zero, answered: .milliseconds(10))
    time.learn(instant(60_000), asked: .seconds(1), answered: .milliseconds(1010))
    #expect(time.now(at: .seconds(1)) == instant(59_995))
    time.learn(instant(0), asked: .seconds(3), answered: .seconds(2))
    #expect(time.now(at: .seconds(3)) == instant(0))
  }
}

@Suite("How numbers are written follows the environment")
struct MoneyLocaleTests {
  static let environments: [([String: String], String?)] = [
    ([:], nil), (["LANG": "de_DE.UTF-8"], "de-DE"), (["LANG": "C.UTF-8"], nil), (["LC_ALL": "POSIX"], nil),
    (["LC_ALL": "", "LC_MONETARY": "fr_FR@euro", "LANG": "en_US"], "fr-FR"), (["LANG": "!"], nil),
  ]

  @Test("variables", arguments: environments.indices)
  func reads(index: Int) {
    let (environment, expected) = MoneyLocaleTests.environments[index]
    #expect(MoneyLocale.named(environment)?.text == expected)
  }
}
