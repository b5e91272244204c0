import Calendar
import Schema
import SiteCommands

/// Events in words: date and time, length, distance from now.
enum EventWords {
  /// The start, such as `Tue 2026-11-24 18:00`, on the clocks of this machine; an all-day event is the same
  /// date everywhere.
  static func when(_ event: Events.CalendarEvent) -> String {
    guard event.when.isAllDay else { return Phrases.moment(event.next) }
    return Phrases.date(allDay(event))
  }

  /// The date of an all-day event, or the next date of a recurring one. The date begins in the event's own
  /// zone.
  private static func allDay(_ event: Events.CalendarEvent) -> CivilDate {
    guard event.recurrence != nil else { return event.when.date }
    do { return try Zone.named(event.when.zone).date(at: event.next) } catch { return event.when.date }
  }

  /// The start on the clocks of the event's own zone; nil if they show the same as this machine's.
  static func there(_ event: Events.CalendarEvent) -> String? {
    guard !event.when.isAllDay, event.when.zone != MachineZone.current.name else { return nil }
    let zone: Zone
    do { zone = try Zone.named(event.when.zone) } catch { return event.when.zone.text }
    guard zone.offset(at: event.next) != LocalTime.zone.offset(at: event.next) else { return nil }
    return "\(Phrases.moment(event.next, in: zone)) in \(zone.place)"
  }

  static func leads(_ leads: LeadTimes?) -> String {
    guard let leads else { return "none" }
    return leads.all.sorted().map { lead in
      lead.minutes == 0 ? "at the start" : "\(Phrases.length(minutes: lead.minutes)) before"
    }
    .joined(separator: ", ")
  }

  static func rule(_ rule: RecurrenceText) -> String {
    let names = ["FREQ=DAILY": "day", "FREQ=WEEKLY": "week", "FREQ=MONTHLY": "month", "FREQ=YEARLY": "year"]
    return names[rule.text].map { "every \($0)" } ?? rule.text
  }

  /// The distance of an event from now, short enough for a list: `3 days`, `2 h`.
  static func away(_ event: Events.CalendarEvent, now: Instant) -> String {
    away(event.next, now: now)
  }

  /// The distance of a moment from now in either direction: `12 days`, `5 h`.
  static func away(_ instant: Instant, now: Instant) -> String {
    switch Countdown(to: instant, at: now).phrase {
    case .left(let count, let unit), .ago(let count, let unit): short(count, unit)
    case .now, .hereAsCounted: "now"
    }
  }

  private static func short(_ count: Int64, _ unit: CountdownUnit) -> String {
    switch unit {
    case .weeks, .days: this(count, unit)
    case .hours: "\(count) h"
    case .minutes: "\(count) min"
    case .seconds: "\(count) s"
    }
  }

  /// A count with its unit: `1 day`, `12,345 seconds`.
  static func this(_ count: Int64, _ unit: CountdownUnit) -> String {
    Phrases.counted(count, String(unit.rawValue.dropLast()))
  }

  /// A countdown as a sentence.
  static func phrase(_ phrase: CountdownPhrase) -> String {
    switch phrase {
    case .left(0, _): "in less than a second"
    case .left(let count, let unit): "in \(this(count, unit))"
    case .hereAsCounted: "It's here, by this count."
    case .now: "It's here."
    case .ago(let count, let unit): "Happened \(this(count, unit)) ago"
    }
  }
}
