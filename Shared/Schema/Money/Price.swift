/// Amounts of money in whole minor units of a currency.
package enum Price {
  /// The maximum number of digits of a price before its decimals.
  static let wholeDigits = 7

  /// The highest price: 9,999,999.99, and the same number of whole units in a currency with other decimals.
  /// The sum of a sheet stays far below the limit of Int64.
  package static func maxUnits(digits: Int) -> Int64 {
    (0..<(wholeDigits + digits)).reduce(Int64(1)) { power, _ in power * 10 } - 1
  }

  /// The text of an amount in the format of the locale, without the currency: `1,234.50`.
  ///
  /// `PriceInput` parses it back to the same amount in the same locale.
  /// - Parameter digits: the number of decimals of its currency, 0 to 4.
  package static func text(_ units: Int64, digits: Int, in locale: LocaleName? = nil) -> String {
    let style = NumberStyle.of(locale)
    let magnitude = String(units.magnitude)
    let padded = String(repeating: "0", count: max(0, digits + 1 - magnitude.utf8.count)) + magnitude
    var text = String.UnicodeScalarView()
    if units < 0 { text.append(contentsOf: style.minus.unicodeScalars) }
    let wholeCount = padded.utf8.count - digits
    for (index, digit) in padded.utf8.enumerated() {
      if index == wholeCount {
        text.append(style.decimals[0])
      } else if index > 0, index < wholeCount, style.isGroupStart(left: wholeCount - index) {
        text.append(style.groups[0])
      }
      text.append(style.digit(UInt32(digit - UInt8(ascii: "0"))))
    }
    return String(text)
  }
}

extension NumberStyle {
  /// True if a group begins before the digit with this many digits from it to the end.
  fileprivate func isGroupStart(left: Int) -> Bool {
    left >= lastGroup && (left - lastGroup) % otherGroup == 0
  }

  fileprivate func digit(_ value: UInt32) -> Unicode.Scalar {
    Unicode.Scalar(zero.value + value) ?? zero
  }
}

extension PriceInput {
  /// Returns the price in minor units of a currency; nil for an invalid price.
  /// - Parameter digits: the number of decimals of the currency, 0 to 4.
  package func units(in currency: CurrencyCode, digits: Int, locale: LocaleName?) -> Int64? {
    switch self {
    case .minorUnits(let units):
      return units.magnitude <= UInt64(Price.maxUnits(digits: digits)) ? units : nil
    case .text(let text):
      return PriceReader(currency: currency, digits: digits, style: .of(locale)).units(text)
    }
  }
}
