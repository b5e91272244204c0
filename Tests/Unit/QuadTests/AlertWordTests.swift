import Bus
import Calendar
import Schema
import Testing

@testable import quad

@Suite("Alerts come as keys and are read as sentences")
struct AlertWordTests {
  /// 13:00 UTC, 9 in the morning in New York.
  private static let start = "2026-09-07T13:00:00.000Z"

  private static func text(_ key: String, _ values: [String: String]) -> Alerts.AlertText {
    Alerts.AlertText(
      key: key,
      values: values.sorted { $0.key < $1.key }.map { Alerts.AlertValue(name: $0.key, text: $0.value) })
  }

  private static func moment(_ text: String) -> String { Instant(text).map { EventWords.moment($0) } ?? text }

  static let texts: [(String, [String: String], String, String)] = [
    (
      "event.reminder", ["title": "Lecture", "start": start, "zone": "America/New_York", "place": "Hall 1"],
      "Lecture", "Lecture, \(moment(start)), Hall 1"
    ),
    // A day is the day of its zone, wherever one looks.
    (
      "event.dayReminder",
      ["title": "Labor Day", "start": "2026-09-07T04:00:00.000Z", "zone": "America/New_York"],
      "Labor Day", "Labor Day, Mon 2026-09-07"
    ),
    ("event.reminder", ["title": "Odd", "start": "soon", "zone": "Nowhere"], "Odd", "Odd, soon"),
    ("task.due", ["title": "Milk", "due": start], "Milk", "Milk, due \(moment(start))"),
    ("task.important", ["title": "Rent", "by": "Ada"], "Rent", "Important: Rent, by Ada"),
    (
      "task.important", ["title": "Rent", "by": "018f3a2b-4c5d-7e6f-8091-a2b3c4d5e6f7"], "Rent",
      "Important: Rent"
    ),
    ("board.message", [:], "A new message on your board", "A new message on your board"),
    (
      "signin.new", ["device": "Firefox", "address": "192.0.2.1"],
      "A sign-in with your password: Firefox from 192.0.2.1",
      "A sign-in with your password: Firefox from 192.0.2.1"
    ),
    (
      "missed", ["count": "2", "titles": "Milk\nRent"], "You missed 2 alerts: Milk, Rent",
      "You missed 2 alerts: Milk, Rent"
    ),
    ("missed", ["count": "1", "titles": ""], "You missed 1 alert", "You missed 1 alert"),
    ("test", ["channel": "My phone"], "A test of My phone", "A test of My phone"),
    // What a newer site says.
    ("lunch.soon", ["dish": "Soup"], "lunch.soon, dish Soup", "lunch.soon, dish Soup"),
    ("event.reminder", [:], "event.reminder", ""),
  ]

  @Test("texts", arguments: texts.indices)
  func reads(index: Int) {
    let (key, values, title, sentence) = AlertWordTests.texts[index]
    let text = AlertWordTests.text(key, values)
    #expect(AlertWords.title(text) == title)
    #expect(AlertWords.text(text) == sentence)
  }

  @Test("reasons")
  func says() {
    let because = [
      ("event.yours", [:]), ("event.answered", ["answer": "maybe"]), ("event.lead", ["minutes": "1440"]),
      ("event.lead", ["minutes": "0"]), ("event.lead", ["minutes": "x"]), ("task.room", [:]),
      ("task.important", [:]), ("signin.yours", [:]), ("other", [:]),
    ].map { key, values in
      Alerts.AlertReason(key: key, values: AlertWordTests.text(key, values).values)
    }
    #expect(
      AlertWords.reasons(because)
        == "yours, you said maybe, 1 day before, at its time, a reminder, a task of your room, important, "
        + "your account, other")
  }
}

@Suite("What is typed of quiet hours and snoozing is read")
struct AlertTypingTests {
  static let quiet: [([String], String)] = [
    (["22:00-07:00"], "22:00-07:00, every day"), (["22:00-7:30", "mon-fri"], "22:00-07:30, Mon-Fri"),
    (["0:00-23:59", "SAT,sun"], "00:00-23:59, Sat, Sun"),
    (["1:00-2:00", "fri-mon"], "01:00-02:00, Mon, Fri, Sat, Sun"),
    (["1:00-2:00", "wed"], "01:00-02:00, Wed"), (["1:00-2:00", "tue,tue-thu"], "01:00-02:00, Tue-Thu"),
  ]

  @Test("quiet hours", arguments: quiet.indices)
  func readsQuiet(index: Int) throws {
    let (words, said) = AlertTypingTests.quiet[index]
    #expect(AlertTyping.words(try AlertTyping.quiet(words)) == said)
  }

  @Test(
    "what are none is refused",
    arguments: [
      ["22:00"], ["22-07"], ["22:00-24:00"], ["22:00-7:5"], ["22:00-07:00", "weekdays"], ["22:00-07:00", ""],
      ["22:00-07:00", "mon-"], ["22:00-07:00", "mon-tue-wed"], ["22:00-07:00", "mon", "tue"], ["٢٢:00-07:00"],
      ["+1:00-02:00"], [],
    ])
  func refusesQuiet(words: [String]) {
    #expect(throws: UsageError.self) { try AlertTyping.quiet(words) }
  }

  @Test("minutes")
  func readsMinutes() {
    let texts = ["10": 10, "90m": 90, "2h": 120, "1d": 1440, "0": 0]
    for (text, minutes) in texts { #expect(AlertTyping.minutes(text) == minutes) }
    for text in ["", "-1", "soon", "1.5", "٢", "12345678"] { #expect(AlertTyping.minutes(text) == nil) }
  }
}

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
      importance: .normal, because: [], read: nil, snoozedUntil: nil)
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
    #expect(DemoAudit.problems(Self.counts(planned: 8, fired: 1), [one]) == ["8 planned, 7 accounted for"])
    #expect(DemoAudit.problems(Self.counts(planned: 8, fired: 2), [one]) == ["2 fired, 1 in the inbox"])
    let twice = DemoAudit.problems(Self.counts(planned: 8, fired: 2), [one, try Self.notice(2, of: 1)])
    #expect(twice.count == 1 && twice[0].hasSuffix("came 2 times"))
  }
}

@Suite("A site is at rest when nothing is due and all have read what the others told")
struct TestClockTests {
  private static let now = Instant(milliseconds: 1_000_000)

  private static func state(next: Instant?, head: Int64, cursor: Int64) -> TestClock.State {
    TestClock.State(programs: [
      .events: Control.Due(now: now, next: nil, head: head, cursors: ["auth": 99]),
      .notifier: Control.Due(now: now, next: next, head: 0, cursors: ["events": cursor]),
    ])
  }

  @Test("at rest, or not")
  func rests() {
    let later = Self.now.advanced(by: .seconds(1))
    #expect(Self.state(next: later, head: 7, cursor: 7).isAtRest)
    #expect(Self.state(next: nil, head: 7, cursor: 8).isAtRest)
    #expect(!Self.state(next: Self.now, head: 7, cursor: 7).isAtRest)
    #expect(!Self.state(next: later, head: 7, cursor: 6).isAtRest)
    #expect(Self.state(next: later, head: 7, cursor: 7).next == later)
    #expect(TestClock.State().next == nil && TestClock.State().isAtRest)
  }
}
