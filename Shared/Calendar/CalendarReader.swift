package import Schema

/// What a calendar file holds, and what is wrong with it.
package struct ReadCalendar: Sendable {
  /// What its owner calls it.
  package var name: String?
  /// Where times without a zone of their own are meant, if the file says so.
  package var zone: Zone?
  package var events: [ReadEvent] = []
  /// Events that could not be read, or were too many.
  package var eventsLeftOut = 0
  /// Whether Quad wrote it.
  package var isOwn = false
  /// In the order of lines; the first `CalendarReader.maxProblems`.
  package var problems: [CalendarProblem] = []
  /// How many more there are.
  package var moreProblems = 0
}

/// An event of a calendar file, as far as its lines make sense.
package struct ReadEvent: Hashable, Sendable {
  /// Where it begins in the file.
  package let line: Int
  package var uid: String?
  package var sequence = 0
  package var start: CalendarTime
  /// Later than the start, or as late, and of its form; of whole days the first day after.
  package var end: CalendarTime?
  package var rule: RecurrenceRule?
  package var summary: String?
  package var description: String?
  package var location: String?
  package var url: String?
  package var status: CalendarEvent.Status?
  /// Seconds from the start back to each reminder, each once; negative after it.
  package var reminders: [Int] = []
  /// Occurrences of the rule that do not happen.
  package var excluded: [CalendarTime] = []
  /// Of an event that stands for one occurrence of another with the same uid: which.
  package var occurrence: CalendarTime?

  /// Seconds; what RFC 5545 3.6.1 says where the file says nothing: a day, or no time at all.
  package func length(in zone: Zone) -> Int {
    guard let end else { return start.isDate ? 86_400 : 0 }
    return Int(end.instant(in: zone).since(start.instant(in: zone)).components.seconds)
  }
}

/// Something in a calendar file that was not taken. Whatever else is around it was.
package struct CalendarProblem: Hashable, Sendable {
  /// The line of the file, from 1; of a folded one its first.
  package let line: Int
  package let code: String
  /// What a person reads.
  package let message: String
}

/// Why a file is not read at all.
package enum CalendarFault: Error, Hashable, Sendable {
  case tooLarge
  case notACalendar

  package var code: FaultCode { self == .tooLarge ? .calendarTooLarge : .calendarBad }
}

/// Reads calendar files (RFC 5545) of anybody's making.
///
/// libical reads the values of one line after the other, so that a bad one costs its line or its event and
/// nothing else, and is told with its number.
package enum CalendarReader {
  /// Bytes.
  package static let maxFileBytes = 1 << 20
  package static let maxEvents = 5000
  package static let maxProblems = 200
  /// Bytes of one line, unfolded.
  package static let maxLineBytes = 64 * 1024
  /// Lines of one event with its alarms.
  package static let maxLines = 1000
  /// Components within components: an alarm is in an event, that is in a calendar.
  package static let deepest = 8
  package static let maxReminders = 10
  package static let maxExcluded = 500
  /// Seconds of an event, and of the time before it a reminder comes.
  package static let maxSeconds = 366 * 86_400

  package static func read(_ bytes: [UInt8]) throws(CalendarFault) -> ReadCalendar {
    guard bytes.count <= maxFileBytes else { throw .tooLarge }
    var problems = ProblemList()
    var parts = CalendarParts()
    var scanner = LineScanner(bytes)
    while let line = scanner.next() { parts.take(line, &problems) }
    parts.finish(&problems)
    guard parts.isCalendar else { throw .notACalendar }
    var zones = ZoneNaming(places: parts.zonePlaces)
    var calendar = ReadCalendar()
    calendar.name = parts.name.flatMap { LibicalLine.parse($0)?.text }
    if let line = parts.zone {
      calendar.zone = LibicalLine.parse(line)?.text.flatMap { zones.zone($0) }
    }
    calendar.isOwn = parts.product?.value == CalendarText.product
    for lines in parts.events {
      var reading = EventReading(lines)
      if let event = reading.event(&zones, &problems) { calendar.events.append(event) }
    }
    calendar.eventsLeftOut = parts.eventsLeftOut + parts.events.count - calendar.events.count
    calendar.problems = problems.sorted()
    calendar.moreProblems = problems.more
    return calendar
  }
}

/// Problems with a limit.
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
  /// What a message quotes of a file.
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
  case endBad = "end_bad"
  case ruleBad = "rrule_bad"
  case ruleUnsupported = "rrule_unsupported"
  case valueBad = "value_bad"
  case alarmBad = "alarm_bad"
  case datesUnsupported = "rdate_unsupported"

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
    case .endBad: "The event ends before it begins, or its end is of another kind; the end was left out."
    case .ruleBad, .ruleUnsupported: "\(detail) Only the first date was taken."
    case .valueBad: "The value of \(detail) makes no sense; the line was left out."
    case .alarmBad: "This reminder makes no sense, or is one too many; it was left out."
    case .datesUnsupported: "Extra dates (RDATE) are not supported; they were left out."
    }
  }
}
