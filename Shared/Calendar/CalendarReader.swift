package import Schema

/// The content of a calendar file, and its problems.
package struct ReadCalendar: Sendable {
  /// The calendar's name.
  package var name: String?
  /// The zone for times without one, if the file has it.
  package var zone: Zone?
  package var events: [ReadEvent] = []
  /// The number of events that were unreadable, or beyond the limit.
  package var eventsLeftOut = 0
  /// True if Quad wrote the file.
  package var isOwn = false
  /// The first `CalendarReader.maxProblems` problems, in the order of lines.
  package var problems: [CalendarProblem] = []
  /// The number of further problems.
  package var moreProblems = 0
}

/// An event of a calendar file, as far as its lines are valid.
package struct ReadEvent: Hashable, Sendable {
  /// The line in the file where it begins.
  package let line: Int
  package var uid: String?
  package var sequence = 0
  package var start: CalendarTime
  /// Not before the start, and of the same form. For whole days, the first day after.
  package var end: CalendarTime?
  package var rule: RecurrenceRule?
  package var summary: String?
  package var description: String?
  package var location: String?
  package var url: String?
  package var status: CalendarEvent.Status?
  /// Seconds from each reminder to the start, without duplicates; negative after the start.
  package var reminders: [Int] = []
  /// Occurrences of the rule that are canceled.
  package var excluded: [CalendarTime] = []
  /// The occurrence that this event replaces, in the event with the same uid and a rule.
  package var occurrence: CalendarTime?

  /// Returns the length in seconds. The default of RFC 5545 3.6.1 is a day, or no time at all.
  package func length(in zone: Zone) -> Int {
    guard let end else { return start.isDate ? 86_400 : 0 }
    return Int(end.instant(in: zone).since(start.instant(in: zone)).components.seconds)
  }
}

/// A part of a calendar file that was not imported. Everything around it was.
package struct CalendarProblem: Hashable, Sendable {
  /// The line of the file, from 1; for a folded line its first.
  package let line: Int
  package let code: String
  /// The text for people.
  package let message: String
}

/// The reason why a whole file is rejected.
package enum CalendarFault: Error, Hashable, Sendable {
  case tooLarge
  case notACalendar

  package var code: FaultCode { self == .tooLarge ? .calendarTooLarge : .calendarBad }
}

/// Reads calendar files (RFC 5545) from any source.
///
/// libical reads the values line by line, so that an invalid value costs only its line or its event, and is
/// reported with its line number.
package enum CalendarReader {
  /// Bytes.
  package static let maxFileBytes = 1 << 20
  package static let maxEvents = 5000
  package static let maxProblems = 200
  /// Bytes of one line, unfolded.
  package static let maxLineBytes = 64 * 1024
  /// Lines of one event with its alarms.
  package static let maxLines = 1000
  /// The maximum nesting of components: an alarm is in an event, which is in a calendar.
  package static let deepest = 8
  package static let maxReminders = 10
  package static let maxExcluded = 2000
  /// The maximum length of an event in seconds, and of the time from a reminder to its event.
  package static let maxSeconds = 366 * 86_400

  /// - Parameter zone: The zone of the person who reads it: of zones with the same clocks, theirs is used.
  package static func read(_ bytes: [UInt8], zone: Zone? = nil) throws(CalendarFault) -> ReadCalendar {
    guard bytes.count <= maxFileBytes else { throw .tooLarge }
    var problems = ProblemList()
    var parts = CalendarParts()
    var scanner = LineScanner(bytes)
    while let line = scanner.next() { parts.take(line, &problems) }
    parts.finish(&problems)
    guard parts.isCalendar else { throw .notACalendar }
    let years = parts.years
    var zones = ZoneNaming(parts.zones, years: years)
    var calendar = ReadCalendar()
    calendar.name = parts.name.flatMap { LibicalLine.parse($0)?.text }
    if let line = parts.zone {
      let zone = LibicalLine.parse(line)?.text.flatMap { zones.zone($0) }
      calendar.zone = zone.flatMap { zones.described[$0.name] == $0 ? nil : $0 }
    }
    calendar.isOwn = [CalendarText.product, CalendarText.earlierProduct].contains(parts.product?.value)
    for lines in parts.events {
      var reading = EventReading(lines)
      if let event = reading.event(&zones, &problems) { calendar.events.append(event) }
    }
    if !zones.described.isEmpty {
      let preferred = [calendar.zone, zone].compactMap(\.self)
      var matching = ZoneMatching(zones.described, preferred: preferred, years: years)
      calendar.events = calendar.events.map { matching.matched($0, &problems) }
    }
    calendar.eventsLeftOut = parts.eventsLeftOut + parts.events.count - calendar.events.count
    calendar.problems = problems.sorted()
    calendar.moreProblems = problems.more
    return calendar
  }
}

