/// Text in parts, each with a style. It is the only source of terminal colors: the parts' own text is printed
/// plain.
package struct StyledText: Sendable, Equatable, ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  package enum Style: String, Sendable {
    case plain = ""
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
    /// Two of the 256 colors, which no theme changes.
    case blackOnWhite = "38;5;16;48;5;231"
  }

  package struct Part: Sendable, Equatable {
    package let text: String
    package let style: Style
  }

  package private(set) var parts: [Part]

  package init(_ text: String, _ style: Style = .plain) { parts = [Part(text: text, style: style)] }

  package init(stringLiteral text: String) { self.init(text) }

  package static func + (left: StyledText, right: StyledText) -> StyledText {
    var sum = left
    sum.parts += right.parts
    return sum
  }

  package var text: String { parts.map(\.text).joined() }

  /// The text cut to this many columns, with its styles.
  package func clipped(to width: Int) -> StyledText {
    guard DisplayWidth.of(text) > width else { return self }
    var clipped: StyledText = ""
    var room = width
    for part in parts where room > 0 {
      let text = DisplayWidth.cut(part.text, to: room)
      clipped = clipped + StyledText(text, part.style)
      room -= DisplayWidth.of(text)
      if text != part.text { break }
    }
    return clipped
  }

  /// The text with the escape sequences of its styles, or without them.
  package func shown(inColour: Bool) -> String {
    parts.map { part in
      let text = Plain.text(part.text)
      return inColour && part.style != .plain && !text.isEmpty
        ? "\u{1B}[\(part.style.rawValue)m\(text)\u{1B}[0m" : text
    }
    .joined()
  }
}
