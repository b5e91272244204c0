/// The bodies of functions, found by counting brackets.
enum Functions {
  struct Body: Hashable {
    let name: String
    let firstLine: Int
    let lastLine: Int
    var length: Int { lastLine - firstLine + 1 }
  }

  /// Every `func`, `init`, `deinit` and `subscript` that has a body, from its keyword to its closing brace.
  static func bodies(_ text: SwiftText) -> [Body] {
    var bodies: [Body] = []
    /// Declared but its brace has not come yet.
    var waiting: (name: String, line: Int, parentheses: Int)?
    var open: [(name: String, line: Int, depth: Int)] = []
    var depth = 0
    var parentheses = 0
    for (index, line) in text.code.enumerated() {
      var word = ""
      for character in line + " " {
        if character.isOfName {
          word.append(character)
          continue
        }
        if let pending = waiting, pending.name.isEmpty, !word.isEmpty {
          waiting = (word, pending.line, parentheses)
        } else if word == "func" {
          waiting = ("", index + 1, parentheses)
        } else if ["init", "deinit", "subscript"].contains(word), isDeclaration(line, of: word) {
          waiting = (word, index + 1, parentheses)
        }
        word = ""
        switch character {
        case "(", "[": parentheses += 1
        case ")", "]": parentheses -= 1
        case "{":
          depth += 1
          if let ready = waiting, ready.parentheses == parentheses {
            open.append((ready.name, ready.line, depth))
            waiting = nil
          }
        case "}":
          if let last = open.last, last.depth == depth {
            bodies.append(Body(name: last.name, firstLine: last.line, lastLine: index + 1))
            open.removeLast()
          }
          depth -= 1
          // A requirement of a protocol has no body.
          if let pending = waiting, pending.parentheses == parentheses { waiting = nil }
        default: break
        }
      }
    }
    return bodies
  }

  /// `self.init(…)` and `.init(…)` are calls; a declaration starts its line but for modifiers.
  private static func isDeclaration(_ line: String, of word: String) -> Bool {
    let modifiers: Set<String> = [
      "package", "public", "private", "fileprivate", "internal", "required", "convenience", "override",
      "static", "class", "nonisolated", "isolated", "mutating", "consuming", "borrowing", "indirect",
    ]
    for part in line.split(separator: " ") {
      if part.prefix(while: \.isOfName) == word { return true }
      guard modifiers.contains(String(part)) || part.hasPrefix("@") else { return false }
    }
    return false
  }
}
