/// The bodies of JavaScript functions, found by counting brackets: declarations, methods, and arrow functions
/// with braces.
enum ScriptFunctions {
  /// Words before parentheses and a brace that make no function.
  private static let statements: Set<String> = ["if", "for", "while", "switch", "catch", "with"]

  private struct Open {
    /// The name before the parentheses, or before the equals sign of an arrow function; empty without one.
    let name: String
    let line: Int
  }

  static func bodies(_ text: ScriptText) -> [Functions.Body] {
    var bodies: [Functions.Body] = []
    /// What each open brace began: a function or nothing.
    var braces: [Open?] = []
    var parentheses: [Open] = []
    /// The parentheses that closed last, if nothing but an arrow has come since.
    var closed: Open?
    var isArrow = false
    var word = ""
    var last = ""
    for (index, line) in text.code.enumerated() {
      for character in line + "\n" {
        if character.isOfName || character == "$" {
          word.append(character)
          continue
        }
        if !word.isEmpty {
          last = word
          // `a => {`, the parameter is all there is.
          closed = Open(name: word, line: index + 1)
          isArrow = false
          word = ""
          if character != "(" { closed = Open(name: "", line: index + 1) }
        }
        switch character {
        case "(":
          parentheses.append(Open(name: last, line: index + 1))
          closed = nil
        case ")":
          closed = parentheses.popLast()
          isArrow = false
        case "{":
          braces.append(function(closed, isArrow: isArrow))
          closed = nil
          isArrow = false
          last = ""
        case "}":
          if let open = braces.popLast() ?? nil {
            bodies.append(Functions.Body(name: open.name, firstLine: open.line, lastLine: index + 1))
          }
          closed = nil
          last = ""
        case ">" where line.has("=>"): isArrow = closed != nil
        case " ", "\n", "=": break
        default:
          closed = nil
          last = ""
        }
      }
    }
    return bodies
  }

  private static func function(_ closed: Open?, isArrow: Bool) -> Open? {
    guard let closed else { return nil }
    if isArrow { return closed }
    return closed.name.isEmpty || statements.contains(closed.name) ? nil : closed
  }
}
