/// Reads decimal fields of fixed width from ASCII text.
struct DigitReader {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = Substring(text).utf8 }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func take(_ character: Character) -> Bool {
    guard let byte = rest.first, byte == character.asciiValue else { return false }
    rest.removeFirst()
    return true
  }

  mutating func number(_ width: Int) -> Int64? {
    var value: Int64 = 0
    for _ in 0..<width {
      guard let digit = digit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  /// Reads one to nine digits after the point, as milliseconds.
  mutating func fraction() -> Int64? {
    var value: Int64 = 0
    var count = 0
    while let digit = digit() {
      if count < 3 { value = value * 10 + digit }
      count += 1
    }
    guard (1...9).contains(count) else { return nil }
    while count < 3 {
      value *= 10
      count += 1
    }
    return value
  }

  /// Reads `2026-10-15`.
  mutating func date() -> CivilDate? {
    guard let year = number(4), take("-"), let month = number(2), take("-"), let day = number(2) else {
      return nil
    }
    return CivilDate(year: year, month: month, day: day)
  }

  /// Reads `19:00` or `19:00:30`.
  mutating func timeOfDay() -> TimeOfDay? {
    guard let hour = number(2), take(":"), let minute = number(2) else { return nil }
    guard !isAtEnd else { return TimeOfDay(hour: Int(hour), minute: Int(minute)) }
    guard take(":"), let second = number(2) else { return nil }
    return TimeOfDay(hour: Int(hour), minute: Int(minute), second: Int(second))
  }

  /// The digits of a nonnegative number, with leading zeros.
  static func text(_ value: Int64, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }

  private mutating func digit() -> Int64? {
    guard let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
    rest.removeFirst()
    return Int64(byte - UInt8(ascii: "0"))
  }
}
