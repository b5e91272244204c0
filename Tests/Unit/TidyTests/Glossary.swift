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

  /// Functions that tell or hear: programs publish and subscribe.
  static func telling(_ file: SourceFile) -> [Finding] {
    file.swift.code.enumerated().compactMap { index, line in
      let name = names(after: ["func"], in: line).first { name in
        ["tell", "tells", "hear", "hears"].contains { word in
          name.hasPrefix(word) && name.dropFirst(word.count).first?.isUppercase != false
        }
      }
      return name.map { Finding(file.path, index + 1, "`\($0)`: events are published and subscribed to") }
    }
  }

  /// Types with a word of our own where the field has one.
  static func types(_ file: SourceFile) -> [Finding] {
    let kinds: Set<Substring> = ["struct", "enum", "class", "actor", "protocol", "typealias"]
    return file.swift.code.enumerated().flatMap { index, line in
      names(after: kinds, in: line).compactMap { name in
        // Where an event happens is a place.
        guard let word = ownWords.first(where: { name.hasSuffix($0.key) }), name != "EventPlace" else {
          return nil
        }
        return Finding(file.path, index + 1, "`\(name)` is a \(word.value)")
      }
    }
  }

  /// Doc comments that begin with a question: the first words name the thing.
  static func questions(_ file: SourceFile) -> [Finding] {
    guard file.lines.first?.hasPrefix("// Written by") != true else { return [] }
    let texts = file.lines.map { $0.drop { $0 == " " } }
    return texts.indices.compactMap { index in
      guard texts[index].hasPrefix("/// "), index == 0 || !texts[index - 1].hasPrefix("///") else {
        return nil
      }
      let first = texts[index].dropFirst(4).prefix { $0.isLetter }
      return asks.contains(first) ? Finding(file.path, index + 1, "a comment begins with `\(first)`") : nil
    }
  }

  /// Docstrings that begin with a question; text that is a value has its name before the quotes.
  static func questionsInPython(_ file: SourceFile) -> [Finding] {
    file.lines.enumerated().compactMap { index, line in
      let text = line.drop { $0 == " " }
      guard text.hasPrefix("\"\"\"") else { return nil }
      let first = text.dropFirst(3).prefix { $0.isLetter }
      return asks.contains(first) ? Finding(file.path, index + 1, "a comment begins with `\(first)`") : nil
    }
  }

  private static let asks: Set<Substring> = [
    "What", "Who", "Whom", "Whose", "Where", "Whether", "How", "Which", "When", "Why",
  ]

  private static let ownWords = [
    "Place": "cursor, an address, a key or a slot", "Places": "number of slots", "Shelf": "cache",
  ]

  private static func names(after declares: Set<Substring>, in line: String) -> [Substring] {
    let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    return zip(words, words.dropFirst()).filter { declares.contains($0.0) }.map(\.1)
  }

  private static func declared(in line: String) -> [Substring] {
    let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    let constant = line.first?.isUppercase == true ? words.prefix(1).map { $0 } : []
    return constant + names(after: ["let", "var", "const", "func", "def"], in: line)
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
      }, find: Glossary.limits),
    Rule(
      "events are published and subscribed to", at: "Shared/A/A.swift",
      breaking: [
        "func tell(_ event: Event) {}", "private func tellFired() {}", "mutating func hear<E>() {}",
      ],
      keeping: [
        "func publish(_ event: Event) {}", "func teller() {}", "func heartbeat() {}", "// func tell()",
      ],
      applies: isOurs, find: Glossary.telling),
    Rule(
      "a type has the field's word", at: "Shared/A/A.swift",
      breaking: ["struct ListPlace {}", "final class TokenShelf: Sendable {}", "private enum Place {}"],
      keeping: ["struct ListCursor {}", "package struct EventPlace: LimitedText {", "// struct ListPlace"],
      applies: isOurs, find: Glossary.types),
    Rule(
      "a doc comment begins with the thing, not with a question", at: "Shared/A/A.swift",
      breaking: ["/// What an edit makes of it.", "  /// Whom it did not name.\n  /// Others stay."],
      keeping: [
        "/// The task after an edit.", "/// A row.\n/// What it holds is old.", "// What a test does",
        "/// Whatever",
      ],
      applies: { isOurs($0) || $0.isSwift && $0.isIn("Tests/Support") }, find: Glossary.questions),
    Rule(
      "a docstring begins with the thing, not with a question", at: "Tests/A/test_a.py",
      breaking: [
        "\"\"\"What a person sees.\"\"\"\n",
        "def a():\n    \"\"\"Whether it is so.\n\n    More.\n    \"\"\"\n",
      ],
      keeping: [
        "\"\"\"A page as tests use it.\"\"\"\n", "text = \"\"\"What a text says.\"\"\"\n",
        "\"\"\"A page.\n\nWhat it shows is old.\n\"\"\"\n", "\"\"\"Whatever\"\"\"\n", "# What a test does\n",
      ],
      applies: { $0.isPython && $0.isIn("Tests", "compose") }, find: Glossary.questionsInPython),
  ]

  private static let isOurs: @Sendable (SourceFile) -> Bool = { $0.isSwift && $0.isIn("Services", "Shared") }
}
