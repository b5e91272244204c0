extension Notifier {
  /// The quiet hours of channels, and the time of the digest.
  package struct AlertTimes: Codable, Hashable, Sendable {
    /// The zone of the times, from the profile; UTC without one.
    package let zone: ZoneName
    package let quiet: QuietHours?
    /// The time at which notifications of low importance are sent together; nil sends each as it comes.
    package let digest: TimeOfDay?
    /// The end of the current quiet hours; nil outside of them.
    package let quietUntil: Instant?
    /// The number of edits; an edit names the version that it began from.
    package let version: Int64

    package init(
      zone: ZoneName, quiet: QuietHours?, digest: TimeOfDay?, quietUntil: Instant?, version: Int64
    ) {
      self.zone = zone
      self.quiet = quiet
      self.digest = digest
      self.quietUntil = quietUntil
      self.version = version
    }
  }

  /// Quiet hours from one time of day to another, past midnight if the end is the lower one. The days are
  /// those on which they begin. Alerts still fire into the inbox; channels wait for the end.
  package struct QuietHours: Codable, Hashable, Sendable {
    /// The time at which they begin, on the person's clock.
    package let from: TimeOfDay
    /// The time at which they end, on the next day if it is before `from`.
    package let to: TimeOfDay
    package let days: QuietDays

    package init(from: TimeOfDay, to: TimeOfDay, days: QuietDays) {
      self.from = from
      self.to = to
      self.days = days
    }
  }

  /// Weekdays, each once.
  package struct QuietDays: DistinctList {
    package let all: [QuietDay]
    package init(checked all: [QuietDay]) { self.all = all }
    package static let maxCount = 7
    package static let bad = FaultCode.quietDaysBad
    package static let sample = QuietDays(checked: QuietDay.allCases)
  }

  /// A day of the week.
  package enum QuietDay: String, Choice {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday
  }

  package struct GetAlertTimes: Request {
    package typealias Reply = AlertTimes
    package static let subject = "notifier.times.get"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/alert-times")
    package static let summary = "Get your quiet hours and the time of your digest."

    package init() {}
  }

  /// Changes the given members and keeps the others; `null` turns a member off.
  package struct SetAlertTimes: Request {
    package typealias Reply = AlertTimes
    package static let subject = "notifier.times.set"
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.patch, "/v1/alert-times")
    package static let faults = [FaultCode.changedElsewhere, .quietBad]
    package static let summary = "Set your quiet hours and the time of your digest."
    /// The version that the edit began from; 0 before the first edit.
    package let version: Int64
    package let quiet: Patch<QuietHours>
    /// The time of the daily digest on the person's clock; `null` turns the digest off.
    package let digest: Patch<TimeOfDay>

    package init(version: Int64, quiet: Patch<QuietHours> = .keep, digest: Patch<TimeOfDay> = .keep) {
      self.version = version
      self.quiet = quiet
      self.digest = digest
    }
  }
}

extension FaultCode {
  package static let quietDaysBad = FaultCode(
    .invalidArgument, "quiet_days_bad", "Choose 1 to 7 different days of the week.")
  package static let quietBad = FaultCode(
    .invalidArgument, "quiet_bad", "Choose different start and end times.")
}
