/// Single dates of recurring events that are skipped or moved.
extension Events {
  static let dates: [any Request.Type] = [SkipDate.self, MoveDate.self, RestoreDate.self]

  /// Skips a date of your recurring event: it leaves lists, countdowns, reminders and calendars. Skipping it
  /// again changes nothing.
  package struct SkipDate: Request {
    package typealias Reply = CalendarEvent
    package static let subject = "events.date.skip"
    package static let version = "1.1"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/events/{id}/dates/{date}/skip")
    package static let faults = [
      FaultCode.notFound, .dateUnknown, .dateLast, .tooManyExceptions, .zoneUnusable,
    ]
    package static let summary = "Skip one date of a recurring event of yours."
    package let id: EventID
    /// The date that the rule gives, in the event's zone; also for a date that was moved.
    package let date: CivilDate

    package init(id: EventID, date: CivilDate) {
      self.id = id
      self.date = date
    }
  }

  /// Moves a date of your recurring event to another time. Moving it again replaces the earlier move.
  package struct MoveDate: Request {
    package typealias Reply = CalendarEvent
    package static let subject = "events.date.move"
    package static let version = "1.1"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/events/{id}/dates/{date}/move")
    package static let faults = [
      FaultCode.notFound, .dateUnknown, .dateNotFuture, .lengthBad, .tooManyExceptions, .zoneUnusable,
    ]
    package static let summary = "Move one date of a recurring event of yours."
    package let id: EventID
    /// The date that the rule gives, in the event's zone; also for a date that was moved before.
    package let date: CivilDate
    package let to: MovedDate

    package init(id: EventID, date: CivilDate, to: MovedDate) {
      self.id = id
      self.date = date
      self.to = to
    }
  }

  /// Restores a date of your recurring event that was skipped or moved. For any other date nothing changes.
  package struct RestoreDate: Request {
    package typealias Reply = CalendarEvent
    package static let subject = "events.date.restore"
    package static let version = "1.1"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/events/{id}/dates/{date}/restore")
    package static let faults = [FaultCode.notFound, .dateLast, .zoneUnusable]
    package static let summary = "Restore one date of a recurring event of yours."
    package let id: EventID
    /// The date that the rule gives, in the event's zone.
    package let date: CivilDate

    package init(id: EventID, date: CivilDate) {
      self.id = id
      self.date = date
    }
  }

  /// A date of a recurring event that differs from its rule: skipped, or moved.
  package struct DateException: Codable, Hashable, Sendable {
    /// The maximum number of them in an event.
    package static let maxCount = 500

    /// The date that the rule gives, in the event's zone.
    package let date: CivilDate
    /// The new start; absent for a date that is skipped.
    package let moved: MovedDate?

    package init(date: CivilDate, moved: MovedDate?) {
      self.date = date
      self.moved = moved
    }
  }

  /// The start of a moved date, in the event's zone.
  package struct MovedDate: Codable, Hashable, Sendable {
    package let date: CivilDate
    /// The time of day; the event's unless given. An all-day event has none.
    package let time: TimeOfDay?
    /// The length in minutes; the event's unless given.
    package let minutes: EventMinutes?

    package init(date: CivilDate, time: TimeOfDay?, minutes: EventMinutes? = nil) {
      self.date = date
      self.time = time
      self.minutes = minutes
    }
  }
}

extension FaultCode {
  package static let dateUnknown = FaultCode(
    .notFound, "date_unknown", "The event does not take place on this date. Choose one of its dates.")
  package static let dateLast = FaultCode(
    .failedPrecondition, "date_last", "The event has no other date. Delete the event instead.")
  package static let tooManyExceptions = FaultCode(
    .failedPrecondition, "too_many_exceptions",
    "500 dates of this event are skipped or moved, the most there can be. Restore some first.")
}
