package import Schema

/// A time in a calendar file.
package enum CalendarTime: Hashable, Sendable {
  case utc(Instant)
  /// A wall time in a zone.
  case zoned(WallTime, Zone)
  /// A wall time in the reader's zone.
  case floating(WallTime)
  /// A whole day in the reader's zone.
  case date(CivilDate)

  /// Returns the moment for a reader in `zone`; for a date its beginning there.
  package func instant(in zone: Zone) -> Instant {
    switch self {
    case .utc(let instant): instant
    case .zoned(let time, let zone): zone.instant(of: time).instant
    case .floating(let time): zone.instant(of: time).instant
    case .date(let date): zone.startOfDay(date)
    }
  }

  package var isDate: Bool {
    if case .date = self { true } else { false }
  }
}

/// One event of a calendar file.
package struct CalendarEvent: Hashable, Sendable {
  package enum Status: String, Sendable {
    case tentative = "TENTATIVE"
    case confirmed = "CONFIRMED"
    case cancelled = "CANCELLED"
  }

  /// The permanent id. A client that reads the event again updates its copy.
  package var uid: String
  /// The number of changes. Clients use the copy with the higher one.
  package var sequence: Int
  /// The creation time of this copy.
  package var stamp: Instant
  package var start: CalendarTime
  /// Of the same form as the start. For whole days, the first day after.
  package var end: CalendarTime?
  package var rule: RecurrenceRule?
  /// The occurrences of the rule that do not take place (EXDATE).
  package var excluded: [CalendarTime]
  /// The occurrence that this event replaces, in another event with the same uid (RECURRENCE-ID).
  package var occurrence: CalendarTime?
  package var summary: String
  package var description: String?
  package var location: String?
  package var url: String?
  package var status: Status?
  /// Seconds from each reminder to the start of the event; negative after the start.
  package var reminders: [Int]

  package init(
    uid: String, sequence: Int, stamp: Instant, start: CalendarTime, end: CalendarTime? = nil,
    rule: RecurrenceRule? = nil, excluded: [CalendarTime] = [], occurrence: CalendarTime? = nil,
    summary: String, description: String? = nil, location: String? = nil, url: String? = nil,
    status: Status? = nil, reminders: [Int] = []
  ) {
    self.uid = uid
    self.sequence = sequence
    self.stamp = stamp
    self.start = start
    self.end = end
    self.rule = rule
    self.excluded = excluded
    self.occurrence = occurrence
    self.summary = summary
    self.description = description
    self.location = location
    self.url = url
    self.status = status
    self.reminders = reminders
  }
}
