import Schema

/// A moment as a person types it, in the zone of this machine.
enum DueTime {
  static let forms = "2026-11-24 18:00, tomorrow 18:00, fri, 18:00, +3d or +90m"

  /// A day without a time is its last minute: what is due on Friday may be done on Friday evening.
  private static let endOfDay = (hour: 23, minute: 59)
  private static let weekdays = [
    "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
  ]

  /// - Throws: `UsageError` that lists the forms.
  static func instant(_ text: String, now: Instant = LocalTime.now) throws(UsageError) -> Instant {
    guard let instant = read(text, now) else {
      throw UsageError("\(text) is no time such as \(forms)")
    }
    return instant
  }

  private static func read(_ text: String, _ now: Instant) -> Instant? {
    if let instant = Instant(text) { return instant }
    let words = text.lowercased().split(separator: " ").flatMap { word in
      // 2026-11-24T18:00
      word.contains("t") && word.first?.isNumber == true
        ? word.split(separator: "t", omittingEmptySubsequences: false) : [word]
    }
    guard let first = words.first, words.count <= 2 else { return nil }
    if words.count == 1, let ahead = ahead(first, now) { return ahead }
    if words.count == 1, let time = clock(first) { return next(time, now) }
    guard let time = words.count == 2 ? clock(words[1]) : endOfDay else { return nil }
    if let date = numbers(first, separator: "-", digits: [4, 2, 2]) {
      return LocalTime.instant(
        year: date[0], month: date[1], day: date[2], hour: time.hour, minute: time.minute)
    }
    guard let days = days(first, now) else { return nil }
    return LocalTime.instant(days: days, hour: time.hour, minute: time.minute, from: now)
  }

  /// `+30m`, `+2h`, and `+3d`, `+2w` at the same time of the day.
  private static func ahead(_ word: Substring, _ now: Instant) -> Instant? {
    guard word.first == "+", let unit = word.last, let count = number(word.dropFirst().dropLast(), 1...4)
    else { return nil }
    switch unit {
    case "m": return now.advanced(by: .seconds(count * 60))
    case "h": return now.advanced(by: .seconds(count * 3600))
    case "d", "w":
      let clock = LocalTime.parts(of: now)
      return LocalTime.instant(
        days: unit == "d" ? count : count * 7, hour: clock.hour, minute: clock.minute, from: now)
    default: return nil
    }
  }

  /// A time alone: today, or tomorrow once it has passed.
  private static func next(_ time: (hour: Int, minute: Int), _ now: Instant) -> Instant {
    let today = LocalTime.instant(days: 0, hour: time.hour, minute: time.minute, from: now)
    return today > now ? today : LocalTime.instant(days: 1, hour: time.hour, minute: time.minute, from: now)
  }

  /// How many days away a named day is; a weekday is the next one, never today.
  private static func days(_ word: Substring, _ now: Instant) -> Int? {
    if word == "today" { return 0 }
    if word == "tomorrow" { return 1 }
    guard word.utf8.count >= 3, let day = weekdays.firstIndex(where: { $0.hasPrefix(word) }) else {
      return nil
    }
    let away = (day - LocalTime.parts(of: now).weekday + 7) % 7
    return away == 0 ? 7 : away
  }

  private static func clock(_ word: Substring) -> (hour: Int, minute: Int)? {
    guard let parts = numbers(word, separator: ":", digits: [2, 2]), parts[0] < 24, parts[1] < 60 else {
      return nil
    }
    return (parts[0], parts[1])
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
