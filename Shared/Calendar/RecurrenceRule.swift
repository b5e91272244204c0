package import Schema

/// A recurrence rule: the commonly used part of RFC 5545 3.3.10.
///
/// FREQ (DAILY, WEEKLY, MONTHLY, YEARLY), INTERVAL, BYMONTH, BYDAY, BYMONTHDAY, COUNT or UNTIL, and WKST.
/// Dates that do not exist (the 30th of February, a 31st of April) are skipped and not counted by COUNT. The
/// start is an occurrence only if it follows the rule.
package struct RecurrenceRule: Hashable, Sendable {
  package enum Frequency: String, Sendable {
    case daily = "DAILY"
    case weekly = "WEEKLY"
    case monthly = "MONTHLY"
    case yearly = "YEARLY"
  }

  /// `MO`, or the first (`1MO`) or last (`-1MO`) of a month or year.
  package struct Day: Hashable, Sendable {
    /// 0 for every such day.
    package let ordinal: Int
    package let weekday: CivilDate.Weekday
  }

  /// The last possible moment of an occurrence.
  package enum Until: Hashable, Sendable {
    /// The end of a date, in the event's wall time.
    case date(CivilDate)
    /// A time, in the event's wall time.
    case wallTime(WallTime)
    case instant(Instant)
  }

  package enum End: Hashable, Sendable {
    case never
    case count(Int)
    case until(Until)
  }

  package static let maxTextLength = 300
  package static let maxInterval = 9999
  package static let maxCount = 10_000

  package let frequency: Frequency
  /// The number of days, weeks, months or years between periods.
  package let interval: Int
  /// 1 to 12, ascending, without duplicates; empty for all.
  package let months: [Int]
  /// In the order of a month, without duplicates.
  package let days: [Day]
  /// 1 to 31, or -1 (the last) to -31.
  package let monthDays: [Int]
  package let end: End
  package let weekStart: CivilDate.Weekday

  /// - Throws: `unsupported` with the part that Quad does not support, `bad` with the invalid part.
  package init(_ text: String) throws(RuleFault) {
    let parts = try RuleText(text)
    frequency = parts.frequency
    interval = parts.interval
    months = parts.months
    days = parts.days
    monthDays = parts.monthDays
    end = parts.end
    weekStart = parts.weekStart
  }

  /// Creates a rule from validated parts.
  init(
    frequency: Frequency, interval: Int, months: [Int], days: [Day], monthDays: [Int], end: End,
    weekStart: CivilDate.Weekday
  ) {
    self.frequency = frequency
    self.interval = interval
    self.months = months
    self.days = days
    self.monthDays = monthDays
    self.end = end
    self.weekStart = weekStart
  }

  /// The canonical text of the rule: parts in a fixed order, without defaults.
  package var text: String {
    var parts = ["FREQ=\(frequency.rawValue)"]
    if interval != 1 { parts.append("INTERVAL=\(interval)") }
    switch end {
    case .never: break
    case .count(let count): parts.append("COUNT=\(count)")
    case .until(let until): parts.append("UNTIL=\(until.text)")
    }
    if !months.isEmpty { parts.append("BYMONTH=" + months.map(String.init).joined(separator: ",")) }
    if !days.isEmpty { parts.append("BYDAY=" + days.map(\.text).joined(separator: ",")) }
    if !monthDays.isEmpty {
      parts.append("BYMONTHDAY=" + monthDays.map(String.init).joined(separator: ","))
    }
    if weekStart != .monday { parts.append("WKST=\(weekStart.code)") }
    return parts.joined(separator: ";")
  }
}

/// The reason why a rule is rejected.
package enum RuleFault: Error, Hashable, Sendable {
  case unsupported(part: String)
  case bad(part: String)

  package var code: FaultCode {
    switch self {
    case .unsupported: .rruleUnsupported
    case .bad: .rruleBad
    }
  }

  /// The text for people, which names the part.
  package var message: String {
    switch self {
    case .unsupported(let part): "Quad does not know \(part) in a rule for repeats."
    case .bad(let part):
      part.isEmpty ? code.message : "\(part) makes no sense in this rule for repeats."
    }
  }

  /// Returns the fault of the member that contains the rule.
  package func fault(field: String) -> Fault {
    Fault(FaultCode(code.kind, code.code, message), field: field)
  }
}

extension RecurrenceRule.Day {
  var text: String { (ordinal == 0 ? "" : String(ordinal)) + weekday.code }
}

extension RecurrenceRule.Until {
  var text: String {
    switch self {
    case .date(let date): date.basicText
    case .wallTime(let time): time.basicText
    case .instant(let instant): Zone.utc.wallTime(at: instant).basicText + "Z"
    }
  }
}

extension CivilDate.Weekday {
  /// The first two letters (RFC 5545).
  var code: String {
    switch self {
    case .monday: "MO"
    case .tuesday: "TU"
    case .wednesday: "WE"
    case .thursday: "TH"
    case .friday: "FR"
    case .saturday: "SA"
    case .sunday: "SU"
    }
  }

  init?(code: Substring) {
    guard let day = CivilDate.Weekday.allCases.first(where: { $0.code == code }) else { return nil }
    self = day
  }
}

extension CivilDate {
  /// `20261015`
  var basicText: String { String(description.filter { $0 != "-" }) }

  /// Returns nil for anything but eight digits that are a date.
  init?(basic text: Substring) {
    guard text.utf8.count == 8, text.utf8.allSatisfy(\.isASCIIDigit), let year = Int64(text.prefix(4)),
      let month = Int64(text.dropFirst(4).prefix(2)), let day = Int64(text.suffix(2))
    else { return nil }
    self.init(year: year, month: month, day: day)
  }
}

extension WallTime {
  /// `20261015T190000`
  var basicText: String { String(description.filter { $0 != "-" && $0 != ":" }) }

  /// Returns nil for anything but a date, `T` and six digits that are a time of day.
  init?(basic text: Substring) {
    let time = text.dropFirst(9)
    guard text.utf8.count == 15, text.dropFirst(8).first == "T", time.utf8.allSatisfy(\.isASCIIDigit),
      let date = CivilDate(basic: text.prefix(8)), let hour = Int(time.prefix(2)),
      let minute = Int(time.dropFirst(2).prefix(2)), let second = Int(time.suffix(2)),
      // A leap second counts as the second before it: clocks here have none.
      let time = TimeOfDay(hour: hour, minute: minute, second: min(second, 59)), second <= 60
    else { return nil }
    self.init(date: date, time: time)
  }
}
