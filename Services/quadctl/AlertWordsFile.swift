import Schema

/// The words of alerts in one language as a module of the web client.
enum AlertWordsFile {
  /// The whole file, without the final line end.
  static func text(_ language: Alerts.Language) throws -> String {
    let words: JSONValue = ["alertTexts": Alerts.Words.of(language).json]
    return """
      // The words of alerts. Generated: quadctl catalogue --alert-words \(language.rawValue)

      export default \(try ScriptText.text(words, before: "export default ".count));
      """
  }
}
