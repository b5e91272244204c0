import Schema

/// `quad COMMAND …`: finds the command and its verb, runs it, and turns the outcome into an exit status.
enum Tool {
  static let commands: [any Command.Type] = [
    SignUpCommand.self, SignInCommand.self, SignOutCommand.self, WhoAmICommand.self, HomeCommand.self,
    RoomCommand.self, TasksCommand.self, EventsCommand.self, AlertsCommand.self, InboxCommand.self,
    ChannelsCommand.self, QuietCommand.self, DigestCommand.self, BoardCommand.self, CoursesCommand.self,
    ProfileCommand.self, PeopleCommand.self,
    DormsCommand.self, SessionsCommand.self, TokensCommand.self, PasswordCommand.self, ForgotCommand.self,
    ResetCommand.self, EmailCommand.self, ConfirmCommand.self, ExportCommand.self, DeleteAccountCommand.self,
    KeepAccountCommand.self, CompletionCommand.self,
    AdminCommand.self, KeygenCommand.self, SeedCommand.self, BusCommand.self, ClockCommand.self,
    BackupCommand.self, RestoreCommand.self, DemoCommand.self, CatalogueCommand.self,
  ]

  static func run(_ words: [String]) async -> Ending {
    guard let name = words.first else {
      Output.note(Help.overview)
      return .usage
    }
    if ["--help", "-h", "help"].contains(name) {
      Output.say(Help.overview)
      return .done
    }
    if name == "--version" {
      Output.say("quad \(Release.version)")
      return .done
    }
    guard let command = commands.first(where: { $0.name == name }) else {
      Output.note("quad: there is no command \(name); quad --help lists them")
      return .usage
    }
    return await run(command, Array(words.dropFirst()))
  }

  private static func run(_ command: any Command.Type, _ words: [String]) async -> Ending {
    var path = command.name
    do {
      let wantsHelp = words.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
      if wantsHelp, words.first.map({ $0.hasPrefix("-") }) ?? true {
        Output.say(Help.of(command))
        return .done
      }
      if wantsHelp, let word = words.first, command.verb(words) == nil, !command.group(word).isEmpty {
        Output.say(Help.of(group: word, in: command))
        return .done
      }
      let (verb, rest) = try choose(command, words)
      if !verb.name.isEmpty { path += " \(verb.name)" }
      if wantsHelp {
        Output.say(Help.of(verb, in: command))
        return .done
      }
      try await verb.run(try Arguments(rest, verb.options))
      if Output.hasLost { throw Failure("not everything could be written to standard output") }
      return .done
    } catch {
      let ending = Ending.of(error, in: path)
      Output.note("quad \(path): \(ending.problem)")
      return ending.status
    }
  }

  /// The verb that the first word names. A command without words runs its first verb if that takes none,
  /// since people then mean to look. Flags common to all verbs may come before the verb:
  /// `quad admin --operator invite`.
  static func choose(
    _ command: any Command.Type, _ words: [String]
  ) throws(UsageError) -> (verb: Verb, rest: [String]) {
    if let only = command.verbs.first, only.name.isEmpty { return (only, words) }
    let flags = words.prefix { word in command.verbs.allSatisfy { $0.hasFlag(word) } }
    let words = Array(words.dropFirst(flags.count))
    guard let word = words.first, !word.hasPrefix("-") else {
      guard let standard = command.standardVerb else { throw UsageError("what should be done?") }
      return (standard, Array(flags) + words)
    }
    guard let verb = command.verb(words) else {
      let parts = command.group(word).map(\.name).joined(separator: ", ")
      throw UsageError(
        parts.isEmpty
          ? "there is no quad \(command.name) \(word)" : "what should be done with \(word)? There is \(parts)"
      )
    }
    return (verb, Array(flags) + words.dropFirst(verb.words.count))
  }
}
