extension Notifier {
  /// When channels are silent, and when the unimportant comes together.
  package struct AlertTimes: Codable, Hashable, Sendable {
    /// The zone of the profile, in which the times are meant; UTC without one.
    package let zone: ZoneName
    package let quiet: QuietHours?
    /// When notices of low importance are sent, all in one; nil sends each as it comes.
    package let digest: TimeOfDay?
    /// Whether channels are silent at this moment, and until when.
    package let quietUntil: Instant?
    /// Counts edits; an edit names the one it began from.
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

  /// From a time of day to another, over midnight when the end is the smaller; on the days on which it
  /// begins. Alerts fire into the inbox, channels wait for the end.
  package struct QuietHours: Codable, Hashable, Sendable {
    package let from: TimeOfDay
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

  package enum QuietDay: String, Choice {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday
  }

  package struct GetAlertTimes: Request {
    package typealias Reply = AlertTimes
    package static let subject = "notifier.times.get"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/alert-times")
    package static let summary = "Your quiet hours and your digest."

    package init() {}
  }

  /// Changes what is named and keeps the rest; `null` switches off.
  package struct SetAlertTimes: Request {
    package typealias Reply = AlertTimes
    package static let subject = "notifier.times.set"
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.patch, "/v1/alert-times")
    package static let faults = [FaultCode.changedElsewhere, .quietBad]
    package static let summary = "Change your quiet hours and your digest."
    /// The version that was edited; 0 before the first edit.
    package let version: Int64
    package let quiet: Patch<QuietHours>
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
    .invalidArgument, "quiet_days_bad", "Name 1 to 7 different days of the week.")
  package static let quietBad = FaultCode(
    .invalidArgument, "quiet_bad", "Quiet hours begin and end at different times.")
}
