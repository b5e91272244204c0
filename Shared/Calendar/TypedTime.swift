package import Schema

/// A time as a person types it, in English, German or French: `tomorrow 6pm`, `fri 18:00`, `24.12.`,
/// `in 3 days`, `übermorgen um 9 Uhr`, `demain 18h`.
///
/// A day and a time may come in either order, with small words such as `at` and `um` before them. A date
/// without a year is the next one from today on, a weekday the next one after today, and a time alone the
/// next one on the clock. `+3d` and `+2w` are that many days later at the same time of day, `+90m`, `+2h` and
/// `in 2 hours` that much later. Case does not matter. Numeric dates are read as their separator says:
/// `24.12.` day first, `12/24` month first.
///
/// The web client's `app/models/typedtime.js` reads the same and runs the same test vectors.
package enum TypedTime: Hashable, Sendable {
  /// A date on the wall, with a time unless only the day was given.
  case wall(CivilDate, TimeOfDay?)
  /// A number of seconds from now.
  case after(seconds: Int)

  /// The maximum length of a text that is read, in UTF-8.
  package static let maxLength = 80
  static let maxWords = 8

  /// - Parameter now: the date and the time on the reader's clock.
  /// - Returns: nil for any other text, also for a day that does not exist and for a year outside of
  ///   `CivilDate.enteredYears`.
  package init?(_ text: String, now: WallTime) {
    guard text.utf8.count <= TypedTime.maxLength else { return nil }
    let words = TypedWords.words(text)
    guard !words.isEmpty, words.count <= TypedTime.maxWords else { return nil }
    if let distance = TypedTime.distance(words, now) {
      self = distance
      return
    }
    var rest = words[...]
    var date: CivilDate?
    var time: TimeOfDay?
    while !rest.isEmpty {
      if rest.count > 1, TypedWords.fillers.contains(rest[rest.startIndex]) {
        rest.removeFirst()
      } else if time == nil, let read = TypedTime.time(rest) {
        time = read.time
        rest = rest.dropFirst(read.count)
      } else if date == nil, let read = TypedDate.read(rest, today: now.date) {
        date = read.date
        rest = rest.dropFirst(read.count)
      } else {
        return nil
      }
    }
    if let date {
      self = .wall(date, time)
    } else if let time, let date = time > now.time ? now.date : now.date.adding(days: 1) {
      self = .wall(date, time)
    } else {
      return nil
    }
  }

  /// Reads `+90m`, `+3d`, `in 2 hours` and `in 30 min`.
  private static func distance(_ words: [String], _ now: WallTime) -> TypedTime? {
    if words.count == 1, words[0].hasPrefix("+"), let unit = words[0].last,
      let count = TypedWords.number(words[0].dropFirst().dropLast())
    {
      switch unit {
      case "m": return .after(seconds: count * 60)
      case "h": return .after(seconds: count * 3600)
      case "d", "w":
        let time = TimeOfDay(hour: now.time.hour, minute: now.time.minute)
        return now.date.adding(days: Int64(unit == "d" ? count : count * 7)).map { .wall($0, time) }
      default: return nil
      }
    }
    guard words.count == 3, TypedWords.distances.contains(words[0]), let count = TypedWords.count(words[1])
    else { return nil }
    return TypedWords.seconds[words[2]].map { .after(seconds: count * $0) }
  }

  /// Reads `18:00`, `6pm`, `6:30 pm`, `18 uhr`, `9 uhr 30`, `18h`, `18 h 30`, `noon`.
  private static func time(_ words: ArraySlice<String>) -> (time: TimeOfDay, count: Int)? {
    let first = words[words.startIndex]
    let second = words.dropFirst().first ?? ""
    if let hour = TypedWords.times[first] { return TimeOfDay(hour: hour, minute: 0).map { ($0, 1) } }
    for half in ["am", "pm"] where first.hasSuffix(half) || second == half {
      let isJoined = first.hasSuffix(half)
      let clock = isJoined ? first.dropLast(2) : first[...]
      if let time = TypedTime.clock(clock, half: half) { return (time, isJoined ? 1 : 2) }
    }
    if let time = frenchTime(first) { return (time, 1) }
    if TypedWords.hours.contains(second), let hour = TypedWords.number(first[...]) {
      let minute = words.dropFirst(2).first.flatMap { $0.utf8.count == 2 ? TypedWords.number($0[...]) : nil }
      if let minute { return TimeOfDay(hour: hour, minute: minute).map { ($0, 3) } }
      return TimeOfDay(hour: hour, minute: 0).map { ($0, 2) }
    }
    guard first.contains(":"), let time = clock(first[...], half: nil) else { return nil }
    return (time, second == "uhr" ? 2 : 1)
  }

  /// Reads `18h` and `18h30`.
  private static func frenchTime(_ text: String) -> TimeOfDay? {
    let parts = text.split(separator: "h", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...2).contains(parts[0].utf8.count), let hour = TypedWords.number(parts[0])
    else { return nil }
    if parts[1].isEmpty { return TimeOfDay(hour: hour, minute: 0) }
    guard parts[1].utf8.count == 2, let minute = TypedWords.number(parts[1]) else { return nil }
    return TimeOfDay(hour: hour, minute: minute)
  }

  /// Reads `18:00` and `6`, on a clock of 12 hours with a half of the day.
  private static func clock(_ text: Substring, half: String?) -> TimeOfDay? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts[0].utf8.count <= 2, let hour = TypedWords.number(parts[0])
    else { return nil }
    var minute = 0
    if parts.count == 2 {
      guard parts[1].utf8.count == 2, let number = TypedWords.number(parts[1]) else { return nil }
      minute = number
    }
    guard let half else { return TimeOfDay(hour: hour, minute: minute) }
    guard (1...12).contains(hour) else { return nil }
    return TimeOfDay(hour: hour % 12 + (half == "pm" ? 12 : 0), minute: minute)
  }
}

