/// The words of a search, 2 to 100 characters with a letter or a digit among them.
package struct SearchWords: CheckedText {
  package let text: String
  package static let bad = FaultCode.queryBad
  package static let sampleText = "birthday cake"
  package static let minLength = 2
  package static let maxLength = 100
  package init(checked text: String) { self.text = text }

  package init?(_ input: String) {
    guard input.utf8.count <= 4 * SearchWords.maxLength else { return nil }
    let text = Text.trim(Text.normalize(input))
    guard (SearchWords.minLength...SearchWords.maxLength).contains(text.count),
      text.unicodeScalars.contains(where: SearchWords.isOfWord),
      !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { return nil }
    self.text = text
  }

  /// True for letters and digits of any script.
  package static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }

  package static var schema: JSONValue {
    ["type": "string", "minLength": .int(Int64(minLength)), "maxLength": .int(Int64(maxLength))]
  }
}

extension FaultCode {
  package static let queryBad = FaultCode(
    .invalidArgument, "query_bad", "Search for a word of 2 to 100 characters.")
}
