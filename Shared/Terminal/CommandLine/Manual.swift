/// The manual pages of a tool, in the language of man(7): one of the tool itself, and one of each command.
package struct Manual {
  private let tool: any Tool.Type

  package init(_ tool: any Tool.Type) { self.tool = tool }

  /// A page and the name of its file, such as `quad-events.1`.
  package struct Page: Sendable {
    package let file: String
    package let text: String
  }

  package var pages: [Page] {
    [Page(file: "\(tool.name).1", text: overview)]
      + tool.commands.map { Page(file: "\(tool.name)-\($0.name).1", text: page(of: $0)) }
  }

  /// The page of the tool.
  var overview: String {
    var lines = title(tool.name, tool.summary)
    lines += [".SH SYNOPSIS", ".B \(Manual.escaped(tool.name))", ".I COMMAND", "\\&…", ".SH COMMANDS"]
    for group in tool.groups {
      lines.append(".SS \(Manual.escaped(group.title))")
      for command in group.commands {
        lines += item("\(tool.name) \(command.name)", Manual.sentence(command.summary))
      }
    }
    lines.append(".SH EXIT STATUS")
    for status in ExitStatus.allCases { lines += item("\(status.rawValue)", status.meaning) }
    lines.append(".SH ENVIRONMENT")
    for (name, meaning) in tool.environment { lines += item(name, meaning) }
    lines.append(".SH SEE ALSO")
    lines.append(references(tool.commands.map { "\(tool.name)-\($0.name)" }))
    return lines.joined(separator: "\n")
  }

  /// The page of a command.
  func page(of command: any Command.Type) -> String {
    var lines = title("\(tool.name)-\(command.name)", command.summary)
    lines.append(".SH SYNOPSIS")
    for verb in command.verbs {
      lines += [".nf", Manual.escaped(synopsis(verb, of: command)), ".fi"]
    }
    lines.append(".SH DESCRIPTION")
    for verb in command.verbs {
      if !verb.name.isEmpty { lines.append(".SS \(Manual.escaped("\(command.name) \(verb.name)"))") }
      lines.append(Manual.text(Manual.sentence(verb.summary)))
      for option in verb.options {
        lines += item(option.usage, Manual.sentence(option.shownSummary))
      }
    }
    if !command.notes.isEmpty {
      lines.append(".SH NOTES")
      for (index, block) in Notes.blocks(command.notes).enumerated() {
        if index > 0 { lines.append(".PP") }
        switch block {
        case .prose(let text): lines.append(Manual.text(text))
        case .lines(let own): lines += [".nf"] + own.map(Manual.text) + [".fi"]
        }
      }
    }
    lines += [".SH SEE ALSO", references([tool.name])]
    return lines.joined(separator: "\n")
  }

  private func title(_ name: String, _ summary: String) -> [String] {
    [
      ".TH \(Manual.escaped(name.uppercased())) 1 \"\" \"\(Manual.escaped(tool.name)) \(tool.version)\"",
      ".nh", ".ad l", ".SH NAME", "\(Manual.escaped(name)) \\- \(Manual.escaped(summary))",
    ]
  }

  private func synopsis(_ verb: Verb, of command: any Command.Type) -> String {
    Help.usage(verb, of: command, in: tool) + (verb.options.isEmpty ? "" : " [OPTION …]")
  }

  private func item(_ name: String, _ text: String) -> [String] {
    [".TP", ".B \(Manual.escaped(name))", Manual.text(text)]
  }

  private func references(_ names: [String]) -> String {
    names.map { ".BR \(Manual.escaped($0)) (1)" }.joined(separator: ",\n")
  }

  /// The summary as a sentence.
  private static func sentence(_ text: String) -> String { text.hasSuffix(".") ? text : "\(text)." }

  /// A line of text. A dot or an apostrophe at its beginning would be a request.
  private static func text(_ line: String) -> String {
    let escaped = escaped(line)
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&\(escaped)" : escaped
  }

  /// The text without what man(7) takes for its own: a backslash, and a dash that would become a hyphen.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "\"": escaped += "\\(dq"
      case "'": escaped += "\\(aq"
      case "`": escaped += "\\(ga"
      case "~": escaped += "\\(ti"
      case "^": escaped += "\\(ha"
      default: escaped.append(character)
      }
    }
    return escaped
  }
}

/// `man`: the manual pages, for a person or for a package.
package enum ManCommand<Program: Tool>: Command {
  package static var name: String { "man" }
  package static var readsEnvironment: Bool { false }
  package static var summary: String { "Print a manual page, for man -l -" }
  package static var verbs: [Verb] {
    [
      Verb(
        "", "[COMMAND]", summary,
        options: [.value("folder", "DIR", is: "Write all pages into a folder instead")],
        choices: Program.commands.map { $0.name }
      ) { arguments in
        try arguments.refuseMore(than: 1)
        let manual = Manual(Program.self)
        if let folder = arguments.value("folder") {
          try arguments.refuseMore(than: 0)
          for page in manual.pages {
            try ByteFile.write(Array("\(page.text)\n".utf8), whole: "\(folder)/\(page.file)", mode: 0o644)
          }
        } else if let name = arguments.words.first {
          Output.say(manual.page(of: try Program.command(name)))
        } else {
          Output.say(manual.overview)
        }
      }
    ]
  }
  package static var notes: String {
    """
      \(Program.name) man | man -l -
      \(Program.name) man \(Program.commands.first?.name ?? "") | man -l -
      \(Program.name) man --folder /usr/local/share/man/man1
    """
  }
}
