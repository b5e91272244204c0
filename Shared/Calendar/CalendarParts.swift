/// The lines of one event, and of its alarms.
struct EventLines {
  let line: Int
  var lines: [CalendarLine] = []
  var alarms: [AlarmLines] = []

  var count: Int { alarms.reduce(lines.count) { $0 + $1.lines.count + 1 } }
}

struct AlarmLines {
  let line: Int
  var lines: [CalendarLine] = []
}

/// Sorts the lines of a file by their component.
struct CalendarParts {
  private struct Frame {
    let name: String
    let line: Int
  }

  /// True if the file contains a calendar.
  private(set) var isCalendar = false
  private(set) var name: CalendarLine?
  private(set) var zone: CalendarLine?
  private(set) var product: CalendarLine?
  private(set) var events: [EventLines] = []
  private(set) var eventsLeftOut = 0
  /// The descriptions of zones (VTIMEZONE), by their TZID.
  private(set) var zones: [String: ZoneDescription] = [:]

  private var stack: [Frame] = []
  private var event: EventLines?
  private var isEventTooLong = false
  private var zoneName: String?
  private var description: ZoneDescription?
  private var observances = 0
  private var saidTooMany = false

  mutating func take(_ line: CalendarLine, _ problems: inout ProblemList) {
    guard !line.isTooLong else { return problems.add(line.number, .lineTooLong) }
    guard let name = line.name else {
      // Text around a calendar, such as that of a mail, is ignored.
      if isCalendar { problems.add(line.number, .lineBad) }
      return
    }
    switch name {
    case "BEGIN": begin(line.value.trimmedUpper, line.number, &problems)
    case "END": end(line.value.trimmedUpper, line.number, &problems)
    default: add(line, name, &problems)
    }
  }

  /// Ends the file.
  mutating func finish(_ problems: inout ProblemList) {
    leaveUnfinished(&problems)
  }

  /// Reports an event without an end.
  private mutating func leaveUnfinished(_ problems: inout ProblemList) {
    guard let open = event else { return }
    problems.add(open.line, .eventUnfinished)
    eventsLeftOut += 1
    event = nil
  }

  private mutating func begin(_ name: String, _ line: Int, _ problems: inout ProblemList) {
    if name == "VCALENDAR" || name == "VEVENT", event != nil {
      leaveUnfinished(&problems)
      stack.removeAll { $0.name != "VCALENDAR" }
    }
    guard stack.count < CalendarReader.deepest else { return problems.add(line, .tooDeep) }
    stack.append(Frame(name: name, line: line))
    switch name {
    case "VCALENDAR": isCalendar = true
    case "VEVENT":
      event = EventLines(line: line)
      isEventTooLong = false
    case "VALARM": event?.alarms.append(AlarmLines(line: line))
    case "VTIMEZONE": (zoneName, description) = (nil, ZoneDescription())
    case "STANDARD", "DAYLIGHT":
      observances += 1
      if observances <= ZoneDescription.maxObservances { description?.begin(isDaylight: name == "DAYLIGHT") }
    case "VTODO", "VJOURNAL": problems.add(line, .componentUnsupported, name)
    default: break
    }
  }

  private mutating func end(_ name: String, _ line: Int, _ problems: inout ProblemList) {
    guard let index = stack.lastIndex(where: { $0.name == name }) else {
      if isCalendar { problems.add(line, .endUnexpected, name) }
      return
    }
    stack.removeSubrange(index...)
    switch name {
    case "VEVENT": endEvent(line, &problems)
    case "VTIMEZONE":
      if let zoneName, zones.count < ZoneDescription.maxCount { zones[zoneName] = description }
      description = nil
    case "VCALENDAR": leaveUnfinished(&problems)
    default: break
    }
  }

  private mutating func endEvent(_ line: Int, _ problems: inout ProblemList) {
    guard let event else { return }
    self.event = nil
    if !isEventTooLong, events.count < CalendarReader.maxEvents {
      events.append(event)
      return
    }
    eventsLeftOut += 1
    if isEventTooLong {
      problems.add(event.line, .eventTooLong)
    } else if !saidTooMany {
      saidTooMany = true
      problems.add(event.line, .tooManyEvents)
    }
  }

  private mutating func add(_ line: CalendarLine, _ name: String, _ problems: inout ProblemList) {
    guard let frame = stack.last else { return }
    guard line.isText else { return problems.add(line.number, .textBad) }
    switch frame.name {
    case "VEVENT", "VALARM":
      guard event != nil, !isEventTooLong else { return }
      if frame.name == "VEVENT" {
        event?.lines.append(line)
      } else if let last = event?.alarms.indices.last {
        event?.alarms[last].lines.append(line)
      }
      isEventTooLong = event.map { $0.count > CalendarReader.maxLines } ?? false
    case "VTIMEZONE" where name == "TZID": zoneName = LibicalLine.parse(line)?.text
    case "VTIMEZONE" where name == "X-LIC-LOCATION": description?.place = LibicalLine.parse(line)?.text
    case "STANDARD", "DAYLIGHT":
      if observances <= ZoneDescription.maxObservances { description?.add(name, line.value) }
    case "VCALENDAR" where name == "X-WR-CALNAME": self.name = line
    case "VCALENDAR" where name == "X-WR-TIMEZONE": zone = line
    case "VCALENDAR" where name == "PRODID": product = line
    default: break
    }
  }
}

extension CalendarParts {
  /// The years of the file's events, and some ahead for those that repeat.
  var years: ClosedRange<Int64> {
    let all = ZoneDescription.allYears
    var found: (first: Int64, last: Int64)?
    for line in events.lazy.flatMap(\.lines) {
      guard let name = line.name, CalendarParts.dated.contains(name),
        let year = Int64(line.value.prefix(4)), all.contains(year)
      else { continue }
      found = (min(found?.first ?? year, year), max(found?.last ?? year, year))
    }
    guard let found else { return all.upperBound...all.upperBound }
    return found.first...found.last + ZoneMatching.yearsAhead
  }

  private static let dated: Set<String> = ["DTSTART", "DTEND", "EXDATE", "RECURRENCE-ID"]
}

extension String {
  fileprivate var trimmedUpper: String {
    let trimmed = utf8.drop { $0 == 32 || $0 == 9 }
    return (String(trimmed.prefix { $0 != 32 && $0 != 9 }) ?? "").uppercased()
  }
}
