package import Schema

/// One occurrence of a rule.
package struct Occurrence: Hashable, Sendable {
  /// The wall time of the rule, even if the clocks skip it.
  package let wallTime: WallTime
  package let instant: Instant
  /// True if the clocks skip this time, so that it happens later by the same amount.
  package let isAdjusted: Bool
}

extension RecurrenceRule {
  /// The maximum number of occurrences returned by one call.
  package static let maxOccurrences = 5000
  /// The number of periods without a date after which the search ends. Within the years people plan for, no
  /// rule with any date has a longer gap. Days are many, but cheap to check.
  private var maxSearch: Int { frequency == .daily ? 5000 : 500 }

  /// Returns the occurrences after a moment, and before another if given, in order.
  ///
  /// Without COUNT the work does not grow with the time since the start.
  package func occurrences(
    from start: WallTime, in zone: Zone, after: Instant, before: Instant? = nil, limit: Int
  ) -> [Occurrence] {
    let limit = min(limit, RecurrenceRule.maxOccurrences)
    guard limit > 0 else { return [] }
    var found: [Occurrence] = []
    // Clocks are less than two days from UTC.
    let skipped = zone.date(at: after).daysSince1970 - 2
    walk(from: start.date, skipping: skipped) { day in
      guard day >= skipped else { return true }
      let occurrence = occurrence(on: day, at: start.time, in: zone)
      guard isWithin(occurrence), before.map({ occurrence.instant < $0 }) ?? true else { return false }
      // A date that a zone skips moves to the next one.
      if occurrence.instant > after, occurrence.instant > found.last?.instant ?? after {
        found.append(occurrence)
      }
      return found.count < limit
    }
    return found
  }

  package func next(from start: WallTime, in zone: Zone, after: Instant) -> Occurrence? {
    occurrences(from: start, in: zone, after: after, limit: 1).first
  }

  /// Returns the dates after a date, for all-day events.
  package func dates(from start: CivilDate, after: CivilDate, limit: Int) -> [CivilDate] {
    let limit = min(limit, RecurrenceRule.maxOccurrences)
    guard limit > 0 else { return [] }
    var found: [CivilDate] = []
    walk(from: start, skipping: after.daysSince1970) { day in
      guard day > after.daysSince1970 else { return true }
      let date = CivilDate(daysSince1970: day)
      if case .until(let until) = end, date > until.date { return false }
      found.append(date)
      return found.count < limit
    }
    return found
  }

  /// Returns the last occurrence; nil for a rule without an end, or without any occurrence.
  package func last(from start: WallTime, in zone: Zone) -> Occurrence? {
    switch end {
    case .never: return nil
    case .count:
      var last: Int64?
      walk(from: start.date, skipping: start.date.daysSince1970) { day in
        last = day
        return true
      }
      return last.map { occurrence(on: $0, at: start.time, in: zone) }
    case .until(let until):
      let periods = Periods(self, from: start.date)
      let latest = min(until.date.daysSince1970 + 2, CivilDate.allDays.upperBound)
      var number = periods.number(of: latest)
      var searched = 0
      while number >= 0, searched < maxSearch {
        for day in (periods.days(in: number) ?? []).reversed() {
          let found = occurrence(on: day, at: start.time, in: zone)
          if isWithin(found) { return found }
        }
        number -= 1
        searched += 1
      }
      return nil
    }
  }

  /// Passes each date of the rule to `body` until that returns false. Dates well before `skipped` are skipped
  /// unless they have to be counted.
  private func walk(from start: CivilDate, skipping skipped: Int64, _ body: (Int64) -> Bool) {
    let periods = Periods(self, from: start)
    var number: Int64 = 0
    var left = Int.max
    if case .count(let count) = end { left = count } else { number = max(0, periods.number(of: skipped)) }
    var searched = 0
    while searched < maxSearch, let days = periods.days(in: number) {
      for day in days {
        guard left > 0, body(day) else { return }
        left -= 1
      }
      searched = days.isEmpty ? searched + 1 : 0
      number += 1
    }
  }

  private func occurrence(on day: Int64, at time: TimeOfDay, in zone: Zone) -> Occurrence {
    let wallTime = WallTime(date: CivilDate(daysSince1970: day), time: time)
    let (instant, isAdjusted) = zone.instant(of: wallTime)
    return Occurrence(wallTime: wallTime, instant: instant, isAdjusted: isAdjusted)
  }

  private func isWithin(_ occurrence: Occurrence) -> Bool {
    guard case .until(let until) = end else { return true }
    return switch until {
    case .date(let date): occurrence.wallTime.date <= date
    case .wallTime(let time): occurrence.wallTime <= time
    case .instant(let instant): occurrence.instant <= instant
    }
  }
}
