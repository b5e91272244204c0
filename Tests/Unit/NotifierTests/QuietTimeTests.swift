import Calendar
import Schema
import Testing

@testable import notifier

@Suite("Quiet hours are those of the person's clocks, on the days they begin")
struct QuietTimeTests {
  private static func times(
    _ from: String, _ to: String, _ days: [Notifier.QuietDay] = Notifier.QuietDay.allCases,
    digest: String? = nil, zone: String = "Europe/Berlin"
  ) throws -> QuietTimes {
    let quiet = Notifier.QuietHours(
      from: try #require(TimeOfDay(from)), to: try #require(TimeOfDay(to)),
      days: Notifier.QuietDays(checked: days))
    return QuietTimes(quiet: quiet, digest: digest.flatMap { TimeOfDay($0) }, zone: try Zone.named(zone))
  }

  private static func instant(_ text: String) -> Instant { NotifierFile.instant(text) }

  @Test(
    "22:00 to 07:00 in Berlin, which is two hours ahead of UTC in summer",
    arguments: [
      ("2026-07-06T19:59:59Z", nil), ("2026-07-06T20:00:00Z", "2026-07-07T05:00:00Z"),
      ("2026-07-07T04:59:59Z", "2026-07-07T05:00:00Z"), ("2026-07-07T05:00:00Z", nil),
    ] as [(String, String?)])
  func overMidnight(moment: String, end: String?) throws {
    let times = try QuietTimeTests.times("22:00", "07:00")
    #expect(times.quietUntil(QuietTimeTests.instant(moment)) == end.map(QuietTimeTests.instant))
  }

  @Test("a night that begins on a day that is not chosen is not quiet, its morning neither")
  func days() throws {
    let times = try QuietTimeTests.times("22:00", "07:00", [.friday, .saturday])
    // Friday night, then Thursday night: 2026-07-10 is a Friday.
    #expect(times.quietUntil(QuietTimeTests.instant("2026-07-11T01:00:00Z")) != nil)
    #expect(times.quietUntil(QuietTimeTests.instant("2026-07-10T01:00:00Z")) == nil)
    #expect(times.quietUntil(QuietTimeTests.instant("2026-07-10T20:30:00Z")) != nil)
  }

  @Test("in the night of a change of the clocks the hours end by the new time")
  func changes() throws {
    let times = try QuietTimeTests.times("22:00", "07:00")
    #expect(
      times.quietUntil(QuietTimeTests.instant("2026-10-24T21:00:00Z"))
        == QuietTimeTests.instant("2026-10-25T06:00:00Z"))
    #expect(
      times.quietUntil(QuietTimeTests.instant("2026-03-28T22:00:00Z"))
        == QuietTimeTests.instant("2026-03-29T05:00:00Z"))
  }

  @Test("hours that end where they begin again are one, for a week at most")
  func touching() throws {
    let times = try QuietTimeTests.times("00:00", "00:00:00", digest: nil)
    let end = try #require(times.quietUntil(QuietTimeTests.instant("2026-07-06T10:00:00Z")))
    #expect(end.since(QuietTimeTests.instant("2026-07-06T10:00:00Z")) <= .seconds(9 * 24 * 3600))
  }

  @Test("crisis passes, the unimportant waits for the digest, the digest for the end of the quiet")
  func sendTimes() throws {
    let times = try QuietTimeTests.times("22:00", "07:00", digest: "06:00")
    let night = QuietTimeTests.instant("2026-07-06T22:00:00Z")
    #expect(times.sendTime(of: .crisis, at: night) == .now)
    #expect(times.sendTime(of: .high, at: night) == .later(QuietTimeTests.instant("2026-07-07T05:00:00Z")))
    #expect(times.sendTime(of: .low, at: night) == .digest(QuietTimeTests.instant("2026-07-07T05:00:00Z")))
    #expect(times.sendTime(of: .normal, at: QuietTimeTests.instant("2026-07-06T12:00:00Z")) == .now)
  }
}
