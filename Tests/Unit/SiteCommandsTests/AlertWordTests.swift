import Calendar
import Schema
import Testing

@testable import SiteCommands

@Suite("Alerts come as keys and are read as sentences")
struct AlertWordTests {
  /// 13:00 UTC, 9 in the morning in New York.
  private static let start = "2026-09-07T13:00:00.000Z"

  private static func text(_ key: String, _ values: [String: String]) -> Alerts.AlertText {
    Alerts.AlertText(
      key: key,
      values: values.sorted { $0.key < $1.key }.map { Alerts.AlertValue(name: $0.key, text: $0.value) })
  }

  private static func moment(_ text: String) -> String { Instant(text).map { Phrases.moment($0) } ?? text }

  static let texts: [(String, [String: String], String, String)] = [
    (
      "event.reminder", ["title": "Lecture", "start": start, "zone": "America/New_York", "place": "Hall 1"],
      "Lecture", "Lecture · Starts \(moment(start)) · Hall 1"
    ),
    // A day is the day of its zone, wherever one looks.
    (
      "event.dayReminder",
      ["title": "Labor Day", "start": "2026-09-07T04:00:00.000Z", "zone": "America/New_York"],
      "Labor Day", "Labor Day · Mon 2026-09-07, all day"
    ),
    ("event.reminder", ["title": "Odd", "start": "soon", "zone": "Nowhere"], "Odd", "Odd"),
    ("task.due", ["title": "Milk", "due": start], "Milk", "Milk · Due \(moment(start))"),
    ("task.important", ["title": "Rent", "by": "Ada"], "Rent", "Rent · Marked as important by Ada"),
    (
      "task.important", ["title": "Rent", "by": "018f3a2b-4c5d-7e6f-8091-a2b3c4d5e6f7"], "Rent",
      "Rent · Marked as important"
    ),
    ("board.message", [:], "New message", "New message · Someone wrote to your room."),
    (
      "signin.new", ["device": "Firefox", "address": "192.0.2.1"],
      "New sign-in",
      "New sign-in · Firefox, 192.0.2.1. If this wasn't you, sign that device out and change your password."
    ),
    (
      "missed", ["count": "2", "titles": "Milk\nRent"], "You missed 2 reminders",
      "You missed 2 reminders · Milk, Rent"
    ),
    ("missed", ["count": "1", "titles": ""], "You missed 1 reminder", "You missed 1 reminder"),
    (
      "test", ["channel": "My phone"], "Test notification",
      "Test notification · If you can read this, My phone works."
    ),
    // A key of a newer site.
    (
      "lunch.soon", ["dish": "Soup"], "New notification",
      "New notification · Open your inbox to see what's new."
    ),
    ("event.reminder", [:], "Event", "Event"),
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
        == "your event, you might go, 1 day before, at the start, reminder, your room's task, important, "
        + "your account")
  }
}
