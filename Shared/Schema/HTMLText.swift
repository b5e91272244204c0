extension StringProtocol {
  /// The text for the content of an HTML element, or for an attribute in quotes.
  ///
  /// Goes by scalars: to Swift, a quotation mark and the accent that follows it are one character, which
  /// equals no quotation mark. Control characters, which a document may not have, become spaces.
  package var htmlEscaped: String {
    var escaped = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;".unicodeScalars
      case "<": escaped += "&lt;".unicodeScalars
      case ">": escaped += "&gt;".unicodeScalars
      case "\"": escaped += "&quot;".unicodeScalars
      case "'": escaped += "&#39;".unicodeScalars
      case _ where scalar.properties.generalCategory == .control && scalar != "\n": escaped.append(" ")
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }
}
