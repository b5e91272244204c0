import Calendar
import Schema
import SiteCommands
import Terminal

/// Parser for moments that a person types, in the zone of this machine.
enum DueTime {
  static let forms = "2026-11-24 18:00, tomorrow 18:00, fri, 18:00, +3d, or +90m"

  /// The time of a day without one, its last minute: a task due on Friday may be done on Friday evening.
  static let endOfDay = (hour: 23, minute: 59)
  private static let weekdays = [
    "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
  ]

  /// Parses a moment.
  /// - Throws: `UsageError` that lists the forms.
  static func instant(_ text: String, now: Instant = LocalTime.now) throws(UsageError) -> Instant {
    guard let instant = read(text, now) else {
      throw UsageError("\(text): enter a time like \(forms)")
    }
    return instant
  }

  /// Parses a moment.
  /// - Parameter day: the time of a day without one.
  static func read(
    _ text: String, _ now: Instant, day: (hour: Int, minute: Int) = endOfDay
  ) -> Instant? {
    switch reading(text, now, in: LocalTime.zone) {
    case .moment(let instant)?: return instant
    case .wall(let date, let time)?:
      let time = time ?? TimeOfDay(secondsOfDay: day.hour * 3600 + day.minute * 60)
      return LocalTime.zone.instant(of: WallTime(date: date, time: time)).instant
    case nil: return nil
    }
  }

  /// A parsed moment, before a zone is applied.
  enum Reading: Hashable, Sendable {
    case moment(Instant)
    /// A date and a time on clocks, or a day without a time.
    case wall(CivilDate, TimeOfDay?)
  }

  /// - Parameter zone: the zone that decides today's date and the time of day.
  static func reading(_ text: String, _ now: Instant, in zone: Zone) -> Reading? {
    if let instant = Instant(text) { return .moment(instant) }
    let words = text.lowercased().split(separator: " ").flatMap { word in
      // The form 2026-11-24T18:00
      word.contains("t") && word.first?.isNumber == true
        ? word.split(separator: "t", omittingEmptySubsequences: false) : [word]
    }
    guard let first = words.first, words.count <= 2 else { return nil }
    if words.count == 1, let ahead = ahead(first, now, zone) { return ahead }
    if words.count == 1, let time = clock(first) { return next(time, now, zone) }
    let time = words.count == 2 ? clock(words[1]) : nil
    guard words.count == 1 || time != nil else { return nil }
    if let date = numbers(first, separator: "-", digits: [4, 2, 2]) {
      return CivilDate(year: Int64(date[0]), month: Int64(date[1]), day: Int64(date[2])).map {
        .wall($0, time)
      }
    }
    let today = zone.date(at: now)
    guard let days = days(first, today), let date = today.adding(days: Int64(days)) else { return nil }
    return .wall(date, time)
  }

  /// Parses `+30m` and `+2h`, and `+3d` and `+2w` at the same time of day.
  private static func ahead(_ word: Substring, _ now: Instant, _ zone: Zone) -> Reading? {
    guard word.first == "+", let unit = word.last, let count = number(word.dropFirst().dropLast(), 1...4)
    else { return nil }
    switch unit {
    case "m": return .moment(now.advanced(by: .seconds(count * 60)))
    case "h": return .moment(now.advanced(by: .seconds(count * 3600)))
    case "d", "w":
      let wall = zone.wallTime(at: now)
      guard let date = wall.date.adding(days: Int64(unit == "d" ? count : count * 7)) else { return nil }
      return .wall(date, TimeOfDay(hour: wall.time.hour, minute: wall.time.minute))
    default: return nil
    }
  }

  /// The date of a time alone: today, or tomorrow once it has passed.
  private static func next(_ time: TimeOfDay, _ now: Instant, _ zone: Zone) -> Reading? {
    let today = zone.date(at: now)
    if zone.instant(of: WallTime(date: today, time: time)).instant > now { return .wall(today, time) }
    return today.adding(days: 1).map { .wall($0, time) }
  }

  /// The distance in days of a named day; a weekday is the next one, never today.
  private static func days(_ word: Substring, _ today: CivilDate) -> Int? {
    if word == "today" { return 0 }
    if word == "tomorrow" { return 1 }
    if word == "yesterday" { return -1 }
    guard word.utf8.count >= 3, let day = weekdays.firstIndex(where: { $0.hasPrefix(word) }) else {
      return nil
    }
    let away = (day - today.weekday.rawValue + 7) % 7
    return away == 0 ? 7 : away
  }

  private static func clock(_ word: Substring) -> TimeOfDay? {
    numbers(word, separator: ":", digits: [2, 2]).flatMap { TimeOfDay(hour: $0[0], minute: $0[1]) }
  }

  private static func numbers(_ word: Substring, separator: Character, digits: [Int]) -> [Int]? {
    let parts = word.split(separator: separator, omittingEmptySubsequences: false)
    guard parts.count == digits.count else { return nil }
    let numbers = zip(parts, digits).compactMap { number($0, $1...$1) }
    return numbers.count == digits.count ? numbers : nil
  }

  private static func number(_ text: Substring, _ digits: ClosedRange<Int>) -> Int? {
    guard digits.contains(text.utf8.count),
      text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int(text)
  }
}
