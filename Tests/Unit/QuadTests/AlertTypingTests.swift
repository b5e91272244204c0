import Schema
import Terminal
import Testing

@testable import quad

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
