import Testing

@testable import Terminal

@Suite("A mistyped word has the words it was perhaps meant to be")
struct SuggestionTests {
  static let commands = ["events", "tasks", "room", "home", "help", "signin", "signup", "signout", "inbox"]

  @Test(
    "near words",
    arguments: [
      ("evnts", ["events"]), ("hlep", ["help"]), ("Events", ["events"]), ("task", ["tasks"]),
      ("signn", ["signin"]), ("sign", ["signin", "signup", "signout"]), ("ev", ["events"]),
      ("rom", ["room"]),
    ])
  func finds(word: String, near: [String]) {
    #expect(Suggestions.near(word, in: SuggestionTests.commands) == near)
  }

  @Test("words that are near to nothing", arguments: ["zebra", "x", "", "eventsource", "calendar"])
  func findsNothing(word: String) {
    #expect(Suggestions.near(word, in: SuggestionTests.commands) == [])
  }

  @Test("three at most, the nearest alone")
  func isLimited() {
    #expect(Suggestions.near("aaaa", in: ["aaab", "aaac", "aaad", "aaae"]) == ["aaab", "aaac", "aaad"])
    #expect(Suggestions.near("tasks", in: ["tusk", "task"]) == ["task"])
  }

  @Test(
    "distances",
    arguments: [
      ("", "", 0), ("a", "", 1), ("ab", "ba", 1), ("abc", "axc", 1), ("abc", "abxc", 1), ("ca", "abc", 3),
      ("kitten", "sitting", 3),
    ])
  func counts(left: String, right: String, distance: Int) {
    #expect(Suggestions.distance(left, right) == distance)
    #expect(Suggestions.distance(right, left) == distance)
  }

  @Test("lists", arguments: [(["a"], "\"a\""), (["a", "b"], "\"a\" or \"b\"")])
  func lists(words: [String], text: String) {
    #expect(Suggestions.list(words) == text)
    #expect(Suggestions.list(["a", "b", "c"]) == "\"a\", \"b\", or \"c\"")
  }
}
