/// The values of numbers that the scan has taken.
enum JSONNumber {
  /// Returns nil if the number is no integer or does not fit. `1.0` and `1e2` are integers.
  static func whole<Number: FixedWidthInteger>(
    _ type: Number.Type, _ text: ArraySlice<UInt8>, isPlain: Bool
  ) -> Number? {
    guard !isPlain else { return whole(type, digits: text, zeros: 0) }
    var digits: [UInt8] = []
    var (fraction, isFraction) = (0, false)
    var rest = text
    while let byte = rest.popFirst(), byte != UInt8(ascii: "e"), byte != UInt8(ascii: "E") {
      if byte == UInt8(ascii: ".") {
        isFraction = true
      } else {
        digits.append(byte)
        if isFraction { fraction += 1 }
      }
    }
    while digits.count > 1, digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      fraction -= 1
    }
    if digits.allSatisfy({ $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: "-") }) { return 0 }
    let exponent = exponent(rest)
    guard exponent >= fraction else { return nil }
    return whole(type, digits: digits[...], zeros: exponent - fraction)
  }

  /// Returns nil for a number that is too large. Tiny ones are 0.
  static func real(_ text: ArraySlice<UInt8>) -> Double? {
    Double(String(decoding: text, as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
  }

  /// No type has an integer of more digits; a longer exponent need not be exact.
  private static let maxExponent = 1 << 32

  private static func exponent(_ text: ArraySlice<UInt8>) -> Int {
    let digits = text.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    let value = digits.reduce(0) { min($0 * 10 + Int($1 - UInt8(ascii: "0")), maxExponent) }
    return text.first == UInt8(ascii: "-") ? -value : value
  }

  private static func whole<Number: FixedWidthInteger>(
    _ type: Number.Type, digits: ArraySlice<UInt8>, zeros: Int
  ) -> Number? {
    let isNegative = digits.first == UInt8(ascii: "-")
    var value: Number = 0
    for digit in isNegative ? digits.dropFirst() : digits {
      let (tens, isOver) = value.multipliedReportingOverflow(by: 10)
      let ones = Number(digit - UInt8(ascii: "0"))
      let (sum, isFarOver) =
        isNegative ? tens.subtractingReportingOverflow(ones) : tens.addingReportingOverflow(ones)
      if isOver || isFarOver { return nil }
      value = sum
    }
    // The value is not 0, so it soon does not fit.
    for _ in 0..<zeros {
      let (tens, isOver) = value.multipliedReportingOverflow(by: 10)
      if isOver { return nil }
      value = tens
    }
    return value
  }
}
