internal import Schema

/// The dates of a rule by day, week, month or year. Dates are days since 1970.
struct Periods {
  private let rule: RecurrenceRule
  private let start: CivilDate
  private let first: Int64

  init(_ rule: RecurrenceRule, from start: CivilDate) {
    self.rule = rule
    self.start = start
    first = Periods.index(of: start.daysSince1970, rule)
  }

  /// Returns the number of the period that contains a date, or of the one before it if the rule skips that
  /// period.
  func number(of day: Int64) -> Int64 {
    floorDivide(Periods.index(of: day, rule) - first, Int64(rule.interval))
  }

  /// Returns the days of a period, ascending; nil past the year 9999. Period 0 contains the start.
  func days(in number: Int64) -> [Int64]? {
    let index = first + number * Int64(rule.interval)
    let found: [Int64]
    switch rule.frequency {
    case .daily:
      guard index <= CivilDate.allDays.upperBound else { return nil }
      found = isKept(index) ? [index] : []
    case .weekly:
      let monday = index * 7 - 3 + Int64(rule.weekStart.rawValue - 1)
      guard monday + 6 <= CivilDate.allDays.upperBound else { return nil }
      let weekdays =
        rule.days.isEmpty ? [Int64(start.weekday.rawValue)] : rule.days.map { Int64($0.weekday.rawValue) }
      found = weekdays.map { monday + ($0 - Int64(rule.weekStart.rawValue) + 7) % 7 }.filter(isInMonth)
    case .monthly:
      guard let month = Month(index: index) else { return nil }
      found = isInMonth(month.days.lowerBound) ? monthly(month) : []
    case .yearly:
      guard let year = Month(index: index * 12), let last = Month(index: index * 12 + 11) else { return nil }
      found =
        rule.months.isEmpty
        ? yearly(index, year.days.lowerBound..<last.days.upperBound)
        : rule.months.compactMap { Month(index: index * 12 + Int64($0) - 1) }.flatMap(monthly)
    }
    let from = start.daysSince1970
    return number == 0 ? found.filter { $0 >= from }.sorted() : found.sorted()
  }

  private static func index(of day: Int64, _ rule: RecurrenceRule) -> Int64 {
    switch rule.frequency {
    case .daily: return day
    // 1970-01-01 was a Thursday.
    case .weekly: return floorDivide(day + 3 - Int64(rule.weekStart.rawValue - 1), 7)
    case .monthly:
      let date = CivilDate(daysSince1970: day)
      return date.year * 12 + date.month - 1
    case .yearly: return CivilDate(daysSince1970: day).year
    }
  }

  /// True if the rule has no months, or that of this day.
  private func isInMonth(_ day: Int64) -> Bool {
    rule.months.isEmpty || rule.months.contains(Int(CivilDate(daysSince1970: day).month))
  }

  /// The days of a monthly rule, or of a month that a yearly rule names.
  private func monthly(_ month: Month) -> [Int64] {
    if rule.days.isEmpty {
      let days = rule.monthDays.isEmpty ? [Int(start.day)] : rule.monthDays
      return Array(Set(days.compactMap { month.day($0) }))
    }
    let chosen = weekdays(in: month.days)
    guard !rule.monthDays.isEmpty else { return chosen }
    let kept = Set(rule.monthDays.compactMap { month.day($0) })
    return chosen.filter { kept.contains($0) }
  }

  private func yearly(_ year: Int64, _ range: Range<Int64>) -> [Int64] {
    if rule.days.isEmpty, rule.monthDays.isEmpty {
      return CivilDate(year: year, month: start.month, day: start.day).map { [$0.daysSince1970] } ?? []
    }
    let numbered = (0..<12).compactMap { Month(index: year * 12 + $0) }.flatMap { month in
      rule.monthDays.compactMap { month.day($0) }
    }
    guard !rule.days.isEmpty else { return Array(Set(numbered)) }
    let chosen = weekdays(in: range)
    guard !rule.monthDays.isEmpty else { return chosen }
    let kept = Set(numbered)
    return chosen.filter { kept.contains($0) }
  }

  /// Returns the days of BYDAY in a month or year.
  private func weekdays(in range: Range<Int64>) -> [Int64] {
    var found: Set<Int64> = []
    for day in rule.days {
      let weekday = Int64(day.weekday.rawValue)
      let first = range.lowerBound + (weekday - Periods.weekday(of: range.lowerBound) + 7) % 7
      let last = range.upperBound - 1 - (Periods.weekday(of: range.upperBound - 1) - weekday + 7) % 7
      if day.ordinal == 0 {
        found.formUnion(stride(from: first, through: last, by: 7))
      } else {
        let weeks = Int64(day.ordinal) * 7
        let date = day.ordinal > 0 ? first + weeks - 7 : last + weeks + 7
        if range.contains(date) { found.insert(date) }
      }
    }
    return Array(found)
  }

  /// True if a daily rule keeps the day: BYMONTH, BYDAY and BYMONTHDAY filter it.
  private func isKept(_ day: Int64) -> Bool {
    guard isInMonth(day) else { return false }
    if !rule.days.isEmpty {
      let weekday = Periods.weekday(of: day)
      guard rule.days.contains(where: { Int64($0.weekday.rawValue) == weekday }) else { return false }
    }
    guard !rule.monthDays.isEmpty else { return true }
    let date = CivilDate(daysSince1970: day)
    guard let month = Month(index: date.year * 12 + date.month - 1) else { return false }
    return rule.monthDays.contains { month.day($0) == day }
  }

  /// 1 is Monday.
  private static func weekday(of day: Int64) -> Int64 { ((day + 3) % 7 + 7) % 7 + 1 }
}

/// A month of a year, as days since 1970.
private struct Month {
  let days: Range<Int64>

  /// `index` counts months from the year 0; nil outside the years 1 to 9999.
  init?(index: Int64) {
    let year = floorDivide(index, 12)
    let month = index - year * 12 + 1
    guard let first = CivilDate(year: year, month: month, day: 1)?.daysSince1970 else { return nil }
    let length: Int64
    switch month {
    case 4, 6, 9, 11: length = 30
    case 2: length = CivilDate(year: year, month: 2, day: 29) == nil ? 28 : 29
    default: length = 31
    }
    days = first..<first + length
  }

  /// 1 is the first, -1 the last; nil for a day that does not exist in this month.
  func day(_ number: Int) -> Int64? {
    let day = number > 0 ? days.lowerBound + Int64(number) - 1 : days.upperBound + Int64(number)
    return days.contains(day) ? day : nil
  }
}
