import FoundationEssentials
import JSON
import Schema

/// JSON laid out in lines, for a person.
enum LaidOutJSON {
  /// The JSON in lines; nil for bytes that are not JSON.
  static func text(_ bytes: [UInt8]) -> String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      let value = try JSONCoding.decode(JSONValue.self, from: bytes)
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch { return nil }
  }
}
