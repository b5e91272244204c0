package import Schema

/// When something is in a calendar file.
package enum CalendarTime: Hashable, Sendable {
  case utc(Instant)
  /// A time on the clocks of a zone.
  case zoned(WallTime, Zone)
  /// A time on the clocks of whoever reads it.
  case floating(WallTime)
  /// A whole day of whoever reads it.
  case date(CivilDate)

  /// The moment for somebody in `zone`; of a date its beginning there.
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

  /// The same for ever, so that a client that reads it again changes its copy.
  package var uid: String
  /// Counts the changes; a client takes the copy with the higher one.
  package var sequence: Int
  /// When this copy was made.
  package var stamp: Instant
  package var start: CalendarTime
  /// Of the same form as the start; of whole days the first day after.
  package var end: CalendarTime?
  package var rule: RecurrenceRule?
  package var summary: String
  package var description: String?
  package var location: String?
  package var url: String?
  package var status: Status?
  /// Seconds from the start of the event back to each reminder; negative after it.
  package var reminders: [Int]

  package init(
    uid: String, sequence: Int, stamp: Instant, start: CalendarTime, end: CalendarTime? = nil,
    rule: RecurrenceRule? = nil, summary: String, description: String? = nil, location: String? = nil,
    url: String? = nil, status: Status? = nil, reminders: [Int] = []
  ) {
    self.uid = uid
    self.sequence = sequence
    self.stamp = stamp
    self.start = start
    self.end = end
    self.rule = rule
    self.summary = summary
    self.description = description
    self.location = location
    self.url = url
    self.status = status
    self.reminders = reminders
  }
}
