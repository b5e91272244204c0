import Calendar
import Schema

/// Events as calendar files.
enum FeedText {
  /// The calendar's name in clients.
  static let name = "Quad"
  /// The limit of a text in bytes, as JSON on the bus: within the size limit of a message.
  static let maxBytes = 3_500_000

  /// Every event once. Only the events of `person` keep their notes: feeds are read by companies' programs,
  /// to which others did not give theirs. Reminders are left out, because Quad sends them itself.
  ///
  /// Events beyond the size limit are left out from the end, so that the rest arrives. That takes some
  /// thousand events with the longest possible notes.
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

  /// A file of one event, with a reminder an hour before.
  static func file(of event: EventRow) throws(Fault) -> String {
    var composer = EventComposer()
    var composed = try composer.compose(event)
    composed.reminders = [3600]
    var calendar = CalendarText()
    calendar.add(composed)
    return calendar.text
  }
}

/// Converts stored events to calendar events. Each zone is looked up once.
struct EventComposer {
  private var zones: [ZoneName: Zone] = [:]

  /// A single event is a moment, a repeating one a time in its zone, an all-day one a date: the forms that
  /// clients disagree about least. The uid is an id without a host (RFC 7986, 5.3), so that a site that moves
  /// duplicates nothing.
  /// - Throws: `zone_unusable`: the reader keeps its copy and asks again.
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
      // When clocks are set back, the wall time at the end may not be later than at the start.
      end = wall > event.when.wallTime ? .zoned(wall, zone) : .utc(over)
    }
    if event.minutes.count == 0 { end = nil }
    return Calendar.CalendarEvent(
      uid: event.uid, sequence: Int(event.sequence), stamp: event.revised, start: start, end: end,
      rule: rule?.written(from: start), summary: event.title, description: event.notes,
      location: event.place)
  }

  /// The rule of the event. For an all-day event it ends with a date in its owner's zone.
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
  /// The approximate size in a reply: a fixed overhead, and the texts with their escapes.
  fileprivate var roughBytes: Int {
    [uid, summary, description ?? "", location ?? ""].reduce(400) { $0 + $1.bytesInReply }
  }
}

extension String {
  /// The size as a calendar line inside a JSON text, with the escapes of both.
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
    // Each folded line adds a line end and a space.
    return bytes + bytes / 74 * 5
  }
}
