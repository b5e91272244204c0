/// The texts of `--help`, generated from the declarations.
enum Help {
  static var overview: String {
    let groups = Audience.allCases.map { audience in
      let commands = Tool.commands.filter { $0.audience == audience }
      let title = audience == .people ? "With an account at a site:" : "For whoever runs a site:"
      return title + "\n" + columns(commands.map { ($0.name, $0.summary) })
    }
    let statuses = Ending.allCases.map { ("\($0.rawValue)", $0.meaning) }
    return """
      quad COMMAND …: the command line of a Quad site

      \(groups.joined(separator: "\n\n"))

      quad COMMAND --help         what a command takes
      quad COMMAND VERB --help    its options
      quad --version              the version

      Exit status:
      \(columns(statuses))
      """
  }

  static func of(_ command: any Command.Type) -> String {
    if let only = command.verbs.first, only.name.isEmpty { return of(only, in: command) }
    let lines = command.verbs.map { (usage($0, in: command), $0.summary) }
    let standard =
      command.standardVerb.map { "\n\nquad \(command.name) alone is quad \(command.name) \($0.name)." } ?? ""
    return """
      quad \(command.name): \(command.summary)

      \(columns(lines))\(standard)\(paragraph(command.notes))
      """
  }

  static func of(_ verb: Verb, in command: any Command.Type) -> String {
    let options = verb.options.map { option in
      (option.usage, option.summary + (option.isRepeatable ? "; may be repeated" : ""))
    }
    let more = command.group(verb.name).map { (usage($0, in: command), $0.summary) }
    return """
      \(usage(verb, in: command)): \(verb.summary)\(options.isEmpty ? "" : "\n\n" + columns(options))\
      \(more.isEmpty ? "" : "\n\n" + columns(more))\(paragraph(command.notes))
      """
  }

  /// The help for verbs that share a first word which is not a verb itself.
  static func of(group word: String, in command: any Command.Type) -> String {
    let lines = command.group(word).map { (usage($0, in: command), $0.summary) }
    return "quad \(command.name) \(word) …\n\n\(columns(lines))\(paragraph(command.notes))"
  }

  private static func usage(_ verb: Verb, in command: any Command.Type) -> String {
    ["quad", command.name, verb.name, verb.takes].filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static func paragraph(_ text: String) -> String { text.isEmpty ? "" : "\n\n" + text }

  private static func columns(_ rows: [(String, String)]) -> String {
    let width = rows.map { $0.0.count }.max() ?? 0
    return rows.map { "  " + $0.0 + String(repeating: " ", count: width - $0.0.count + 2) + $0.1 }
      .joined(separator: "\n")
  }
}
