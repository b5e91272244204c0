import Schema
import Testing

/// Clients check by what the OpenAPI document says: it has to allow all that is taken.
@Suite("A text that is taken matches the pattern that the document gives")
struct PatternTests {
  private static let types: [any WrittenValue.Type] = [
    DormID.self, PhoneNumber.self, CurrencyCode.self, LocaleName.self, ObjectName.self, WallTime.self,
    TimeOfDay.self,
  ]
  private static let pieces = [
    " ", "  ", "\t", "\n", "\u{A0}", "\u{2003}", "\u{FEFF}", "-", "_", ".", "+", "0", "a", "A", "z", "(",
    // Letters beyond ASCII whose lower or upper case is in it.
    "\u{212A}", "\u{17F}", "\u{664}",
  ]

  /// The text, in other case, and with a piece put in, or in place of a character, anywhere.
  private static func changed(_ text: String) -> [String] {
    var changed = [text, text.uppercased(), text.lowercased()]
    let characters = Array(text)
    for place in 0...characters.count {
      for piece in pieces {
        changed.append(String(characters[..<place]) + piece + String(characters[place...]))
        guard place < characters.count else { continue }
        changed.append(String(characters[..<place]) + piece + String(characters[(place + 1)...]))
      }
      if place < characters.count {
        changed.append(String(characters[..<place]) + String(characters[(place + 1)...]))
      }
    }
    return changed
  }

  /// Changed samples that the type takes and its pattern does not allow.
  private static func surplus<Value: WrittenValue>(of type: Value.Type) throws -> [String] {
    guard case .string(let pattern)? = Value.schema["pattern"] else { return ["no pattern"] }
    let expression = try Regex(pattern)
    let taken = changed(Value.sample.description).filter { Value($0) != nil }
    #expect(!taken.isEmpty, "\(type) does not take its own sample")
    return try taken.filter { try expression.wholeMatch(in: $0) == nil }
  }

  @Test("the sample, changed at each place")
  func samples() throws {
    for type in PatternTests.types {
      let surplus = try PatternTests.surplus(of: type)
      #expect(surplus.isEmpty, "\(type) takes \(surplus.first?.debugDescription ?? "")")
    }
  }

  @Test("one that takes any case and does not say so is found")
  func control() throws {
    #expect(try PatternTests.surplus(of: FoldedText.self).contains("FORBES"))
  }
}

private struct FoldedText: CheckedText {
  let text: String
  static let bad = FaultCode.valueBlank
  static let sampleText = "forbes"
  init(checked text: String) { self.text = text }
  init?(_ input: String) { self.init(checked: input.lowercased()) }
  static var schema: JSONValue { ["type": "string", "pattern": "^[a-z]+$"] }
}
