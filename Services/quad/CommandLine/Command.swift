/// One command of `quad`: a name, and what can be done under it.
///
/// Help and shell completion are made of this declaration, so a command that is listed in `Tool.commands` has
/// both.
protocol Command: Sendable {
  static var name: String { get }
  /// One line of `quad --help`.
  static var summary: String { get }
  static var audience: Audience { get }
  static var verbs: [Verb] { get }
  /// What the help says below the verbs: forms, settings, consequences.
  static var notes: String { get }
}

extension Command {
  static var audience: Audience { .people }
  static var notes: String { "" }

  /// The verb that the words begin with; of two the one with more words.
  static func verb(_ words: [String]) -> Verb? {
    verbs.filter { !$0.name.isEmpty && words.starts(with: $0.words) }.max { $0.words.count < $1.words.count }
  }

  /// The verbs of two words that begin with this one.
  static func group(_ word: String) -> [Verb] {
    verbs.filter { $0.words.count > 1 && $0.words.first == word }
  }

  /// What `quad NAME` alone does.
  static var standardVerb: Verb? { verbs.first.flatMap { $0.takes.isEmpty || $0.name.isEmpty ? $0 : nil } }
}

/// Whom `quad --help` lists a command for.
enum Audience: CaseIterable {
  /// Whoever has an account at a site.
  case people
  /// Whoever runs a site.
  case operators
}

/// One thing that a command does: `quad tasks add`, or of a part of it, `quad events to-dos add`.
struct Verb: Sendable {
  /// One word or two; empty where the command does one thing only: `quad signin`.
  let name: String
  /// The words that come after it, as the help shows them: `TITLE…`.
  let takes: String
  let summary: String
  let options: [Option]
  /// What the first word after it is one of, for completion; empty when it may be anything.
  let choices: [String]
  let run: @Sendable (Arguments) async throws -> Void

  init(
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

  /// `["to-dos", "add"]`.
  var words: [String] { name.split(separator: " ").map(String.init) }

  func hasFlag(_ word: String) -> Bool { options.contains { $0.values.isEmpty && "--\($0.name)" == word } }
}

/// A word that begins with `--`, and the values after it.
struct Option: Sendable {
  let name: String
  /// What its values are called in the help; none for a flag.
  let values: [String]
  let summary: String
  let isRepeatable: Bool
  /// What the first value is one of, for completion; empty when it may be anything.
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

  static func flag(_ name: String, _ summary: String) -> Option { Option(name, [], summary) }

  static func value(
    _ name: String, _ value: String..., is summary: String, choices: [String] = []
  ) -> Option {
    Option(name, value, summary, choices: choices)
  }

  static func list(_ name: String, _ value: String, _ summary: String) -> Option {
    Option(name, [value], summary, isRepeatable: true)
  }

  /// `--due WHEN`.
  var usage: String { (["--\(name)"] + values).joined(separator: " ") }
}
