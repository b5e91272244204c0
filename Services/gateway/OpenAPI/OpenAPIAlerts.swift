import Schema

/// The keys of alert texts and reasons in the OpenAPI document. They are not an `enum`: a later release may
/// have more.
enum OpenAPIAlerts {
  /// The schema with the keys and the values of each, in its description and in `x-keys`, if it is that of a
  /// text or a reason.
  static func withKeys(_ schema: JSONValue, as name: String) -> JSONValue {
    switch name {
    case SchemaRecorder.name(of: Alerts.AlertText.self):
      listing(Alerts.TextKey.allCases.map { ($0.rawValue, $0.values) }, in: schema)
    case SchemaRecorder.name(of: Alerts.AlertReason.self):
      listing(Alerts.ReasonKey.allCases.map { ($0.rawValue, $0.values) }, in: schema)
    default: schema
    }
  }

  private static func listing(_ keys: [(String, [String])], in schema: JSONValue) -> JSONValue {
    let lines = keys.map { key, values in
      values.isEmpty ? "`\(key)`" : "`\(key)` (\(values.map { "`\($0)`" }.joined(separator: ", ")))"
    }
    var description = "Keys and their values: \(lines.joined(separator: ", "))."
    if case .string(let text)? = schema["description"] { description = "\(text) \(description)" }
    let keyed = keys.map { JSONValue.Member($0.0, .array($0.1.map(JSONValue.string))) }
    return schema.setting("description", .string(description)).setting("x-keys", .object(keyed))
  }
}
