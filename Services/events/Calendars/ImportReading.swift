import Calendar
import Crypto
import Schema

/// Converts the events of a calendar file to Quad's; a value that does not fit becomes a problem.
struct ImportReading: Sendable {
  private(set) var problems = ImportProblems()
  /// The zone of the person's profile.
  private let own: Zone?
  private let file: ReadCalendar
  private var uids: Set<String> = []

  /// The limit of a uid in bytes. A longer one is replaced by its hash, which identifies it as well.
  static let maxUIDLength = 255
  /// Reminders of an all-day event count from this time of day.
  private static let morning = EventTimes.morning.secondsOfDay

  init(_ file: ReadCalendar, ownZone: ZoneName?) throws(Fault) {
    self.file = file
    do { own = try ownZone.map { try Zone.named($0) } } catch { throw Fault(.zoneUnusable) }
    for problem in file.problems { problems.add(problem.line, problem.code, problem.message) }
    problems.leaveOut(file.moreProblems)
  }

  mutating func events() -> [ImportedEvent] {
    var events: [ImportedEvent] = []
    for read in file.events {
      if let event = event(read) { events.append(event) }
    }
    return events
  }

  private mutating func event(_ read: ReadEvent) -> ImportedEvent? {
    if let kind = ImportReading.reasonToLeave(read) {
      problems.add(read.line, kind)
      return nil
    }
    guard let title = title(read) else { return nil }
    let (when, zone) = time(read)
    guard let minutes = ImportReading.minutes(read, zone) else {
      problems.add(read.line, .lengthBad)
      return nil
    }
    let start = ImportReading.text(of: read.start)
    let uid = ImportReading.uid(read.uid, title, start)
    guard uids.insert(uid).inserted else {
      problems.add(read.line, .eventTwice)
      return nil
    }
    if !read.excluded.isEmpty { problems.add(read.line, .exceptionsUnsupported) }
    let (notes, place, leads) = (notes(read), place(read), leads(read))
    let recurrence = read.rule.flatMap { RecurrenceText($0.text) }
    var moment: Instant?
    if case .utc(let instant) = read.start, read.rule == nil { moment = instant }
    let digest = ImportReading.digest([
      title, notes, place, start, "\(minutes.count)", recurrence?.text,
      leads.map { $0.all.map { "\($0.minutes)" }.joined(separator: " ") }, "\(read.sequence)",
    ])
    return ImportedEvent(
      line: read.line, uid: uid, sequence: Int64(read.sequence), title: title, notes: notes, place: place,
      when: when, moment: moment, minutes: minutes, recurrence: recurrence, leads: leads, digest: digest)
  }

  private static func reasonToLeave(_ read: ReadEvent) -> ImportProblemKind? {
    if read.occurrence != nil { return .occurrenceUnsupported }
    return read.status == .cancelled ? .eventCancelled : nil
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
  private static func minutes(_ read: ReadEvent, _ zone: Zone) -> EventMinutes? {
    guard case .date(let first) = read.start else {
      return EventMinutes((read.length(in: zone) + 59) / 60)
    }
    guard case .date(let end)? = read.end else { return .day }
    return EventMinutes(Int(end.daysSince1970 - first.daysSince1970) * EventMinutes.day.count)
  }

  private mutating func title(_ read: ReadEvent) -> String? {
    do { return try EventTitle(ImportReading.line(read.summary ?? "")).text } catch {
      problems.add(read.line, error.code == .titleBlank ? .titleBlank : .titleLong)
      return nil
    }
  }

  private mutating func place(_ read: ReadEvent) -> String? {
    guard let location = read.location else { return nil }
    do { return try EventPlace(ImportReading.line(location)).text } catch {
      if error.code != EventPlace.blank { problems.add(read.line, .placeLong) }
      return nil
    }
  }

  /// The description, with the URL of the event, often that of a meeting.
  private mutating func notes(_ read: ReadEvent) -> String? {
    let description = read.description?.replacingTabs() ?? ""
    let url = read.url.map(ImportReading.line) ?? ""
    let parts = [description, description.contains(url) ? "" : url].filter { !$0.isEmpty }
    guard !parts.isEmpty else { return nil }
    do { return try EventNotes(parts.joined(separator: "\n")).text } catch {
      if error.code != EventNotes.blank { problems.add(read.line, .notesLong) }
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
