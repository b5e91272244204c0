internal import Schema

/// A zone for a calendar file (VTIMEZONE, RFC 5545 3.6.5), from one moment on.
///
/// Changes of a yearly rule are written as that rule, without an end. Earlier changes, and those of zones
/// without such a rule, are written as a list.
struct ZoneLines {
  /// The time span of a list for events without an end: longer than the tables of the database.
  static let maxListSeconds: Int64 = 62 * 366 * 86_400
  /// The maximum length of the last occurrence.
  private static let maxEventSeconds: Int64 = 367 * 86_400
  /// The start of a zone without any change before the event: earlier than any event.
  private static let always = "16010101T000000"

  /// A change of the clocks, in the wall time before it.
  private struct Change: Hashable {
    let kind: Kind
    let onset: WallTime
  }

  private struct Kind: Hashable {
    let from: Int
    let time: ZoneTable.LocalTime
  }

  private let zone: Zone
  private var lists: [(kind: Kind, onsets: [WallTime])] = []
  private var rules: [(kind: Kind, onset: WallTime, rule: String)] = []

  init(_ zone: Zone, from first: Instant, until last: Instant?) {
    self.zone = zone
    var segment = zone.segment(at: first)
    let start = floorDivide(first.milliseconds, 1000)
    let latest = last.map { floorDivide($0.milliseconds, 1000) + ZoneLines.maxEventSeconds }
    let end = min(latest ?? .max, start + ZoneLines.maxListSeconds)
    var listed: [Change] = []
    while true {
      if let yearly = zone.yearly(from: segment), let rules = ZoneLines.rules(zone, segment, yearly) {
        self.rules = rules
        break
      }
      listed.append(ZoneLines.change(zone, segment))
      guard let next = zone.segment(after: segment), next.start <= end, listed.count < Zone.maxChanges
      else { break }
      segment = next
    }
    for change in listed {
      if let index = lists.firstIndex(where: { $0.kind == change.kind }) {
        lists[index].onsets.append(change.onset)
      } else {
        lists.append((change.kind, [change.onset]))
      }
    }
  }

  func write(to lines: inout ContentLines) {
    lines.add("BEGIN:VTIMEZONE")
    lines.add("TZID:\(zone.name)")
    lines.add("X-LIC-LOCATION:\(zone.name)")
    for (kind, onsets) in lists {
      write(kind, onsets[0], to: &lines) { lines in
        for onset in onsets.dropFirst() { lines.add("RDATE:\(onset.basicText)") }
      }
    }
    for (kind, onset, rule) in rules {
      write(kind, onset, to: &lines) { $0.add("RRULE:\(rule)") }
    }
    lines.add("END:VTIMEZONE")
  }

  private func write(
    _ kind: Kind, _ onset: WallTime, to lines: inout ContentLines, more: (inout ContentLines) -> Void
  ) {
    let name = kind.time.isDaylight ? "DAYLIGHT" : "STANDARD"
    lines.add("BEGIN:\(name)")
    lines.add("DTSTART:\(onset == WallTime.beforeEverything ? ZoneLines.always : onset.basicText)")
    lines.add("TZOFFSETFROM:\(ZoneLines.offset(kind.from))")
    lines.add("TZOFFSETTO:\(ZoneLines.offset(kind.time.offset))")
    lines.add(text: "TZNAME", kind.time.abbreviation)
    more(&lines)
    lines.add("END:\(name)")
  }

  /// Formats `+0530`, with seconds only if there are any.
  private static func offset(_ seconds: Int) -> String {
    let length = seconds.magnitude
    let parts = [length / 3600, length / 60 % 60] + (length % 60 == 0 ? [] : [length % 60])
    return (seconds < 0 ? "-" : "+") + parts.map { ($0 < 10 ? "0" : "") + String($0) }.joined()
  }

  private static func change(_ zone: Zone, _ segment: ZoneTable.Segment) -> Change {
    guard segment.start > ZoneTable.Segment.earliest else {
      return Change(kind: Kind(from: segment.time.offset, time: segment.time), onset: .beforeEverything)
    }
    let before = zone.segment(at: Instant(seconds: segment.start - 1)).time.offset
    return Change(
      kind: Kind(from: before, time: segment.time), onset: WallTime(clamping: segment.start + Int64(before)))
  }

