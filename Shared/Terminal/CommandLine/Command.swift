/// One command of a tool: a name and its verbs.
///
/// Help, shell completion and manual pages are generated from this declaration.
package protocol Command: Sendable {
  static var name: String { get }
  /// The command's line in the overview.
  static var summary: String { get }
  static var verbs: [Verb] { get }
  /// Notes below the verbs in the help: forms, settings, consequences.
  static var notes: String { get }
  /// False if the command is about the tool alone, such as its help, so that it runs with any settings.
  static var readsEnvironment: Bool { get }
}

extension Command {
  package static var notes: String { "" }
  package static var readsEnvironment: Bool { true }

  /// The verb that the words begin with; if two match, the one with more words.
  static func verb(_ words: [String]) -> Verb? {
    verbs.filter { !$0.name.isEmpty && words.starts(with: $0.words) }.max { $0.words.count < $1.words.count }
  }

  /// The verbs of two words that begin with this word.
  static func group(_ word: String) -> [Verb] {
    verbs.filter { $0.words.count > 1 && $0.words.first == word }
  }

  /// The first words of the verbs, each once.
  static var firstWords: [String] {
    var words: [String] = []
    for word in verbs.compactMap(\.words.first) where !words.contains(word) { words.append(word) }
    return words
  }

  /// The verb that the command's name alone runs.
  static var standardVerb: Verb? { verbs.first.flatMap { $0.takes.isEmpty || $0.name.isEmpty ? $0 : nil } }
}

/// One action of a command, such as `quad tasks add`, or of a part of it, such as `quad events to-dos add`.
package struct Verb: Sendable {
  /// The name, of one word or two; empty for a command with a single action, such as `quad signin`.
  package let name: String
  /// The arguments after the name, as the help shows them: `TITLE…`.
  package let takes: String
  package let summary: String
  package let options: [Option]
  /// The possible values of the first argument, for completion; empty if it may be anything.
  package let choices: [String]
  let run: @Sendable (Arguments) async throws -> Void

  package init(
    _ name: String, _ takes: String = "", _ summary: String, options: [Option] = [], choices: [String] = [],
    run: @escaping @Sendable (Arguments) async throws -> Void
  ) {
    self.name = name
    self.takes = takes
    self.summary = summary
    self.options = options
    self.choices = choices
    self.run = run
  }

  /// The words of the name, such as `["to-dos", "add"]`.
  package var words: [String] { name.split(separator: " ").map(String.init) }

  func hasFlag(_ word: String) -> Bool { options.contains { $0.values.isEmpty && "--\($0.name)" == word } }
}

/// A word that begins with `--`, and the values after it.
package struct Option: Sendable {
  package let name: String
  /// The names of its values in the help; none for a flag.
  let values: [String]
  let summary: String
  let isRepeatable: Bool
  /// The possible first values, for the help and for completion; empty if it may be anything.
  let choices: [String]

  private init(
    _ name: String, _ values: [String], _ summary: String, isRepeatable: Bool = false, choices: [String] = []
  ) {
    self.name = name
    self.values = values
    self.summary = summary
    self.isRepeatable = isRepeatable
    self.choices = choices
  }

  package static func flag(_ name: String, _ summary: String) -> Option { Option(name, [], summary) }

  package static func value(
    _ name: String, _ value: String..., is summary: String, choices: [String] = []
  ) -> Option {
    Option(name, value, summary, choices: choices)
  }

  package static func list(_ name: String, _ value: String, _ summary: String) -> Option {
    Option(name, [value], summary, isRepeatable: true)
  }

  /// The usage, such as `--due WHEN`.
  var usage: String { (["--\(name)"] + values).joined(separator: " ") }

  /// The summary as the help shows it, with the values that it doesn't name itself. Of `name` and `-name` the
  /// first stands for both.
  var shownSummary: String {
    let shown = choices.filter { !($0.hasPrefix("-") && choices.contains(String($0.dropFirst()))) }
    let isNamed = shown.allSatisfy { summary.contains($0) }
    let text = isNamed ? summary : "\(summary): \(shown.joined(separator: ", "))"
    return isRepeatable ? "\(text) (repeatable)" : text
  }
}
