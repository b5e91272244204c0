/// `quad completion`: what a shell needs to complete commands, verbs and options.
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

  /// What may follow a command, and what may follow one of its verbs: name and meaning.
  private static func afterCommand(_ command: any Command.Type) -> [(name: String, means: String)] {
    let alone = command.standardVerb.map(afterVerb) ?? [help]
    return namedVerbs(command).map { ($0.name, $0.summary) } + alone
  }

  private static func afterVerb(_ verb: Verb) -> [(name: String, means: String)] {
    verb.choices.map { ($0, verb.summary) } + verb.options.map { ("--\($0.name)", $0.summary) }
      + [help]
  }

  private static func namedVerbs(_ command: any Command.Type) -> [Verb] {
    command.verbs.filter { !$0.name.isEmpty }
  }

  static var bash: String {
    var cases: [String] = []
    for command in Tool.commands {
      for verb in namedVerbs(command) {
        cases.append("    '\(command.name) \(verb.name)') words='\(list(afterVerb(verb)))' ;;")
      }
      cases.append("    '\(command.name) '*) words='\(list(afterCommand(command)))' ;;")
    }
    return """
      _quad() {
        local current=${COMP_WORDS[COMP_CWORD]} before=' ' words=
        [ "$COMP_CWORD" -lt 2 ] || before="${COMP_WORDS[1]} "
        [ "$COMP_CWORD" -lt 3 ] || before+=${COMP_WORDS[2]}
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
      for verb in namedVerbs(command) {
        cases.append("    '\(command.name) \(verb.name)') \(described(afterVerb(verb))) ;;")
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
      let noVerb =
        verbs.isEmpty ? "" : "; and not __fish_seen_subcommand_from \(list(verbs.map { ($0.name, "") }))"
      for (name, means) in afterCommand(command) {
        lines.append(fishLine("\(inCommand)\(noVerb)", name, means))
      }
      for verb in verbs {
        let inVerb = "\(inCommand); and __fish_seen_subcommand_from \(verb.name)"
        for (name, means) in afterVerb(verb) { lines.append(fishLine(inVerb, name, means)) }
      }
    }
    return lines.joined(separator: "\n")
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

  /// For a shell; the texts are ours, and hold no more than an apostrophe.
  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
