/// A moment in UTC, to the millisecond. JSON form `2026-09-01T12:00:00.000Z`; Int64 Unix milliseconds in bus
/// headers and SQL. Years 1 to 9999.
package struct Instant: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
  package let milliseconds: Int64

  package init(milliseconds: Int64) {
    self.milliseconds = min(max(milliseconds, Instant.earliest), Instant.latest)
  }

  private static let earliest: Int64 = -62_135_596_800_000
  private static let latest: Int64 = 253_402_300_799_999

  package static func < (left: Instant, right: Instant) -> Bool { left.milliseconds < right.milliseconds }

  package func advanced(by duration: Duration) -> Instant {
    Instant(milliseconds: milliseconds.addingReportingOverflow(duration.milliseconds).partialValue)
  }

  /// Time from `earlier` to self; negative when self is before it.
  package func since(_ earlier: Instant) -> Duration { .milliseconds(milliseconds - earlier.milliseconds) }

  /// The start of the hour: all that is told of when an anonymous message was written.
  package var hour: Instant {
    let length: Int64 = 3_600_000
    let rest = milliseconds % length
    return Instant(milliseconds: milliseconds - (rest < 0 ? rest + length : rest))
  }
}

extension Duration {
  /// Whole milliseconds, towards zero.
  package var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds &* 1000 &+ attoseconds / 1_000_000_000_000_000
  }
}

extension Instant: LosslessStringConvertible {
  package var description: String {
    let dayLength: Int64 = 86_400_000
    var days = milliseconds / dayLength
    var rest = milliseconds % dayLength
    if rest < 0 {
      rest += dayLength
      days -= 1
    }
    let date = CivilDate(daysSince1970: days)
    return unsafe String(unsafeUninitializedCapacity: 24) { text in
      var position = 0
      func put(_ value: Int64, _ width: Int, _ separator: Unicode.Scalar) {
        var left = value
        for place in stride(from: position + width - 1, through: position, by: -1) {
          unsafe text[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: left % 10)
          left /= 10
        }
        unsafe text[position + width] = UInt8(ascii: separator)
        position += width + 1
      }
      put(date.year, 4, "-")
      put(date.month, 2, "-")
      put(date.day, 2, "T")
      put(rest / 3_600_000, 2, ":")
      put(rest / 60_000 % 60, 2, ":")
      put(rest / 1000 % 60, 2, ".")
      put(rest % 1000, 3, "Z")
      return position
    }
  }

  /// Accepts `YYYY-MM-DDTHH:MM:SS[.f{1,9}](Z|±HH:MM)`; digits past the millisecond are cut. A date that does
  /// not exist (2026-02-30), hour 24 and leap seconds are nil.
  package init?(_ description: String) {
    var reader = DigitReader(description)
    guard let year = reader.number(4), reader.take("-"), let month = reader.number(2), reader.take("-"),
      let day = reader.number(2), reader.take("T") || reader.take("t"), let hour = reader.number(2),
      reader.take(":"),
      let minute = reader.number(2), reader.take(":"), let second = reader.number(2),
      let date = CivilDate(year: year, month: month, day: day), hour < 24, minute < 60, second < 60
    else { return nil }
    var fraction: Int64 = 0
    if reader.take(".") {
      guard let digits = reader.fraction() else { return nil }
      fraction = digits
    }
    var offset: Int64 = 0
    if !(reader.take("Z") || reader.take("z")) {
      let isWest = reader.take("-")
      guard isWest || reader.take("+"), let hours = reader.number(2), reader.take(":"),
        let minutes = reader.number(2),
        hours < 24, minutes < 60
      else { return nil }
      offset = (hours * 60 + minutes) * 60_000 * (isWest ? -1 : 1)
    }
    guard reader.isAtEnd else { return nil }
    let time = hour * 3_600_000 + minute * 60_000 + second * 1000 + fraction
    let milliseconds = date.daysSince1970 * 86_400_000 + time - offset
    guard (Instant.earliest...Instant.latest).contains(milliseconds) else { return nil }
    self.milliseconds = milliseconds
  }
}

/// A day of the proleptic Gregorian calendar. Conversions: Howard Hinnant, "chrono-Compatible Low-Level Date
/// Algorithms", days_from_civil and civil_from_days.
package struct CivilDate: Hashable, Sendable {
  package let year: Int64
  package let month: Int64
  package let day: Int64

  /// Nil for a day that does not exist; years 1 to 9999.
  package init?(year: Int64, month: Int64, day: Int64) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1 else { return nil }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths: [Int64] = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard day <= lengths[Int(month) - 1] else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  package init(daysSince1970 days: Int64) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  package var daysSince1970: Int64 {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}

/// Reads fixed-width decimal fields from ASCII text.
private struct DigitReader {
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

  /// One to nine digits after the point, as milliseconds.
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

  private mutating func digit() -> Int64? {
    guard let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
    rest.removeFirst()
    return Int64(byte - UInt8(ascii: "0"))
  }
}