  /// Returns the yearly changes from a segment on; nil if RFC 5545 cannot express them.
  private static func rules(_ zone: Zone, _ segment: ZoneTable.Segment, _ daylight: ZoneRule.Daylight)
    -> [(kind: Kind, onset: WallTime, rule: String)]?
  {
    var found: [(kind: Kind, onset: WallTime, rule: String)] = []
    for isDaylight in [segment.time.isDaylight, !segment.time.isDaylight] {
      guard let texts = (isDaylight ? daylight.begins : daylight.ends).rules else { return nil }
      for text in texts {
        // The first change that matches this text. If a rule has two texts, each matches some of the years.
        var next: ZoneTable.Segment? = segment
        var onset: Change?
        for _ in 0..<2 * ZoneLines.maxWait {
          guard let current = next else { break }
          if current.time.isDaylight == isDaylight {
            let change = change(zone, current)
            if change.onset.date.month == text.month, text.days?.contains(change.onset.date.day) ?? true {
              onset = change
              break
            }
          }
          next = zone.segment(after: current)
        }
        if let onset { found.append((onset.kind, onset.onset, text.text)) }
      }
    }
    return found
  }

  /// The number of years until a weekday falls on any date.
  private static let maxWait = 30
}

extension WallTime {
  /// The onset of a zone without an earlier change.
  fileprivate static let beforeEverything = WallTime(clamping: .min)
}

extension ZoneRule.Change {
  struct Yearly {
    let month: Int64
    /// Nil if the weekday alone determines the day.
    let days: ClosedRange<Int64>?
    let text: String
  }

  /// The recurrence rules for this change, two if its days are in two months; nil if there is none.
  var rules: [Yearly]? {
    let shift = floorDivide(seconds, 86_400)
    switch day {
    case .offset: return nil
    case .numbered(let number):
      guard shift == 0, let date = CivilDate(year: 2023, month: 1, day: 1)?.adding(days: number - 1) else {
        return nil
      }
      let text = "FREQ=YEARLY;BYMONTH=\(date.month);BYMONTHDAY=\(date.day)"
      return [Yearly(month: date.month, days: nil, text: text)]
    case .weekday(let month, let week, let weekday):
      // 0 is Sunday, as is 7.
      let moved = ((weekday + shift) % 7 + 7) % 7
      guard let name = CivilDate.Weekday(rawValue: moved == 0 ? 7 : Int(moved))?.code else { return nil }
      if shift == 0 {
        let text = "FREQ=YEARLY;BYMONTH=\(month);BYDAY=\(week == 5 ? -1 : week)\(name)"
        return [Yearly(month: month, days: nil, text: text)]
      }
      // The length of February would be required.
      guard month != 2 || week != 5, month != 3 || shift > 0 else { return nil }
      let last = ZoneRule.Change.length(month)
      let first = week == 5 ? last - 6 : week * 7 - 6
      return ZoneRule.Change.split(first + shift...first + 6 + shift, month, last).map { month, days in
        let list = days.map(String.init).joined(separator: ",")
        return Yearly(
          month: month, days: days, text: "FREQ=YEARLY;BYMONTH=\(month);BYMONTHDAY=\(list);BYDAY=\(name)")
      }
    }
  }

  private static func length(_ month: Int64) -> Int64 {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: 28
    default: 31
    }
  }

  /// Splits days that may begin before a month or end after it.
  private static func split(_ days: ClosedRange<Int64>, _ month: Int64, _ last: Int64)
    -> [(Int64, ClosedRange<Int64>)]
  {
    var parts: [(Int64, ClosedRange<Int64>)] = []
    if days.lowerBound < 1 {
      let before = month == 1 ? 12 : month - 1
      let length = length(before)
      parts.append((before, days.lowerBound + length...min(days.upperBound, 0) + length))
    }
    if days.upperBound >= 1, days.lowerBound <= last {
      parts.append((month, max(days.lowerBound, 1)...min(days.upperBound, last)))
    }
    if days.upperBound > last {
      let after = month == 12 ? 1 : month + 1
      parts.append((after, max(days.lowerBound, last + 1) - last...days.upperBound - last))
    }
    return parts
  }
}
