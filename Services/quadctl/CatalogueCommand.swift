import Bus
import JSON
import Schema
import Terminal

/// `quadctl catalogue`: the contents of a site, as JSON.
enum CatalogueCommand: Command {
  static let name = "catalogue"
  static let summary = "Print what this version consists of, as JSON"
  static let verbs = [
    Verb(
      "", "", summary,
      options: [
        .value(
          "alert-words", "LANGUAGE", is: "Print the words of alerts as a module of the web client",
          choices: languages),
        .flag("event-looks", "Print the looks of events as a module of the web client"),
        .flag("settings", "Print the table of all settings as Markdown"),
      ]
    ) { arguments in
      try arguments.refuseMore(than: 0)
      if arguments.has("settings") { return Output.say(SettingsPage.text()) }
      if arguments.has("event-looks") { return Output.say(try EventLooksFile.text()) }
      guard let word = arguments.value("alert-words") else { return Output.say(try text()) }
      guard let language = Alerts.Language(rawValue: word) else {
        throw UsageError("\(word) is not \(Alerts.Language.listed)")
      }
      Output.say(try AlertWordsFile.text(language))
    }
  ]
  private static let languages = Alerts.Language.allCases.map(\.rawValue)
  static let notes = """
    The output has one row per line and is the same for every site of this version.
    """

  /// The whole document, without the final line end.
  static func text() throws -> String {
    let sections = try CatalogueDocument().sections.map { section in
      let rows = try section.rows.map { String(decoding: try JSONCoding.encode($0), as: UTF8.self) }
      return "\"\(section.name)\": [\n\(rows.joined(separator: ",\n"))\n]"
    }
    return "{\n\(sections.joined(separator: ",\n"))\n}"
  }
}