/// A limited list of problems.
struct ProblemList {
  private var problems: [CalendarProblem] = []
  private(set) var more = 0

  mutating func add(_ line: Int, _ kind: ProblemKind, _ detail: String = "") {
    guard problems.count < CalendarReader.maxProblems else {
      more += 1
      return
    }
    problems.append(CalendarProblem(line: line, code: kind.rawValue, message: kind.message(detail.shortened)))
  }

  func sorted() -> [CalendarProblem] { problems.sorted { $0.line < $1.line } }
}

extension String {
  /// A short quote of the file for a message.
  fileprivate var shortened: String {
    let kept = unicodeScalars.filter { $0.properties.generalCategory != .control }.prefix(60)
    return String(String.UnicodeScalarView(kept))
  }
}

enum ProblemKind: String {
  case lineBad = "line_bad"
  case lineTooLong = "line_too_long"
  case textBad = "text_bad"
  case tooDeep = "too_deep"
  case endUnexpected = "end_unexpected"
  case eventUnfinished = "event_unfinished"
  case eventTooLong = "event_too_long"
  case tooManyEvents = "too_many_events"
  case componentUnsupported = "component_unsupported"
  case startMissing = "start_missing"
  case dateBad = "date_bad"
  case zoneUnknown = "zone_unknown"
  case zoneInexact = "zone_inexact"
  case endBad = "end_bad"
  case ruleBad = "rrule_bad"
  case ruleUnsupported = "rrule_unsupported"
  case valueBad = "value_bad"
  case alarmBad = "alarm_bad"
  case datesUnsupported = "rdate_unsupported"
  case excludedMany = "exdate_many"
  case rangeUnsupported = "range_unsupported"

  func message(_ detail: String) -> String {
    switch self {
    case .lineBad: "This is not a line of a calendar: a name, a colon and a value are expected."
    case .lineTooLong: "This line is too long; it was left out."
    case .textBad: "This line is not UTF-8, or holds control characters; it was left out."
    case .tooDeep: "Too many parts within each other; this one was left out."
    case .endUnexpected: "END:\(detail) without its BEGIN."
    case .eventUnfinished: "This event has no END:VEVENT; it was left out."
    case .eventTooLong: "This event has too many lines; it was left out."
    case .tooManyEvents:
      "The file holds more than \(CalendarReader.maxEvents) events; those from here on were left out."
    case .componentUnsupported: "\(detail) is not an event; it was left out."
    case .startMissing: "This event has no date; it was left out."
    case .dateBad: "\(detail) holds no date or time that exists."
    case .zoneUnknown: "The time zone \(detail) is not known."
    case .zoneInexact:
      "The clocks of \(detail) match no known time zone. Dates after a change of them may be off by hours."
    case .endBad: "The event ends before it begins, or its end is of another kind; the end was left out."
    case .ruleBad, .ruleUnsupported: "\(detail) Only the first date was taken."
    case .valueBad: "The value of \(detail) makes no sense; the line was left out."
    case .alarmBad: "This reminder makes no sense, or is one too many; it was left out."
    case .excludedMany:
      "This event skips more than \(CalendarReader.maxExcluded) dates. Those from here on were left out."
    case .rangeUnsupported: "This change is for all later dates, too. Only this date was changed."
    case .datesUnsupported: "Extra dates (RDATE) are not supported; they were left out."
    }
  }
}
