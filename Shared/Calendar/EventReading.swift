internal import Schema

/// Creates an event from its lines. Invalid lines become problems.
struct EventReading {
  private let lines: EventLines
  private var seen: Set<String> = []

  init(_ lines: EventLines) { self.lines = lines }

  /// Returns nil for an unusable event, which is then a problem.
  mutating func event(_ zones: inout ZoneNaming, _ problems: inout ProblemList) -> ReadEvent? {
    guard let first = lines.lines.first(where: { $0.name == "DTSTART" }) else {
      problems.add(lines.line, .startMissing)
      return nil
    }
    guard let start = EventReading.times(first, &zones, &problems)?.first else { return nil }
    var event = ReadEvent(line: lines.line, start: start)
    for line in lines.lines {
      guard let name = line.name, EventReading.known.contains(name) else { continue }
      // Of properties that are allowed once, only the first counts.
      guard name == "EXDATE" || seen.insert(name).inserted else { continue }
      take(line, name, into: &event, &zones, &problems)
    }
    for alarm in lines.alarms { take(alarm, into: &event, zones.fallback, &problems) }
    return event
  }

  private static let known: Set<String> = [
    "UID", "SEQUENCE", "SUMMARY", "DESCRIPTION", "LOCATION", "URL", "STATUS", "DTEND", "DURATION", "RRULE",
    "RDATE", "EXDATE", "RECURRENCE-ID",
  ]

  private func take(
    _ line: CalendarLine, _ name: String, into event: inout ReadEvent, _ zones: inout ZoneNaming,
    _ problems: inout ProblemList
  ) {
    switch name {
    case "DTEND":
      guard let end = EventReading.times(line, &zones, &problems)?.first else { return }
      setEnd(end, line, &event, zones.fallback, &problems)
    case "DURATION": setDuration(line, &event, zones.fallback, &problems)
    case "RRULE":
      do { event.rule = try RecurrenceRule(adopting: line.value, start: event.start) } catch {
        problems.add(line.number, error.kind, error.message)
      }
    case "RDATE": problems.add(line.number, .datesUnsupported)
    case "EXDATE":
      guard let times = EventReading.times(line, &zones, &problems) else { return }
      let room = CalendarReader.maxExcluded - event.excluded.count
      event.excluded += times.prefix(room)
      if times.count > room { problems.add(line.number, .excludedMany) }
    case "RECURRENCE-ID":
      if line.isForLater { problems.add(line.number, .rangeUnsupported) }
      event.occurrence = EventReading.times(line, &zones, &problems)?.first
    default: takeText(line, name, into: &event, &problems)
    }
  }

  private func takeText(
    _ line: CalendarLine, _ name: String, into event: inout ReadEvent, _ problems: inout ProblemList
  ) {
    guard let parsed = LibicalLine.parse(line) else {
      // An empty value counts as missing.
      if !line.value.isEmpty { problems.add(line.number, .valueBad, name) }
      return
    }
    let text = parsed.text?.withoutControls
    switch name {
    case "UID": event.uid = text
    case "SUMMARY": event.summary = text
    case "DESCRIPTION": event.description = text
    case "LOCATION": event.location = text
    case "URL":
      guard text?.utf8.contains(where: { $0 < 32 }) != true else {
        return problems.add(line.number, .valueBad, name)
      }
      event.url = text
    case "SEQUENCE":
      // libical reads letters as 0.
      guard let number = Int32(line.value), number >= 0 else {
        return problems.add(line.number, .valueBad, name)
      }
      event.sequence = Int(number)
    case "STATUS":
      guard let status = CalendarEvent.Status(rawValue: line.value.uppercased()) else {
        return problems.add(line.number, .valueBad, name)
      }
      event.status = status
    default: break
    }
  }

