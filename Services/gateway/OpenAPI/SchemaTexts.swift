import Schema

/// The descriptions in the OpenAPI document: the doc comments of Schema's types and members. `Texts/` is
/// generated from the comments, one line each: `RoomhubAddTask.due The moment by which …`.
struct SchemaTexts: Sendable {
  private let texts: [Substring: Substring]

  init() {
    var texts: [Substring: Substring] = [:]
    for table in [
      Self.alerts, Self.attendance, Self.auth, Self.campus, Self.events, Self.guide, Self.media,
      Self.notifier, Self.roomhub, Self.value,
    ] {
      for line in table.split(separator: "\n") {
        let parts = line.split(separator: " ", maxSplits: 1)
        if parts.count == 2 { texts[parts[0]] = parts[1] }
      }
    }
    // The members for languages come from the list, and not from declarations with a comment.
    for type in [SchemaRecorder.name(of: Guide.Words.self), SchemaRecorder.name(of: Guide.Case.self)] {
      for language in Alerts.Language.allCases {
        texts["\(type).\(language.rawValue)"] = "The text in \("\(language)".capitalizedASCII)."
      }
    }
    self.texts = texts
  }

  /// The description of the type with this component name.
  func type(_ name: String) -> String? { texts[Self.declaration(of: name)].map(String.init) }

  /// The description of a member of the type with this component name.
  func member(_ member: String, of name: String) -> String? {
    texts["\(Self.declaration(of: name)).\(member)"].map(String.init)
  }

  /// The schema of the type with this component name, and of each of its members, with its description.
  func describing(_ schema: JSONValue, as name: String) -> JSONValue {
    var described = schema
    if let text = type(name) { described = described.setting("description", .string(text)) }
    guard case .object(let members)? = schema["properties"] else { return described }
    return described.setting(
      "properties",
      .object(members.map { JSONValue.Member($0.name, describing($0.value, $0.name, of: name)) }))
  }

  /// The schema of a member with its description.
  func describing(_ schema: JSONValue, _ member: String, of name: String) -> JSONValue {
    guard let text = self.member(member, of: name) else { return schema }
    return schema.setting("description", .string(text))
  }

  /// A list's page is declared once for all lists.
  private static func declaration(of name: String) -> Substring {
    name.hasPrefix("PageOf") ? "Page" : Substring(name)
  }
}
