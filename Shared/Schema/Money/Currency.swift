/// A currency code of ISO 4217: three capital letters. `digits` is nil if it is not listed; old sheets may
/// have a withdrawn one.
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

extension CurrencyCode {
  /// The ISO 4217 data of a currency.
  private struct Entry {
    let digits: Int
    let symbols: [String]
  }

  private static let entries: [String: Entry] = {
    var entries: [String: Entry] = [:]
    for line in table.split(separator: "\n") {
      let parts = line.split(separator: " | ").map(String.init)
      guard let head = parts.first?.split(separator: " "), head.count == 2, let digits = Int(head[1]) else {
        continue
      }
      entries[String(head[0])] = Entry(digits: digits, symbols: Array(parts.dropFirst()))
    }
    return entries
  }()

  /// Every current currency, sorted by code.
  package static let all = entries.keys.sorted().map { CurrencyCode(checked: $0) }

  /// The number of decimals of its prices, 0 to 4; nil for a currency that ISO 4217 does not list or no
  /// longer lists.
  package var digits: Int? { CurrencyCode.entries[text]?.digits }

  /// The symbols for it in texts, besides its code.
  var symbols: [String] { CurrencyCode.entries[text]?.symbols ?? [] }
}

extension FaultCode {
  package static let currencyUnknown = FaultCode(
    .invalidArgument, "currency_unknown", "Enter a currency like USD.")
}
