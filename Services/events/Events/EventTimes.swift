import Calendar
import Schema

/// The start times of an event.
struct EventTimes: Sendable {
  let when: EventTime
  let zone: Zone
  let rule: RecurrenceRule?

  /// - Throws: `zone_unknown`, `rrule_bad` or `rrule_unsupported`, with the member at fault.
  init(_ when: EventTime, _ recurrence: RecurrenceText?) throws(Fault) {
    self.when = when
    do { zone = try Zone.named(when.zone) } catch { throw Fault(error.code, field: "when.zone") }
    guard let recurrence else {
      rule = nil
      return
    }
    do { rule = try RecurrenceRule(recurrence.text) } catch { throw Fault(error) }
  }

  /// The rule in its canonical form.
  var recurrence: RecurrenceText? { rule.map { RecurrenceText(checked: $0.text) } }

  /// The first start, whatever the rule says; adjusted if a clock change skips the requested time.
  var first: (instant: Instant, isAdjusted: Bool) {
    when.isAllDay ? (zone.startOfDay(when.date), false) : zone.instant(of: when.wallTime)
  }

  /// The first start after this moment; nil if there is none.
  func next(after moment: Instant) -> Instant? {
    let first = first.instant
    if first > moment { return first }
    guard let rule else { return nil }
    guard when.isAllDay else { return rule.next(from: when.wallTime, in: zone, after: moment)?.instant }
    return rule.dates(from: when.date, after: zone.date(at: moment), limit: 1).first.map(zone.startOfDay)
  }

  /// The last start; `EventRow.endless` if the event repeats forever.
  var last: Instant {
    let first = first.instant
    guard let rule, let second = next(after: first) else { return first }
    if rule.end == .never { return EventRow.endless }
    // A rule that ends at a moment and one that ends with a date may disagree by a day.
    guard let last = rule.last(from: when.wallTime, in: zone) else { return second }
    return max(when.isAllDay ? zone.startOfDay(last.wallTime.date) : last.instant, second)
  }

  /// The end of the occurrence that begins at `start`. Days are those of the zone, where a clock change makes
  /// them longer or shorter.
  func end(of start: Instant, _ minutes: EventMinutes) -> Instant {
    guard when.isAllDay,
      let end = zone.date(at: start).adding(days: Int64(minutes.count / EventMinutes.day.count))
    else { return start.advanced(by: .seconds(minutes.count * 60)) }
    return zone.startOfDay(end)
  }

  /// The time of a reminder for the occurrence that begins at `start`: whole days before it at the same time
  /// of day, then earlier by the rest of the lead. For an all-day event it counts from 09:00 of its day.
  func fire(_ lead: LeadTime, before start: Instant) -> Instant {
    let wall = zone.wallTime(at: start)
    let (days, minutes) = lead.minutes.quotientAndRemainder(dividingBy: 1440)
    let time = when.isAllDay ? EventTimes.morning : wall.time
    guard when.isAllDay || days > 0, let day = wall.date.adding(days: Int64(-days)) else {
      return start.advanced(by: .seconds(-lead.minutes * 60))
    }
    return zone.instant(of: WallTime(date: day, time: time)).instant.advanced(by: .seconds(-minutes * 60))
  }

  /// The time of day from which reminders of an all-day event count.
  static let morning = TimeOfDay(secondsOfDay: 9 * 3600)
}

extension Fault {
  /// Names the part of the rule that Quad does not support.
  fileprivate init(_ error: RuleFault) {
    self = error.fault(field: "recurrence")
    if case .unsupported(let part) = error { details = ["part": .string(part)] }
  }
}
