/// The texts of `--help` and `help`, generated from the declarations.
package enum Help {
  /// The maximum width of a help text, and its width if standard output is not a terminal.
  private static let usualWidth = 100
  /// The maximum width of the left column; the summary of a wider entry begins on the next line.
  private static let maxLeft = 36

  static func overview(of tool: any Tool.Type) async -> String {
    let absent = await tool.absentCommands()
    let widest = tool.commands.map { $0.name.count }.max() ?? 0
    let groups = tool.groups.compactMap { group -> String? in
      let shown = group.commands.filter { !absent.contains($0.name) }
      guard !shown.isEmpty else { return nil }
      return "\(group.title):\n" + columns(shown.map { ($0.name, $0.summary) }, atLeast: widest)
    }
    return """
      \(tool.name): \(tool.summary)

      Usage: \(tool.name) COMMAND …

      \(groups.joined(separator: "\n\n"))

      Run "\(tool.name) help COMMAND" for more about a command.
      """
  }

  static func of(_ command: any Command.Type, in tool: any Tool.Type) -> String {
    if let only = command.verbs.first, only.name.isEmpty { return of(only, of: command, in: tool) }
    let lines = command.verbs.map { (usage($0, of: command, in: tool), $0.summary) }
    let path = "\(tool.name) \(command.name)"
    let standard = command.standardVerb.map { "\"\(path)\" alone is \"\(path) \($0.name)\".\n" } ?? ""
    return """
      \(command.summary)

      Usage:
      \(columns(lines))\(paragraph(command.notes))

      \(standard)Run "\(tool.name) help \(command.name) COMMAND" for the options of a command.
      """
  }

  static func of(_ verb: Verb, of command: any Command.Type, in tool: any Tool.Type) -> String {
    let options = verb.options.map { ($0.usage, $0.shownSummary) }
    let more = command.group(verb.name).map { (usage($0, of: command, in: tool), $0.summary) }
    return """
      \(verb.summary)

      Usage: \(usage(verb, of: command, in: tool))\(options.isEmpty ? "" : " [OPTION …]")\
      \(options.isEmpty ? "" : "\n\nOptions:\n" + columns(options))\
      \(more.isEmpty ? "" : "\n\nSee also:\n" + columns(more))\(paragraph(command.notes))
      """
  }

  /// The help for verbs that share a first word which is not a verb itself.
  static func of(group word: String, of command: any Command.Type, in tool: any Tool.Type) -> String {
    let lines = command.group(word).map { (usage($0, of: command, in: tool), $0.summary) }
    return "Usage:\n\(columns(lines))\(paragraph(command.notes))"
  }

  /// The help for the words after `help`: a command, or a command and its verb.
  package static func of(_ words: [String], in tool: any Tool.Type) throws(UsageError) -> String {
    guard let name = words.first else { throw UsageError("missing command") }
    let command = try tool.command(name)
    let rest = Array(words.dropFirst())
    guard let word = rest.first else { return of(command, in: tool) }
    if let verb = command.verb(rest), verb.words.count == rest.count {
      return of(verb, of: command, in: tool)
    }
    if rest.count == 1, !command.group(word).isEmpty { return of(group: word, of: command, in: tool) }
    let known = command.verbs.map(\.name).filter { !$0.isEmpty }
    throw UsageError(
      "unknown command \"\(words.joined(separator: " "))\"",
      suggestions: Suggestions.near(rest.joined(separator: " "), in: known).map { "\(name) \($0)" })
  }

  static func usage(_ verb: Verb, of command: any Command.Type, in tool: any Tool.Type) -> String {
    [tool.name, command.name, verb.name, verb.takes].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The notes of a command, wrapped, after a blank line.
  private static func paragraph(_ text: String) -> String {
    text.isEmpty
      ? ""
      : "\n\n"
        + Notes.blocks(text).map { block in
          switch block {
          case .prose(let text): wrapped(text, to: width).joined(separator: "\n")
          case .lines(let lines): lines.joined(separator: "\n")
          }
        }
        .joined(separator: "\n\n")
  }

  private static var width: Int { min(Output.columns ?? usualWidth, usualWidth) }

  private static func columns(_ rows: [(String, String)], atLeast widest: Int = 0) -> String {
    let left = min(max(rows.map { $0.0.count }.max() ?? 0, widest), maxLeft)
    let width = max(width - left - 4, 24)
    let indent = String(repeating: " ", count: left + 4)
    return rows.map { name, text in
      let lines = wrapped(text, to: width).joined(separator: "\n\(indent)")
      let gap = name.count > left ? "\n\(indent)" : String(repeating: " ", count: left - name.count + 2)
      return "  \(name)\(gap)\(lines)"
    }
    .joined(separator: "\n")
  }

  private static func wrapped(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? "\(word)" : " \(word)"
    }
    return lines + [line]
  }
}

/// `help`: the help for a command, by name.
package enum HelpCommand<Program: Tool>: Command {
  package static var name: String { "help" }
  package static var readsEnvironment: Bool { false }
  package static var summary: String { "Show help for a command" }
  package static var verbs: [Verb] {
    [
      Verb("", "[COMMAND …]", summary, choices: Program.commands.map { $0.name }.filter { $0 != "help" }) {
        let words = $0.words
        Output.say(
          words.isEmpty
            ? await Help.overview(of: Program.self) : try Help.of(words, in: Program.self))
      }
    ]
  }
}
