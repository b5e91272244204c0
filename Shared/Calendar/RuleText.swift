internal import Schema

/// The parts of a rule's text, each validated.
struct RuleText {
  private(set) var frequency: RecurrenceRule.Frequency
  private(set) var interval = 1
  private(set) var months: [Int] = []
  private(set) var days: [RecurrenceRule.Day] = []
  private(set) var monthDays: [Int] = []
  private(set) var end = RecurrenceRule.End.never
  private(set) var weekStart = CivilDate.Weekday.monday

  /// Parts of RFC 5545 and 7529 with a meaning that Quad does not support.
  private static let unsupported: Set<String> = [
    "BYSECOND", "BYMINUTE", "BYHOUR", "BYYEARDAY", "BYWEEKNO", "BYSETPOS", "RSCALE", "SKIP",
  ]

  init(_ text: String) throws(RuleFault) {
    guard (1...RecurrenceRule.maxTextLength).contains(text.utf8.count),
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { throw .bad(part: "") }
    var values: [String: Substring] = [:]
    let upper = text.uppercased()
    for part in upper.split(separator: ";", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(sides[0])
      guard sides.count == 2, !sides[1].isEmpty, values[name] == nil else { throw .bad(part: String(part)) }
      guard !RuleText.unsupported.contains(name), !name.hasPrefix("X-") else {
        throw .unsupported(part: name)
      }
      values[name] = sides[1]
    }
    frequency = try RuleText.frequency(values.removeValue(forKey: "FREQ"))
    try take(&values)
    if let unknown = values.keys.sorted().first { throw .bad(part: unknown) }
    try check()
  }

  private static func frequency(_ text: Substring?) throws(RuleFault) -> RecurrenceRule.Frequency {
    guard let text else { throw .bad(part: "FREQ") }
    if let known = RecurrenceRule.Frequency(rawValue: String(text)) { return known }
    let part = "FREQ=\(text)"
    throw ["SECONDLY", "MINUTELY", "HOURLY"].contains(text) ? .unsupported(part: part) : .bad(part: part)
  }

  private mutating func take(_ values: inout [String: Substring]) throws(RuleFault) {
    if let text = values.removeValue(forKey: "INTERVAL") {
      interval = try RuleText.number(text, 1...RecurrenceRule.maxInterval, part: "INTERVAL")
    }
    if let text = values.removeValue(forKey: "COUNT") {
      end = .count(try RuleText.number(text, 1...RecurrenceRule.maxCount, part: "COUNT"))
      // A rule has only one end.
      guard values["UNTIL"] == nil else { throw .bad(part: "UNTIL") }
    }
    if let text = values.removeValue(forKey: "UNTIL") { end = .until(try RuleText.until(text)) }
    if let text = values.removeValue(forKey: "WKST") {
      guard let day = CivilDate.Weekday(code: text) else { throw .bad(part: "WKST=\(text)") }
      weekStart = day
    }
    if let text = values.removeValue(forKey: "BYMONTH") {
      months = try RuleText.numbers(text, 1...12, part: "BYMONTH").sorted()
    }
    try takeDays(&values)
  }

  private mutating func takeDays(_ values: inout [String: Substring]) throws(RuleFault) {
    if let text = values.removeValue(forKey: "BYDAY") {
      var found: Set<RecurrenceRule.Day> = []
      for item in text.split(separator: ",", omittingEmptySubsequences: false) {
        found.insert(try RuleText.day(item, frequency))
      }
      days = found.sorted { ($0.ordinal, $0.weekday.rawValue) < ($1.ordinal, $1.weekday.rawValue) }
    }
    if let text = values.removeValue(forKey: "BYMONTHDAY") {
      let found = try RuleText.numbers(text, -31...31, part: "BYMONTHDAY")
      guard !found.contains(0) else { throw .bad(part: "BYMONTHDAY=0") }
      monthDays = found.sorted { ($0 < 0 ? $0 + 100 : $0) < ($1 < 0 ? $1 + 100 : $1) }
    }
  }

  /// Checks the allowed combinations of parts (RFC 5545 3.3.10).
  private func check() throws(RuleFault) {
    guard monthDays.isEmpty || frequency != .weekly else { throw .bad(part: "BYMONTHDAY") }
  }

  private static func numbers(_ text: Substring, _ range: ClosedRange<Int>, part: String) throws(RuleFault)
    -> Set<Int>
  {
    var found: Set<Int> = []
    for item in text.split(separator: ",", omittingEmptySubsequences: false) {
      found.insert(try number(item, range, part: part))
    }
    return found
  }

  /// Parses digits with an optional sign, the number format of the RFC.
  private static func number(_ text: Substring, _ range: ClosedRange<Int>, part: String) throws(RuleFault)
    -> Int
  {
    let digits = text.first == "-" || text.first == "+" ? text.dropFirst() : text
    guard (1...6).contains(digits.utf8.count), digits.utf8.allSatisfy(\.isASCIIDigit), let value = Int(text),
      range.contains(value)
    else { throw .bad(part: "\(part)=\(text)") }
    return value
  }

  private static func day(_ text: Substring, _ frequency: RecurrenceRule.Frequency) throws(RuleFault)
    -> RecurrenceRule.Day
  {
    let part = "BYDAY=\(text)"
    guard let weekday = CivilDate.Weekday(code: text.suffix(2)) else { throw .bad(part: part) }
    let number = text.dropLast(2)
    guard !number.isEmpty else { return RecurrenceRule.Day(ordinal: 0, weekday: weekday) }
    let limit: Int
    switch frequency {
    case .daily, .weekly: throw .bad(part: part)
    case .monthly: limit = 5
    case .yearly: limit = 53
    }
    let ordinal = try self.number(number, -limit...limit, part: "BYDAY")
    guard ordinal != 0 else { throw .bad(part: part) }
    return RecurrenceRule.Day(ordinal: ordinal, weekday: weekday)
  }

  private static func until(_ text: Substring) throws(RuleFault) -> RecurrenceRule.Until {
    if let date = CivilDate(basic: text) { return .date(date) }
    if let time = WallTime(basic: text) { return .wallTime(time) }
    if text.last == "Z", let time = WallTime(basic: text.dropLast()) {
      return .instant(Instant(seconds: time.secondsSince1970))
    }
    throw .bad(part: "UNTIL=\(text)")
  }
}
