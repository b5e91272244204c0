/// `quad completion`: a script that lets a shell complete commands, verbs and options.
enum CompletionCommand: Command {
  static let name = "completion"
  static let summary = "a completion script for a shell"
  static let verbs = [
    Verb("", "bash|zsh|fish", summary, choices: ["bash", "zsh", "fish"]) { arguments in
      let shell = try arguments.exactly("bash|zsh|fish")[0]
      switch shell {
      case "bash": Output.say(bash)
      case "zsh": Output.say(zsh)
      case "fish": Output.say(fish)
      default: throw UsageError("there is no completion for \(shell): bash, zsh or fish")
      }
    }
  ]
  static let notes = """
    bash  eval "$(quad completion bash)"        in ~/.bashrc
    zsh   eval "$(quad completion zsh)"         in ~/.zshrc, after compinit
    fish  quad completion fish | source         in ~/.config/fish/config.fish
    """

  private static let help = (name: "--help", means: "what it takes")

  private static var names: [String] { Tool.commands.map { $0.name } }

  /// The possible words after a command, and after one of its verbs: name and meaning.
  private static func afterCommand(_ command: any Command.Type) -> [(name: String, means: String)] {
    let alone = command.standardVerb.map { afterVerb($0, in: command) } ?? [help]
    let verbs = namedVerbs(command)
    // Each first word is listed once: `feed` for `feed make` and `feed end`.
    let firsts = verbs.enumerated().filter { index, verb in
      !verbs[..<index].contains { $0.words.first == verb.words.first }
    }
    return firsts.map { ($1.words.first ?? "", $1.summary) } + alone
  }

  private static func afterVerb(
    _ verb: Verb, in command: any Command.Type
  ) -> [(name: String, means: String)] {
    command.group(verb.name).map { ($0.words.last ?? "", $0.summary) }
      + verb.choices.map { ($0, verb.summary) } + verb.options.map { ("--\($0.name)", $0.summary) } + [help]
  }

  /// The possible words after one or two words of a command. Two words come first, because a shell uses the
  /// first match.
  private static func afterWords(
    _ command: any Command.Type
  ) -> [(words: String, next: [(name: String, means: String)])] {
    let verbs = namedVerbs(command).sorted { $0.words.count > $1.words.count }
    let groups = Set(verbs.filter { $0.words.count > 1 }.compactMap(\.words.first)).sorted()
      .filter { group in !verbs.contains { $0.name == group } }
    return verbs.map { ($0.name, afterVerb($0, in: command)) }
      + groups.map { group in
        (group, command.group(group).map { ($0.words.last ?? "", $0.summary) } + [help])
      }
  }

  private static func namedVerbs(_ command: any Command.Type) -> [Verb] {
    command.verbs.filter { !$0.name.isEmpty }
  }

  static var bash: String {
    var cases: [String] = []
    for command in Tool.commands {
      for (words, next) in afterWords(command) {
        let typed = "\(command.name) \(words)"
        cases.append("    '\(typed)'|'\(typed) '*) words='\(list(next))' ;;")
      }
      cases.append("    '\(command.name) '*) words='\(list(afterCommand(command)))' ;;")
    }
    return """
      _quad() {
        local current=${COMP_WORDS[COMP_CWORD]} before=' ' words=
        [ "$COMP_CWORD" -lt 2 ] || before="${COMP_WORDS[1]} "
        [ "$COMP_CWORD" -lt 3 ] || before+=${COMP_WORDS[2]}
        [ "$COMP_CWORD" -lt 4 ] || before+=" ${COMP_WORDS[3]}"
        case $before in
          ' ') words='\(names.joined(separator: " ")) --help --version' ;;
      \(cases.joined(separator: "\n"))
        esac
        COMPREPLY=($(compgen -W "$words" -- "$current"))
      }
      complete -o default -F _quad quad
      """
  }

  static var zsh: String {
    var cases: [String] = []
    for command in Tool.commands {
      for (words, next) in afterWords(command) {
        let typed = "\(command.name) \(words)"
        cases.append("    '\(typed)'|'\(typed) '*) \(described(next)) ;;")
      }
      cases.append("    '\(command.name) '*) \(described(afterCommand(command))) ;;")
    }
    let commands = Tool.commands.map { (name: $0.name, means: $0.summary) }
    return """
      #compdef quad
      _quad() {
        local -a found
        local before=' '
        (( CURRENT < 3 )) || before="$words[2] "
        (( CURRENT < 4 )) || before+=$words[3]
        (( CURRENT < 5 )) || before+=" $words[4]"
        case $before in
          ' ') \(described(commands)) ;;
      \(cases.joined(separator: "\n"))
        esac
        _describe quad found
        [[ $PREFIX == -* ]] || _files
      }
      if [ "$funcstack[1]" = _quad ]; then _quad "$@"; else compdef _quad quad; fi
      """
  }

  static var fish: String {
    var lines = ["complete -c quad -f"]
    for command in Tool.commands {
      lines.append(
        "complete -c quad -n __fish_use_subcommand -a \(command.name) -d \(quoted(command.summary))")
      let inCommand = "__fish_seen_subcommand_from \(command.name)"
      let verbs = namedVerbs(command)
      let firsts = Array(Set(verbs.compactMap(\.words.first))).sorted().joined(separator: " ")
      let noVerb = verbs.isEmpty ? "" : "; and not __fish_seen_subcommand_from \(firsts)"
      for (name, means) in afterCommand(command) {
        lines.append(fishLine("\(inCommand)\(noVerb)", name, means))
      }
      for (words, next) in afterWords(command) {
        let inVerb = "\(inCommand)\(fishPlace(words.split(separator: " ").map(String.init), in: command))"
        for (name, means) in next { lines.append(fishLine(inVerb, name, means)) }
      }
    }
    return lines.joined(separator: "\n")
  }

  /// The condition that exactly the words of a verb were typed: `events add` is not `events to-dos add`.
  private static func fishPlace(_ words: [String], in command: any Command.Type) -> String {
    let seen = words.map { "; and __fish_seen_subcommand_from \($0)" }.joined()
    let others =
      words.count > 1
      ? []
      : command.group(words[0]).compactMap(\.words.last)
        + Set(command.verbs.filter { $0.words.count > 1 }.compactMap(\.words.first)).sorted()
        .filter { $0 != words[0] }
    return others.isEmpty
      ? seen : "\(seen); and not __fish_seen_subcommand_from \(others.joined(separator: " "))"
  }

  private static func fishLine(_ condition: String, _ name: String, _ means: String) -> String {
    let what = name.hasPrefix("--") ? "-l \(name.dropFirst(2))" : "-a \(quoted(name))"
    return "complete -c quad -n \(quoted(condition)) \(what) -d \(quoted(means))"
  }

  private static func list(_ words: [(name: String, means: String)]) -> String {
    words.map(\.name).joined(separator: " ")
  }

  private static func described(_ words: [(name: String, means: String)]) -> String {
    "found=(" + words.map { quoted("\($0.name):\($0.means)") }.joined(separator: " ") + ")"
  }

  /// Quotes a text for a shell. The texts are ours, and apostrophes are their only special characters.
  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
