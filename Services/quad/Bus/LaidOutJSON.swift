import Bus
import FoundationEssentials
import Schema

/// JSON in lines, for a person.
enum LaidOutJSON {
  /// Nil for bytes that are no JSON.
  static func text(_ bytes: [UInt8]) -> String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      let value = try JSONCoding.decode(JSONValue.self, from: bytes)
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch { return nil }
  }
}
