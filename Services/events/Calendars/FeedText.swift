import Calendar
import Schema

/// Events as calendar files.
enum FeedText {
  /// What clients call the calendar.
  static let name = "Quad"
  /// Bytes of a text as it travels on the bus, in JSON: within what a message may have.
  static let maxBytes = 3_500_000

  /// Every event once, with the notes of `person` alone: a feed is read by programs of companies, to which
  /// others did not give theirs. Without reminders, which Quad sends itself.
  ///
  /// What is too much is left out from the end, so that the rest arrives: after some thousand events with the
  /// longest notes there are.
  static func text(of events: [EventRow], for person: PersonID) throws(Fault) -> String {
    var calendar = CalendarText(name: name)
    var composer = EventComposer()
    var uids: Set<String> = []
    var left = maxBytes
    for event in events where uids.insert(event.uid).inserted {
      var composed = try composer.compose(event)
      if event.owner != person { composed.description = nil }
      left -= composed.roughBytes
      guard left > 0 else { break }
      calendar.add(composed)
    }
    return calendar.text
  }

  /// One event with a reminder an hour before.
  static func file(of event: EventRow) throws(Fault) -> String {
    var composer = EventComposer()
    var composed = try composer.compose(event)
    composed.reminders = [3600]
    var calendar = CalendarText()
    calendar.add(composed)
    return calendar.text
  }
}

/// Makes calendar events of ours. Each zone is looked up once.
struct EventComposer {
  private var zones: [ZoneName: Zone] = [:]

  /// Once as a moment, repeated on the clocks of its zone, all day as dates: what clients disagree least
  /// about. Its uid is an id without a host (RFC 7986, 5.3), so that a site that moves doubles nothing.
  /// - Throws: `zone_unusable`: whoever reads keeps what they have, and asks again.
  mutating func compose(_ event: EventRow) throws(Fault) -> Calendar.CalendarEvent {
    let rule = try rule(of: event)
    var (start, end): (CalendarTime, CalendarTime?)
    let length = Duration.seconds(event.minutes.count * 60)
    if event.when.isAllDay {
      let days = event.minutes.count / EventMinutes.day.count
      (start, end) = (.date(event.when.date), event.when.date.adding(days: Int64(days)).map { .date($0) })
    } else if rule == nil {
      (start, end) = (.utc(event.next), .utc(event.next.advanced(by: length)))
    } else {
      let zone = try zone(event.when.zone)
      let over = zone.instant(of: event.when.wallTime).instant.advanced(by: length)
      let wall = zone.wallTime(at: over)
      start = .zoned(event.when.wallTime, zone)
      // Clocks that are put back may show the same time at the end.
      end = wall > event.when.wallTime ? .zoned(wall, zone) : .utc(over)
    }
    if event.minutes.count == 0 { end = nil }
    return Calendar.CalendarEvent(
      uid: event.uid, sequence: Int(event.sequence), stamp: event.revised, start: start, end: end,
      rule: rule?.written(from: start), summary: event.title, description: event.notes,
      location: event.place)
  }

  /// Of an all-day event it ends with a date of its owner's.
  private mutating func rule(of event: EventRow) throws(Fault) -> RecurrenceRule? {
    guard let text = event.recurrence?.text else { return nil }
    let rule: RecurrenceRule
    do { rule = try RecurrenceRule(text) } catch { throw error.fault(field: "recurrence") }
    guard event.when.isAllDay, case .until(.instant(let last)) = rule.end else { return rule }
    return rule.ending(.until(.date(try zone(event.when.zone).date(at: last))))
  }

  private mutating func zone(_ name: ZoneName) throws(Fault) -> Zone {
    if let zone = zones[name] { return zone }
    do {
      let zone = try Zone.named(name)
      zones[name] = zone
      return zone
    } catch { throw Fault(.zoneUnusable) }
  }
}

extension Calendar.CalendarEvent {
  /// About how much room it takes in a reply: what stands around its texts, its texts with their escapes.
  fileprivate var roughBytes: Int {
    [uid, summary, description ?? "", location ?? ""].reduce(400) { $0 + $1.bytesInReply }
  }
}

extension String {
  /// In a line of a calendar that is in a JSON text, each escapes some.
  fileprivate var bytesInReply: Int {
    var bytes = 0
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "\\"): bytes += 4
      case UInt8(ascii: ","), UInt8(ascii: ";"), 10: bytes += 3
      case UInt8(ascii: "\""): bytes += 2
      default: bytes += 1
      }
    }
    // Each folded line has a line end and a space more.
    return bytes + bytes / 74 * 5
  }
}
