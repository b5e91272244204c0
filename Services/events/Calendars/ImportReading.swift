import Calendar
import Crypto
import Schema

/// Makes events of ours of those of a calendar file; what they cannot hold becomes a problem.
struct ImportReading: Sendable {
  private(set) var problems = ImportProblems()
  /// Of the profile.
  private let own: Zone?
  private let file: ReadCalendar
  private var uids: Set<String> = []

  /// Longer ones become their hash, which is as good a name.
  static let maxUIDLength = 255
  /// A reminder of a day counts from here.
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

  /// A moment and a date are its owner's, who sees them on their clocks; a floating time is the file's.
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
      // What repeats in UTC does so whatever the clocks of anybody show.
      let zone = read.rule == nil ? owners : .utc
      return (EventTime(instant, in: zone), zone)
    }
  }

  /// Nil for what is longer than an event may be. Seconds count as a minute.
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

  /// With the address that the event names, often that of a meeting.
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

  /// Of a whole day a file counts from its beginning, Quad from its morning.
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

  /// A file that names its events by nothing is known by when and what they are.
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

  /// A title and a place are one line.
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

  /// A moment on the clocks of a zone; in UTC if it is the second time that they show the same.
  init(_ moment: Instant, in zone: Zone) {
    let wall = zone.wallTime(at: moment)
    if zone.instant(of: wall).instant == moment {
      self.init(wall, zone)
    } else {
      self.init(Zone.utc.wallTime(at: moment), .utc)
    }
  }
}
