internal import Schema

/// Rules as written in a calendar file.
extension RecurrenceRule {
  /// Returns the same rule with another end.
  package func ending(_ end: End) -> RecurrenceRule {
    RecurrenceRule(
      frequency: frequency, interval: interval, months: months, days: days, monthDays: monthDays,
      end: end, weekStart: weekStart)
  }

  /// Returns the rule for a file (RFC 5545, 3.3.10): `UNTIL` is a date if the start is one, a floating time
  /// if the start floats, and otherwise in UTC. Readers reject rules of another form.
  package func written(from start: CalendarTime) -> RecurrenceRule {
    guard case .until(let until) = end else { return self }
    switch start {
    case .date: return ending(.until(.date(until.date)))
    case .floating: return ending(.until(.wallTime(until.wallTime(in: .utc))))
    case .utc: return ending(.until(.instant(until.instant(in: .utc))))
    case .zoned(_, let zone): return ending(.until(.instant(until.instant(in: zone))))
    }
  }
}

extension RecurrenceRule.Until {
  /// The last second of a date.
  private static let lastTime = TimeOfDay(secondsOfDay: 86_399)

  /// The date of the end; for a moment, that of UTC.
  var date: CivilDate {
    switch self {
    case .date(let date): date
    case .wallTime(let time): time.date
    case .instant(let instant): Zone.utc.date(at: instant)
    }
  }

  fileprivate func wallTime(in zone: Zone) -> WallTime {
    switch self {
    case .date(let date): WallTime(date: date, time: Self.lastTime)
    case .wallTime(let time): time
    case .instant(let instant): zone.wallTime(at: instant)
    }
  }

  fileprivate func instant(in zone: Zone) -> Instant {
    if case .instant(let instant) = self { return instant }
    return zone.instant(of: wallTime(in: zone)).instant
  }
}
