import Calendar
import Schema

/// Converts the skipped and changed dates of an event in a file to exceptions.
struct ExceptionReading {
  private let when: EventTime
  private let zone: Zone
  private let minutes: EventMinutes
  private let times: EventTimes?
  private var exceptions: [CivilDate: Events.DateException] = [:]
  private(set) var problems: [(line: Int, kind: ImportProblemKind)] = []

  init(_ when: EventTime, _ zone: Zone, _ minutes: EventMinutes, _ recurrence: RecurrenceText?) {
    (self.when, self.zone, self.minutes) = (when, zone, minutes)
    // A single event has no dates to skip.
    guard recurrence != nil else {
      times = nil
      return
    }
    do { times = try EventTimes(when, recurrence) } catch { times = nil }
  }

  /// Skips dates. Those that the event does not have change nothing, as in other programs.
  mutating func skip(_ excluded: [CalendarTime]) {
    for time in excluded {
      if let date = date(of: time) { exceptions[date] = Events.DateException(date: date, moved: nil) }
    }
  }

  /// Skips or moves one date.
  /// - Returns: false if the event does not have it.
  mutating func take(_ single: ReadEvent, instead master: ReadEvent) -> Bool {
    guard let date = single.occurrence.flatMap({ date(of: $0) }) else { return false }
    guard single.status != .cancelled else {
      exceptions[date] = Events.DateException(date: date, moved: nil)
      return true
    }
    let moved = moved(single)
    let isSame = moved == Events.MovedDate(date: date, time: when.time)
    exceptions[date] = isSame ? nil : Events.DateException(date: date, moved: moved)
    if !single.isLike(master) { problems.append((single.line, .occurrenceDiffers)) }
    return true
  }

  /// The exceptions up to their limit; the latest matter most. Nil if no date is left.
  func found(_ line: Int, _ problems: inout ImportProblems) -> EventExceptions? {
    guard !exceptions.isEmpty, let times else { return EventExceptions.none }
    let sorted = exceptions.values.sorted { $0.date < $1.date }
    if sorted.count > Events.DateException.maxCount { problems.add(line, .exceptionsMany) }
    let kept = EventExceptions(sorted.suffix(Events.DateException.maxCount))
    do {
      return try EventTimes(when, times.recurrence, kept).last == nil ? nil : kept
    } catch { return EventExceptions.none }
  }

  /// The date of the event that a time of the file names; nil for any other time.
  private func date(of time: CalendarTime) -> CivilDate? {
    guard let times else { return nil }
    let date: CivilDate
    switch time {
    case .date(let day): date = day
    case .floating(let wall): date = wall.date
    case .zoned(let wall, _) where when.isAllDay: date = wall.date
    case .utc(let instant) where when.isAllDay: date = Zone.utc.date(at: instant)
    case .zoned, .utc:
      let instant = time.instant(in: zone)
      date = zone.date(at: instant)
      guard zone.instant(of: WallTime(date: date, time: when.wallTime.time)).instant == instant else {
        return nil
      }
    }
    if case .floating(let wall) = time, !when.isAllDay, wall.time != when.wallTime.time { return nil }
    return times.has(date) ? date : nil
  }

  private mutating func moved(_ single: ReadEvent) -> Events.MovedDate {
    let isDay = single.start.isDate
    if isDay != when.isAllDay { problems.append((single.line, .occurrenceTime)) }
    let wall: WallTime
    switch single.start {
    case .date(let date): wall = WallTime(date: date, time: when.wallTime.time)
    case .floating(let time): wall = time
    case .zoned(let time, _) where when.isAllDay: wall = time
    case .zoned, .utc: wall = zone.wallTime(at: single.start.instant(in: zone))
    }
    let time = when.isAllDay ? nil : wall.time
    guard isDay == when.isAllDay else { return Events.MovedDate(date: wall.date, time: time) }
    guard let length = ImportReading.minutes(single, zone) else {
      problems.append((single.line, .lengthBad))
      return Events.MovedDate(date: wall.date, time: time)
    }
    return Events.MovedDate(date: wall.date, time: time, minutes: length == minutes ? nil : length)
  }
}

extension ReadEvent {
  /// True if the texts and reminders are those of another event.
  fileprivate func isLike(_ other: ReadEvent) -> Bool {
    summary == other.summary && description == other.description && location == other.location
      && url == other.url && Set(reminders) == Set(other.reminders)
  }
}