/// Days and dates at the beginning of some words.
private enum TypedDate {
  typealias Read = (date: CivilDate, count: Int)

  static func read(_ words: ArraySlice<String>, today: CivilDate) -> Read? {
    relative(words, today) ?? weekday(words, today) ?? numeric(words, today) ?? named(words, today)
  }

  /// Reads `tomorrow`, `day after tomorrow`, `in 3 days`, `in einer Woche`, `dans 3 jours`.
  private static func relative(_ words: ArraySlice<String>, _ today: CivilDate) -> Read? {
    let words = Array(words.prefix(3))
    if words == ["day", "after", "tomorrow"] { return today.adding(days: 2).map { ($0, 3) } }
    if words.prefix(2) == ["après", "demain"] { return today.adding(days: 2).map { ($0, 2) } }
    if let days = TypedWords.days[words[0]] { return today.adding(days: Int64(days)).map { ($0, 1) } }
    guard words.count == 3, TypedWords.distances.contains(words[0]), let count = TypedWords.count(words[1]),
      let days = TypedWords.daysOfUnit[words[2]]
    else { return nil }
    return today.adding(days: Int64(count * days)).map { ($0, 3) }
  }

  /// Reads `fri`, `next friday`, `freitag`, `vendredi prochain`, `weekend`.
  private static func weekday(_ words: ArraySlice<String>, _ today: CivilDate) -> Read? {
    var words = words
    var count = 1
    if words.count > 1, TypedWords.next.contains(words[words.startIndex]) {
      words = words.dropFirst()
      count = 2
    }
    guard let day = TypedWords.weekday(words[words.startIndex]) else { return nil }
    if let after = words.dropFirst().first, TypedWords.nextAfter.contains(after) { count += 1 }
    let away = (day - today.weekday.rawValue + 7) % 7
    return today.adding(days: Int64(away == 0 ? 7 : away)).map { ($0, count) }
  }

  /// Reads `2026-12-24`, `24.12.`, `24.12.2026`, `24.12.26`, `12/24`, `12/24/2026`.
  private static func numeric(_ words: ArraySlice<String>, _ today: CivilDate) -> Read? {
    let word = words[words.startIndex]
    for (separator, order) in [("-", "ymd"), (".", "dmy"), ("/", "mdy")] as [(Character, String)]
    where word.contains(separator) {
      var parts = word.split(separator: separator, omittingEmptySubsequences: false)
      // `24.12.` ends with its separator, and so does nothing else.
      let isOpen = separator == "." && parts.count == 3 && parts[2].isEmpty
      if isOpen { parts.removeLast() }
      let numbers = parts.compactMap(TypedWords.number)
      guard numbers.count == parts.count else { return nil }
      if order == "ymd" {
        guard numbers.count == 3, parts[0].utf8.count == 4 else { return nil }
        return date(numbers[0], numbers[1], numbers[2], today).map { ($0, 1) }
      }
      guard numbers.count == 3 || numbers.count == 2 && (separator == "/" || isOpen),
        parts.prefix(2).allSatisfy({ $0.utf8.count <= 2 })
      else { return nil }
      let (day, month) = order == "dmy" ? (numbers[0], numbers[1]) : (numbers[1], numbers[0])
      if numbers.count == 2 { return date(nil, month, day, today).map { ($0, 1) } }
      guard let year = TypedDate.year(parts[2]) else { return nil }
      return date(year, month, day, today).map { ($0, 1) }
    }
    return nil
  }

  /// Reads `dec 24`, `24 december`, `24. Dezember 2026`.
  private static func named(_ words: ArraySlice<String>, _ today: CivilDate) -> Read? {
    let two = Array(words.prefix(2))
    guard two.count == 2 else { return nil }
    let (month, day): (Int, Int)
    if let number = TypedWords.month(two[0]), let ordinal = TypedWords.ordinal(two[1]) {
      (month, day) = (number, ordinal)
    } else if let number = TypedWords.month(two[1]), let ordinal = TypedWords.ordinal(two[0]) {
      (month, day) = (number, ordinal)
    } else {
      return nil
    }
    if let third = words.dropFirst(2).first, third.utf8.count == 4, let year = TypedWords.number(third[...]) {
      return date(year, month, day, today).map { ($0, 3) }
    }
    return date(nil, month, day, today).map { ($0, 2) }
  }

  /// Two digits are a year of this century.
  private static func year(_ text: Substring) -> Int? {
    guard let number = TypedWords.number(text) else { return nil }
    return text.utf8.count == 4 ? number : text.utf8.count == 2 ? 2000 + number : nil
  }

  /// The date; without a year the next one from today on. 29 February is looked for up to 8 years ahead.
  private static func date(_ year: Int?, _ month: Int, _ day: Int, _ today: CivilDate) -> CivilDate? {
    if let year {
      guard CivilDate.enteredYears.contains(Int64(year)) else { return nil }
      return CivilDate(year: Int64(year), month: Int64(month), day: Int64(day))
    }
    for year in today.year...(today.year + 8) {
      if let date = CivilDate(year: year, month: Int64(month), day: Int64(day)), date >= today { return date }
    }
    return nil
  }
}
