import GatewayClient
import Schema
import TestSupport
import Testing

@testable import quad

@Suite("Words are taken apart the same way by every command")
struct CommandLineTests {
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
      CommandLineTests.options)
    #expect(arguments.words == ["Buy", "milk"])
    #expect(arguments.value("due") == "fri 18:00")
    #expect(arguments.list("room") == ["forbes", "101A"])
    #expect(arguments.list("program") == ["a", "b"])
    #expect(arguments.has("json"))
  }

  @Test("after -- everything is a word")
  func stops() throws {
    let arguments = try Arguments(["a", "--", "--json", "--", "-x"], CommandLineTests.options)
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
    #expect(throws: UsageError.self) { try Arguments(words, CommandLineTests.options) }
  }

  @Test("a verb is the first word; without one it is the first verb")
  func chooses() throws {
    #expect(try Tool.choose(TasksCommand.self, []).verb.name == "list")
    #expect(try Tool.choose(TasksCommand.self, ["--json"]).verb.name == "list")
    let added = try Tool.choose(TasksCommand.self, ["add", "done"])
    #expect(added.verb.name == "add" && added.rest == ["done"])
    #expect(try Tool.choose(SignInCommand.self, ["list"]).rest == ["list"])
    #expect(throws: UsageError.self) { try Tool.choose(TasksCommand.self, ["milk"]) }
    let early = try Tool.choose(AdminCommand.self, ["--operator", "--json", "roles", "a", "admin"])
    #expect(early.verb.name == "roles" && early.rest == ["--operator", "--json", "a", "admin"])
    #expect(try Tool.choose(AdminCommand.self, ["--operator"]).rest == ["--operator"])
    #expect(throws: UsageError.self) { try Tool.choose(AdminCommand.self, ["--operator", "fly"]) }
    // Its first verb does something.
    #expect(throws: UsageError.self) { try Tool.choose(ClockCommand.self, []) }
  }

  @Test("names are unique, and no declaration lacks its words")
  func isDeclared() {
    let names = Tool.commands.map { $0.name }
    #expect(Set(names).count == names.count)
    for command in Tool.commands {
      #expect(!command.verbs.isEmpty && !command.summary.isEmpty, "\(command.name)")
      #expect(Set(command.verbs.map(\.name)).count == command.verbs.count, "\(command.name)")
      #expect(command.verbs.count == 1 || command.verbs.allSatisfy { !$0.name.isEmpty }, "\(command.name)")
      for verb in command.verbs {
        #expect(!verb.summary.isEmpty, "\(command.name) \(verb.name)")
        let options = verb.options.map(\.name)
        #expect(Set(options).count == options.count, "\(command.name) \(verb.name)")
        #expect(command.audience == .operators || command.name == "completion" || options.contains("json"))
      }
    }
  }

  @Test("completion names every command, verb and option, in each shell")
  func completes() {
    for script in [CompletionCommand.bash, CompletionCommand.zsh, CompletionCommand.fish] {
      for command in Tool.commands {
        #expect(script.contains(command.name))
        for verb in command.verbs {
          #expect(verb.words.allSatisfy { script.contains($0) }, "\(command.name) \(verb.name)")
          for option in verb.options { #expect(script.contains(option.name), "\(option.name)") }
        }
      }
    }
  }
}

@Suite("Each way to end has its exit status")
struct EndingTests {
  static let endings: [(any Error, Ending)] = [
    (UsageError("x"), .usage), (EnvironmentError(problem: "x"), .setting), (Failure("x"), .failed),
    (Failure.signInFirst, .notAllowed), (Fault(.titleBlank, field: "title"), .failed),
    (ClientError.refused(Fault(.signInRequired)), .notAllowed),
    (ClientError.refused(Fault(.notAllowed)), .notAllowed), (ClientError.refused(Fault(.notFound)), .failed),
    (ClientError.refused(Fault(.serviceUnavailable)), .unavailable),
    (ClientError.refused(Fault(.deadlineExceeded)), .unavailable),
    (ClientError.unreachable("x"), .unavailable), (ClientError.interrupted("x"), .unavailable),
    (ClientError.unreadable("x"), .failed), (TestFailure("x"), .failed),
  ]

  @Test("statuses", arguments: endings.indices)
  func ends(index: Int) {
    let (error, status) = EndingTests.endings[index]
    #expect(Ending.of(error, in: "tasks").status == status, "\(error)")
  }

  @Test("a fault says its words, its code and its members")
  func saysFault() {
    #expect(Fault(.titleBlank, field: "title").forPerson == "A title is needed. (title_blank, title)")
    #expect(Fault(.notFound).forPerson == "There is no such thing here. (not_found)")
    let other = Fault.Field(field: "due", code: "date_bad", message: "No.")
    #expect(
      Fault(.wrongType, fields: [other]).forPerson
        == "A member has the wrong type. (wrong_type, due)\n  due: No. (date_bad)")
  }
}
