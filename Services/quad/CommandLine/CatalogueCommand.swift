import Bus
import Schema

/// `quad catalogue`: the contents of a site, as JSON.
enum CatalogueCommand: Command {
  static let name = "catalogue"
  static let summary = "programs, topics, scopes, settings, limits, requests and faults as JSON"
  static let audience = Audience.operators
  static let verbs = [
    Verb("", "", "print what this version consists of") { arguments in
      try arguments.refuseMore(than: 0)
      Output.say(try text())
    }
  ]
  static let notes = """
    It is the same for every site of this version. A row is a line, so that differences are read easily.
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
