import Calendar
import Crypto
import Schema

/// Converts the events of a calendar file to Quad's; a value that does not fit becomes a problem.
struct ImportReading: Sendable {
  private(set) var problems = ImportProblems()
  /// The number of events of the file that were left out.
  private(set) var skipped = 0
  /// The zone of the person's profile.
  private let own: Zone?
  private let file: ReadCalendar
  private var uids: Set<String> = []

  /// The limit of a uid in bytes. A longer one is replaced by its hash, which identifies it as well.
  static let maxUIDLength = 255
  /// Reminders of an all-day event count from this time of day.
  private static let morning = EventTimes.morning.secondsOfDay

  /// - Parameter legacyLine: The first line that is not UTF-8.
  init(_ file: ReadCalendar, ownZone: Zone?, legacyLine: Int? = nil) {
    self.file = file
    own = ownZone
    if let legacyLine { problems.add(legacyLine, .encodingAssumed) }
    for problem in file.problems { problems.add(problem.line, problem.code, problem.message) }
    problems.leaveOut(file.moreProblems)
  }

  mutating func events() -> [ImportedEvent] {
    let sorted = SortedEvents(file.events)
    for copy in sorted.copies { leave(copy, .eventTwice) }
    var events: [ImportedEvent] = []
    for read in sorted.events {
      let singles = read.uid.flatMap { sorted.occurrences[$0] } ?? []
      let (event, others) = event(read, singles)
      if let event { events.append(event) }
      for single in others {
        if let event = separate(single) { events.append(event) }
      }
    }
    for single in sorted.orphans {
      if let event = separate(single) { events.append(event) }
    }
    return events
  }

  private mutating func leave(_ read: ReadEvent, _ kind: ImportProblemKind) {
    problems.add(read.line, kind)
    skipped += 1
  }

  /// The event with its skipped and moved dates, and the single dates that are none of its own.
  private mutating func event(
    _ read: ReadEvent, _ singles: [ReadEvent]
  ) -> (ImportedEvent?, [ReadEvent]) {
    if read.status == .cancelled {
      leave(read, .eventCancelled)
      return (nil, singles.filter { $0.status != .cancelled })
    }
    let (when, zone) = time(read)
    guard let minutes = ImportReading.minutes(read, zone) else {
      leave(read, .lengthBad)
      return (nil, singles)
    }
    let recurrence = read.rule.flatMap { RecurrenceText($0.text) }
    var exceptions = ExceptionReading(when, zone, minutes, recurrence)
    exceptions.skip(read.excluded)
    let others = singles.filter { !exceptions.take($0, instead: read) }
    for (line, kind) in exceptions.problems { problems.add(line, kind) }
    guard let found = exceptions.found(read.line, &problems) else {
      leave(read, .datesNone)
      return (nil, others)
    }
    return (event(read, when, minutes, recurrence, found), others)
  }

  /// A single date without the event that it belongs to, as an event of its own.
  private mutating func separate(_ read: ReadEvent) -> ImportedEvent? {
    var single = read
    single.rule = nil
    if let uid = read.uid, let occurrence = read.occurrence {
      single.uid =
        "import-" + Base64URL.encode(ImportReading.digest([uid, ImportReading.text(of: occurrence)]))
    }
    guard read.status != .cancelled else {
      leave(read, .eventCancelled)
      return nil
    }
    problems.add(read.line, .occurrenceSingle)
    return event(single, []).0
  }

  private mutating func event(
    _ read: ReadEvent, _ when: EventTime, _ minutes: EventMinutes, _ recurrence: RecurrenceText?,
    _ exceptions: EventExceptions
  ) -> ImportedEvent? {
    guard let title = title(read) else {
      leave(read, .titleBlank)
      return nil
    }
    let start = ImportReading.text(of: read.start)
    let uid = ImportReading.uid(read.uid, title, start)
    guard uids.insert(uid).inserted else {
      leave(read, .eventTwice)
      return nil
    }
    let (notes, place, leads) = (notes(read), place(read), leads(read))
    var moment: Instant?
    if case .utc(let instant) = read.start, read.rule == nil { moment = instant }
    var values: [String?] = [
      title, notes, place, start, "\(minutes.count)", recurrence?.text,
      leads.map { $0.all.map { "\($0.minutes)" }.joined(separator: " ") }, "\(read.sequence)",
    ]
    if !exceptions.isEmpty { values.append(exceptions.stored) }
    return ImportedEvent(
      line: read.line, uid: uid, sequence: Int64(read.sequence), title: title, notes: notes, place: place,
      when: when, moment: moment, minutes: minutes, recurrence: recurrence, exceptions: exceptions,
      leads: leads, digest: ImportReading.digest(values))
  }

  /// A moment or a date is in the owner's zone, a floating time in the file's.
  private func time(_ read: ReadEvent) -> (EventTime, Zone) {
    let owners = own ?? file.zone ?? .site
    switch read.start {
    case .date(let date):
      return (EventTime(date: date, time: nil, zone: ZoneName(checked: owners.name)), owners)
    case .zoned(let wall, let zone): return (EventTime(wall, zone), zone)
    case .floating(let wall):
      let zone = file.zone ?? own ?? .site
      return (EventTime(wall, zone), zone)
    case .utc(let instant):
      // An event that repeats in UTC does so whatever local clocks show.
      let zone = read.rule == nil ? owners : .utc
      return (EventTime(instant, in: zone), zone)
    }
  }