  /// Returns the times of a line; nil if one of them is invalid.
  private static func times(
    _ line: CalendarLine, _ zones: inout ZoneNaming, _ problems: inout ProblemList
  ) -> [CalendarTime]? {
    guard let parsed = LibicalLine.parse(line) else {
      problems.add(line.number, .dateBad, line.name ?? "")
      return nil
    }
    var found: [CalendarTime] = []
    for time in parsed.times {
      switch time {
      case nil:
        problems.add(line.number, .dateBad, line.name ?? "")
        return nil
      case .date(let date): found.append(.date(date))
      case .utc(let time): found.append(.utc(Instant(seconds: time.secondsSince1970)))
      case .local(let time):
        guard let name = parsed.zoneName else {
          found.append(.floating(time))
          continue
        }
        guard let zone = zones.zone(name) else {
          problems.add(line.number, .zoneUnknown, name)
          return nil
        }
        found.append(.zoned(time, zone))
      }
    }
    return found
  }

  private func setEnd(
    _ end: CalendarTime, _ line: CalendarLine, _ event: inout ReadEvent, _ zone: Zone,
    _ problems: inout ProblemList
  ) {
    let length = end.instant(in: zone).since(event.start.instant(in: zone))
    guard end.isDate == event.start.isDate, length >= .zero, length <= .seconds(CalendarReader.maxSeconds)
    else {
      return problems.add(line.number, .endBad)
    }
    // Some programs end an all-day event on the same day.
    event.end = end.isDate && length == .zero ? nil : end
  }

  private func setDuration(
    _ line: CalendarLine, _ event: inout ReadEvent, _ zone: Zone, _ problems: inout ProblemList
  ) {
    guard event.end == nil else { return }
    guard line.hasShortNumbers, let seconds = LibicalLine.parse(line)?.duration, seconds >= 0 else {
      return problems.add(line.number, .valueBad, "DURATION")
    }
    switch event.start {
    case .utc(let instant): event.end = .utc(instant.advanced(by: .seconds(seconds)))
    case .zoned(let time, let zone):
      // The duration is elapsed time, not a difference of wall times.
      let end = zone.instant(of: time).instant.advanced(by: .seconds(seconds))
      event.end = .utc(end)
    case .floating(let time):
      event.end = .floating(WallTime(clamping: time.secondsSince1970 + Int64(seconds)))
    case .date(let date):
      guard seconds % 86_400 == 0 else { return problems.add(line.number, .valueBad, "DURATION") }
      if seconds > 0 { event.end = date.adding(days: Int64(seconds / 86_400)).map { .date($0) } }
    }
  }

  private func take(
    _ alarm: AlarmLines, into event: inout ReadEvent, _ zone: Zone, _ problems: inout ProblemList
  ) {
    // Apple's mark for an event without alarms.
    guard !alarm.lines.contains(where: { $0.name == "ACTION" && $0.value.uppercased() == "NONE" }) else {
      return
    }
    guard let line = alarm.lines.first(where: { $0.name == "TRIGGER" }), line.hasShortNumbers,
      let parsed = LibicalLine.parse(line), let trigger = parsed.trigger
    else {
      return problems.add(
        alarm.lines.first { $0.name == "TRIGGER" }?.number ?? alarm.line, .alarmBad)
    }
    var lead: Int
    switch trigger {
    case .seconds(let seconds):
      lead = -seconds
      if parsed.isFromEnd { lead -= event.length(in: zone) }
    case .at(let time):
      let start = floorDivide(event.start.instant(in: zone).milliseconds, 1000)
      lead = Int(start - time.secondsSince1970)
    }
    guard abs(lead) <= CalendarReader.maxSeconds, event.reminders.count < CalendarReader.maxReminders else {
      return problems.add(line.number, .alarmBad)
    }
    if !event.reminders.contains(lead) { event.reminders.append(lead) }
  }
}

extension String {
  /// The text trimmed, without control characters other than line feeds and tabs; nil if it is empty. libical
  /// creates some of them from escapes that RFC 5545 does not define, such as `\b`.
  fileprivate var withoutControls: String? {
    var kept = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if scalar == "\n" || scalar == "\t" || scalar.properties.generalCategory != .control {
        kept.append(scalar)
      }
    }
    let text = Text.trim(String(kept))
    return text.isEmpty ? nil : text
  }
}

extension RuleFault {
  var kind: ProblemKind {
    switch self {
    case .unsupported: .ruleUnsupported
    case .bad: .ruleBad
    }
  }
}
