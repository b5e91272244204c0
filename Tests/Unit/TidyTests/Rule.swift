import Testing

/// A rule of the house that shows in the text of a single file.
struct Rule: Sendable, CustomTestStringConvertible {
  /// What holds.
  let claim: String
  let applies: @Sendable (SourceFile) -> Bool
  let find: @Sendable (SourceFile) -> [Finding]
  /// Texts that break the rule and texts that keep it, so that the rule itself is tested; with the path they
  /// stand at.
  let path: String
  let breaking: [String]
  let keeping: [String]

  var testDescription: String { claim }

  init(
    _ claim: String, at path: String, breaking: [String], keeping: [String] = [],
    applies: @escaping @Sendable (SourceFile) -> Bool, find: @escaping @Sendable (SourceFile) -> [Finding]
  ) {
    self.claim = claim
    self.applies = applies
    self.find = find
    self.path = path
    self.breaking = breaking
    self.keeping = keeping
  }

  /// No line of the code holds one of these words.
  static func without(
    _ words: [String], _ claim: String, at path: String, breaking: [String], keeping: [String] = [],
    applies: @escaping @Sendable (SourceFile) -> Bool
  ) -> Rule {
    Rule(claim, at: path, breaking: breaking, keeping: keeping, applies: applies) { file in
      lines(of: file.swift.code, in: file, holding: words, claim)
    }
  }

  static func lines(
    of lines: [String], in file: SourceFile, holding words: [String], _ claim: String
  ) -> [Finding] {
    lines.enumerated().flatMap { index, line in
      words.filter { line.holds(word: $0) }.map { Finding(file.path, index + 1, "`\($0)`: \(claim)") }
    }
  }
}