  /// Nil if the event is longer than the limit. Seconds count as a minute.
  static func minutes(_ read: ReadEvent, _ zone: Zone) -> EventMinutes? {
    guard case .date(let first) = read.start else {
      return EventMinutes((read.length(in: zone) + 59) / 60)
    }
    guard case .date(let end)? = read.end else { return .day }
    return EventMinutes(Int(end.daysSince1970 - first.daysSince1970) * EventMinutes.day.count)
  }

  /// Nil without a title.
  private mutating func title(_ read: ReadEvent) -> String? {
    value(ImportReading.line(read.summary ?? ""), read, .titleLong, EventTitle.self)
  }

  private mutating func place(_ read: ReadEvent) -> String? {
    value(ImportReading.line(read.location ?? ""), read, .placeLong, EventPlace.self)
  }

  /// The description, with the URL of the event, often that of a meeting.
  private mutating func notes(_ read: ReadEvent) -> String? {
    let description = read.description?.replacingTabs() ?? ""
    let url = read.url.map(ImportReading.line) ?? ""
    let parts = [description, description.contains(url) ? "" : url].filter { !$0.isEmpty }
    return value(parts.joined(separator: "\n"), read, .notesLong, EventNotes.self)
  }

  /// A text within its limit; one that is longer ends with its last whole word. Nil without any text.
  private mutating func value<Value: LimitedText>(
    _ text: String, _ read: ReadEvent, _ long: ImportProblemKind, _ type: Value.Type
  ) -> String? {
    let text = Text.removingTurns(text, allowsLines: Value.allowsLines)
    do { return try Value(text).text } catch {
      guard error.code == .tooLong else { return nil }
    }
    problems.add(read.line, long)
    do { return try Value(text.shortened(to: Value.maxLength, bytes: Value.maxBytes)).text } catch {
      return nil
    }
  }

  /// Reminders of an all-day event count from the start of the day in a file, from its morning in Quad.
  private mutating func leads(_ read: ReadEvent) -> LeadTimes? {
    var found: [LeadTime] = []
    for reminder in read.reminders {
      let seconds = reminder + (read.start.isDate ? ImportReading.morning : 0)
      guard seconds >= 0, let lead = LeadTime(minutes: (seconds + 59) / 60) else {
        problems.add(read.line, .alarmLate)
        continue
      }
      if !found.contains(lead) { found.append(lead) }
    }
    return LeadTimes(found)
  }

  /// An event without a uid is identified by its title and start.
  private static func uid(_ uid: String?, _ title: String, _ start: String) -> String {
    guard let uid else { return "import-" + Base64URL.encode(digest([title, start])) }
    let isPlain = uid.utf8.count <= maxUIDLength && !uid.utf8.contains { $0 < 32 || $0 == 127 }
    return isPlain ? uid : "import-" + Base64URL.encode(digest([uid]))
  }

  private static func digest(_ parts: [String?]) -> [UInt8] {
    BLAKE2b.hash(parts: parts.flatMap { [[$0 == nil ? 0 : 1], Array(($0 ?? "").utf8)] })
  }

  private static func text(of time: CalendarTime) -> String {
    switch time {
    case .utc(let instant): instant.description
    case .zoned(let wall, let zone): "\(wall) \(zone.name)"
    case .floating(let wall): "\(wall)"
    case .date(let date): "\(date)"
    }
  }

  /// The text on one line, as a title and a place require.
  private static func line(_ text: String) -> String {
    String(text.map { $0 == "\n" || $0 == "\t" ? " " : $0 })
  }
}

extension String {
  fileprivate func replacingTabs() -> String { String(map { $0 == "\t" ? " " : $0 }) }

  /// The text up to a whole word and `…`, or up to a whole character where a word is longer than `maxWord`.
  fileprivate func shortened(to length: Int, bytes: Int) -> String {
    var kept = prefix(length - 1)
    while kept.utf8.count > bytes - 3 { kept = kept.dropLast() }
    let start = kept.suffix(String.maxWord)
    if let space = start.lastIndex(where: \.isWhitespace), kept.endIndex < endIndex,
      !self[kept.endIndex].isWhitespace
    {
      kept = kept[..<space]
    }
    return Text.trim(String(kept)) + "…"
  }

  private static let maxWord = 40
}

extension EventTime {
  init(_ wall: WallTime, _ zone: Zone) {
    self.init(date: wall.date, time: wall.time, zone: ZoneName(checked: zone.name))
  }

  /// A moment as wall time in a zone; in UTC if that wall time occurs twice and this is the second.
  init(_ moment: Instant, in zone: Zone) {
    let wall = zone.wallTime(at: moment)
    if zone.instant(of: wall).instant == moment {
      self.init(wall, zone)
    } else {
      self.init(Zone.utc.wallTime(at: moment), .utc)
    }
  }
}
