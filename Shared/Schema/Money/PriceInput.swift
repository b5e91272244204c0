/// A price from a person or a program: whole minor units, or text in the format of a locale. The text can be
/// parsed only once the currency is known.
package enum PriceInput: Hashable, Sendable {
  case minorUnits(Int64)
  case text(String)

  /// The maximum length of a text in Unicode characters, as JSON Schema counts them. A longer one is not
  /// parsed.
  package static let maxTextLength = 50

  /// True for a text that is short enough to parse.
  static func fits(_ text: String) -> Bool { text.unicodeScalars.count <= maxTextLength }
}

extension PriceInput: Codable, SchemaDescribed {
  package init(from decoder: any Decoder) throws {
    let value = try JSONValue(from: decoder)
    switch value {
    case .int(let units): self = .minorUnits(units)
    case .string(let text) where PriceInput.fits(text): self = .text(text)
    case .string, .double: throw Fault(.priceBad, at: decoder)
    default: throw Fault(.wrongType, at: decoder)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .minorUnits(let units): try container.encode(units)
    case .text(let text): try container.encode(text)
    }
  }

  package static var schema: JSONValue {
    [
      "anyOf": [
        ["type": "integer", "format": "int64"],
        ["type": "string", "minLength": 1, "maxLength": .int(Int64(maxTextLength))],
      ]
    ]
  }
  package static var sample: PriceInput { .text("120.50") }
  package static var faults: [FaultCode] { [.priceBad] }
}

/// A locale of CLDR such as `en`, `de-AT` or `zh-Hant-TW`, which decides the number format. An unlisted
/// locale uses its language.
package struct LocaleName: CheckedText {
  package let text: String
  package static let bad = FaultCode.localeBad
  package static let sampleText = "en-US"
  package static let maxLength = 50
  package init(checked text: String) { self.text = text }

  /// Parses parts of 1 to 8 letters and digits, the first of 2 to 8 letters, separated by dashes or
  /// underscores.
  package init?(_ input: String) {
    guard (2...LocaleName.maxLength).contains(input.utf8.count) else { return nil }
    let dashed = String(input.map { $0 == "_" ? "-" : $0 })
    let parts = dashed.split(separator: "-", omittingEmptySubsequences: false)
    guard
      parts.allSatisfy({ part in
        (1...8).contains(part.utf8.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
      }),
      let language = parts.first, language.utf8.count >= 2, language.allSatisfy(\.isLetter)
    else { return nil }
    text = dashed
  }

  package static var schema: JSONValue {
    [
      "type": "string", "pattern": "^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$",
      "maxLength": .int(Int64(maxLength)),
    ]
  }
}

extension FaultCode {
  package static let priceBad = FaultCode(
    .invalidArgument, "price_bad",
    "Enter a price like 120.50, up to 9,999,999.99.")
  package static let localeBad = FaultCode(
    .invalidArgument, "locale_bad", "Enter a locale like en-US.")
}
