/// A command-line program: its commands, and what its help and its manual say about it.
///
/// Parsing, help, completion and manual pages are generated from this declaration.
package protocol Tool: Sendable {
  /// The name of the executable.
  static var name: String { get }
  static var version: String { get }
  /// A phrase that says what the program is.
  static var summary: String { get }
  /// The commands, by the headings under which the help lists them.
  static var groups: [CommandGroup] { get }
  /// The commands that belong to another program now.
  static var moved: [MovedCommand] { get }
  /// The environment variables and their meanings, for the manual.
  static var environment: [(name: String, meaning: String)] { get }
  /// Checks the environment before a command runs that reads it.
  /// - Throws: `EnvironmentError` for a setting that is invalid for every command.
  static func checkEnvironment() throws
  /// The commands that the overview leaves out, because what they need is not there.
  static func absentCommands() async -> Set<String>
  /// The exit status and the message of an error that only this program knows.
  static func failure(_ error: any Error) -> Failure?
}

/// Commands under one heading of the help.
package struct CommandGroup: Sendable {
  let title: String
  let commands: [any Command.Type]

  package init(_ title: String, _ commands: [any Command.Type]) {
    self.title = title
    self.commands = commands
  }
}

extension Tool {
  package static var moved: [MovedCommand] { [] }
  package static func checkEnvironment() throws {}
  package static func absentCommands() async -> Set<String> { [] }

  package static var commands: [any Command.Type] { groups.flatMap(\.commands) }

  /// Runs a command line: finds the command and its verb, runs it, and turns the outcome into a status.
  package static func run(_ words: [String]) async -> ExitStatus {
    guard let name = words.first else {
      Output.note(await Help.overview(of: self))
      return .usage
    }
    if ["--help", "-h"].contains(name) {
      Output.say(await Help.overview(of: self))
      return .done
    }
    if name == "--version" {
      Output.say("\(self.name) \(version)")
      return .done
    }
    if let moved = moved.first(where: { $0.matches(words) }) {
      Output.note(moved.hint(self.name, words))
      return .usage
    }
    do { return await run(try command(name), Array(words.dropFirst())) } catch {
      Output.note("\(self.name): \(error.message(of: self.name))")
      return .usage
    }
  }

  /// The command of that name.
  static func command(_ name: String) throws(UsageError) -> any Command.Type {
    if let command = commands.first(where: { $0.name == name }) { return command }
    if let moved = moved.first(where: { $0.name == name }) {
      throw UsageError(
        "\"\(name)\" moved to \(moved.program)", suggestions: ["\(moved.program) help \(name)"])
    }
    let what = name.hasPrefix("-") ? "option" : "command"
    let known = name.hasPrefix("-") ? ["--help", "--version"] : commands.map { $0.name }
    let near = Suggestions.near(name, in: known)
    throw UsageError("unknown \(what) \"\(name)\"", suggestions: near.isEmpty ? verbs(near: name) : near)
  }

  /// The commands with their verbs that a single word was perhaps meant to be: `room mates` for `mates` and
  /// for `roommates`.
  private static func verbs(near word: String) -> [String] {
    let whole = commands.flatMap { command in
      command.verbs.filter { $0.words.count == 1 }.map { (command: command.name, verb: $0.name) }
    }
    let named = whole.filter { $0.verb == word }
    let joined = Suggestions.near(word, in: whole.map { $0.command + $0.verb })
    let found = named.isEmpty ? whole.filter { joined.contains($0.command + $0.verb) } : named
    // A verb of many commands, such as `add`, says too little about which one was meant.
    return found.count <= Suggestions.maxCount ? found.map { "\($0.command) \($0.verb)" } : []
  }

  private static func run(_ command: any Command.Type, _ words: [String]) async -> ExitStatus {
    var path = "\(name) \(command.name)"
    do {
      let wantsHelp = words.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
      if wantsHelp, words.first.map({ $0.hasPrefix("-") }) ?? true {
        Output.say(Help.of(command, in: self))
        return .done
      }
      if wantsHelp, let word = words.first, command.verb(words) == nil, !command.group(word).isEmpty {
        Output.say(Help.of(group: word, of: command, in: self))
        return .done
      }
      let (verb, rest) = try choose(command, words)
      if !verb.name.isEmpty { path += " \(verb.name)" }
      if wantsHelp {
        Output.say(Help.of(verb, of: command, in: self))
        return .done
      }
      if command.readsEnvironment { try checkEnvironment() }
      try await verb.run(try Arguments(rest, verb.options))
      if Output.hasLost { throw Failure("could not write everything to standard output") }
      return .done
    } catch {
      let failure = outcome(error, of: path)
      Output.note("\(path): \(failure.problem)")
      return failure.status
    }
  }

  /// The exit status and the message of an error.
  package static func outcome(_ error: any Error, of command: String) -> Failure {
    switch error {
    case let error as UsageError: Failure(error.message(of: command), .usage)
    case let error as EnvironmentError: Failure(error.problem, .setting)
    case let error as Failure: error
    default: failure(error) ?? Failure("\(error)")
    }
  }

  /// The verb that the first word names. A command without words runs its first verb if that takes none,
  /// since people then mean to look. Flags common to all verbs may come before the verb:
  /// `quad tasks --json list`.
  package static func choose(
    _ command: any Command.Type, _ words: [String]
  ) throws(UsageError) -> (verb: Verb, rest: [String]) {
    if let only = command.verbs.first, only.name.isEmpty { return (only, words) }
    let flags = words.prefix { word in command.verbs.allSatisfy { $0.hasFlag(word) } }
    let words = Array(words.dropFirst(flags.count))
    guard let word = words.first, !word.hasPrefix("-") else {
      guard let standard = command.standardVerb else {
        throw UsageError("missing command", choices: command.firstWords)
      }
      return (standard, Array(flags) + words)
    }
    guard let verb = command.verb(words) else {
      let parts = command.group(word).map(\.name)
      guard parts.isEmpty else { throw UsageError("incomplete command \"\(word)\"", choices: parts) }
      throw UsageError(
        "unknown command \"\(word)\"", suggestions: Suggestions.near(word, in: command.firstWords))
    }
    return (verb, Array(flags) + words.dropFirst(verb.words.count))
  }
}
