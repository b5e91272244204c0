internal import Schema

/// The wall time in years beyond a table: the TZ text of POSIX (2017, section 8.3) with the hours of RFC 8536
/// 3.3.1, such as `CET-1CEST,M3.5.0,M10.5.0/3`.
struct ZoneRule: Hashable {
  static let maxTextLength = 128
  static let maxAbbreviationLength = 16

  /// A day that occurs once a year.
  enum Day: Hashable {
    /// 1 to 365; the 29th of February is never counted.
    case numbered(Int64)
    /// 0 to 365, with the 29th of February.
    case offset(Int64)
    /// The `week`th such weekday (0 is Sunday) of the month; the 5th is the last.
    case weekday(month: Int64, week: Int64, weekday: Int64)
  }

  /// The time of a change, in seconds after the midnight of a day; negative before it.
  struct Change: Hashable {
    let day: Day
    let seconds: Int64
  }

  struct Daylight: Hashable {
    let time: ZoneTable.LocalTime
    let begins: Change
    let ends: Change
  }

  let standard: ZoneTable.LocalTime
  let daylight: Daylight?

  init(_ text: [UInt8]) throws(ZoneFault) {
    guard text.count <= ZoneRule.maxTextLength else { throw .damaged }
    var reader = RuleReader(text)
    let name = try reader.abbreviation()
    let west = try reader.time(hours: 24)
    standard = ZoneTable.LocalTime(offset: -Int(west), isDaylight: false, abbreviation: name)
    guard !reader.isAtEnd else {
      daylight = nil
      return
    }
    let other = try reader.abbreviation()
    let isTold = reader.next.map { $0 != UInt8(ascii: ",") } ?? false
    let offset = isTold ? -Int(try reader.time(hours: 24)) : standard.offset + 3600
    let begins = try reader.change()
    let ends = try reader.change()
    guard reader.isAtEnd else { throw .damaged }
    daylight = Daylight(
      time: ZoneTable.LocalTime(offset: offset, isDaylight: true, abbreviation: other), begins: begins,
      ends: ends)
  }

  /// Returns the segment without a change that contains this second. It begins no earlier than `start`.
  func segment(at second: Int64, notBefore start: Int64) -> ZoneTable.Segment {
    guard let daylight else {
      return ZoneTable.Segment(start: start, end: ZoneTable.Segment.latest, time: standard)
    }
    let day = floorDivide(second + Int64(standard.offset), 86_400)
    let year = CivilDate(
      daysSince1970: min(max(day, CivilDate.allDays.lowerBound), CivilDate.allDays.upperBound)
    )
    .year
    // A change is at most a week and a day away from its year.
    var changes: [(at: Int64, time: ZoneTable.LocalTime)] = []
    changes.reserveCapacity(6)
    for year in max(year - 1, 1)...min(year + 1, 9999) {
      let begins = daylight.begins.seconds(in: year) - Int64(standard.offset)
      let ends = daylight.ends.seconds(in: year) - Int64(daylight.time.offset)
      changes.append((begins, daylight.time))
      changes.append((ends, standard))
    }
    // Daylight saving time that ends when it begins lasts all year.
    changes.sort { $0.at != $1.at ? $0.at < $1.at : !$0.time.isDaylight && $1.time.isDaylight }
    let next = changes.firstIndex { $0.at > second }
    let end = next.map { changes[$0].at } ?? ZoneTable.Segment.latest
    guard let current = (next ?? changes.count) > 0 ? changes[(next ?? changes.count) - 1] : nil else {
      return ZoneTable.Segment(start: start, end: end, time: standard)
    }
    return ZoneTable.Segment(start: max(start, current.at), end: end, time: current.time)
  }
}

extension ZoneRule.Change {
  /// Returns the seconds since 1970-01-01T00:00:00 in the wall time before the change.
  func seconds(in year: Int64) -> Int64 { day.daysSince1970(in: year) * 86_400 + seconds }
}

extension ZoneRule.Day {
  func daysSince1970(in year: Int64) -> Int64 {
    let first = days(year, 1)
    switch self {
    case .offset(let days): return first + days
    case .numbered(let number):
      let isAfterFebruary = number >= 60
      return first + number - 1 + (isAfterFebruary && days(year, 3) - first == 60 ? 1 : 0)
    case .weekday(let month, let week, let weekday):
      let start = days(year, month)
      let end = month == 12 ? start + 31 : days(year, month + 1)
      // 1970-01-01 was a Thursday.
      let from = ((start + 4) % 7 + 7) % 7
      let date = start + (weekday - from + 7) % 7 + (week - 1) * 7
      return date < end ? date : date - 7
    }
  }

  private func days(_ year: Int64, _ month: Int64) -> Int64 {
    CivilDate(year: year, month: month, day: 1)?.daysSince1970 ?? 0
  }
}

/// Rounds toward the past.
func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
  value >= 0 ? value / divisor : (value - divisor + 1) / divisor
}

/// Reads the parts of a TZ text from the front.
private struct RuleReader {
  private var rest: ArraySlice<UInt8>

  init(_ text: [UInt8]) { rest = text[...] }

  var isAtEnd: Bool { rest.isEmpty }
  var next: UInt8? { rest.first }

  private mutating func take(_ character: Character) -> Bool {
    guard let byte = rest.first, byte == character.asciiValue else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// Reads `CET`, or `<+03>`.
  mutating func abbreviation() throws(ZoneFault) -> String {
    let isQuoted = take("<")
    let name = rest.prefix { isQuoted ? $0.isOfAbbreviation : $0.isASCIILetter }
    guard (3...ZoneRule.maxAbbreviationLength).contains(name.count) else { throw .damaged }
    rest = rest.dropFirst(name.count)
    guard !isQuoted || take(">") else { throw .damaged }
    return String(decoding: name, as: UTF8.self)
  }

  private mutating func number(upTo limit: Int64) throws(ZoneFault) -> Int64 {
    let digits = rest.prefix(4).prefix { $0.isASCIIDigit }
    guard (1...3).contains(digits.count) else { throw .damaged }
    rest = rest.dropFirst(digits.count)
    let value = digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    guard value <= limit else { throw .damaged }
    return value
  }

  /// Reads `[+-]hh[:mm[:ss]]` in seconds.
  mutating func time(hours limit: Int64) throws(ZoneFault) -> Int64 {
    let isNegative = take("-")
    if !isNegative { _ = take("+") }
    var seconds = try number(upTo: limit) * 3600
    if take(":") {
      seconds += try number(upTo: 59) * 60
      if take(":") { seconds += try number(upTo: 59) }
    }
    return isNegative ? -seconds : seconds
  }

  /// Reads `,M3.5.0/2`: a day and the time on it, 02:00 by default.
  mutating func change() throws(ZoneFault) -> ZoneRule.Change {
    guard take(",") else { throw .damaged }
    let day: ZoneRule.Day
    if take("M") {
      let month = try number(upTo: 12)
      guard take(".") else { throw .damaged }
      let week = try number(upTo: 5)
      guard take(".") else { throw .damaged }
      day = .weekday(month: month, week: week, weekday: try number(upTo: 6))
      guard month > 0, week > 0 else { throw .damaged }
    } else if take("J") {
      let number = try number(upTo: 365)
      guard number > 0 else { throw .damaged }
      day = .numbered(number)
    } else {
      day = .offset(try number(upTo: 365))
    }
    return ZoneRule.Change(day: day, seconds: take("/") ? try time(hours: 167) : 7200)
  }
}
