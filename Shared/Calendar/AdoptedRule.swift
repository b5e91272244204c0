internal import Schema

/// Rules of other programs that use parts unknown to Quad, although known ones would do.
extension RecurrenceRule {
  /// Converts a rule from Outlook, Apple and others, which repeat information from the start: the month and
  /// day of a birthday, `BYSETPOS` for the first Monday. Equivalent parts are accepted; anything else is
  /// rejected as in `init(_:)`.
  init(adopting text: String, start: CalendarTime) throws(RuleFault) {
    self = try RecurrenceRule(RecurrenceRule.rewritten(text, start) ?? text)
  }

  private static func rewritten(_ text: String, _ start: CalendarTime) -> String? {
    var parts: [(name: String, value: String)] = []
    for part in text.uppercased().split(separator: ";") {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2 else { return nil }
      parts.append((String(sides[0]), String(sides[1])))
    }
    func value(_ name: String) -> String? { parts.first { $0.name == name }?.value }
    func remove(_ name: String) { parts.removeAll { $0.name == name } }
    func set(_ name: String, _ value: String) {
      remove(name)
      parts.append((name, value))
    }
    let time = start.wallTime
    for (name, own) in [
      ("BYHOUR", time.time.hour), ("BYMINUTE", time.time.minute), ("BYSECOND", time.time.second),
    ] where value(name).flatMap({ Int($0) }) == own {
      remove(name)
    }
    let month = value("BYMONTH").flatMap { Int64($0) }
    if value("FREQ") == "YEARLY", month == time.date.month, value("BYDAY") == nil,
      value("BYMONTHDAY").map({ Int64($0) == time.date.day }) ?? true
    {
      remove("BYMONTH")
      remove("BYMONTHDAY")
    }
    if value("FREQ") == "MONTHLY" || value("FREQ") == "YEARLY" && month != nil,
      let place = value("BYSETPOS").flatMap({ Int($0) }),
      let day = value("BYDAY"),
      CivilDate.Weekday(code: day[...]) != nil, value("BYMONTHDAY") == nil
    {
      remove("BYSETPOS")
      set("BYDAY", "\(place)\(day)")
    }
    return parts.map { "\($0.name)=\($0.value)" }.joined(separator: ";")
  }
}

extension CalendarTime {
  /// The time as written in the file.
  fileprivate var wallTime: WallTime {
    switch self {
    case .utc(let instant): Zone.utc.wallTime(at: instant)
    case .zoned(let time, _), .floating(let time): time
    case .date(let date): WallTime(date: date, time: .midnight)
    }
  }
}
