import JSON
import Schema

/// Values as JavaScript, for generated modules of the web client.
enum ScriptText {
  /// The limit on characters in a line.
  private static let maxLineLength = 110

  /// JSON with a line for each element of a value that does not fit into one line.
  /// - Parameter before: the number of characters before the value in its line.
  static func text(_ value: JSONValue, indent: String = "", before: Int) throws -> String {
    let line = try inOneLine(value)
    // A comma follows.
    guard indent.count + before + line.count + 1 > maxLineLength else { return line }
    let inner = indent + "  "
    switch value {
    case .object(let members):
      let lines = try members.map { member in
        let name = try inOneLine(.string(member.name)) + ": "
        return inner + name + (try text(member.value, indent: inner, before: name.count))
      }
      return "{\n\(lines.joined(separator: ",\n")),\n\(indent)}"
    case .array(let elements):
      let lines = try elements.map { inner + (try text($0, indent: inner, before: 0)) }
      return "[\n\(lines.joined(separator: ",\n")),\n\(indent)]"
    case .null, .bool, .int, .double, .string: return line
    }
  }

  private static func inOneLine(_ value: JSONValue) throws -> String {
    switch value {
    case .object(let members):
      let parts = try members.map { try inOneLine(.string($0.name)) + ": " + inOneLine($0.value) }
      return "{ \(parts.joined(separator: ", ")) }"
    case .array(let elements): return "[\(try elements.map(inOneLine).joined(separator: ", "))]"
    case .null, .bool, .int, .double, .string:
      return String(decoding: try JSONCoding.encode(value), as: UTF8.self)
    }
  }
}
