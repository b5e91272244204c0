/// Parses a price that a person wrote: `1,234.50`, `-1.234,50 €`, `CHF 1’234.50`, `١٢٣٫٥٠`.
///
/// An ambiguous sign is rejected, never guessed: `1.50` is not a German price. A space or an apostrophe may
/// separate groups in every locale, because neither is a decimal sign anywhere.
struct PriceReader {
  let currency: CurrencyCode
  /// The number of decimals of the currency.
  let digits: Int
  let style: NumberStyle

  private static let spaces: Set<Unicode.Scalar> = [" ", "\u{A0}", "\u{2009}", "\u{202F}"]
  private static let apostrophes: Set<Unicode.Scalar> = ["'", "\u{2019}"]
  private static let minuses: Set<Unicode.Scalar> = ["-", "\u{2212}"]
  /// Marks that only change the writing direction.
  private static let directions: Set<Unicode.Scalar> = [
    "\u{200E}", "\u{200F}", "\u{61C}", "\u{202A}", "\u{202B}", "\u{202C}", "\u{202D}", "\u{202E}", "\u{2066}",
    "\u{2067}", "\u{2068}", "\u{2069}",
  ]

  /// Returns the minor units; nil for a text that is not a price, has more decimals than the currency, or is
  /// beyond the limit.
  func units(_ text: String) -> Int64? {
    guard PriceInput.fits(text) else { return nil }
    var rest = PriceReader.plain(text)[...]
    var isNegative = false
    var hasSign = false
    var hasCurrency = false
    func takeSign() {
      guard !hasSign, let first = rest.first, first == "+" || PriceReader.minuses.contains(first) else {
        return
      }
      (hasSign, isNegative) = (true, first != "+")
      rest = PriceReader.trimmed(rest.dropFirst())
    }
    rest = PriceReader.trimmed(rest)
    takeSign()
    if let length = currencyLength(rest, atEnd: false) {
      hasCurrency = true
      rest = PriceReader.trimmed(rest.dropFirst(length))
      takeSign()
    }
    if !hasCurrency, let length = currencyLength(rest, atEnd: true) {
      rest = PriceReader.trimmed(rest.dropLast(length))
    }
    guard let amount = amount(rest) else { return nil }
    return isNegative ? -amount : amount
  }

  /// Drops direction marks and replaces full-width forms, which Japanese keyboards type, with ASCII.
  private static func plain(_ text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.compactMap { scalar in
      if directions.contains(scalar) { return nil }
      guard (0xFF01...0xFF5E).contains(scalar.value) else { return scalar }
      return Unicode.Scalar(scalar.value - 0xFEE0)
    }
  }

  private static func trimmed(_ scalars: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar> {
    let isSpace = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
    let front = scalars.drop(while: isSpace)
    guard let last = front.lastIndex(where: { !isSpace($0) }) else { return [] }
    return front[...last]
  }

  /// The length of the currency's code or longest symbol at that end (`AUD$` is a symbol of `AUD`); nil if
  /// there is none.
  private func currencyLength(_ text: ArraySlice<Unicode.Scalar>, atEnd: Bool) -> Int? {
    let code = currency.text.unicodeScalars.count
    let part = atEnd ? text.suffix(code) : text.prefix(code)
    let isCode = part.map({ Character($0).uppercased() }).joined() == currency.text
    let symbols = currency.symbols.map { Array($0.unicodeScalars) }
      .filter { atEnd ? text.reversed().starts(with: $0.reversed()) : text.starts(with: $0) }
    return (symbols.map(\.count) + (isCode ? [code] : [])).max()
  }

  /// Parses digits, grouped or not, and decimals.
  private func amount(_ text: ArraySlice<Unicode.Scalar>) -> Int64? {
    let halves = text.split(maxSplits: 1, omittingEmptySubsequences: false) { style.decimals.contains($0) }
    guard let first = halves.first, let whole = whole(first) else { return nil }
    var fraction: [Int64] = []
    if halves.count == 2 {
      guard let read = values(halves[1]), (1...max(1, digits)).contains(read.count), digits > 0 else {
        return nil
      }
      fraction = read
    }
    guard halves.count == 2 || !first.isEmpty else { return nil }
    guard usesOneKindOfDigits(text) else { return nil }
    let units = (fraction + Array(repeating: 0, count: digits - fraction.count)).reduce(whole) {
      $0 * 10 + $1
    }
    return units <= Price.maxUnits(digits: digits) ? units : nil
  }

  /// The whole units; 0 without digits, nil for groups of a wrong size and for too many digits.
  private func whole(_ text: ArraySlice<Unicode.Scalar>) -> Int64? {
    guard !text.isEmpty else { return 0 }
    guard let separator = text.first(where: { value($0) == nil }) else { return number(text) }
    guard let kind = groupSigns(separator) else { return nil }
    let groups = text.split(omittingEmptySubsequences: false) { kind.contains($0) }
    guard let first = groups.first, let last = groups.last, (1...style.otherGroup).contains(first.count),
      last.count == style.lastGroup, first.first.flatMap(value) != 0,
      groups.dropFirst().dropLast().allSatisfy({ $0.count == style.otherGroup })
    else { return nil }
    return number(ArraySlice(groups.joined()))
  }

  /// The group signs that are interchangeable with this one; nil if it is not a group sign.
  private func groupSigns(_ sign: Unicode.Scalar) -> Set<Unicode.Scalar>? {
    if PriceReader.spaces.contains(sign) { return PriceReader.spaces }
    if PriceReader.apostrophes.contains(sign) { return PriceReader.apostrophes }
    return style.groups.contains(sign) ? [sign] : nil
  }

  private func number(_ text: ArraySlice<Unicode.Scalar>) -> Int64? {
    guard let values = values(text) else { return nil }
    let significant = values.drop { $0 == 0 }
    guard significant.count <= Price.wholeDigits else { return nil }
    return significant.reduce(0) { $0 * 10 + $1 }
  }

  private func values(_ text: ArraySlice<Unicode.Scalar>) -> [Int64]? {
    let values = text.compactMap(value)
    return values.count == text.count ? values : nil
  }

  private func value(_ scalar: Unicode.Scalar) -> Int64? {
    for zero in ["0", style.zero] where scalar.value >= zero.value && scalar.value < zero.value + 10 {
      return Int64(scalar.value - zero.value)
    }
    return nil
  }

  private func usesOneKindOfDigits(_ text: ArraySlice<Unicode.Scalar>) -> Bool {
    let digits = text.filter { value($0) != nil }
    return digits.allSatisfy(\.isASCII) || !digits.contains(where: \.isASCII)
  }
}
