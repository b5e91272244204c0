/// Names that say a limit in other words than `max…` and `min…` (glossary: Shared/README.md).
enum Glossary {
  private static let superlatives = [
    "most", "longest", "largest", "greatest", "shortest", "least", "fewest", "smallest",
  ]

  /// Lines that declare such a name; what SQL and JSON call a thing is not declared here.
  static func limits(_ file: SourceFile) -> [Finding] {
    let lines = file.isSwift ? file.swift.code : file.lines
    return lines.enumerated().compactMap { index, line in
      guard let name = declared(in: line).first(where: isSuperlative) else { return nil }
      return Finding(file.path, index + 1, "`\(name)` is a limit: call it max… or min…")
    }
  }

  private static func declared(in line: String) -> [Substring] {
    let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    let declares: Set<Substring> = ["let", "var", "const", "func", "def"]
    let constant = line.first?.isUppercase == true ? words.prefix(1).map { $0 } : []
    return constant + zip(words, words.dropFirst()).filter { declares.contains($0.0) }.map(\.1)
  }

  private static func isSuperlative(_ name: Substring) -> Bool {
    superlatives.contains { word in
      let rest = name.dropFirst(word.count)
      guard name.lowercased().hasPrefix(word), let next = rest.first else { return false }
      return next.isUppercase || next == "_"
    }
  }
}

extension Rule {
  static let glossary: [Rule] = [
    Rule(
      "a limit is called max… or min…", at: "Shared/A/A.swift",
      breaking: [
        "static let mostRows = 10", "package let longestWait: Duration", "const shortestPause = 1;",
        "MOST_EVENTS = 5_000", "static func leastOwn() {}",
      ],
      keeping: [
        "static let maxRows = 10", "// let mostRows = 10", "let mostly = true", "let longest = names.max()",
        "case maxArmed = \"mostArmed\"",
      ],
      applies: {
        $0.isIn("Services", "Shared", "Tests") && [".swift", ".js", ".py"].contains(where: $0.path.hasSuffix)
      }, find: Glossary.limits)
  ]
}
