/// Text in parts, each in a style. The only way to a terminal's colours: what stands in the parts is shown
/// plain.
struct StyledText: Sendable, Equatable, ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  enum Style: String, Sendable {
    case plain = ""
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
  }

  struct Part: Sendable, Equatable {
    let text: String
    let style: Style
  }

  private(set) var parts: [Part]

  init(_ text: String, _ style: Style = .plain) { parts = [Part(text: text, style: style)] }

  init(stringLiteral text: String) { self.init(text) }

  static func + (left: StyledText, right: StyledText) -> StyledText {
    var sum = left
    sum.parts += right.parts
    return sum
  }

  var text: String { parts.map(\.text).joined() }

  /// With the escape sequences of its styles, if they are wanted.
  func shown(inColour: Bool) -> String {
    parts.map { part in
      let text = Plain.text(part.text)
      return inColour && part.style != .plain && !text.isEmpty
        ? "\u{1B}[\(part.style.rawValue)m\(text)\u{1B}[0m" : text
    }
    .joined()
  }
}
