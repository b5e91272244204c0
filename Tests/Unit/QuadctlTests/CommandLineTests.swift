import Terminal
import TestSupport
import Testing

@testable import quadctl

@Suite("The commands of operators")
struct CommandLineTests {
  @Test("every command is declared whole")
  func isDeclared() { #expect(problems(of: Quadctl.self) == []) }

  @Test("a command whose first verb does something needs a verb")
  func chooses() {
    let error = #expect(throws: UsageError.self) { try Quadctl.choose(ClockCommand.self, []) }
    #expect(error?.choices == ["set", "advance", "next"])
  }

  @Test("the first administrator needs no flag")
  func hasNoOperatorFlag() {
    #expect(AdminCommand.verbs.allSatisfy { verb in !verb.options.contains { $0.name == "operator" } })
  }
}
