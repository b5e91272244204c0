import Schema

/// Dates and times as spreadsheets write them.
enum ImportDates {
  /// Reads `2026-09-08`, `9/8/2026` with the month first, and `8.9.2026` with the day first.
  static func date(_ text: String) throws(ImportCellFlaw) -> CivilDate {
    if let date = CivilDate(text), CivilDate.enteredYears.contains(date.year) { return date }
    let parts: [Int64]
    if let slashed = numbers(text, "/") {
      parts = [slashed[2], slashed[0], slashed[1]]
    } else if let dotted = numbers(text, ".") {
      parts = [dotted[2], dotted[1], dotted[0]]
    } else {
      throw ImportCellFlaw(code: .dateBad)
    }
    guard let date = CivilDate(year: parts[0], month: parts[1], day: parts[2]),
      CivilDate.enteredYears.contains(date.year)
    else { throw ImportCellFlaw(code: .dateBad) }
    return date
  }

  /// Reads `08:05`, `8:05`, `08:05:00` and `8:05 AM`.
  static func time(_ text: String) throws(ImportCellFlaw) -> TimeOfDay {
    var rest = text.uppercased()[...]
    var isAfternoon: Bool?
    for (ending, afternoon) in [("AM", false), ("PM", true)] where rest.hasSuffix(ending) {
      isAfternoon = afternoon
      rest = rest.dropLast(2)
    }
    if rest.last == " " { rest = rest.dropLast() }
    let parts = rest.split(separator: ":", omittingEmptySubsequences: false).map { digits($0, upTo: 2) }
    guard (2...3).contains(parts.count), var hour = parts[0], let minute = parts[1] else {
      throw ImportCellFlaw(code: .timeBad)
    }
    if let isAfternoon {
      guard (1...12).contains(hour) else { throw ImportCellFlaw(code: .timeBad) }
      hour = hour % 12 + (isAfternoon ? 12 : 0)
    }
    guard let second = parts.count == 3 ? parts[2] : 0,
      let time = TimeOfDay(hour: Int(hour), minute: Int(minute), second: Int(second))
    else { throw ImportCellFlaw(code: .timeBad) }
    return time
  }

  /// `08:05`; with seconds only if there are any.
  static func written(_ time: TimeOfDay) -> String {
    time.second == 0 ? String(time.description.prefix(5)) : time.description
  }

  private static func numbers(_ text: String, _ separator: Character) -> [Int64]? {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    guard parts.count == 3, let year = digits(parts[2], upTo: 4), parts[2].count == 4,
      let first = digits(parts[0], upTo: 2), let second = digits(parts[1], upTo: 2)
    else { return nil }
    return [first, second, year]
  }

  private static func digits(_ text: Substring, upTo count: Int) -> Int64? {
    guard (1...count).contains(text.utf8.count),
      text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int64(text)
  }
}
