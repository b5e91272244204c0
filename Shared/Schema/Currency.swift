/// A currency of ISO 4217: three capital letters.
package struct CurrencyCode: CheckedText {
  package let text: String
  package static let bad = FaultCode.currencyUnknown
  package static let sampleText = "USD"
  package init(checked text: String) { self.text = text }

  package init?(_ input: String) {
    guard input.utf8.count == 3,
      input.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
    else { return nil }
    text = input
  }

  package static var schema: JSONValue { ["type": "string", "pattern": "^[A-Z]{3}$"] }
}

extension FaultCode {
  package static let currencyUnknown = FaultCode(
    .invalidArgument, "currency_unknown", "There is no such currency; one looks like USD.")
}
