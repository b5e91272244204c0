/// `completion`: a script that lets a shell complete commands, verbs and options.
package enum CompletionCommand<Program: Tool>: Command {
  package static var name: String { "completion" }
  package static var readsEnvironment: Bool { false }
  package static var summary: String { "Print a completion script for your shell" }
  package static var verbs: [Verb] {
    [
      Verb("", "bash|zsh|fish", summary, choices: Completion.Shell.allCases.map(\.rawValue)) { arguments in
        let text = try arguments.exactly("bash|zsh|fish")[0]
        guard let shell = Completion.Shell(rawValue: text) else {
          throw UsageError(
            "no completion for \(text)", choices: Completion.Shell.allCases.map(\.rawValue))
        }
        Output.say(Completion(Program.self).script(shell))
      }
    ]
  }
  package static var notes: String {
    """
    bash  eval "$(\(Program.name) completion bash)"        in ~/.bashrc
    zsh   eval "$(\(Program.name) completion zsh)"         in ~/.zshrc, after compinit
    fish  \(Program.name) completion fish | source         in ~/.config/fish/config.fish
    """
  }
}

/// The completion scripts of a tool.
package struct Completion {
  package enum Shell: String, CaseIterable, Sendable { case bash, zsh, fish }

  private let tool: any Tool.Type

  package init(_ tool: any Tool.Type) { self.tool = tool }

  package func script(_ shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  private let help = (name: "--help", means: "Show help")

  private var names: [String] { tool.commands.map { $0.name } }

  /// The possible words after a command, and after one of its verbs: name and meaning.
  private func afterCommand(_ command: any Command.Type) -> [(name: String, means: String)] {
    let alone = command.standardVerb.map { afterVerb($0, in: command) } ?? [help]
    let verbs = namedVerbs(command)
    // Each first word is listed once: `feed` for `feed make` and `feed end`.
    let firsts = verbs.enumerated().filter { index, verb in
      !verbs[..<index].contains { $0.words.first == verb.words.first }
    }
    return firsts.map { ($1.words.first ?? "", $1.summary) } + alone
  }

  private func afterVerb(
    _ verb: Verb, in command: any Command.Type
  ) -> [(name: String, means: String)] {
    command.group(verb.name).map { ($0.words.last ?? "", $0.summary) }
      + verb.choices.map { ($0, verb.summary) } + verb.options.map { ("--\($0.name)", $0.summary) } + [help]
  }

  /// The possible words after one or two words of a command. Two words come first, because a shell uses the
  /// first match.
  private func afterWords(
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

  private func namedVerbs(_ command: any Command.Type) -> [Verb] {
    command.verbs.filter { !$0.name.isEmpty }
  }

  private var bash: String {
    var cases: [String] = []
    for command in tool.commands {
      for (words, next) in afterWords(command) {
        let typed = "\(command.name) \(words)"
        cases.append("    '\(typed)'|'\(typed) '*) words='\(list(next))' ;;")
      }
      cases.append("    '\(command.name) '*) words='\(list(afterCommand(command)))' ;;")
    }
    return """
      _\(tool.name)() {
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
      complete -o default -F _\(tool.name) \(tool.name)
      """
  }

  private var zsh: String {
    var cases: [String] = []
    for command in tool.commands {
      for (words, next) in afterWords(command) {
        let typed = "\(command.name) \(words)"
        cases.append("    '\(typed)'|'\(typed) '*) \(described(next)) ;;")
      }
      cases.append("    '\(command.name) '*) \(described(afterCommand(command))) ;;")
    }
    let commands = tool.commands.map { (name: $0.name, means: $0.summary) }
    let name = tool.name
    return """
      #compdef \(name)
      _\(name)() {
        local -a found
        local before=' '
        (( CURRENT < 3 )) || before="$words[2] "
        (( CURRENT < 4 )) || before+=$words[3]
        (( CURRENT < 5 )) || before+=" $words[4]"
        case $before in
          ' ') \(described(commands)) ;;
      \(cases.joined(separator: "\n"))
        esac
        _describe \(tool.name) found
        [[ $PREFIX == -* ]] || _files
      }
      if [ "$funcstack[1]" = _\(name) ]; then _\(name) "$@"; else compdef _\(name) \(name); fi
      """
  }

  private var fish: String {
    var lines = ["complete -c \(tool.name) -f"]
    for command in tool.commands {
      lines.append(
        "complete -c \(tool.name) -n __fish_use_subcommand -a \(command.name) "
          + "-d \(Completion.quoted(command.summary))"
      )
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
  private func fishPlace(_ words: [String], in command: any Command.Type) -> String {
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

  private func fishLine(_ condition: String, _ name: String, _ means: String) -> String {
    let what = name.hasPrefix("--") ? "-l \(name.dropFirst(2))" : "-a \(Completion.quoted(name))"
    return
      "complete -c \(tool.name) -n \(Completion.quoted(condition)) \(what) -d \(Completion.quoted(means))"
  }

  private func list(_ words: [(name: String, means: String)]) -> String {
    words.map(\.name).joined(separator: " ")
  }

  private func described(_ words: [(name: String, means: String)]) -> String {
    "found=(" + words.map { Completion.quoted("\($0.name):\($0.means)") }.joined(separator: " ") + ")"
  }

  /// Quotes a text for a shell. The texts are ours, and apostrophes are their only special characters.
  static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
