internal import Schema

/// The description of a zone in a calendar file (VTIMEZONE, RFC 5545 3.6.5).
struct ZoneDescription {
  /// The limits of descriptions in a file, and of the observances of all of them.
  static let maxCount = 200
  static let maxObservances = 1000
  /// The limit of listed onsets of an observance.
  private static let maxDates = 500
  /// The earliest and latest years of a table. Before and after, the first and last offsets stay.
  static let allYears: ClosedRange<Int64> = 1900...2200

  /// One of the two halves of a year: `STANDARD` or `DAYLIGHT`.
  struct Observance {
    let isDaylight: Bool
    fileprivate var start: WallTime?
    fileprivate var from: Int?
    fileprivate var to: Int?
    fileprivate var rule: String?
    fileprivate var dates: [WallTime] = []

    init(isDaylight: Bool) { self.isDaylight = isDaylight }
  }

  /// The location that some programs add (`X-LIC-LOCATION`).
  var place: String?
  private(set) var observances: [Observance] = []

  mutating func begin(isDaylight: Bool) { observances.append(Observance(isDaylight: isDaylight)) }

  /// Adds a line of the observance that began last. Lines that Quad cannot use are ignored.
  mutating func add(_ name: String, _ value: String) {
    guard let last = observances.indices.last else { return }
    switch name {
    case "DTSTART": observances[last].start = WallTime(basic: value[...])
    case "TZOFFSETFROM": observances[last].from = ZoneDescription.offset(value)
    case "TZOFFSETTO": observances[last].to = ZoneDescription.offset(value)
    case "RRULE": observances[last].rule = value
    case "RDATE":
      let room = ZoneDescription.maxDates - observances[last].dates.count
      observances[last].dates += value.split(separator: ",").prefix(room).compactMap { WallTime(basic: $0) }
    default: break
    }
  }

  /// Returns the wall times of these years; nil if nothing here can be used.
  func table(_ years: ClosedRange<Int64>) -> ZoneTable? {
    var onsets: [(second: Int64, from: Int, time: ZoneTable.LocalTime)] = []
    for observance in observances {
      guard let to = observance.to else { continue }
      let from = observance.from ?? to
      let time = ZoneTable.LocalTime(
        offset: to, isDaylight: observance.isDaylight, abbreviation: observance.isDaylight ? "DST" : "STD")
      for onset in observance.onsets(years, from) {
        onsets.append((onset.secondsSince1970 - Int64(from), from, time))
      }
    }
    onsets.sort { ($0.second, $0.time.offset) < ($1.second, $1.time.offset) }
    guard let first = onsets.first else { return nil }
    let before = ZoneTable.LocalTime(offset: first.from, isDaylight: false, abbreviation: "STD")
    var changes: [(second: Int64, time: ZoneTable.LocalTime)] = []
    for onset in onsets {
      if changes.last?.second == onset.second { changes.removeLast() }
      changes.append((onset.second, onset.time))
    }
    return ZoneTable(before: before, changes)
  }

  /// Reads `+0100`, `-053015`, and `+01:00` as some programs write it.
  static func offset(_ text: String) -> Int? {
    let digits = text.dropFirst().filter { $0 != ":" }
    guard let sign = text.first, sign == "+" || sign == "-", digits.utf8.count == 4 || digits.utf8.count == 6,
      digits.utf8.allSatisfy(\.isASCIIDigit), let hours = Int(digits.prefix(2)),
      let minutes = Int(digits.dropFirst(2).prefix(2)), let seconds = Int("0" + digits.dropFirst(4))
    else { return nil }
    let length = hours * 3600 + minutes * 60 + seconds
    guard minutes < 60, seconds < 60, length <= ZoneTable.furthestOffset else { return nil }
    return sign == "-" ? -length : length
  }
}

extension ZoneDescription.Observance {
  /// The onsets in these years, in the wall time before each, and the last one before them.
  fileprivate func onsets(_ years: ClosedRange<Int64>, _ from: Int) -> [WallTime] {
    guard let start else { return [] }
    guard let rule = rule.flatMap({ parsed($0, from) }),
      let lower = CivilDate(year: years.lowerBound, month: 1, day: 1)?.daysSince1970,
      let upper = CivilDate(year: years.upperBound + 1, month: 1, day: 1)?.daysSince1970
    else { return [start] + dates }
    let found = rule.occurrences(
      from: start, in: .utc, after: Instant(seconds: lower * 86_400 - 1),
      before: Instant(seconds: upper * 86_400), limit: RecurrenceRule.maxOccurrences)
    let last = rule.last(from: start, in: .utc).map { [$0.wallTime] } ?? []
    return [start] + dates + last + found.map(\.wallTime)
  }

  /// The rule, with an end in UTC as the wall time before the onset.
  private func parsed(_ text: String, _ from: Int) -> RecurrenceRule? {
    guard let start else { return nil }
    do {
      let rule = try RecurrenceRule(adopting: text, start: .floating(start))
      guard case .until(.instant(let until)) = rule.end else { return rule }
      let wall = WallTime(clamping: floorDivide(until.milliseconds, 1000) + Int64(from))
      return rule.ending(.until(.wallTime(wall)))
    } catch { return nil }
  }
}
