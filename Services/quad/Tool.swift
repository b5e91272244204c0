import Glibc

/// One command of `quad`.
protocol Command: Sendable {
  static var name: String { get }
  /// One line of `quad --help`.
  static var summary: String { get }
  /// What `quad NAME --help` says.
  static var help: String { get }

  static func run(_ words: [String]) async throws
}

/// The command line cannot be understood: exit status 64 (EX_USAGE).
struct UsageError: Error {
  let problem: String

  init(_ problem: String) { self.problem = problem }
}

/// A setting of the environment is missing or makes no sense: exit status 78 (EX_CONFIG).
struct EnvironmentError: Error {
  let problem: String
}

/// The command failed for a reason that needs no more words: exit status 1.
struct Failure: Error {
  let problem: String

  init(_ problem: String) { self.problem = problem }
}

/// `quad COMMAND …`: finds the command, runs it, and turns how it ended into an exit status.
enum Tool {
  static let version = "0.1.0"
  static let commands: [any Command.Type] = [
    KeygenCommand.self, SeedCommand.self, BusCommand.self, ClockCommand.self, BackupCommand.self,
    RestoreCommand.self,
  ]

  /// - Returns: 0, 1 for a failure, 64 for a command line and 78 for a setting that make no sense.
  static func run(_ words: [String]) async -> Int32 {
    guard let name = words.first else {
      Output.tell(overview)
      return EX_USAGE
    }
    if ["--help", "-h", "help"].contains(name) {
      Output.say(overview)
      return EXIT_SUCCESS
    }
    if name == "--version" {
      Output.say("quad \(version)")
      return EXIT_SUCCESS
    }
    guard let command = commands.first(where: { $0.name == name }) else {
      Output.tell("quad: there is no command \(name); quad --help lists them")
      return EX_USAGE
    }
    let rest = Array(words.dropFirst())
    if rest.contains(where: { $0 == "--help" || $0 == "-h" }) {
      Output.say(command.help)
      return EXIT_SUCCESS
    }
    return await run(command, rest)
  }

  private static func run(_ command: any Command.Type, _ words: [String]) async -> Int32 {
    do {
      try await command.run(words)
      return EXIT_SUCCESS
    } catch let error as UsageError {
      Output.tell("quad \(command.name): \(error.problem); quad \(command.name) --help says how")
      return EX_USAGE
    } catch let error as EnvironmentError {
      Output.tell("quad \(command.name): \(error.problem)")
      return EX_CONFIG
    } catch let error as Failure {
      Output.tell("quad \(command.name): \(error.problem)")
      return EXIT_FAILURE
    } catch {
      Output.tell("quad \(command.name): \(error)")
      return EXIT_FAILURE
    }
  }

  private static var overview: String {
    let width = commands.map { $0.name.count }.max() ?? 0
    let lines = commands.map { command in
      "  " + command.name + String(repeating: " ", count: width - command.name.count + 2) + command.summary
    }
    return """
      quad COMMAND …: keys, seeds and a look at the bus of a Quad site

      \(lines.joined(separator: "\n"))

      quad COMMAND --help    what a command takes
      quad --version         the version
      """
  }
}
