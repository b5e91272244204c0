/// Other people's text, made safe for a terminal: nothing in it moves the cursor, changes the colors or
/// reverses the writing direction. A terminal obeys control characters from any source.
package enum Plain {
  /// Replaces each control character with `�`; line ends and tabs stay.
  package static func text(_ text: String) -> String {
    guard !isHarmless(text) else { return text }
    var clean = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      clean.append(isControl(scalar) && scalar != "\n" && scalar != "\t" ? "\u{FFFD}" : scalar)
    }
    return String(clean)
  }

  /// Puts a text on one line: line ends and tabs become spaces.
  package static func line(_ text: String) -> String {
    var clean = String.UnicodeScalarView()
    for scalar in Plain.text(text).unicodeScalars {
      clean.append(scalar == "\n" || scalar == "\t" ? " " : scalar)
    }
    return String(clean)
  }

  /// The same JSON value with these characters escaped. JSON itself requires that only for U+0000 to U+001F.
  package static func json(_ text: String) -> String {
    guard !isHarmless(text) else { return text }
    var clean = ""
    for scalar in text.unicodeScalars {
      if isControl(scalar), scalar.value > 0x1F {
        let digits = String(scalar.value, radix: 16)
        clean += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        clean.unicodeScalars.append(scalar)
      }
    }
    return clean
  }

  private static func isHarmless(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x0A || $0 == 0x09 }
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // C0, DEL and C1; the line and paragraph separators; overrides of the writing direction, which can make
    // one text look like another.
    case 0...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
