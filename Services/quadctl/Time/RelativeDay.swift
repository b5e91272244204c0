import Schema

/// A date in a seed file: a weekday so many weeks after the week of the load, `+2w thu`.
struct RelativeDay: Hashable, Sendable {
  let weeks: Int64
  /// 0 for Monday.
  let weekday: Int64

  private static let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  /// Parses exactly `[-+]WEEKSw DAY`; nil for anything else.
  init?(_ text: String) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 2, let sign = parts[0].first, sign == "-" || sign == "+", parts[0].last == "w",
      let weekday = RelativeDay.names.firstIndex(of: String(parts[1]))
    else { return nil }
    let digits = parts[0].dropFirst().dropLast()
    guard (1...2).contains(digits.utf8.count), digits.allSatisfy({ $0.isASCII && $0.isNumber }),
      let weeks = Int64(digits)
    else { return nil }
    self.weeks = sign == "-" ? -weeks : weeks
    self.weekday = Int64(weekday)
  }

  /// The date for a load on a day; nil outside of the years 1 to 9999.
  func date(today: CivilDate) -> CivilDate? {
    today.adding(days: weeks * 7 + weekday - Int64(today.weekday.rawValue - 1))
  }
}
