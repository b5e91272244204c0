import GatewayClient
import Schema
import SiteCommands
import Terminal
import TestSupport
import Testing

@testable import quad

@Suite("The commands of people")
struct CommandLineTests {
  @Test("every command is declared whole")
  func isDeclared() {
    #expect(problems(of: Quad.self) == [])
    for command in Quad.commands where !["help", "completion", "man"].contains(command.name) {
      for verb in command.verbs {
        #expect(verb.options.map(\.name).contains("json"), "\(command.name) \(verb.name)")
      }
    }
  }

  @Test("a verb is the first word; without one it is the first verb")
  func chooses() throws {
    #expect(try Quad.choose(TasksCommand.self, []).verb.name == "list")
    #expect(try Quad.choose(TasksCommand.self, ["--json"]).verb.name == "list")
    let added = try Quad.choose(TasksCommand.self, ["add", "done"])
    #expect(added.verb.name == "add" && added.rest == ["done"])
    #expect(try Quad.choose(SignInCommand.self, ["list"]).rest == ["list"])
    #expect(throws: UsageError.self) { try Quad.choose(TasksCommand.self, ["milk"]) }
    let early = try Quad.choose(AdminCommand.self, ["--json", "roles", "a", "admin"])
    #expect(early.verb.name == "roles" && early.rest == ["--json", "a", "admin"])
    #expect(try Quad.choose(AdminCommand.self, ["--json"]).rest == ["--json"])
    #expect(throws: UsageError.self) { try Quad.choose(AdminCommand.self, ["--json", "fly"]) }
  }

  static let moved: [([String], String)] = [
    (["seed"], "quad seed: moved to quadctl; run: quadctl seed\n"),
    (["bus", "dlq", "ls"], "quad bus: moved to quadctl; run: quadctl bus dlq ls\n"),
    (
      ["bus", "call", "a.b.c", #"{"a": 1}"#],
      #"quad bus: moved to quadctl; run: quadctl bus call a.b.c '{"a": 1}'"# + "\n"
    ),
    (
      ["admin", "--operator", "invite", "--note", "it's"],
      #"quad admin --operator: moved to quadctl; run: quadctl admin invite --note 'it'\''s'"# + "\n"
    ),
    (["help", "backup"], "quad help: \"backup\" moved to quadctl; did you mean \"quadctl help backup\"?\n"),
  ]

  @Test("a command of operators says where it is now, on one line", arguments: moved)
  func hasMoved(words: [String], hint: String) async throws {
    let ended = try await RunningProgram.run("quad", words)
    #expect(ended.status == 64)
    #expect(ended.output == "" && ended.errors == hint)
  }

  @Test("a command of operators has moved, and none is left behind")
  func movesAll() {
    let here = Set(Quad.commands.map { $0.name })
    for moved in Quad.moved { #expect(moved.isWhole != here.contains(moved.name), "\(moved.name)") }
  }

  static let mistyped: [([String], String)] = [
    (["evnts"], "quad: unknown command \"evnts\"; did you mean \"events\"?\n"),
    (["hlep"], "quad: unknown command \"hlep\"; did you mean \"help\"?\n"),
    (["zebra"], "quad: unknown command \"zebra\"; see \"quad --help\"\n"),
    (["tasks", "ad"], "quad tasks: unknown command \"ad\"; did you mean \"add\"?\n"),
    (["tasks", "add", "--deu", "fri"], "quad tasks add: unknown option --deu; did you mean \"--due\"?\n"),
    (
      ["help", "events", "to-dos", "ad"],
      "quad help: unknown command \"events to-dos ad\"; did you mean \"events to-dos add\"?\n"
    ),
  ]

  @Test("a mistyped word is answered with the word that was meant", arguments: mistyped)
  func suggests(words: [String], hint: String) async throws {
    let ended = try await RunningProgram.run("quad", words)
    #expect(ended.status == 64)
    #expect(ended.output == "" && ended.errors == hint)
  }

  @Test(
    "help COMMAND is COMMAND --help",
    arguments: [[], ["events"], ["events", "to-dos", "add"], ["events", "link"], ["signin"]])
  func helps(words: [String]) async throws {
    let named = try await RunningProgram.run("quad", ["help"] + words)
    let asked = try await RunningProgram.run("quad", words + ["--help"])
    #expect(named.status == 0 && named.errors.isEmpty && !named.output.isEmpty)
    #expect(named.output == asked.output)
  }
}

@Suite("Each way to end has its exit status")
struct EndingTests {
  static let endings: [(any Error, Terminal.ExitStatus)] = [
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
    #expect(Quad.outcome(error, of: "quad tasks").status == status, "\(error)")
  }

  @Test("a fault says its words, its code and its members")
  func saysFault() {
    #expect(Fault(.titleBlank, field: "title").forPerson == "Enter a title. (title_blank, title)")
    #expect(Fault(.notFound).forPerson == "This doesn't exist or was deleted. (not_found)")
    let other = Fault.Field(field: "due", code: "date_bad", message: "No.")
    #expect(
      Fault(.wrongType, fields: [other]).forPerson
        == "A member has the wrong type. (wrong_type, due)\n  due: No. (date_bad)")
  }
}
