import Synchronization
import Testing

@testable import Terminal

/// The example of the module's README.
private enum Greet: Command {
  static let name = "greet"
  static let summary = "Greet a person"
  static let verbs = [
    Verb("", "NAME", summary, options: [.flag("loud", "Use capital letters")]) { arguments in
      let name = try arguments.exactly("NAME")[0]
      Output.say(arguments.has("loud") ? "HELLO \(name.uppercased())" : "Hello \(name)")
    }
  ]
}

private enum Greeter: Tool {
  static let name = "greeter"
  static let version = "1.0"
  static let summary = "greets people"
  static let groups = [CommandGroup("Commands", [Greet.self, HelpCommand<Greeter>.self, Letters.self])]
  static let moved = [MovedCommand("wave", to: "waver"), MovedCommand("greet", with: "all", to: "waver")]
  static let environment: [(name: String, meaning: String)] = [("LOUD", "Greets loudly.")]
  static func failure(_ error: any Error) -> Failure? { nil }
  static func absentCommands() async -> Set<String> { absent.withLock { $0 } }

  /// The commands that are left out of the overview.
  static let absent = Mutex<Set<String>>([])
}

/// A command with verbs of two words, texts that man(7) would take for its own, and no standard verb.
private enum Letters: Command {
  static let name = "letters"
  static let summary = "Write letters"
  static let verbs = [
    Verb("write", "TEXT…", "Write a letter", options: [.list("to", "NAME", ".name 'quoted' \\ -x")]) { _ in },
    Verb("draft make", "", "Make a draft") { _ in },
    Verb("draft end", "", "End a draft") { _ in throw EnvironmentError(problem: "LOUD is not set") },
  ]
  static let notes = """
    .first line
      'second line'

    third line
    """
}

@Suite("A tool does what its declaration says")
struct ToolTests {
  static let endings: [([String], Int32)] = [
    (["greet", "Ada"], 0), (["--version"], 0), (["--help"], 0), (["help", "greet"], 0), (["greet", "-h"], 0),
    (["letters", "write", "--help"], 0), (["letters", "draft", "--help"], 0), ([], 64), (["greet"], 64),
    (["gret"], 64), (["--verion"], 64), (["letters"], 64), (["letters", "draft"], 64),
    (["letters", "wrte"], 64), (["letters", "draft", "end"], 78), (["wave"], 64),
    (["greet", "--all"], 64), (["help", "wave"], 64),
  ]

  @Test("exit statuses", arguments: endings)
  func ends(words: [String], status: Int32) async {
    #expect(await Greeter.run(words).rawValue == status)
  }

  @Test("the help of a command, and of a verb, begins with what it does")
  func helps() throws {
    #expect(try Help.of(["greet"], in: Greeter.self).hasPrefix("Greet a person\n\nUsage: greeter greet NAME"))
    #expect(try Help.of(["letters", "write"], in: Greeter.self).contains("--to NAME"))
    #expect(try Help.of(["letters", "draft"], in: Greeter.self).contains("greeter letters draft make"))
    #expect(try Help.of(["letters", "write"], in: Greeter.self).contains("(repeatable)"))
  }

  @Test("the overview leaves out what is absent, and a heading without commands")
  func leavesOut() async throws {
    #expect(await Help.overview(of: Greeter.self).contains("Write letters"))
    Greeter.absent.withLock { $0 = ["letters"] }
    let some = await Help.overview(of: Greeter.self)
    #expect(some.contains("Greet a person") && !some.contains("letters"))
    Greeter.absent.withLock { $0 = ["letters", "greet", "help"] }
    #expect(await !Help.overview(of: Greeter.self).contains("Commands:"))
    Greeter.absent.withLock { $0 = [] }
  }

  @Test(
    "a verb typed as a command has the command before it",
    arguments: [("write", "letters write"), ("letterswrit", "letters write"), ("drft", nil)])
  func suggestsVerbs(word: String, meant: String?) {
    let error = #expect(throws: UsageError.self) { try Greeter.command(word) }
    #expect(error?.suggestions == [meant].compactMap(\.self))
  }

  @Test("a moved command is repeated for the program that has it now, quoted for a shell")
  func moves() throws {
    let wave = try #require(Greeter.moved.first)
    #expect(
      wave.hint("greeter", ["wave", "a b", "it's", "", "x=1"])
        == #"greeter wave: moved to waver; run: waver wave 'a b' 'it'\''s' '' x=1"#)
    let greet = Greeter.moved[1]
    #expect(greet.matches(["greet", "x", "--all"]) && !greet.matches(["greet", "--", "--all"]))
    #expect(
      greet.hint("greeter", ["greet", "--all", "x"])
        == "greeter greet --all: moved to waver; run: waver greet x")
  }
}

@Suite("A manual page is text, and nothing in it is a request")
struct ManualTests {
  @Test("every command has a page, and the tool has one")
  func pages() {
    #expect(
      Manual(Greeter.self).pages.map(\.file) == [
        "greeter.1", "greeter-greet.1", "greeter-help.1", "greeter-letters.1",
      ])
  }

  @Test("dots, apostrophes, dashes and backslashes are themselves")
  func escapes() {
    let page = Manual(Greeter.self).page(of: Letters.self)
    #expect(page.contains("\n\\&.name \\(aqquoted\\(aq \\e \\-x"))
    #expect(page.contains("\n\\&.first line\n  \\(aqsecond line\\(aq\n.fi\n.PP\nthird line\n"))
    #expect(page.contains("\n.B \\-\\-to NAME\n"))
    let known: Set<String> = [
      ".TH", ".SH", ".SS", ".TP", ".B", ".BR", ".I", ".nf", ".fi", ".PP", ".nh", ".ad",
    ]
    for page in Manual(Greeter.self).pages {
      for line in page.text.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
        #expect(known.contains(String(line.prefix { $0 != " " })), "\(line)")
      }
    }
  }
}
