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
      if event.owner != person { composed.indices.forEach { composed[$0].description = nil } }
      left -= composed.reduce(0) { $0 + $1.roughBytes }
      guard left > 0 else { break }
      composed.forEach { calendar.add($0) }
    }
    return calendar.text
  }

  /// A file of one event, with a reminder an hour before.
  static func file(of event: EventRow) throws(Fault) -> String {
    var composer = EventComposer()
    var calendar = CalendarText()
    for var composed in try composer.compose(event) {
      composed.reminders = [3600]
      calendar.add(composed)
    }
    return calendar.text
  }
}

/// Converts stored events to calendar events. Each zone is looked up once.
struct EventComposer {
  private var zones: [ZoneName: Zone] = [:]

  /// The event, and after it each of its moved dates.
  /// - Throws: `zone_unusable`: the reader keeps its copy and asks again.
  mutating func compose(_ event: EventRow) throws(Fault) -> [Calendar.CalendarEvent] {
    var composed = [try composeRule(event)]
    guard !event.exceptions.isEmpty else { return composed }
    let zone = try zone(event.when.zone)
    for exception in event.exceptions.all {
      let original = EventComposer.time(exception.date, event.when.time, zone)
      guard let moved = exception.moved else {
        composed[0].excluded.append(original)
        continue
      }
      var single = composed[0]
      (single.rule, single.excluded, single.occurrence) = (nil, [], original)
      single.start = EventComposer.time(moved.date, moved.time, zone)
      let minutes = moved.minutes ?? event.minutes
      single.end = minutes.count == 0 ? nil : end(of: single.start, minutes, zone)
      composed.append(single)
    }
    return composed
  }

  private static func time(_ date: CivilDate, _ time: TimeOfDay?, _ zone: Zone) -> CalendarTime {
    time.map { .zoned(WallTime(date: date, time: $0), zone) } ?? .date(date)
  }

  private func end(of start: CalendarTime, _ minutes: EventMinutes, _ zone: Zone) -> CalendarTime? {
    if case .date(let date) = start {
      return date.adding(days: Int64(minutes.count / EventMinutes.day.count)).map { .date($0) }
    }
    let over = start.instant(in: zone).advanced(by: .seconds(minutes.count * 60))
    guard case .zoned(let time, _) = start else { return .utc(over) }
    let wall = zone.wallTime(at: over)
    // When clocks are set back, the wall time at the end may not be later than at the start.
    return wall > time ? .zoned(wall, zone) : .utc(over)
  }

  /// A single event is a moment, a repeating one a time in its zone, an all-day one a date: the forms that
  /// clients disagree about least. The uid is an id without a host (RFC 7986, 5.3), so that a site that moves
  /// duplicates nothing.
  private mutating func composeRule(_ event: EventRow) throws(Fault) -> Calendar.CalendarEvent {
    let rule = try rule(of: event)
    let isMoment = rule == nil && !event.when.isAllDay
    let zone = isMoment ? Zone.utc : try zone(event.when.zone)
    let start: CalendarTime =
      isMoment ? .utc(event.next) : EventComposer.time(event.when.date, event.when.time, zone)
    let end = event.minutes.count == 0 ? nil : end(of: start, event.minutes, zone)
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
    [uid, summary, description ?? "", location ?? ""].reduce(400 + excluded.count * 70) {
      $0 + $1.bytesInReply
    }
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
