import Schema
import Testing

@testable import quadctl

@Suite("The demo finds what is lost and what came twice")
struct DemoAuditTests {
  private static func notice(
    _ number: UInt64, of alert: UInt64, at time: String = "2026-09-07T13:00:00Z",
    kind: Notifier.NoticeKind = .fired
  ) throws -> Notifier.Notice {
    let at = try #require(Instant(time))
    return Notifier.Notice(
      id: ID(RawUUID(high: 1, low: number)), at: at, kind: kind, alert: ID(RawUUID(high: 2, low: alert)),
      program: .events, object: nil,
      text: Alerts.AlertText(key: "event.reminder", values: [.init(name: "start", text: time)]),
      importance: .normal, because: [], read: nil, snoozedUntil: nil,
      rendered: nil)
  }

  private static func counts(planned: Int64, fired: Int64, missed: Int64 = 0) -> Notifier.AlertCounts {
    Notifier.AlertCounts(
      planned: planned, queued: 1, armed: 2, fired: fired, cancelled: 3, missed: missed)
  }

  @Test("all is well")
  func passes() throws {
    let notices = [
      try Self.notice(1, of: 1), try Self.notice(2, of: 2, kind: .late),
      // The same alert, a week later.
      try Self.notice(3, of: 1, at: "2026-09-14T13:00:00Z"), try Self.notice(4, of: 9, kind: .missed),
    ]
    #expect(DemoAudit.problems(Self.counts(planned: 14, fired: 3, missed: 5), notices) == [])
  }

  @Test("one that is nowhere, one that is not in the inbox, one that came twice")
  func finds() throws {
    let one = try Self.notice(1, of: 1)
    #expect(DemoAudit.problems(Self.counts(planned: 8, fired: 1), [one]) == ["8 in total, 7 accounted for"])
    #expect(DemoAudit.problems(Self.counts(planned: 8, fired: 2), [one]) == ["2 sent, 1 in the inbox"])
    let twice = DemoAudit.problems(Self.counts(planned: 8, fired: 2), [one, try Self.notice(2, of: 1)])
    #expect(twice.count == 1 && twice[0].hasSuffix("sent 2 times"))
  }
}
