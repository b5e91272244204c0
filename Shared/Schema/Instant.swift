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

  /// The time from `earlier` to self; negative if self is before it.
  package func since(_ earlier: Instant) -> Duration { .milliseconds(milliseconds - earlier.milliseconds) }

  /// The start of the hour, the only time published for an anonymous message.
  package var hour: Instant {
    let length: Int64 = 3_600_000
    let rest = milliseconds % length
    return Instant(milliseconds: milliseconds - (rest < 0 ? rest + length : rest))
  }
}

extension Duration {
  /// Whole milliseconds, rounded toward zero.
  package var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds &* 1000 &+ attoseconds / 1_000_000_000_000_000
  }

  /// The seconds with their fraction. Not from `Duration.attoseconds`: a number of 128 bits becomes a
  /// `Double` in a generic function that takes 0.7 µs.
  package var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) * 1e-18
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
