import Testing

@testable import Terminal

@Suite("Words are taken apart the same way by every command")
struct ArgumentsTests {
  static let options: [Option] = [
    .flag("json", ""), .value("due", "WHEN", is: ""), .value("room", "DORM", "NUMBER", is: ""),
    .list("program", "NAME", ""),
  ]

  @Test("options, flags and words in any order")
  func reads() throws {
    let arguments = try Arguments(
      [
        "Buy", "--due", "fri 18:00", "milk", "--room", "forbes", "101A", "--json", "--program=a", "--program",
        "b",
      ],
      ArgumentsTests.options)
    #expect(arguments.words == ["Buy", "milk"])
    #expect(arguments.value("due") == "fri 18:00")
    #expect(arguments.list("room") == ["forbes", "101A"])
    #expect(arguments.list("program") == ["a", "b"])
    #expect(arguments.has("json"))
  }

  @Test("after -- everything is a word")
  func stops() throws {
    let arguments = try Arguments(["a", "--", "--json", "--", "-x"], ArgumentsTests.options)
    #expect(arguments.words == ["a", "--json", "--", "-x"])
    #expect(!arguments.has("json"))
  }

  @Test(
    "what makes no sense is refused",
    arguments: [
      ["--nothing"], ["--due"], ["--due="], ["--json=yes"], ["--due", "a", "--due", "b"],
      ["--room", "forbes"],
      ["--room", "a", "b", "--room", "a", "b"],
    ])
  func refuses(words: [String]) {
    #expect(throws: UsageError.self) { try Arguments(words, ArgumentsTests.options) }
  }
}
