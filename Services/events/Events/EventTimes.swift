import Calendar
import Schema

/// The start times of an event.
struct EventTimes: Sendable {
  /// A moved date; `minutes` is its length if that differs from the event's.
  struct Move: Sendable {
    let start: Instant
    let minutes: EventMinutes?
  }

  let when: EventTime
  let zone: Zone
  let rule: RecurrenceRule?
  /// The moved dates, in the order of the dates they replace.
  private(set) var moves: [Move] = []
  /// The dates of the rule that are skipped or moved.
  private let without: Set<CivilDate>

  /// - Throws: `zone_unknown`, `rrule_bad` or `rrule_unsupported`, with the member at fault.
  init(_ event: EventRow) throws(Fault) {
    try self.init(event.when, event.recurrence, event.exceptions)
  }

  init(
    _ when: EventTime, _ recurrence: RecurrenceText?, _ exceptions: EventExceptions = .none
  ) throws(Fault) {
    self.when = when
    without = recurrence == nil ? [] : Set(exceptions.all.map(\.date))
    do { zone = try Zone.named(when.zone) } catch { throw Fault(error.code, field: "when.zone") }
    guard let recurrence else {
      rule = nil
      return
    }
    do { rule = try RecurrenceRule(recurrence.text) } catch { throw Fault(error) }
    moves = exceptions.all.compactMap { exception in
      exception.moved.map { Move(start: start(of: $0), minutes: $0.minutes) }
    }
  }

  func start(of moved: Events.MovedDate) -> Instant {
    guard let time = moved.time else { return zone.startOfDay(moved.date) }
    return zone.instant(of: WallTime(date: moved.date, time: time)).instant
  }

  /// The rule in its canonical form.
  var recurrence: RecurrenceText? { rule.map { RecurrenceText(checked: $0.text) } }

  /// The first start, whatever the rule says; adjusted if a clock change skips the requested time.
  var first: (instant: Instant, isAdjusted: Bool) {
    when.isAllDay ? (zone.startOfDay(when.date), false) : zone.instant(of: when.wallTime)
  }

  /// The first start after this moment; nil if there is none.
  func next(after moment: Instant) -> Instant? {
    let moved = moves.lazy.map(\.start).filter { $0 > moment }.min()
    return [ruled(after: moment), moved].compactMap(\.self).min()
  }

  /// The same without moved dates.
  private func ruled(after moment: Instant) -> Instant? {
    let first = first.instant
    if first > moment, !without.contains(when.date) { return first }
    guard let rule else { return nil }
    let today = zone.date(at: moment)
    // Each exception hides one date at most.
    let limit = 1 + without.count { $0.daysSince1970 >= today.daysSince1970 - 2 }
    if when.isAllDay {
      return rule.dates(from: when.date, after: today, limit: limit).first { !without.contains($0) }
        .map(zone.startOfDay)
    }
    return rule.occurrences(from: when.wallTime, in: zone, after: moment, limit: limit)
      .first { !without.contains($0.wallTime.date) }?.instant
  }

  /// True for a date of the rule, skipped or not; its first is the event's own. A single event has none.
  func has(_ date: CivilDate) -> Bool {
    guard let rule, date >= when.date else { return false }
    if date == when.date { return true }
    if when.isAllDay {
      return date.adding(days: -1).flatMap { rule.dates(from: when.date, after: $0, limit: 1).first } == date
    }
    // Clocks are less than two days from UTC, and a skipped time moves to the next day at most.
    return rule.occurrences(
      from: when.wallTime, in: zone, after: start(on: date).advanced(by: .seconds(-2 * 86_400)), limit: 5
    ).contains { $0.wallTime.date == date }
  }

  /// The last start; `EventRow.endless` if the event repeats forever, nil if every date is skipped.
  var last: Instant? {
    let moved = moves.map(\.start).max()
    return [lastRuled, moved].compactMap(\.self).max()
  }

  private var lastRuled: Instant? {
    let first = without.contains(when.date) ? nil : first.instant
    guard let rule, let second = ruled(after: self.first.instant) else { return first }
    if rule.end == .never { return EventRow.endless }
    var ending = rule
    for _ in 0...without.count {
      guard let last = ending.last(from: when.wallTime, in: zone)?.wallTime.date else { break }
      if !without.contains(last) {
        let start = when.isAllDay ? zone.startOfDay(last) : start(on: last)
        // A rule that ends at a moment and one that ends with a date may disagree by a day.
        return max(start, second)
      }
      guard let before = last.adding(days: -1) else { break }
      ending = rule.ending(.until(.date(before)))
    }
    return second
  }

  private func start(on date: CivilDate) -> Instant {
    zone.instant(of: WallTime(date: date, time: when.wallTime.time)).instant
  }

  /// The end of the occurrence that begins at `start`. Days are those of the zone, where a clock change makes
  /// them longer or shorter.
  func end(of start: Instant, _ standard: EventMinutes) -> Instant {
    let minutes = moves.first { $0.start == start }?.minutes ?? standard
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
