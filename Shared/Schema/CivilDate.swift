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

extension CivilDate: Comparable {
  package static func < (left: CivilDate, right: CivilDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  /// The day after this many days; nil outside of the years 1 to 9999.
  package func adding(days: Int64) -> CivilDate? {
    let moved = daysSince1970.addingReportingOverflow(days)
    guard !moved.overflow, CivilDate.allDays.contains(moved.partialValue) else { return nil }
    return CivilDate(daysSince1970: moved.partialValue)
  }

  /// The days from 0001-01-01 to 9999-12-31.
  package static let allDays: ClosedRange<Int64> = -719_162...2_932_896

  package enum Weekday: Int, CaseIterable, Sendable {
    case monday = 1
    case tuesday, wednesday, thursday, friday, saturday, sunday
  }

  /// The day of the week; 1970-01-01 was a Thursday.
  package var weekday: Weekday {
    let number = ((daysSince1970 + 3) % 7 + 7) % 7 + 1
    return Weekday(rawValue: Int(number)) ?? .monday
  }
}

extension CivilDate {
  /// The years that people can enter. An earlier one is a slip, such as 0002 of a year typed halfway.
  package static let enteredYears: ClosedRange<Int64> = 1900...9999

  /// - Throws: `date_bad` for a year outside of `enteredYears`.
  package func checkEntered(_ field: String) throws(Fault) {
    guard CivilDate.enteredYears.contains(year) else { throw Fault(.dateBad, field: field) }
  }
}

extension Instant {
  /// - Throws: `date_bad` for a year outside of `CivilDate.enteredYears` in UTC.
  package func checkEntered(_ field: String) throws(Fault) {
    let day = milliseconds >= 0 ? milliseconds / 86_400_000 : (milliseconds - 86_399_999) / 86_400_000
    try CivilDate(daysSince1970: day).checkEntered(field)
  }
}

/// JSON form `2026-10-15`. A day that does not exist is the fault `date_bad`.
extension CivilDate: WrittenValue {
  package init?(_ description: String) {
    var reader = DigitReader(description)
    guard let date = reader.date(), reader.isAtEnd else { return nil }
    self = date
  }

  package var description: String {
    "\(DigitReader.text(year, 4))-\(DigitReader.text(month, 2))-\(DigitReader.text(day, 2))"
  }

  package static var schema: JSONValue { ["type": "string", "format": "date"] }
  package static var sample: CivilDate { CivilDate(daysSince1970: 20_741) }
  package static var bad: FaultCode { .dateBad }
}
