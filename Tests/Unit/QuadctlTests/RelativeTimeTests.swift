import Schema
import SiteCommands
import Testing

@testable import quadctl

@Suite("Seed times are read exactly")
struct RelativeTimeTests {
  static let forms: [(text: String, time: RelativeTime)] = [
    ("-21d 18:30", .wall(days: -21, hour: 18, minute: 30)),
    ("+3d 09:00", .wall(days: 3, hour: 9, minute: 0)),
    ("+0d 23:59", .wall(days: 0, hour: 23, minute: 59)),
    ("-1d 07:05", .wall(days: -1, hour: 7, minute: 5)),
    ("-2h", .hoursBefore(2)),
    ("-48h", .hoursBefore(48)),
  ]

  @Test("both forms are read and written back", arguments: forms)
  func reads(form: (text: String, time: RelativeTime)) {
    #expect(RelativeTime(form.text) == form.time)
    #expect(form.time.description == form.text)
  }

  @Test(
    "anything else is refused",
    arguments: [
      "", "-", "+", "21d 18:30", "-21d", "-21d 18", "-21d 18:3", "-21d 8:30", "-21d 24:00", "-21d 18:60",
      "-21d  18:30", "-21d 18:30 ", " -21d 18:30", "-d 18:30", "+2h", "-h", "-2h 10:00", "-2m", "--2h",
      "-2.5h",
      "-٢h", "-12345h", "2026-09-01T12:00:00Z",
    ])
  func refuses(text: String) {
    #expect(RelativeTime(text) == nil)
  }

  @Test("hours are of 60 minutes, days end at the wall's midnight")
  func resolves() throws {
    let now = LocalTime.instant(days: 0, hour: 12, minute: 34, from: LocalTime.now)
    #expect(RelativeTime.hoursBefore(2).instant(now: now) == now.advanced(by: .seconds(-7200)))
    let today = RelativeTime.wall(days: 0, hour: 12, minute: 34)
    #expect(today.instant(now: now) == now)
    #expect(today.instant(now: now.advanced(by: .seconds(11 * 3600))) == now)
    #expect(today.instant(now: now.advanced(by: .seconds(-12 * 3600))) == now)
    let before = RelativeTime.wall(days: -400, hour: 12, minute: 34).instant(now: now)
    let apart = now.since(before).milliseconds - 400 * 86_400_000
    #expect(abs(apart) <= 3_600_000, "a zone moves its clocks by an hour at most")
  }

  @Test(
    "durations of the test clock",
    arguments: [
      ("250ms", Duration.milliseconds(250)), ("90s", .seconds(90)), ("15m", .seconds(900)),
      ("3h", .seconds(10_800)), ("2d", .seconds(172_800)), ("5", nil), ("h", nil), ("-1h", nil), ("1w", nil),
    ] as [(String, Duration?)])
  func durations(text: String, duration: Duration?) {
    #expect(ClockCommand.duration(text) == duration)
  }
}
