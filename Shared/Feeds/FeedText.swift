internal import Schema

/// Short texts of strangers.
package enum FeedText {
  /// The text on one line, without control characters and characters that turn its direction. A longer one
  /// ends with an ellipsis.
  package static func line(_ text: String, maxLength: Int) -> String {
    var scalars = String.UnicodeScalarView()
    var isGap = true
    // A character may be longer than any text should be.
    for scalar in text.unicodeScalars.prefix(8 * maxLength) {
      if scalar.properties.isWhitespace || scalar.properties.generalCategory == .control {
        if !isGap { scalars.append(" ") }
        isGap = true
      } else {
        scalars.append(scalar)
        isGap = false
      }
    }
    let line = Text.trim(Text.removingTurns(Text.normalize(String(scalars)), allowsLines: false))
    guard line.count > maxLength else { return line }
    return Text.trim(String(line.prefix(maxLength - 1))) + "…"
  }

  /// The same; nil for a text without anything to see.
  static func lineOrNil(_ text: String?, maxLength: Int) -> String? {
    guard let text else { return nil }
    let line = line(text, maxLength: maxLength)
    return line.isEmpty ? nil : line
  }
}
